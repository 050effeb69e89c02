import { sql } from 'kysely'
import { channelOf } from '#channels/registry.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { z } from 'zod'
import type { SharingRule } from '#contract/sync/sharing.ts'
import { type Part, type Sharing, shownOf } from '#domain/stock/divide.ts'
import { type Standing, ceilingOf } from '#domain/stock/spot.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { audit } from '../../audit.ts'
import { owe, oweAll } from '../../outbox/service.ts'
import { sharingProducts } from '../../stock/bundles.ts'

/*
 * How channels share the pieces of a SKU. The rule stands in domain/stock/divide.ts. Whoever raises a number that counts on its own holds
 * the SKU's level meanwhile, so that no two channels rise into the same pieces.
 */

export interface Stored {
  mode: Sharing['mode']
  lastPieces: number
}
export const read = ({ mode, lastPieces }: Stored): Sharing =>
  mode === 'threshold' ? { mode, last: lastPieces } : { mode }

/**
 * Of each product that is not simply shared. Where one of those that share pieces through bundles is not, each of them counts piece by piece: what
 * the others show would be sold twice.
 */
export async function sharingOf(ctx: Ctx, productIds: readonly number[]): Promise<Map<number, Sharing>> {
  const others = productIds.length === 0 ? [] : await sharingProducts(ctx, productIds)
  const chosen = await chosenFor(ctx, [...new Set([...productIds, ...others.map(({ withId }) => withId)])])
  const own = new Map([...chosen].filter(([id]) => productIds.includes(id)))
  for (const { productId, withId } of others)
    if (chosen.has(productId) || chosen.has(withId)) own.set(productId, { mode: 'guaranteed' })
  return own
}

/** What was chosen for each product that is not simply shared. The nearest counts: product, template, organization. */
export async function chosenFor(ctx: Ctx, productIds: readonly number[]): Promise<Map<number, Sharing>> {
  if (productIds.length === 0) return new Map()
  const { rows } = await sql<Stored & { productId: number }>`
    select distinct on (p.id) p.id as product_id, r.mode, r.last_pieces
    from products p join stock_sharing r on r.organization_id = p.organization_id
      and (r.product_id = p.id or r.template_id = p.template_id or (r.product_id is null and r.template_id is null))
    where p.organization_id = ${ctx.organizationId} and p.id = any(${productIds}::bigint[])
    order by p.id, r.product_id nulls last, r.template_id nulls last`.execute(ctx.db)
  return new Map(rows.filter(({ mode }) => mode !== 'shared').map((row) => [row.productId, read(row)]))
}

/** Days whose sales shares follow. */
const DEMAND_DAYS = 30

export interface Holder extends Standing {
  listingId: number
  sku: string
  locationId: string
  integrationId: number
  channel: ChannelId
  buffer: number
  sold: number
  /** Since when units may have been sold there where no look could tell. */
  hiddenSince: Date | null
  /** Whether it is on sale and kept in step: only then it has a share, though what was sold there counts all the same. */
  takesPart: boolean
}
/** Whether buyers order there. Nobody buys in a spreadsheet, so a unit that is set aside for it could never be sold. */
export const sells = ({ channel }: Pick<Holder, 'channel'>): boolean => channelOf(channel).orders !== undefined

