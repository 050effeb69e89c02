import { type Selectable, sql, type Updateable } from 'kysely'
import type { z } from 'zod'
import type { OrderRefund } from '#contract/orders/refunds.ts'
import { type AskedLine, open } from '#domain/orders/refunds/refunds.ts'
import type { Ctx } from '../../../context.ts'
import type { DB } from '../../../db/types.ts'
import { AppError } from '../../../errors.ts'

export type RefundRow = Selectable<DB['orderRefunds']>

/** Of an order, the oldest first, with who asked. */
export const ofOrder = (ctx: Ctx, orderId: number): Promise<(RefundRow & { who: string })[]> =>
  ctx.db
    .selectFrom('orderRefunds as r')
    .leftJoin('users as u', 'u.id', 'r.userId')
    .selectAll('r')
    .select(sql<string>`coalesce(nullif(u.name, ''), u.email, '')`.as('who'))
    .where('r.organizationId', '=', ctx.organizationId)
    .where('r.orderId', '=', orderId)
    .orderBy('r.id')
    .execute()

const select = (ctx: Ctx, id: number) =>
  ctx.db.selectFrom('orderRefunds').selectAll().where('organizationId', '=', ctx.organizationId).where('id', '=', id)

export const find = (ctx: Ctx, id: number): Promise<RefundRow | undefined> => select(ctx, id).executeTakeFirst()

/** Its order is held already: whoever holds an order goes on to its refunds, never the other way round. */
export const lock = (ctx: Ctx, id: number): Promise<RefundRow | undefined> =>
  select(ctx, id).forUpdate().executeTakeFirst()

export const change = (ctx: Ctx, id: number, to: Updateable<DB['orderRefunds']>) =>
  ctx.db
    .updateTable('orderRefunds')
    .set(to)
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .execute()

/** Takes a refund to be sent, which nobody else is at. */
export const claim = (ctx: Ctx, id: number, until: Date): Promise<RefundRow | undefined> =>
  ctx.db
    .updateTable('orderRefunds')
    .set((eb) => ({ state: 'sending' as const, leaseUntil: until, tries: eb('tries', '+', 1) }))
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'waiting'),
        eb.and([eb('state', '=', 'sending'), eb('leaseUntil', '<', ctx.services.clock.now())]),
      ]),
    )
    .returningAll()
    .executeTakeFirst()

/** Whether the account of its order is in shadow mode, so that nothing is sent. */
export const isShadowed = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await ctx.db
    .selectFrom('orderRefunds as r')
    .innerJoin('orders as o', (j) =>
      j.onRef('o.organizationId', '=', 'r.organizationId').onRef('o.id', '=', 'r.orderId'),
    )
    .innerJoin('integrations as i', (j) =>
      j.onRef('i.organizationId', '=', 'o.organizationId').onRef('i.id', '=', 'o.integrationId'),
    )
    .select('r.id')
    .where('r.organizationId', '=', ctx.organizationId)
    .where('r.id', '=', id)
    .where('i.shadowSince', 'is not', null)
    .executeTakeFirst()) !== undefined

/** From now on nobody knows whether it was done, until there is an answer. @returns whether it is still ours to send */
export async function keepBefore(
  ctx: Ctx,
  { id, leaseUntil }: Pick<RefundRow, 'id' | 'leaseUntil'>,
  before: readonly string[],
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('orderRefunds')
    .set({ before: JSON.stringify(before), again: false })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('leaseUntil', '=', leaseUntil)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface KeyedLine extends AskedLine {
  key: string
}

/** What was asked for of the lines of these orders, by order and line, the oldest first. What was refused or taken back was never given. */
export async function askedOf(
  ctx: Ctx,
  integrationId: number,
  orders: readonly { externalOrderId: string }[],
): Promise<Map<string, Map<string, KeyedLine[]>>> {
  const requests = new Map<string, Map<string, KeyedLine[]>>()
  if (orders.length === 0) return requests
  const { rows } = await sql<Pick<RefundRow, 'lines' | 'key'> & { externalOrderId: string }>`
    select o.external_order_id, r.key, r.lines from order_refunds r
    join orders o on o.organization_id = r.organization_id and o.id = r.order_id
    where r.organization_id = ${ctx.organizationId} and o.integration_id = ${integrationId} and r.state in ('waiting', 'sending', 'sent', 'unsure')
      and o.external_order_id = any(${orders.map(({ externalOrderId }) => externalOrderId)}::text[])
    order by r.id`.execute(ctx.db)
  for (const { externalOrderId, key, lines } of rows) {
    const of = requests.get(externalOrderId) ?? new Map<string, KeyedLine[]>()
    for (const line of lines) of.set(line.externalId, [...(of.get(line.externalId) ?? []), { ...line, key }])
    requests.set(externalOrderId, of)
  }
  return requests
}

const UNDONE = 'A refund or cancellation of this order is processing on its channel. Wait until it’s done.'

/** @throws packing_conflict where its channel is being asked to take pieces out of it, which nobody should send now */
export async function mustKeepPieces(ctx: Ctx, orderId: number): Promise<void> {
  const rows = await ctx.db
    .selectFrom('orderRefunds')
    .select(['kind', 'lines'])
    .where('organizationId', '=', ctx.organizationId)
    .where('orderId', '=', orderId)
    .where('state', 'in', open)
    .execute()
  if (rows.some(({ kind, lines }) => kind === 'cancel' || lines.some(({ unsent }) => unsent > 0)))
    throw new AppError('packing_conflict', UNDONE)
}

export const toRefund = ({ who, ...row }: RefundRow & { who: string }): z.output<typeof OrderRefund> => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  reason: row.reason,
  note: row.note,
  total: row.total,
  shipping: row.shipping,
  lines: row.lines.map(({ itemId, sku, quantity, amount, restock }) => ({ itemId, sku, quantity, amount, restock })),
  message: row.message,
  askedAt: row.askedAt,
  toldAt: row.toldAt,
  who,
})
