import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { channelOf, channels } from '#channels/registry.ts'
import { fakeChannel } from '#channels/testing/fake.ts'
import { type Ctx, jobContext } from '#server/context.ts'
import { saveSettings } from '#server/features/integrations/service.ts'
import { takeIn } from '#server/features/orders/intake/intake.ts'
import { seal } from '#server/http/seal.ts'
import { channelOrder, orderLine } from '#server/testing/shop/orders.ts'
import type { Shop } from './fixture.ts'
import { type Row, ms, percentile } from './report.ts'

const SALES = 60
/** What a channel takes for a call. */
const CALL_MS = 50
/** Between two sales. */
const PAUSE_MS = 100

/** From taking a sale in to the other channel's number, while all its listings have another buffer to be told; beside the same without. */
export async function benchBuffer({ server: { services }, organizationId }: Shop): Promise<Row[]> {
  const ctx = jobContext(services, organizationId)
  const ids = { ebay: await connect(ctx, 'ebay'), shopify: await connect(ctx, 'shopify') }
  const listings = await listAll(ctx, ids.ebay)
  const shown = await playEbay(ctx)
  const quiet = await sell(ctx, ids, shown, 0, 0)
  const began = performance.now()
  await saveSettings(ctx, 'ebay', { buffer: 1 })
  const saved = performance.now() - began
  const busy = await sell(ctx, ids, shown, SALES, 1)
  const left = await owed(ctx)
  const row = (name: string, without: number[], during: number[], goal: { p50: number; p95: number }): Row => {
    const [p50, p95] = [percentile(during, 0.5), percentile(during, 0.95)]
    return {
      benchmark: `${name}, while the buffer of ${listings.toLocaleString('en-US')} listings changes (${SALES} sales)`,
      ours: `p50 ${ms(p50)}, p95 ${ms(p95)}`,
      floor: `without: p50 ${ms(percentile(without, 0.5))}, p95 ${ms(percentile(without, 0.95))}`,
      ratio: (p50 / percentile(without, 0.5)).toFixed(2),
      goal: `p50 ≤ ${goal.p50 / 1000} s, p95 ≤ ${goal.p95 / 1000} s`,
      met: left > 0 && p50 <= goal.p50 && p95 <= goal.p95,
    }
  }
  console.error(`Saved in ${ms(saved)}; ${left.toLocaleString('en-US')} listings were still owed after the last sale.`)
  return [
    row('a sale is taken in', quiet.claimed, busy.claimed, { p50: 500, p95: 1000 }),
    row('sale → other channel', quiet.reported, busy.reported, { p50: 1000, p95: 5000 }),
  ]
}

