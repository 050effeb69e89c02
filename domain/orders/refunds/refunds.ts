import type { UndoingState } from '#contract/orders/refunds.ts'
import { decimalsOf } from '../../numbers/decimals.ts'

/*
 * Money that goes back of an order, in the hundredths that Motto keeps amounts in, and the pieces that go with it.
 */

/** A line that can be refunded. */
export interface WorthLine {
  id: number
  quantity: number
  price: number
  discountAmount: number
}
interface Sums {
  totalAmount: number
  shippingCost: number
  /** Of the lines as they were bought. */
  totalPrice: number
  currency: string
}

/** Amounts that a currency has: of yen whole ones. */
export const fitsCurrency = (hundredths: number, currency: string): boolean =>
  decimalsOf(currency) >= 2 || hundredths % 10 ** (2 - decimalsOf(currency)) === 0

const rounded = (hundredths: number, currency: string): number => {
  const step = 10 ** Math.max(0, 2 - decimalsOf(currency))
  return Math.round(hundredths / step) * step
}

/**
 * What each line's pieces cost the buyer, with their share of tax and of discounts that only the order as a whole tells. Of an order whose lines are
 * all there it is the total without the delivery, to the cent.
 */
export function worths(order: Sums, lines: readonly WorthLine[]): Map<number, number> {
  const goods = (line: WorthLine) => Math.max(0, line.price * line.quantity - line.discountAmount)
  const sum = lines.reduce((all, line) => all + goods(line), 0)
  const bought = lines.reduce((all, line) => all + line.price * line.quantity, 0)
  const discounts = lines.reduce((all, line) => all + line.discountAmount, 0)
  // What was taken out of the order is counted in its sums all the same.
  const whole = bought === order.totalPrice ? sum : order.totalPrice - discounts
  const ratio = whole > 0 ? Math.max(0, order.totalAmount - order.shippingCost) / whole : 0
  const worth = new Map<number, number>()
  let [through, spent] = [0, 0]
  for (const line of lines) {
    through += goods(line)
    const until = rounded(through * ratio, order.currency)
    worth.set(line.id, until - spent)
    spent = until
  }
  return worth
}

/** Some pieces of a line. */
export const worthOf = (whole: number, pieces: number, of: number, currency: string): number =>
  of > 0 ? Math.min(whole, rounded((whole * pieces) / of, currency)) : 0

/** @param refunded what went back as the channel says @param requests what we asked for, and whether the channel took it */
export function leftToRefund(
  paid: number,
  refunded: number,
  requests: readonly { total: number; state: UndoingState }[],
): number {
  const sum = (states: readonly UndoingState[]) =>
    requests.reduce((all, request) => (states.includes(request.state) ? all + request.total : all), 0)
  return Math.max(0, paid - Math.max(refunded, sum(['sent'])) - sum(open))
}
/** Asked for, and not settled. */
export const open: readonly UndoingState[] = ['waiting', 'sending', 'unsure']

/** The delivery's part of a refund as a part of its lines, of a channel that knows no other; without a cent lost. */
export function spread<L extends { amount: number }>(shipping: number, lines: readonly L[], currency: string): L[] {
  const sum = lines.reduce((all, { amount }) => all + amount, 0)
  let [through, spent] = [0, 0]
  return lines.map((line, at) => {
    through += sum > 0 ? line.amount : 1
    const isLast = at === lines.length - 1
    const until = isLast ? shipping : rounded((shipping * through) / (sum > 0 ? sum : lines.length), currency)
    const share = until - spent
    spent = until
    return { ...line, amount: line.amount + share }
  })
}

/** A line as its channel tells it: amounts that went back, and pieces only where it can tell them. */
export interface ToldLine {
  quantity: number
  sent?: number
  restocked?: number
  lost?: number
  refunded?: number
}
/** What somebody here asked for of a line, the oldest first. */
export interface AskedLine {
  /** Of those pieces that were not sent. */
  unsent: number
  amount: number
  restock: boolean
}

/**
 * Which pieces of a line money went back for, of a channel that tells amounts alone: those that we asked for, as far as the amounts reach. What the
 * channel concludes of pieces from money beyond them stays.
 * @param isBeside the pieces that the channel tells are others: it knows nothing of those that we asked for
 */
export function takenOut<L extends ToldLine>(line: L, requests: readonly AskedLine[], isBeside = false): L {
  if (!line.refunded || requests.length === 0) return line
  let [money, back, lostHere] = [line.refunded, 0, 0]
  for (const { unsent, amount, restock } of requests) {
    if (amount > money) break
    money -= amount
    if (restock) back += unsent
    else lostHere += unsent
  }
  const lost = Math.min((line.lost ?? 0) + lostHere, line.quantity)
  const alreadyRestocked = line.restocked ?? 0
  const all = isBeside ? alreadyRestocked + back : money > 0 ? Math.max(back, alreadyRestocked - lostHere) : back
  const restocked = Math.min(all, line.quantity - lost)
  // A line counts as sent where nothing of it is left to send: what was taken out before was in no parcel.
  const sent = Math.min(line.sent ?? 0, line.quantity - lost - restocked)
  return { ...line, sent, restocked, lost }
}
