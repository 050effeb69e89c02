// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { listIntegrations } from '#contract/integrations/integrations.ts'
import { listSharing } from '#contract/sync/sharing.ts'
import { answer, away, theOne, press, refusal, says, show, text } from '#web/testing/screen.tsx'
import { SharingPage } from './sharing-page.tsx'

afterEach(away)

it('says that the channels could not be loaded, and tries again', async () => {
  let down = true
  const rules = { data: [], oversold: { orders: 0, of: 0 } } as never
  const failed = refusal({ status: 500, message: 'The database rests.' })
  show(<SharingPage />, {
    answers: [answer(listSharing, rules), answer(listIntegrations, () => (down ? failed : ({} as never)))],
  })
  await says('Your channels could not be loaded. The database rests.')
  await says('Organization default')
  down = false
  await press('button', 'Try again')
  await says('No channels connected.')
  expect(text()).not.toContain('could not be loaded')
})

it('an exception leads to where its product or template is shared', async () => {
  const rule = (name: string, of: { templateId: number | null; productId: number | null }) => ({
    name,
    ...of,
    sharing: { mode: 'guaranteed' },
    setBy: 'Dana',
    setAt: '2026-11-20T10:00:00.000Z',
  })
  const data = [rule('MUG-1', { templateId: null, productId: 7 }), rule('Mugs', { templateId: 3, productId: null })]
  show(<SharingPage />, {
    answers: [
      answer(listSharing, { data, oversold: { orders: 0, of: 0 } } as never),
      answer(listIntegrations, {} as never),
    ],
  })
  expect((await theOne('link', 'MUG-1')).getAttribute('href')).toBe('/product/7#shares')
  expect((await theOne('link', 'Mugs')).getAttribute('href')).toBe('/template/3/details#sharing')
})
