// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { listMeanings } from '#contract/orders/settling.ts'
import { answer, away, theOne, press, refusal, says, show, text } from '#web/testing/screen.tsx'
import { Meanings } from './meanings.tsx'

afterEach(away)

it('says that the remembered SKUs could not be loaded, and tries again', async () => {
  let down = true
  const failed = refusal({ status: 500, message: 'The database rests.' })
  const known = [
    {
      channel: 'etsy' as const,
      sku: 'THEIRS-1',
      ours: 'OURS-1',
      productId: 3,
      by: 'Dana',
      at: '2026-11-20T10:00:00.000Z',
    },
  ]
  show(<Meanings maySettle />, { answers: [answer(listMeanings, () => (down ? failed : known))] })
  await says('SKU links could not be loaded. The database rests.')
  down = false
  await press('button', 'Try again')
  await theOne('button', 'Remove link of THEIRS-1 on Etsy')
  expect(text()).not.toContain('could not be loaded')
})
