import type { HandlerInput } from '#contract/endpoint.ts'
import type { Found, searchRecords } from '#contract/search.ts'
import type { Ctx } from '../../context.ts'
import { searchFilter } from '../products/service.ts'
import * as queries from './queries.ts'

/** Each makes the search narrower, and the statement longer. */
const MOST_WORDS = 8

/** Records that fit what was typed, the best of each kind first. @throws invalid_input */
export async function search(ctx: Ctx, { q, limit }: HandlerInput<typeof searchRecords>['query']): Promise<Found> {
  const words = [...new Set(q.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, MOST_WORDS)
  const results = await queries.find(ctx, { products: searchFilter([q]), words, limit })
  return { ...results, orders: results.orders.map((order) => ({ ...order, orderDate: new Date(order.orderDate) })) }
}
