import { afterAll, beforeAll, expect, it } from 'vitest'
import { descriptions } from '#contract/channels/all.ts'
import { makeSeller } from '#seed/make.ts'
import { systemClock } from '../../services.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { makeIntegration } from '../../testing/shop/orders.ts'
import { attention } from './service.ts'

let app: TestApp
let seller: Awaited<ReturnType<typeof makeSeller>>
beforeAll(async () => {
  app = await testApp()
  seller = await makeSeller(app.services)
})
afterAll(() => app.stop())

const DAY_MS = 86_400_000
/** What needs attention so many days before the last day of Shopify's version. Asked of the service, as a session would have ended by then. */
async function outdatedBefore(days: number) {
  const lastDay = Date.parse(`${descriptions.shopify.api.servedUntil}T12:00:00Z`)
  app.services.clock = { ...systemClock, now: () => new Date(lastDay - days * DAY_MS) }
  const { outdated } = await attention(seller.ctx)
  app.services.clock = systemClock
  return outdated
}
const none = { items: 0, rows: [] }

it('a channel that soon ends the API version needs attention from 60 days before, once it is connected', async () => {
  expect(await outdatedBefore(10)).toEqual(none)
  await makeIntegration(seller.ctx, 'shopify')
  // It has announced no end.
  await makeIntegration(seller.ctx, 'ebay')
  expect(await outdatedBefore(60)).toEqual(none)
  expect(await outdatedBefore(59)).toEqual({
    items: 1,
    rows: [
      {
        channel: 'shopify',
        daysServed: 60,
        advice: expect.stringMatching(/^Shopify supports .* Update Motto before then\.$/),
      },
    ],
  })
  expect(await outdatedBefore(-1)).toMatchObject({
    items: 1,
    rows: [{ daysServed: 0, advice: expect.stringMatching(/^Shopify stopped supporting .* Update Motto now\.$/) }],
  })
})

it('an account that is disconnected warns of no version', async () => {
  await seller.ctx.db
    .updateTable('integrations')
    .set({ status: 'unauthenticated', tokens: null })
    .where('organizationId', '=', seller.ctx.organizationId)
    .execute()
  expect(await outdatedBefore(10)).toEqual(none)
})
