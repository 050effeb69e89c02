import { type Env, remove, row, save } from '../../kit/merchants.ts'
import type { Cancellation, Edit, OrderPart, Purchase, SandboxItem } from '../../kit/simulator.ts'
import { makeItem } from '../listings/items.ts'
import {
  itemOfLine,
  keepOrder,
  lineOf,
  type LineWire,
  newOrder,
  type OrderRow,
  paymentOf,
} from '../orders/order-rows.ts'
import { type CategoryRow, type GroupRow, isAvailable, type ItemRow, items, nameOf, newId, time } from '../state.ts'
import { setQuantity } from '../stock/stock.ts'
import { tellChange } from '../webhooks/webhooks.ts'

export const itemBySku = (env: Env, sku: string): ItemRow | undefined => items(env).find((item) => item.sku === sku)
export const sells = (env: Env, sku: string): boolean => itemBySku(env, sku) !== undefined
const cents = (price: number) => Math.round(price * 100)

/** Items that the seller made at the register. */
export function addItem(env: Env, { sku, title, price, quantity }: SandboxItem): void {
  const there = itemBySku(env, sku)
  if (there) return edit(env, there, { sku, title, price, quantity, status: 'live' })
  const item = makeItem(env, { name: title, sku, price: cents(price), autoManage: true })
  save(env, 'item', item)
  tellChange(env, [{ objectId: `I:${item.id}`, type: 'CREATE' }])
  setQuantity(env, item, quantity)
}

/** Somebody changes an item in the dashboard. The items of a group are named by it. */
export function edit(env: Env, item: ItemRow, { quantity, price, title, status }: Edit): void {
  const group = item.group ? row<GroupRow>(env, 'group', item.group) : undefined
  if (title !== undefined && group) save(env, 'group', { ...group, name: title })
  const next: ItemRow = {
    ...item,
    ...(title !== undefined && !group && { name: title }),
    ...(price !== undefined && { price: cents(price) }),
    ...(status === 'hidden' && { hidden: true }),
    ...(status === 'live' && { hidden: false, available: true }),
    ...(status === 'ended' && { deletedTime: time(env) }),
    modifiedTime: time(env),
  }
  save(env, 'item', next)
  if (quantity !== undefined) setQuantity(env, next, quantity)
  else tellChange(env, [{ objectId: `I:${item.id}`, type: status === 'ended' ? 'DELETE' : 'UPDATE' }])
}

interface CartLine {
  item: ItemRow
  quantity: number
}
/** @throws Error where something is not for sale or too few are left */
function take(env: Env, lines: Purchase['lines']): CartLine[] {
  return lines.map(({ sku, quantity }) => {
    const item = itemBySku(env, sku)
    if (!item || item.hidden) throw new Error(`${sku} is not for sale.`)
    const left = item.quantity
    if (left !== undefined && left < quantity)
      throw new Error(`Only ${left} of ${sku} are left, ${quantity} were asked for.`)
    if (!isAvailable(item)) throw new Error(`${sku} is sold out.`)
    return { item, quantity }
  })
}

function move(env: Env, units: CartLine[], direction: 1 | -1): void {
  for (const { item, quantity } of units) {
    const now = row<ItemRow>(env, 'item', item.id)
    if (now?.quantity !== undefined) setQuantity(env, now, now.quantity + direction * quantity)
  }
}

/** A sale on the seller's site, or at the register: there it is paid and handed over at once. */
export function buy(env: Env, { lines: cart, payment, counter, test, buyer }: Purchase): OrderRow {
  const units = take(env, cart)
  const isCounter = counter === true
  const result = isCounter ? 'paid' : payment
  const lines = units.flatMap(({ item, quantity }) =>
    Array.from({ length: quantity }, () => lineOf(env, item, nameOf(env, item))),
  )
  const total = lines.reduce((sum, { price }) => sum + price, 0)
  const order = newOrder(env, total, {
    state: result === 'paid' ? 'locked' : 'open',
    paymentState: result === 'paid' ? 'PAID' : 'OPEN',
    testMode: test,
    ...(!isCounter && { onlineOrder: { orderState: result === 'failed' ? 'REJECTED' : 'CONFIRMED' } }),
    // The register throws away what could not be paid.
    ...(result === 'failed' && { deletedTimestamp: time(env) }),
  })
  if (result !== 'failed' && !test) move(env, units, -1)
  const lag = isCounter ? 0 : env.context.lag().orders
  const [firstName = '', ...last] = (buyer?.name ?? 'Amelia Hart').split(' ')
  const made: OrderRow = {
    id: order.id,
    merchant: env.merchant,
    seenFrom: time(env) + lag * 1000,
    order,
    lines,
    payments: result === 'pending' ? [] : [paymentOf(env, order, result === 'paid' ? 'SUCCESS' : 'FAIL')],
    refunds: [],
    customer: isCounter ? null : { id: newId(), firstName, lastName: last.join(' ') },
  }
  return keepOrder(env, made, 'CREATE')
}

