import { sql } from 'kysely'
import { channels } from '#channels/registry.ts'
import type { DriftRule } from '#contract/sync/drift.ts'
import { SETTLED_SECONDS } from '#domain/stock/spot.ts'
import { type Services, inTransaction, jobContext } from '../../context.ts'
import { lookForOrders } from '../integrations/polling/looks.ts'
import { owe } from '../outbox/service.ts'
import { holdSkus } from '../stock/service.ts'
import { noteDrift } from './drift/drift.ts'
import { oweFamilies } from './sending/families.ts'
import * as known from './sending/known.ts'

const DAY_MS = 24 * 3_600_000
/** Longer than any channel takes to show a sale among its orders. */
const UNSEEN_SECONDS = 600

const MOST_AT_ONCE = 500

/** A year, and what one compares it with. */
const TELLINGS_DAYS = 400
const TELLINGS_AT_ONCE = 10_000

/** A channel that is connected no more tells no orders; what may be sold there is not kept from the others for ever. */
const UNCONNECTED_SECONDS = 24 * 3600

/** Channels on which nobody buys, such as a spreadsheet: no order of theirs can be on its way, whatever their numbers do. */
const withoutOrders = () => Object.values(channels).flatMap(({ id, orders }) => (orders ? [] : [id]))

interface Hidden extends known.Spot {
  organizationId: number
  integrationId: number
  heard: number
  /** To the microsecond, which a Date does not hold. */
  hiddenSince: string
  productId: number
  /** By now it is among the orders, or was not. */
  isTold: boolean
}

/**
 * What may have been sold, or put back, where no look could tell. Once the orders tell, it is free. Where its time has come and only a look at
 * the orders is missing, they are looked at: the next look may be long where a channel calls.
 */
export async function heedHidden(services: Services): Promise<void> {
  const { rows } = await sql<Hidden>`
    select * from (
      select s.organization_id, s.integration_id, s.listing_id, s.sku, s.location_id, s.heard, s.hidden_since::text, l.product_id,
        i.orders_whole_at > s.hidden_since + make_interval(secs => ${SETTLED_SECONDS}) is true or i.channel = any(${withoutOrders()}::text[])
          or (i.status <> 'authenticated' and s.hidden_since < now() - make_interval(secs => ${UNCONNECTED_SECONDS})) as is_told,
        i.status = 'authenticated' and s.hidden_since + make_interval(secs => ${SETTLED_SECONDS}) < now() as is_due
      from listing_stock s join integrations i on i.organization_id = s.organization_id and i.id = s.integration_id
      join listing_products l on l.organization_id = s.organization_id and l.id = s.listing_id
      where s.hidden > 0 or s.risen > 0
    ) hidden
    where is_told or is_due order by is_told desc, hidden_since limit ${MOST_AT_ONCE}`.execute(services.database.system)
  for (const row of rows.filter(({ isTold }) => isTold))
    await inTransaction(jobContext(services, row.organizationId), async (ctx) => {
      await owe(ctx, [row.productId], 'quantity')
      await oweFamilies(ctx, [row.productId])
      await known.reveal(ctx, row, row.hiddenSince)
    })
  const unread = new Map(rows.flatMap((row) => (row.isTold ? [] : [[row.integrationId, row.organizationId] as const])))
  for (const [id, organizationId] of unread) await lookForOrders(jobContext(services, organizationId), id)
}

interface Forgotten {
  organizationId: number
  integrationId: number
  driftRule: DriftRule
  listingId: number
  locationId: string
  heard: number
  productId: number
  sku: string
  ours: number
  theirs: number
}

/**
 * A number that fell, and whose order is in no complete look since, was changed by hand: its pieces are there, and ours holds again.
 * Until then they count as sold, which shows too few rather than too many. Where nobody buys it is so at once.
 */
export async function forgetUnseen(services: Services): Promise<void> {
  const { rows } = await sql<Forgotten>`
    select s.organization_id, s.listing_id, s.sku, s.location_id, s.heard, s.expected + s.unseen as ours, s.expected as theirs, i.id as integration_id, i.drift_rule, l.product_id
    from listing_stock s join integrations i on i.organization_id = s.organization_id and i.id = s.integration_id
    join listing_products l on l.organization_id = s.organization_id and l.id = s.listing_id
    where s.unseen > 0 and (i.channel = any(${withoutOrders()}::text[])
      or s.unseen_since < now() - make_interval(secs => ${UNSEEN_SECONDS})
      and (i.orders_whole_at > s.unseen_since + make_interval(secs => ${UNSEEN_SECONDS / 2})
        or (i.status <> 'authenticated' and s.unseen_since < now() - make_interval(secs => ${UNCONNECTED_SECONDS}))))
    order by s.unseen_since limit ${MOST_AT_ONCE}`.execute(services.database.system)
  for (const row of rows)
    await inTransaction(jobContext(services, row.organizationId), async (ctx) => {
      // Levels, then listings, then their numbers, as an order's transaction locks them: theirs is a count.
      await holdSkus(ctx, [row.sku])
      await owe(ctx, [row.productId], 'quantity')
      await oweFamilies(ctx, [row.productId])
      if (await known.forget(ctx, row)) await noteDrift(ctx, { id: row.integrationId, driftRule: row.driftRule }, [row])
    })
}

/** How long sales of long ago took to be told: there is a row for each sale and listing. */
export async function forgetTellings(services: Services): Promise<void> {
  const before = new Date(services.clock.now().getTime() - TELLINGS_DAYS * DAY_MS)
  let removed = TELLINGS_AT_ONCE
  while (removed === TELLINGS_AT_ONCE) {
    const { numAffectedRows } = await sql`
      delete from sale_tellings t using (select organization_id, id from sale_tellings where sold_at < ${before} limit ${TELLINGS_AT_ONCE}) old
      where t.organization_id = old.organization_id and t.id = old.id`.execute(services.database.system)
    removed = Number(numAffectedRows ?? 0)
  }
}