/** What stands on all channels of these SKUs. */
export async function holdersOf(ctx: Ctx, skus: readonly string[]): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select s.listing_id, s.sku, s.location_id, s.integration_id, s.last_set, s.expected, s.unseen, s.trying, s.heard, s.doubt, s.hidden, s.back, s.risen, s.hidden_since,
      l.channel, i.buffer,
      (l.status <> 'unlisted' and (l.sync or l.sync_quantity)) as takes_part,
      (select coalesce(sum(x.quantity), 0)::int from order_items x
        where x.organization_id = s.organization_id and x.sku = s.sku and x.integration_id = s.integration_id
          and x.order_date > now() - make_interval(days => ${DEMAND_DAYS})) as sold
    from listing_stock s
    join listing_products l on l.organization_id = s.organization_id and l.id = s.listing_id
    join integrations i on i.organization_id = s.organization_id and i.id = s.integration_id
    where s.organization_id = ${ctx.organizationId} and s.sku = any(${skus}::text[])
    union all
    -- About to be listed: they are to have their share, too.
    select l.id, v.sku, '', l.integration_id, 0, 0, 0, null, 0, false, 0, 0, 0, null, l.channel, i.buffer, true, 0
    from stock_levels v
    join listing_products l on l.organization_id = v.organization_id and l.product_id = v.product_id
    join listing_debts d on d.organization_id = l.organization_id and d.listing_id = l.id and d.pending = 'publish'
    join integrations i on i.organization_id = l.organization_id and i.id = l.integration_id and i.status = 'authenticated'
    where v.organization_id = ${ctx.organizationId} and v.sku = any(${skus}::text[])
      and not exists (select from listing_stock s where s.organization_id = l.organization_id and s.listing_id = l.id and s.sku = v.sku)
    order by 1, 2, 3`.execute(ctx.db)
  return rows
}

export const partOf = (holder: Holder): Part => {
  const { mode } = channelOf(holder.channel).stock
  return {
    standing: holder.expected,
    unseen: holder.unseen,
    ceiling: ceilingOf(holder, mode),
    risen: holder.risen,
    demand: holder.sold,
    buffer: holder.buffer,
    mode,
  }
}

/** What one of the holders of a SKU may show now: where nobody buys, all that is available. @param available by the ledger */
export function mayShow(sharing: Sharing, available: number, holders: readonly Holder[], own: Holder): number {
  if (!sells(own)) return shownOf({ mode: 'shared' }, available, holders.map(partOf), holders.indexOf(own))
  const selling = holders.filter(sells)
  const among = selling.filter((holder) => holder === own || holder.takesPart)
  const elsewhere = selling
    .filter((holder) => !among.includes(holder))
    .reduce((sum, holder) => sum + partOf(holder).ceiling, 0)
  return shownOf(sharing, Math.max(0, available - elsewhere), among.map(partOf), among.indexOf(own))
}

/** The organization's own way first, then its exceptions by name. */
export async function listSharing(ctx: Ctx) {
  const { rows } = await sql<Omit<z.output<typeof SharingRule>, 'sharing'> & Stored>`
    select r.template_id, r.product_id, coalesce(t.name, p.sku, '') as name, r.mode, r.last_pieces, coalesce(u.name, '') as set_by, r.set_at
    from stock_sharing r left join product_templates t on t.organization_id = r.organization_id and t.id = r.template_id
    left join products p on p.organization_id = r.organization_id and p.id = r.product_id left join users u on u.id = r.set_by
    where r.organization_id = ${ctx.organizationId}
    order by (r.template_id is null and r.product_id is null) desc, r.product_id is not null, name limit 500`.execute(
    ctx.db,
  )
  const { rows: counted } = await sql<{ orders: number; of: number }>`
    select count(*) filter (where oversold)::int as orders, count(*)::int as of from orders
    where organization_id = ${ctx.organizationId} and order_date > now() - interval '90 days' and state <> 'cancelled'`.execute(
    ctx.db,
  )
  return {
    oversold: counted[0] ?? { orders: 0, of: 0 },
    data: rows.map(({ mode, lastPieces, ...row }) => ({ ...row, sharing: read({ mode, lastPieces }) })),
  }
}

/** Of the organization where neither is named. */
interface Where {
  templateId?: number | undefined
  productId?: number | undefined
}

/** Keeps how channels share stock; null: as what is above it. What they show follows. @throws not_found */
export const saveSharing = (ctx: Ctx, { templateId, productId }: Where, sharing: Sharing | null) =>
  inTransaction(ctx, async (ctx) => {
    const { organizationId } = ctx
    const { rows: integrations } = await sql<{ id: number }>`
      select id from integrations where organization_id = ${organizationId} order by id`.execute(ctx.db)
    const { rows: there } = await sql`
      select where ${templateId ?? null}::bigint is null and ${productId ?? null}::bigint is null
        or exists (select from product_templates where organization_id = ${organizationId} and id = ${templateId ?? null}::bigint)
        or exists (select from products where organization_id = ${organizationId} and id = ${productId ?? null}::bigint)`.execute(
      ctx.db,
    )
    if (there.length === 0) throw new AppError('not_found')
    const old = await replace(ctx, { templateId, productId }, sharing)
    await audit(ctx, {
      entity: productId ? 'product' : templateId ? 'template' : 'organization',
      entityId: productId ?? templateId ?? organizationId,
      action: 'sharing',
      old: { sharing: old },
      new: { sharing },
    })
    if (productId)
      await owe(ctx, [productId, ...(await sharingProducts(ctx, [productId])).map(({ withId }) => withId)], 'quantity')
    else
      for (const { id } of integrations)
        await oweAll(ctx, { integrationId: id, ...(templateId ? { templateId } : {}) }, 'quantity')
  })

/** @returns what was there before */
async function replace(ctx: Ctx, { templateId, productId }: Where, sharing: Sharing | null): Promise<Sharing | null> {
  const [template, product] = [templateId ?? null, productId ?? null]
  const { rows } = await sql<Stored>`
    delete from stock_sharing where organization_id = ${ctx.organizationId}
      and template_id is not distinct from ${template}::bigint and product_id is not distinct from ${product}::bigint
    returning mode, last_pieces`.execute(ctx.db)
  if (sharing)
    await sql`
      insert into stock_sharing (organization_id, template_id, product_id, mode, last_pieces, set_by)
      values (${ctx.organizationId}, ${template}, ${product}, ${sharing.mode}, ${sharing.mode === 'threshold' ? sharing.last : 0}, ${ctx.userId})
      on conflict (organization_id, template_id, product_id) do update set mode = excluded.mode, last_pieces = excluded.last_pieces,
        set_by = excluded.set_by, set_at = excluded.set_at`.execute(ctx.db)
  return rows[0] ? read(rows[0]) : null
}
