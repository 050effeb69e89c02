import type { HandlerInput } from '#contract/endpoint.ts'
import type { exportOrders } from '#contract/orders/work.ts'
import { type FiledOrder, orderHeader, orderRows } from '#domain/orders/csv.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { OutgoingFile } from '../../http/replies/file.ts'
import { idsOf } from '../../http/requests/ids.ts'
import { tableFile } from '../exports/files.ts'
import * as queries from './queries.ts'
import * as search from './search.ts'
import { filterOf } from './service.ts'

/** Orders per batch: enough to be quick, few enough not to block other requests. */
const CHUNK = 500

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
  for (let after: number | undefined; ; ) {
    if (ctx.services.stopping.aborted) throw new AppError('unavailable')
    const ids = await search.idsAfter(ctx, filter, after, CHUNK)
    after = ids.at(-1)
    if (after === undefined) return
    const orders = new Map((await queries.findMany(ctx, ids)).map((order) => [order.id, order]))
    const items = Map.groupBy(await queries.itemsWithProducts(ctx, ids), (item) => item.orderId)
    yield ids.flatMap((id) => {
      const order: FiledOrder | undefined = orders.get(id)
      return order ? orderRows(order, items.get(id) ?? []) : []
    })
  }
}
