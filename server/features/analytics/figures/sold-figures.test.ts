import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { updateProduct } from '#contract/products/products.ts'
import * as contract from '#contract/analytics/sold-figures.ts'
import { makeProduct } from '#seed/make.ts'
import { channelOrder, makeIntegration, orderLine } from '../../../testing/shop/orders.ts'
import { saleSeconds } from '../../../observing/metrics.ts'
import { syncShop } from '../../../testing/setup/sync.ts'
import { takeIn } from '../../orders/intake/intake.ts'
import { forgetTellings } from '../../sync/forget.ts'
import { pushBatch } from '../../sync/sending/push.ts'

const { app, shop, template, integrationId, live, count } = syncShop()
/** One account a channel. */
const accounts = new Map<string, ReturnType<typeof makeIntegration>>()
beforeEach(() => accounts.clear())

const sell = async (sku: string, quantity: number, channel: 'ebay' | 'etsy' = 'ebay') => {
  const order = channelOrder({ orderDate: app().services.clock.now(), lines: [orderLine({ sku, quantity })] })
  const account = accounts.get(channel) ?? makeIntegration(shop().ctx, channel)
  accounts.set(channel, account)
  await takeIn(shop().ctx, await account, [order])
}
const telling = async (query: object = {}) =>
  (await app().call(contract.channelTelling, { as: shop().as, query })).body.data ?? []
const oversold = async (query: object = {}) => (await app().call(contract.oversold, { as: shop().as, query })).body.data
const tellAll = async () => {
  while (await pushBatch(shop().ctx, integrationId())) {
    /* until nothing is owed */
  }
}

describe('from a sale until a channel is told', () => {
  it('is measured once per sale and channel, from the first sale that it was not told of; other changes do not count', async () => {
    const product = await live()
    await tellAll()
    expect(await telling()).toEqual([])
    await count(product, 9)
    await tellAll()
    expect(await telling()).toEqual([])
    saleSeconds.reset()
    await sell(product.sku, 1)
    // It waits for an hour and a half, and in the last hour there was another sale.
    await sql`update listing_debts set sold_at = now() - interval '90 minutes' where organization_id = ${shop().ctx.organizationId} and sold_at is not null`.execute(
      shop().ctx.db,
    )
    await sell(product.sku, 1)
    expect(await telling()).toEqual([])
    await tellAll()
    const [figures] = await telling()
    expect(figures).toMatchObject({
      channel: 'shopify',
      integrationId: integrationId(),
      told: 1,
      products: [product.sku],
    })
    expect(Math.round((figures?.p95 ?? 0) / 60)).toBe(90)
    expect(figures?.p50).toBe(figures?.slowest)
    await tellAll()
    expect((await telling())[0]?.told).toBe(1)
    const { values } = await saleSeconds.get()
    expect(values.find(({ metricName }) => metricName === 'motto_sale_to_channel_seconds_count')?.value).toBe(1)
    const sum = values.find(({ metricName }) => metricName === 'motto_sale_to_channel_seconds_sum')
    expect(sum).toMatchObject({ labels: { channel: 'shopify' } })
    expect(Math.round((sum?.value ?? 0) / 60)).toBe(90)
    expect(await telling({ channels: ['etsy'] })).toEqual([])
    expect(await telling({ skus: ['ANOTHER'] })).toEqual([])
    expect((await telling({ skus: [product.sku] })).length).toBe(1)
    expect(await telling({ startDate: '2020-01-01', endDate: '2020-12-31' })).toEqual([])
  })

  it('p50 and p95 are those of all tellings of the account', async () => {
    const { ctx } = shop()
    await live()
    await sql`insert into sale_tellings (organization_id, integration_id, listing_id, sold_at, told_at)
      select organization_id, integration_id, id, now() - interval '1 hour', now() - interval '1 hour' + make_interval(secs => n)
      from listing_products cross join generate_series(1, 101) n where organization_id = ${ctx.organizationId}`.execute(
      app().services.database.system,
    )
    expect((await telling())[0]).toMatchObject({ told: 101, p50: 51, p95: 96, slowest: 101 })
  })

  it('is kept for 400 days', async () => {
    const { ctx } = shop()
    await live()
    const { system } = app().services.database
    await sql`insert into sale_tellings (organization_id, integration_id, listing_id, sold_at, told_at)
      select organization_id, integration_id, id, now() - make_interval(days => n), now() - make_interval(days => n)
      from listing_products cross join unnest(array[1, 399, 401, 4000]) n where organization_id = ${ctx.organizationId}`.execute(
      system,
    )
    await forgetTellings(app().services)
    const { rows } = await sql<{ days: number }>`
      select extract(day from now() - sold_at)::int as days from sale_tellings where organization_id = ${ctx.organizationId} order by 1`.execute(
      system,
    )
    expect(rows.map(({ days }) => days)).toEqual([1, 399])
  })
})

describe('oversold items', () => {
  it('is told with what took the last piece: another channel, the same, somebody, or nothing', async () => {
    const stock = async (sku: string, quantity: number) =>
      (await makeProduct(shop().ctx, template(), { sku, quantity })).id
    await stock('ELSEWHERE', 1)
    await sell('ELSEWHERE', 1, 'etsy')
    await sell('ELSEWHERE', 2)
    await sell('ELSEWHERE', 1)
    await stock('HERE', 1)
    await sell('HERE', 1)
    await sell('HERE', 1)
    const lowered = await stock('LOWERED', 5)
    await app().call(updateProduct, {
      as: shop().as,
      body: { product: { id: lowered, version: 1, quantity: 0 } } as never,
    })
    await sell('LOWERED', 4)
    await stock('EMPTY', 0)
    await sell('EMPTY', 1)
    await stock('FINE', 3)
    await sell('FINE', 3)
    const short = await oversold()
    expect(
      short?.rows.map(({ sku, channel, orders, shortfall, why, by }) => [sku, channel, orders, shortfall, why, by]),
    ).toEqual([
      ['LOWERED', 'ebay', 1, 4, 'lowered', 'edit'],
      ['ELSEWHERE', 'ebay', 2, 3, 'elsewhere', 'etsy'],
      ['EMPTY', 'ebay', 1, 1, 'empty', ''],
      ['HERE', 'ebay', 1, 1, 'here', 'ebay'],
    ])
    expect(short?.items).toBe(4)
    expect((await oversold({ channels: ['etsy'] }))?.rows).toEqual([])
    expect((await oversold({ skus: ['HERE'] }))?.rows.map(({ sku }) => sku)).toEqual(['HERE'])
    expect(await oversold({ startDate: '2020-01-01', endDate: '2020-12-31' })).toMatchObject({
      startDate: '2020-01-01',
      items: 0,
      rows: [],
    })
  })
})
