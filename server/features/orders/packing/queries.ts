import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../context.ts'

interface Line {
  id: number
  levelId: number
  bundle: string
  orderId: number
  sku: string
  title: string
  quantity: number
  each: number
  shortfall: number
  packed: number
  packedBy: { id: number; name: string } | null
  codes: string[]
  image: string
  warehouse: string
  location: string
  bin: string
}

/** The lines of orders with what is packed of them; of an open order what is not in a parcel yet, and what lies in the box though nobody wants it any more. Of a bundle each component is a line: those lie on the shelf. A variation is told by its own barcodes: its family's would fit its sisters, too. */
export async function packLines(ctx: Ctx, orderIds: readonly number[]): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select i.id, coalesce(k.part_level_id, 0) as level_id, case when k.pieces is null then '' else i.sku end as bundle, i.order_id,
      case when k.pieces is null then i.sku else l.sku end as sku,
      case when k.pieces is null then coalesce(nullif(i.item_title, ''), p.title, i.sku) else concat_ws(' – ', coalesce(nullif(p.title, ''), l.sku), v.name) end as title,
      greatest(i.quantity - i.lost - case when o.state = 'open' then i.sent else 0 end, 0) * coalesce(k.pieces, 1) as quantity, coalesce(k.pieces, 1) as each, i.shortfall * coalesce(k.pieces, 1) as shortfall,
      coalesce(b.pieces, 0) as packed,
      case when u.id is not null and b.pieces > 0 then jsonb_build_object('id', u.id, 'name', u.name) end as packed_by,
      coalesce(string_to_array(case when l.variation_id is null then barcodes(p.barcode, p.attributes) else barcodes(v.barcode, v.attributes) end, ' '), '{}') as codes,
      coalesce(p.images -> 0 ->> 'url', '') as image,
      coalesce(p.warehouse, '') as warehouse, coalesce(p.location, '') as location, coalesce(p.bin, '') as bin
    from order_items i
    join orders o on o.organization_id = i.organization_id and o.id = i.order_id
    left join bundle_parts k on k.organization_id = ${ctx.organizationId} and k.bundle_level_id = i.level_id
    left join packed_pieces b on b.organization_id = i.organization_id and b.item_id = i.id and b.level_id = coalesce(k.part_level_id, 0)
    left join users u on u.id = b.user_id
    left join stock_levels l on l.organization_id = i.organization_id and l.id = coalesce(k.part_level_id, i.level_id)
    left join products p on p.organization_id = i.organization_id and p.id = case when k.pieces is null then i.product_id else l.product_id end
    left join variations v on v.organization_id = l.organization_id and v.id = l.variation_id
    where i.organization_id = ${ctx.organizationId} and i.order_id = any(${orderIds}::bigint[])
      and (i.quantity > i.lost + case when o.state = 'open' then i.sent else 0 end or (o.state = 'open' and b.pieces > 0))
    order by i.order_id, i.id, k.position`.execute(ctx.db)
  return rows
}

/** Nobody is shipping the order `o` at this moment, as it lies in the box. */
const isFree = (ctx: Ctx) =>
  sql`not exists (select from shipping_holds h where h.organization_id = ${ctx.organizationId} and h.order_id = o.id and h.until >= ${ctx.services.clock.now()})`

interface Packed {
  orderId: number
  itemId: number
  /** The component of a bundle; 0: the line is none. */
  levelId: number
  by: number
}
/** Pieces of a component, or 1, that one of the line `i` asks for; null where it asks for none of them. */
const eachOf = (ctx: Ctx, levelId: RawBuilder<unknown>) => sql`(case when ${levelId} = 0
  then case when exists (select from bundle_parts k where k.organization_id = ${ctx.organizationId} and k.bundle_level_id = i.level_id) then null else 1 end
  else (select k.pieces from bundle_parts k where k.organization_id = ${ctx.organizationId} and k.bundle_level_id = i.level_id and k.part_level_id = ${levelId}) end)`

/** @returns whether they went in: the order is open and the line asks for as many */
export async function putIn(ctx: Ctx, { orderId, itemId, levelId, by }: Packed): Promise<boolean> {
  // Shipping changes the line, so that it waits until these are in.
  const { rows: lines } = await sql<{ pieces: number | null }>`
    select (i.quantity - i.sent - i.lost) * ${eachOf(ctx, sql`${levelId}::bigint`)} as pieces
    from order_items i join orders o on o.organization_id = i.organization_id and o.id = i.order_id
    where i.organization_id = ${ctx.organizationId} and i.order_id = ${orderId} and i.id = ${itemId} and o.state = 'open' and not o.held and ${isFree(ctx)}
    for share of i`.execute(ctx.db)
  const most = lines[0]?.pieces ?? 0
  if (most < by) return false
  const { rows } = await sql`
    insert into packed_pieces as b (organization_id, order_id, item_id, level_id, pieces, user_id, packed_at)
    values (${ctx.organizationId}, ${orderId}, ${itemId}, ${levelId}, ${by}, ${ctx.userId}, ${ctx.services.clock.now()})
    on conflict (organization_id, item_id, level_id) do update set pieces = b.pieces + excluded.pieces, user_id = excluded.user_id, packed_at = excluded.packed_at
    where b.pieces + excluded.pieces <= ${most}
    returning 1`.execute(ctx.db)
  return rows.length > 0
}

/** @returns whether they came out: the order is open and as many lay in the box */
export async function takeOut(ctx: Ctx, { orderId, itemId, levelId, by }: Packed): Promise<boolean> {
  const { rows } = await sql`
    update packed_pieces b set pieces = b.pieces - ${by}::int, user_id = ${ctx.userId}, packed_at = ${ctx.services.clock.now()}
    from orders o
    where b.organization_id = ${ctx.organizationId} and b.order_id = ${orderId} and b.item_id = ${itemId} and b.level_id = ${levelId} and b.pieces >= ${by}
      and o.organization_id = b.organization_id and o.id = b.order_id and o.state = 'open' and ${isFree(ctx)}
    returning 1`.execute(ctx.db)
  return rows.length > 0
}

/** Removes lines that stayed only because their pieces lay in the box. @returns whether there were any */
export async function removeUnboxed(ctx: Ctx, orderId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from order_items i where i.organization_id = ${ctx.organizationId} and i.order_id = ${orderId} and i.quantity = 0
      and not exists (select from packed_pieces b where b.organization_id = i.organization_id and b.item_id = i.id and b.pieces > 0)`.execute(
    ctx.db,
  )
  return Number(numAffectedRows) > 0
}

