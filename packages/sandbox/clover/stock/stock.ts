import { type Env, save } from '../../kit/merchants.ts'
import type { SimAnswer, SimRequest } from '../../kit/simulator.ts'
import { invalid, invalidId } from '../api/errors.ts'
import { bodyOf, pageOf } from '../api/input.ts'
import { type ItemRow, items, liveItem, time } from '../state.ts'
import { tellChange } from '../webhooks/webhooks.ts'

/** `quantity` is missing until somebody counts; the old `stockCount` beside it is rounded. */
export const shownStock = ({ id, quantity, countedAt }: ItemRow) => ({
  item: { id },
  ...(quantity !== undefined && { stockCount: Math.max(0, Math.round(quantity)), quantity }),
  ...(countedAt !== undefined && { modifiedTime: countedAt }),
})

/** The stock of an item has no event of its own: the item changed. */
export function setQuantity(env: Env, item: ItemRow, quantity: number): ItemRow {
  const next = { ...item, quantity, countedAt: time(env), modifiedTime: time(env) }
  save(env, 'item', next)
  tellChange(env, [{ objectId: `I:${item.id}`, type: 'UPDATE' }])
  return next
}

const mustBe = (env: Env, id: string): ItemRow => {
  const item = liveItem(env, id)
  if (!item) throw invalidId()
  return item
}

export const listStock = (env: Env, request: SimRequest): SimAnswer =>
  pageOf(request, items(env), { href: `${env.context.baseUrl}${request.path}`, show: shownStock })
export const readStock = (env: Env, id: string): SimAnswer => ({ status: 200, body: shownStock(mustBe(env, id)) })

export function writeStock(env: Env, request: SimRequest, id: string): SimAnswer {
  const item = mustBe(env, id)
  const { quantity } = bodyOf(request)
  if (typeof quantity !== 'number' || !Number.isFinite(quantity)) throw invalid('quantity must be a number')
  return { status: 200, body: shownStock(setQuantity(env, item, quantity)) }
}
