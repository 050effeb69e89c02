import type { Client, types } from '../../client/index.ts'
import { type Command, type Context, UsageError, amountOf, countOf } from '../command.ts'
import { ORDER, orderOf } from './order-lines.ts'
import { resent } from './shared.ts'

type Undoing = types.OrderUndoing
type Refund = Undoing['refunds'][number]
type Line = Parameters<Client['refundOrder']>[0]['body']['lines'][number]

export const refundCommands: Command[] = [
  {
    name: 'orders refund',
    summary: 'Refund an order on its channel; without --item, all that is left of it',
    arguments: [ORDER],
    options: {
      item: {
        summary: 'Units of a line, and the money where it is not their price; may be repeated',
        value: 'SKU:UNITS[:AMOUNT]',
        many: true,
      },
      shipping: { summary: 'Shipping to refund; with --item nothing when left out', value: 'AMOUNT' },
      reason: { summary: 'One of the channel’s reasons; a wrong one lists them', value: 'REASON' },
      note: { summary: 'A note for the channel', value: 'TEXT' },
      'no-restock': { summary: 'Do not put the units back in stock', flag: true },
      ...resent,
    },
    examples: ['motto orders refund 41 --reason RETURN', 'motto orders refund 41 --item MUG-1:1 --reason RETURN'],
    async run(context) {
      const { motto, terminal, argument, text } = context
      const order = await orderOf(motto, argument('ORDER'))
      const undoing = await motto.orderUndoing({ query: { orderId: order.id } })
      const { reasons } = undoing.refund ?? { reasons: [] }
      if (!undoing.refund) throw new Error(undoing.whyNoRefund || 'This order can’t be refunded here.')
      const reason = reasons.find(({ value, label }) => [value, label].includes(text('reason') ?? ''))
      if (!reason)
        throw new UsageError(`Say why: --reason with one of ${reasons.map(({ value }) => value).join(', ')}.`)
      const lines = linesToRefund(context, order, undoing)
      const shipping = text('shipping')
      const body = {
        orderId: order.id,
        seen: undoing.refunds.length,
        lines,
        shipping: shipping === undefined ? shippingLeft(context, undoing) : amountOf(shipping, '--shipping'),
        reason: reason.value,
        note: text('note') ?? '',
      }
      await motto.refundOrder({ body }, { idempotencyKey: text('key') })
      const refund = await answered(context, order.id, undoing.refunds)
      await terminal.record(refund, [
        ['Refund', `${refund.total.toFixed(2)} ${order.currency}`],
        ['State', [stateWords[refund.state], refund.message].filter(Boolean).join(': ')],
      ])
      return { sent: 0, unsure: 5 }[refund.state as string] ?? 1
    },
  },
]

const stateWords: Record<Refund['state'], string> = {
  waiting: 'requested',
  sending: 'processing',
  sent: 'done',
  refused: 'rejected',
  unsure: 'unconfirmed: look at the channel',
  withdrawn: 'withdrawn',
}

const shippingLeft = ({ texts }: Context, undoing: Undoing) => (texts('item').length > 0 ? 0 : undoing.shippingLeft)

/** Lines as the options name them, or all that is left. @throws UsageError */
function linesToRefund({ texts, isSet }: Context, order: types.Order, undoing: Undoing): Line[] {
  const restock = !isSet('no-restock')
  const named = texts('item')
  if (named.length === 0)
    return undoing.lines.flatMap(({ itemId, pieces: quantity, amount }) =>
      quantity > 0 || amount > 0 ? [{ itemId, quantity, amount, restock }] : [],
    )
  return named.map((text) => {
    const [, sku = '', units = '', , money] = /^(.+?):(\d+)(:([\d.]+))?$/.exec(text) ?? []
    if (!sku) throw new UsageError(`--item ${text} is not SKU:UNITS or SKU:UNITS:AMOUNT, like MUG-1:1:12.50.`)
    const item = order.items.find((each) => each.sku === sku)
    const left = undoing.lines.find(({ itemId }) => itemId === item?.id)
    if (!item || !left) throw new UsageError(`The order has no line ${sku} that can be refunded.`)
    const quantity = countOf(units, 'UNITS')
    const amount = money === undefined ? Math.min(left.amount, priceOf(left, quantity)) : amountOf(money, 'AMOUNT')
    return { itemId: item.id, quantity, amount, restock }
  })
}

/** The part of a line's money that so many of its units are. */
const priceOf = ({ pieces, amount }: Undoing['lines'][number], quantity: number) =>
  pieces === 0 ? 0 : Math.round((amount * 100 * quantity) / pieces) / 100

/** Waits until the channel has answered. */
async function answered({ motto, terminal }: Context, orderId: number, before: readonly Refund[]): Promise<Refund> {
  for (;;) {
    const { refunds } = await motto.orderUndoing({ query: { orderId } })
    const refund = refunds.find(({ id }) => !before.some((earlier) => earlier.id === id))
    if (refund && refund.state !== 'waiting' && refund.state !== 'sending') return refund
    terminal.note('Waiting for the channel.')
    await terminal.pause()
  }
}