/** The fixture's accounts are connected to channels in memory. @returns its integration */
async function connect(ctx: Ctx, channel: 'ebay' | 'shopify'): Promise<number> {
  channels[channel] = fakeChannel(channelOf(channel)).channel
  const { organizationId } = ctx
  const { id } = await ctx.db
    .selectFrom('integrations')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('channel', '=', channel)
    .executeTakeFirstOrThrow()
  await ctx.db
    .updateTable('integrations')
    .set({
      status: 'authenticated',
      tokens: seal(ctx.services, 'channel-tokens', `${organizationId}/${id}`, { accessToken: 'fake' }),
      accessExpiresAt: sql<Date>`now() + interval '1 day'`,
      stockCheckedAt: sql<Date>`now()`,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
  return id
}

/** Each product is live on eBay and shows what is there. @returns how many */
async function listAll(ctx: Ctx, integrationId: number): Promise<number> {
  const { organizationId } = ctx
  await sql`
    insert into listing_products (organization_id, product_id, template_id, channel, integration_id, list, status)
    select p.organization_id, p.id, p.template_id, 'ebay', ${integrationId}, true, 'draft' from products p
    where p.organization_id = ${organizationId}
      and not exists (select from listing_products l where l.organization_id = p.organization_id and l.product_id = p.id and l.integration_id = ${integrationId})`.execute(
    ctx.db,
  )
  await sql`
    update listing_products l set sync_quantity = true, status = 'listed', external_id = 'E-' || l.id, external = jsonb_build_object('externalId', 'E-' || l.id, 'url', '', 'parts',
      (select jsonb_object_agg(v.sku, '{}'::jsonb) from stock_levels v where v.organization_id = l.organization_id and v.product_id = l.product_id))
    where l.organization_id = ${organizationId} and l.integration_id = ${integrationId}`.execute(ctx.db)
  await sql`
    insert into listing_stock (organization_id, listing_id, sku, location_id, integration_id, last_set, expected)
    select l.organization_id, l.id, v.sku, '', l.integration_id, v.available, v.available from listing_products l
    join stock_levels v on v.organization_id = l.organization_id and v.product_id = l.product_id
    where l.organization_id = ${organizationId} and l.integration_id = ${integrationId}`.execute(ctx.db)
  const { numAffectedRows } = await sql`
    update listing_debts d set pushed_quantity = f.quantity from listing_products l
    join product_facts f on f.organization_id = l.organization_id and f.product_id = l.product_id
    where d.organization_id = ${organizationId} and d.listing_id = l.id and l.organization_id = d.organization_id and d.integration_id = ${integrationId}`.execute(
    ctx.db,
  )
  await sql`analyze listing_products, listing_debts, listing_stock`.execute(ctx.services.database.system)
  return Number(numAffectedRows)
}

/** eBay in memory: numbers by SKU, and the time that a call takes. */
async function playEbay(ctx: Ctx): Promise<Map<string, number>> {
  const levels = await ctx.db
    .selectFrom('stockLevels')
    .select(['sku', 'available'])
    .where('organizationId', '=', ctx.organizationId)
    .execute()
  const shown = new Map(levels.map(({ sku, available }) => [sku, available]))
  const { stock } = channelOf('ebay')
  stock.read = async (_c, places) => {
    await delay(CALL_MS)
    return places.map(({ sku }) => ({ ok: true, value: { quantity: shown.get(sku) ?? 0, live: true } }))
  }
  stock.set = async (_c, all) => {
    await delay(CALL_MS)
    return all.map(({ sku, quantity }) => {
      shown.set(sku, quantity)
      return { ok: true, value: undefined }
    })
  }
  return shown
}

/** Sells pieces of products one after the other, the last of the list first: their listings are told last. */
async function sell(
  ctx: Ctx,
  ids: { shopify: number },
  shown: ReadonlyMap<string, number>,
  skip: number,
  buffer: number,
): Promise<{ claimed: number[]; reported: number[] }> {
  const levels = await ctx.db
    .selectFrom('stockLevels')
    .select(['sku', 'available'])
    .where('organizationId', '=', ctx.organizationId)
    .where('available', '>', 10)
    .orderBy('productId', 'desc')
    .offset(skip)
    .limit(SALES)
    .execute()
  const [claimed, reported]: [number[], number[]] = [[], []]
  for (const { sku, available } of levels) {
    const began = performance.now()
    const order = channelOrder({ externalOrderId: `BENCH-${sku}`, lines: [orderLine({ sku, quantity: 1 })] })
    await takeIn(ctx, { id: ids.shopify, channel: 'shopify' }, [order])
    claimed.push(performance.now() - began)
    while (shown.get(sku) !== available - 1 - buffer) {
      if (performance.now() - began > 120_000) throw new Error(`${sku} did not follow within two minutes`)
      await delay(5)
    }
    reported.push(performance.now() - began)
    await delay(PAUSE_MS)
  }
  return { claimed, reported }
}

const owed = async (ctx: Ctx): Promise<number> =>
  (
    await ctx.db
      .selectFrom('listingDebts')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('organizationId', '=', ctx.organizationId)
      .where('pending', 'is not', null)
      .executeTakeFirstOrThrow()
  ).n
