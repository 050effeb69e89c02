// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { adoptingState } from '#contract/adopting/adopting.ts'
import { answer, away, press, refusal, says, show, text } from '#web/testing/screen.tsx'
import { AdoptLine } from './adopt-line.tsx'

afterEach(away)

it('says that what is sold on a channel already could not be loaded, and tries again', async () => {
  let down = true
  const counts = { managed: 0, linked: 0, look: 2, new: 0, alone: 0, waiting: 1, differs: 0, unmanagedSkus: 0 }
  const failed = refusal({ status: 500, message: 'The database rests.' })
  show(<AdoptLine channel="etsy" integrationId={7} />, {
    answers: [
      answer(adoptingState, () => (down ? failed : ({ read: { state: 'done', listings: 3 }, counts } as never))),
    ],
  })
  await says('Existing Etsy listings could not be loaded. The database rests.')
  down = false
  await press('button', 'Try again')
  await says('3 Etsy listings need review.')
  expect(text()).not.toContain('could not be loaded')
})
