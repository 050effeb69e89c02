// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { importPictures } from '#contract/products/images.ts'
import { answer, away, press, refusal, says, show, text } from '#web/testing/screen.tsx'
import { ImportPictures } from './import-pictures.tsx'

afterEach(away)

it('says that the progress of copying pictures could not be loaded, and tries again', async () => {
  let down = true
  const failed = refusal({ status: 500, message: 'The database rests.' })
  show(<ImportPictures importId={5} />, {
    answers: [answer(importPictures, () => (down ? failed : { waiting: 2, copied: 1, failed: 0, failures: [] }))],
  })
  await says('Image copy progress could not be loaded. The database rests.')
  down = false
  await press('button', 'Try again')
  await says('Copying images to Motto: 1 of 3.')
  expect(text()).not.toContain('could not be loaded')
})
