import type { HandlerInput } from '#contract/endpoint.ts'
import type { exportOrders } from '#contract/orders/work.ts'
import { type FiledOrder, orderHeader, orderRows } from '#domain/orders/csv.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { OutgoingFile } from '../../http/replies/file.ts'
import { idsOf } from '../../http/requests/ids.ts'
import { tableFile } from '../exports/files.ts'
import { Pace, inGroups } from '../exports/table.ts'
import * as queries from './queries.ts'
import * as search from './search.ts'
import { filterOf } from './service.ts'

/** Orders read at once, fewer where they have more lines together. */
const CHUNK = 500
const CHUNK_LINES = 4000

/** The chosen orders, or those of a filter, newest first. @throws invalid_input */
export async function ordersFile(
  ctx: Ctx,
  { selectedIds, format, ...query }: HandlerInput<typeof exportOrders>['query'],
): Promise<OutgoingFile> {
  const chosen = idsOf('selectedIds', selectedIds)
  const filter: search.OrderFilter = chosen.length > 0 ? { tab: 'all', ids: chosen } : await filterOf(ctx, query)
  const read = async () => ({ header: orderHeader, rows: rowsOf(ctx, filter) })
  return tableFile({ name: 'orders', read }, format, 'Orders')
}

async function* rowsOf(ctx: Ctx, filter: search.OrderFilter) {
  const pace = new Pace(CHUNK, CHUNK_LINES)
  for (let after: number | undefined; ; ) {
    if (ctx.services.stopping.aborted) throw new AppError('unavailable')
    const ids = await search.idsAfter(ctx, filter, after, pace.next)
    after = ids.at(-1)
    if (after === undefined) return
    const orders = new Map((await queries.findMany(ctx, ids)).map((order) => [order.id, order]))
    const lines = await queries.itemsWithProducts(ctx, ids)
    const items = Map.groupBy(lines, (item) => item.orderId)
    yield* inGroups(rowsOfEach(ids, orders, items))
    pace.took(ids.length, lines.length)
  }
}

type Line = Parameters<typeof orderRows>[1][number]
function* rowsOfEach(
  ids: readonly number[],
  orders: ReadonlyMap<number, FiledOrder>,
  items: ReadonlyMap<number, readonly Line[]>,
) {
  for (const id of ids) {
    const order = orders.get(id)
    if (order) yield* orderRows(order, items.get(id) ?? [])
  }
}
