import type { CallReply } from '#contract/endpoint.ts'
import { searchOrders } from '#contract/orders/orders.ts'
import { MOST_ON_PAPER } from '#contract/orders/work.ts'
import { useRead } from '#web/api.ts'

export type ReadyRow = CallReply<typeof searchOrders>[number]

/** Why an order that is paid is not packed yet: '' where it can be. */
export const whyNotReady = ({ held, oversold }: ReadyRow): string =>
  held ? 'On hold' : oversold ? 'Short of stock' : ''

/** All paid orders that are to be shipped, by ship-by date; the list follows what comes in and what is shipped elsewhere. */
export function useReady() {
  const query = { tab: 'readyToShip', sort: 'shipBy', pageSize: MOST_ON_PAPER } as const
  const read = useRead(searchOrders, { query })
  const rows = read.data?.filter(({ shipping }) => shipping !== 'shipped')
  return { read, rows, ids: (rows ?? []).filter((row) => !whyNotReady(row)).map(({ id }) => id) }
}
