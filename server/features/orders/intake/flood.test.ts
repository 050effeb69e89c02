import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../../../testing/setup/database.ts'
import { flood } from '../../../testing/attacks/flood.ts'
import { type Market, openMarket } from '../../../testing/shop/market.ts'

let market: Market
beforeAll(async () => {
  market = await openMarket(await testDatabase(), { paced: true })
}, 60_000)
afterAll(() => market?.stop())

// 10,000 orders are played by `npm run bench -- --only flood`. These are more than the "Starter" plan names.
it('DESIGN 2 NAV-158: with webhooks lost, doubled and the wrong way round on six channels every sale is one order, and no piece is counted twice', async () => {
  const { wrong } = await flood(market, {
    orders: 120,
    products: 2,
    rate: 0.2,
    seed: 11,
    buyers: 1,
    withinMs: 60_000,
  })
  expect(wrong).toEqual([])
}, 180_000)
