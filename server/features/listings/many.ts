import { sql } from 'kysely'
import { type Ctx, inTransaction } from '../../context.ts'
import { listingRows } from '../../db/rules/listing-rows.ts'
import type { ListingRow } from '../../db/tables/listings.ts'
import { auditMany } from '../audit.ts'
import { wakeSender } from '../outbox/service.ts'

/** Products on one account. */
interface OnAccount {
  integrationId: number
  productIds: readonly number[]
}

/** Their listings, which begin as drafts of the only schema where there is none yet: nothing of what is there changes. */
export async function listingsFor(ctx: Ctx, { integrationId, productIds }: OnAccount): Promise<ListingRow[]> {
  await sql`
    insert into listing_products (organization_id, product_id, template_id, channel, integration_id, selected_schema_id)
    select p.organization_id, p.id, p.template_id, i.channel, i.id, (
      select case when count(*) = 1 then min(s.id) end from listing_schemas s
      where s.organization_id = p.organization_id and s.template_id = p.template_id and s.integration_id = i.id)
    from products p join integrations i on i.organization_id = p.organization_id and i.id = ${integrationId}
    where p.organization_id = ${ctx.organizationId} and p.id = any(${productIds}::bigint[])
    order by p.id on conflict (organization_id, product_id, integration_id) do nothing`.execute(ctx.db)
  return listingRows(ctx)
    .where('l.integrationId', '=', integrationId)
    .where('l.productId', '=', sql<number>`any(${productIds}::bigint[])`)
    .orderBy('l.productId')
    .execute()
}

export interface AskedListing {
  productId: number
  /** The version of its debt: an answer of this version, or a later one, speaks of it. */
  version: number
}

/** Switches List on, and asks the sender to list them: as `listOne`, for many. Locked in the order in which all others lock them. */
export const askMany = (ctx: Ctx, { integrationId, productIds }: OnAccount): Promise<AskedListing[]> =>
  inTransaction(ctx, async (ctx) => {
    const { rows } = await sql<{ id: number; productId: number; list: boolean }>`
      select id, product_id, list from listing_products where organization_id = ${ctx.organizationId}
        and integration_id = ${integrationId} and product_id = any(${productIds}::bigint[]) order by id for no key update`.execute(
      ctx.db,
    )
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return []
    // What is listed keeps its quantity in step, unless it follows whole already.
    await sql`
      update listing_products set list = true, sync_quantity = case when list then sync_quantity else not sync end, updated_at = now()
      where organization_id = ${ctx.organizationId} and id = any(${ids}::bigint[])`.execute(ctx.db)
    const requests = await sql<AskedListing>`
      update listing_debts d set integration_id = l.integration_id, pending = case when l.external_id <> '' then 'revise' else 'publish' end,
        pending_version = d.pending_version + 1, pending_since = now(), next_try_at = now(), attempts = 0
      from (
        select l.id, l.product_id, l.integration_id, l.external_id from listing_products l
          join listing_debts owed on owed.organization_id = l.organization_id and owed.listing_id = l.id
        where l.organization_id = ${ctx.organizationId} and l.id = any(${ids}::bigint[]) order by l.id for no key update
      ) l
      where d.organization_id = ${ctx.organizationId} and d.listing_id = l.id
      returning l.product_id, d.pending_version as version`.execute(ctx.db)
    await auditMany(
      ctx,
      rows.flatMap(({ id, list }) =>
        list ? [] : [{ entity: 'listing', entityId: id, action: 'saved', old: { list }, new: { list: true } }],
      ),
    )
    await wakeSender(ctx, integrationId)
    return requests.rows
  })

/** Takes back what was asked and not begun to be sent. */
export const withdrawMany = (ctx: Ctx, { integrationId, productIds }: OnAccount): Promise<unknown> =>
  sql`
    update listing_debts d set pending = null, pending_since = null
    from (
      select l.id from listing_products l join listing_debts owed on owed.organization_id = l.organization_id and owed.listing_id = l.id
      where l.organization_id = ${ctx.organizationId} and l.integration_id = ${integrationId} and l.product_id = any(${productIds}::bigint[])
        and owed.pending = 'publish' and l.external_id = '' and (owed.claimed_until is null or owed.claimed_until < now())
      order by l.id for no key update
    ) l
    where d.organization_id = ${ctx.organizationId} and d.listing_id = l.id`.execute(ctx.db)
