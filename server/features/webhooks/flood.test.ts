import { expect, it } from 'vitest'
import { floodWebhooks } from '../../testing/attacks/webhook-flood.ts'
import { testDatabase } from '../../testing/setup/database.ts'

// `npm run bench -- --only webhooks` does the same with 100,000 events.
it('each of 1,200 events arrives in order for its record, though receivers are slow, down for a day, answer 500 or 410', async () => {
  const { wrong, requests, hours } = await floodWebhooks(await testDatabase(), {
    deliveries: 1200,
    products: 30,
    seed: 7,
  })
  expect(wrong).toEqual([])
  expect(requests).toBeGreaterThan(900)
  expect(hours).toBeGreaterThanOrEqual(24)
})
