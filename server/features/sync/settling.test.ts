import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { listDrift } from '#contract/sync/drift.ts'
import { listListingProducts } from '#contract/listings/listings.ts'
import { twoChannels } from '../../testing/shop/two-channels.ts'
import { lookForOrders } from '../integrations/polling/looks.ts'
import { takeDue } from '../integrations/polling/order-reading.ts'
import { reconcileJob } from './reconciling/reconcile.ts'
import { mendSetBack } from './reconciling/set-back.ts'

/*
 * A channel that shows a new number only a while after it took it, as BigCommerce does. Until then it shows the one of before.
 */
const { app, shop, channels, live, settle, key, pull, shown, count, knownOf, dueNow } = twoChannels()

/** Numbers that the channel still shows to whoever asks, though others stand there. */
let before: Map<string, number>
beforeEach(() => {
  before = new Map()
  const { stock } = channels.ebay.channel
  const { read, set } = stock
  stock.settleSeconds = 60
  stock.set = async (c, levels) => {
    const was = await read(c, levels)
    levels.forEach(({ sku }, i) => {
      const outcome = was[i]
      if (outcome?.ok && !before.has(sku)) before.set(sku, outcome.value.quantity)
    })
    return set(c, levels)
  }
  stock.read = async (c, places) =>
    (await read(c, places)).map((outcome, i) => {
      const late = before.get(places[i]?.sku ?? '')
      return outcome.ok && late !== undefined ? { ok: true, value: { ...outcome.value, quantity: late } } : outcome
    })
})
/** The channel shows what stands there. */
const settles = () => before.clear()
const timePasses = () =>
  shop()
    .ctx.db.updateTable('listingStock')
    .set({ setAt: new Date(Date.now() - 120_000) })
    .where('organizationId', '=', shop().ctx.organizationId)
    .execute()
const readBack = async () => {
  await reconcileJob(app().services, await key('ebay'))
  await settle()
}
const drift = async () =>
  (await app().call(listDrift, { params: { channel: 'ebay' }, as: shop().as })).body.data?.data.length
const setCalls = () => channels.ebay.calls.filter((call) => call.startsWith('set'))

describe('a number that was just set and is not shown yet', () => {
  it('is no drift, whoever reads it back, and is not told again', async () => {
    const product = await live()
    await count(product, 7)
    await settle()
    channels.ebay.calls.length = 0
    await readBack()
    expect(channels.ebay.calls).toContain(`read ${product.sku}`)
    expect([await drift(), setCalls()]).toEqual([0, []])
    settles()
    await dueNow()
    await settle()
    expect([await drift(), setCalls(), await shown(product.sku)]).toEqual([0, [], [7, 7]])
  })

  it('is no sale, where more is there than before: the other channel keeps what it shows', async () => {
    const product = await live(3)
    await count(product, 10)
    await settle()
    await readBack()
    expect([await shown(product.sku), (await knownOf(product.sku)).map(({ unseen }) => unseen)]).toEqual([
      [10, 10],
      [0, 0],
    ])
  })

  it('keeps a newer number waiting, without a word to the seller, until it is shown', async () => {
    const product = await live()
    await count(product, 7)
    await settle()
    await count(product, 6)
    await settle()
    expect(await shown(product.sku)).toEqual([7, 6])
    const listings = (await app().call(listListingProducts, { query: { productId: product.id }, as: shop().as })).body
      .data
    expect(listings?.map(({ result }) => result?.status)).toEqual(['fulfilled', 'fulfilled'])
    settles()
    await dueNow()
    await settle()
    expect(await shown(product.sku)).toEqual([6, 6])
  })

  it('does not hide a sale there: once its order is heard, what is left is told', async () => {
    const product = await live()
    await count(product, 7)
    await settle()
    settles()
    channels.ebay.buy(product.sku, 2)
    await count(product, 6)
    await settle()
    // Nobody can say yet whether 5 is what was sold to, or what stood there before.
    expect(await shown(product.sku)).toEqual([5, 6])
    channels.ebay.tellOrders()
    await pull('ebay')
    await dueNow()
    await settle()
    expect(await shown(product.sku)).toEqual([4, 4])
  })

  it('that is another after all that time was changed by hand, and is told as ever', async () => {
    const product = await live()
    await count(product, 7)
    await settle()
    settles()
    channels.ebay.edit(product.sku, 30)
    await readBack()
    expect([await drift(), (await shown(product.sku))[0]]).toEqual([0, 30])
    await timePasses()
    await dueNow()
    await settle()
    expect([await drift(), await shown(product.sku)]).toEqual([1, [7, 7]])
  })
})

it('a clock that is set back by an hour keeps nothing waiting: what is owed is told, and orders are looked for, at once', async () => {
  const product = await live()
  await settle()
  settles()
  await pull('ebay', 'shopify')
  channels.ebay.buy(product.sku, 2)
  await count(product, 7)
  const { ctx } = shop()
  const { organizationId, integrationId } = await key('ebay')
  const inAnHour = new Date(Date.now() + 3600_000)
  await lookForOrders(ctx, integrationId, { startAfter: inAnHour })
  const later = sql`now() + interval '1 hour'`
  await sql`update integrations set orders_checked_at = ${later}, orders_whole_at = ${later}, orders_due_at = ${later}, hold_until = ${later},
    orders_claimed_until = ${later}, look_first_until = ${later} where organization_id = ${organizationId}`.execute(
    ctx.db,
  )
  await sql`update listing_debts set next_try_at = ${later} where organization_id = ${organizationId}`.execute(ctx.db)
  await sql`update listing_stock set set_at = ${later} where organization_id = ${organizationId}`.execute(ctx.db)

  await mendSetBack(app().services)
  const due = await takeDue(app().services.database.system, new Map([['ebay', 15]]))
  expect(due).toContainEqual({ organizationId, id: integrationId })
  const jobs = await app().services.queue.boss.findJobs('orders.pull', { data: { organizationId, integrationId } })
  expect(jobs.map(({ startAfter }) => startAfter < inAnHour)).toEqual([true])
  const rows = await ctx.db
    .selectFrom('integrations')
    .select(['ordersCheckedAt', 'ordersWholeAt', 'holdUntil'])
    .select(
      sql<boolean>`look_first_until < now() + interval '1 minute' and orders_claimed_until < now() + interval '1 minute'`.as(
        'isSoon',
      ),
    )
    .where('organizationId', '=', organizationId)
    .execute()
  const free = { ordersCheckedAt: null, ordersWholeAt: null, holdUntil: null, isSoon: true }
  expect(rows).toEqual([free, free])
  // Their time is over.
  await sql`update integrations set look_first_until = null, orders_claimed_until = null where organization_id = ${organizationId}`.execute(
    ctx.db,
  )
  await settle()
  expect(await shown(product.sku)).toEqual([5, 5])
})