const skuOf = (env: Env, line: LineWire) => itemOfLine(env, line)?.sku ?? ''
const stateOf = ({ order }: OrderRow) => order.onlineOrder?.orderState
const isHandedOver = (orderRow: OrderRow) => stateOf(orderRow) === undefined || stateOf(orderRow) === 'FULFILLED'
const isPaid = ({ order }: OrderRow) => order.state === 'locked'

/** An online order is handed over, or sent, as a whole. */
export function ship(env: Env, orderRow: OrderRow, { lines }: OrderPart): void {
  if (!isPaid(orderRow)) throw new Error('This order is not paid yet.')
  if (isHandedOver(orderRow) || stateOf(orderRow) === 'CANCELLED')
    throw new Error('Nothing of this order is left to be handed over.')
  const left = orderRow.lines.filter(({ refunded }) => !refunded)
  const isWhole =
    !lines || left.every((line) => lines.some(({ sku, quantity }) => sku === skuOf(env, line) && quantity > 0))
  if (!isWhole) throw new Error('Clover hands an order over whole.')
  const order = { ...orderRow.order, onlineOrder: { orderState: 'FULFILLED' } }
  keepOrder(env, { ...orderRow, order }, 'UPDATE')
}

/** Money back for some pieces, or for all that are left: each line says so itself. */
export function refund(env: Env, orderRow: OrderRow, { lines, restock }: OrderPart & { restock: boolean }): void {
  if (!isPaid(orderRow)) throw new Error('This order was not paid.')
  const left = orderRow.lines.filter(({ refunded }) => !refunded)
  const back = lines
    ? lines.flatMap(({ sku, quantity }) => {
        const own = left.filter((line) => skuOf(env, line) === sku)
        if (own.length < quantity) throw new Error(`Only ${own.length} of ${sku} are left to be refunded.`)
        return own.slice(0, quantity)
      })
    : left
  if (back.length === 0) throw new Error('Nothing of this order is left to be refunded.')
  if (restock)
    move(
      env,
      back.flatMap((line) => {
        const item = itemOfLine(env, line)
        return item ? [{ item, quantity: 1 }] : []
      }),
      1,
    )
  const ids = new Set(back.map(({ id }) => id))
  const isAll = back.length === left.length
  const amount = back.reduce((sum, { price }) => sum + price, 0)
  const refunded = {
    id: newId(),
    orderRef: { id: orderRow.id },
    amount,
    createdTime: time(env),
    payment: { id: orderRow.payments[0]?.id ?? '' },
    status: 'SUCCESS',
  }
  const order = {
    ...orderRow.order,
    paymentState: isAll ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
    ...(isAll && !isHandedOver(orderRow) && { onlineOrder: { orderState: 'CANCELLED' } }),
  }
  const changed = orderRow.lines.map((line) => (ids.has(line.id) ? { ...line, refunded: true } : line))
  keepOrder(env, { ...orderRow, order, lines: changed, refunds: [...orderRow.refunds, refunded] }, 'UPDATE')
}

/** Not paid, it is deleted; paid, the money goes back and nothing is handed over. */
export function cancel(env: Env, orderRow: OrderRow, { requested, lines, restock }: Cancellation): void {
  if (requested) throw new Error('On Clover a buyer cannot ask for that: the seller cancels.')
  if (orderRow.order.deletedTimestamp || isHandedOver(orderRow) || stateOf(orderRow) === 'CANCELLED')
    throw new Error('This order is over: it cannot be cancelled any more.')
  if (isPaid(orderRow)) return refund(env, orderRow, { externalOrderId: orderRow.id, ...(lines && { lines }), restock })
  if (lines) throw new Error('An order that is not paid is deleted whole.')
  if (restock)
    move(
      env,
      orderRow.lines.flatMap((line) => {
        const item = itemOfLine(env, line)
        return item ? [{ item, quantity: 1 }] : []
      }),
      1,
    )
  keepOrder(env, { ...orderRow, order: { ...orderRow.order, deletedTimestamp: time(env) } }, 'DELETE')
}

/** The category that the newest item in one is in is deleted, as a seller may do. @returns its name */
export function takeAwayCategory(env: Env): string | undefined {
  const [id = ''] = items(env).findLast(({ categories }) => categories.length > 0)?.categories ?? []
  const category = row<CategoryRow>(env, 'category', id)
  if (!category) return undefined
  remove(env, 'category', id)
  for (const item of items(env))
    save(env, 'item', { ...item, categories: item.categories.filter((categoryId) => categoryId !== id) })
  tellChange(env, [{ objectId: `IC:${id}`, type: 'DELETE' }])
  return category.name
}