/** Who marked an order as shipped last, '' where no person did. */
export async function shippedBy(ctx: Ctx, orderId: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(u.name, '') as name from audit_entries a left join users u on u.id = a.user_id
    where a.organization_id = ${ctx.organizationId} and a.entity = 'order' and a.entity_id = ${orderId} and a.action = 'shipped'
    order by a.id desc limit 1`.execute(ctx.db)
  return rows[0]?.name ?? ''
}

/** Pieces of these lines that have left in all, those before included. */
export async function leaving(
  ctx: Ctx,
  orderId: number,
  parts: readonly { id: number; quantity: number }[],
): Promise<{ id: number; externalId: string; sku: string; quantity: number }[]> {
  const { rows } = await sql<{ id: number; externalId: string; sku: string; quantity: number }>`
    select i.id, i.external_id, i.sku, least(i.sent + p.quantity, i.quantity - i.lost) as quantity
    from order_items i join jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as p(id bigint, quantity int) on p.id = i.id
    where i.organization_id = ${ctx.organizationId} and i.order_id = ${orderId} order by i.id`.execute(ctx.db)
  return rows
}

/** Notes what has left, whoever heard of it first, and empties the box. In the transaction that holds the order. */
export async function sendPart(ctx: Ctx, orderId: number, sent: readonly { id: number; quantity: number }[]) {
  await sql`
    update order_items i set sent = least(greatest(i.sent, p.quantity), i.quantity)
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as p(id bigint, quantity int)
    where i.organization_id = ${ctx.organizationId} and i.order_id = ${orderId} and i.id = p.id`.execute(ctx.db)
  await ctx.db
    .deleteFrom('packedPieces')
    .where('organizationId', '=', ctx.organizationId)
    .where('orderId', '=', orderId)
    .execute()
}

/** Pieces of an order that have left while it is open. */
export async function piecesSent(
  ctx: Ctx,
  orderId: number,
): Promise<{ externalId: string; sku: string; sent: number }[]> {
  return ctx.db
    .selectFrom('orderItems')
    .select(['externalId', 'sku', 'sent'])
    .where('organizationId', '=', ctx.organizationId)
    .where('orderId', '=', orderId)
    .where('sent', '>', 0)
    .orderBy('id')
    .execute()
}

/** Lines of an order of which pieces lie in the box. */
export async function piecesPacked(ctx: Ctx, orderId: number): Promise<{ externalId: string; sku: string }[]> {
  return ctx.db
    .selectFrom('orderItems as i')
    .innerJoin('packedPieces as b', (join) =>
      join.onRef('b.organizationId', '=', 'i.organizationId').onRef('b.itemId', '=', 'i.id'),
    )
    .select(['i.externalId', 'i.sku'])
    .where('i.organizationId', '=', ctx.organizationId)
    .where('i.orderId', '=', orderId)
    .where('b.pieces', '>', 0)
    .orderBy('i.id')
    .execute()
}
