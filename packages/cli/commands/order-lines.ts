import type { Client, types } from '../../client/index.ts'
import { idOf } from '../command.ts'

export const ORDER = { name: 'ORDER', summary: 'The id of the order, as motto orders list shows it' } as const

/** @throws UsageError, MottoError */
export async function orderOf(motto: Client, text: string): Promise<types.Order> {
  return (await motto.getOrder({ query: { orderId: idOf(text, 'ORDER') } })).order
}
