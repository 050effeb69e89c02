import { sql } from 'kysely'
import type { HandlerReply } from '#contract/endpoint.ts'
import { MOST_HISTORY, type orderHistory } from '#contract/orders/handling.ts'
import { type WrittenEntry, datedWords, historyWords } from '#domain/orders/history.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import * as queries from './queries.ts'

/** All that happened to an order, the newest first: what was written down here, and what its channel dates itself. @throws not_found */
export async function history(ctx: Ctx, orderId: number): Promise<HandlerReply<typeof orderHistory>> {
  const [order] = await queries.findMany(ctx, [orderId])
  if (!order) throw new AppError('not_found')
  const { rows } = await sql<WrittenEntry & { id: number; at: Date; who: string }>`
    select a.id, a.at, a.action, a.old, a.new, coalesce(nullif(u.name, ''), u.email, '') as who
    from audit_entries a left join users u on u.id = a.user_id
    where a.organization_id = ${ctx.organizationId} and a.entity = 'order' and a.entity_id = ${orderId}
    order by a.id desc limit ${MOST_HISTORY + 1}`.execute(ctx.db)
  const written = rows.slice(0, MOST_HISTORY).map(({ id, at, who, ...entry }) => ({
    id: String(id),
    at,
    who,
    ...historyWords(entry, order),
  }))
  const dated = datedWords(
    order,
    rows.some(({ action }) => action === 'shipped'),
  )
    .map(({ kind, ...words }) => ({ id: kind, who: '', ...words }))
    .toReversed()
  // Those of one moment stay in this order: what came later stands above.
  const all = [...written, ...dated].toSorted((a, b) => b.at.getTime() - a.at.getTime())
  return { data: all, more: rows.length > MOST_HISTORY }
}
