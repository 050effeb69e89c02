import { randomUUID } from 'node:crypto'
import { builtDescription } from '#contract/channels/all.ts'
import type { Asking } from '#contract/channels/describe.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import type { OrderUndoing, cancelAtChannel, refundOrder, settleUndoing } from '#contract/orders/refunds.ts'
import { fitsCurrency, open, spread } from '#domain/orders/refunds/refunds.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import type { RefundLine } from '../../../db/tables/orders.ts'
import { AppError, invalid } from '../../../errors.ts'
import { enqueue } from '../../../jobs/queue.ts'
import * as orders from '../queries.ts'
import { mustBeFree } from '../shipping/holds.ts'
import { finish } from './finish.ts'
import * as queries from './queries.ts'
import { BUSY, type Standing, mayCancel, mayRefund, standing } from './standing.ts'
import { tell } from './tell.ts'

/** What of an order was undone at its channel, what still can be, and why not. @throws not_found */
export async function undoing(ctx: Ctx, orderId: number): Promise<OrderUndoing> {
  const [order] = await orders.findMany(ctx, [orderId])
  if (!order) throw new AppError('not_found')
  const now = await standing(ctx, order)
  const [refund, cancel] = [mayRefund(now), mayCancel(now)]
  return {
    refunds: now.refunds.map(queries.toRefund),
    refund: typeof refund === 'string' ? null : toAsking(refund),
    whyNoRefund: typeof refund === 'string' ? refund : '',
    cancel: typeof cancel === 'string' ? null : toAsking(cancel),
    whyNoCancel: typeof cancel === 'string' ? cancel : '',
    left: now.left,
    shippingLeft: now.shippingLeft,
    lines: now.lines.map(({ item, pieces, amount }) => ({ itemId: item.id, pieces, amount })),
  }
}
const toAsking = ({ reasons, noteChars }: Asking) => ({ reasons: [...reasons], noteChars })

/**
 * Asks the channel to give money back: the intent is kept in this transaction, a worker tells the channel.
 * @throws not_found, edit_conflict where others asked meanwhile, invalid_input
 */
export async function refund(ctx: Ctx, input: HandlerInput<typeof refundOrder>['body']): Promise<OrderUndoing> {
  await inTransaction(ctx, async (ctx) => {
    const now = await seenAs(ctx, input)
    mustFit(mayRefund(now), input)
    const lines = input.lines.map((line, at) => mustBeLeft(now, input.lines, line, at))
    mustCover(now, input)
    const { reason, note, shipping } = input
    const total = lines.reduce((sum, { amount }) => sum + amount, shipping)
    const isApart = builtDescription(now.order.channel)?.undoing?.shippingApart === true
    await keep(ctx, now, {
      kind: 'refund',
      reason,
      note,
      shipping,
      total,
      lines: isApart ? lines : spread(shipping, lines, now.order.currency),
    })
  })
  return undoing(ctx, input.orderId)
}

/** Asks the channel to call an order off. @throws not_found, edit_conflict, invalid_input */
export async function cancel(ctx: Ctx, input: HandlerInput<typeof cancelAtChannel>['body']): Promise<OrderUndoing> {
  await inTransaction(ctx, async (ctx) => {
    const now = await seenAs(ctx, input)
    mustFit(mayCancel(now), input)
    const { reason, note, restock } = input
    await keep(ctx, now, { kind: 'cancel', reason, note, restock, lines: [] })
  })
  return undoing(ctx, input.orderId)
}

/** The order, held, as whoever asks has seen it. */
async function seenAs(ctx: Ctx, { orderId, seen }: { orderId: number; seen: number }): Promise<Standing> {
  const order = await orders.lockById(ctx, orderId)
  if (!order) throw new AppError('not_found')
  const now = await standing(ctx, order)
  if (now.refunds.length !== seen) throw new AppError('edit_conflict')
  // Whoever ships it has begun to tell the channel: its pieces are on their way.
  if (order.state === 'open') await mustBeFree(ctx, orderId)
  return now
}

/** @throws invalid_input */
function mustFit(asking: Asking | string, { reason, note }: { reason: string; note: string }): void {
  if (typeof asking === 'string') throw invalid('orderId', asking)
  const { reasons, noteChars } = asking
  if (!reasons.some(({ value }) => value === reason)) throw invalid('reason', 'Select a reason.')
  if (note.length > noteChars)
    throw invalid(
      'note',
      noteChars === 0 ? 'This channel doesn’t support notes.' : `Use up to ${noteChars} characters.`,
    )
}

type GivenLine = HandlerInput<typeof refundOrder>['body']['lines'][number]

/** @throws invalid_input */
function mustBeLeft({ order, lines }: Standing, all: readonly GivenLine[], line: GivenLine, at: number): RefundLine {
  const match = lines.find(({ item }) => item.id === line.itemId)
  const field = (name: string) => `lines.${at}.${name}`
  if (!match) throw invalid(field('itemId'), 'This line isn’t part of this order. Reload and try again.')
  if (all.findIndex(({ itemId }) => itemId === line.itemId) !== at)
    throw invalid(field('itemId'), 'This line is listed twice.')
  if (line.quantity > match.pieces)
    throw invalid(
      field('quantity'),
      match.pieces === 0 ? 'Nothing left to refund on this line.' : `You can refund up to ${match.pieces}.`,
    )
  mustBeMoney(field('amount'), line.amount, order.currency)
  if (line.amount === 0) throw invalid(field('amount'), 'Enter an amount.')
  const { externalId, sku } = match.item
  const unsent = order.state === 'open' ? line.quantity : 0
  return { ...line, externalId, sku, unsent, restock: line.restock && line.quantity > 0 }
}

function mustBeMoney(field: string, amount: number, currency: string): void {
  if (!fitsCurrency(amount, currency)) throw invalid(field, `${currency} has no decimals. Enter a whole amount.`)
}

/** @throws invalid_input at the field with which it becomes too much */
function mustCover(
  { order, left, shippingLeft }: Standing,
  { lines, shipping }: { lines: readonly GivenLine[]; shipping: number },
): void {
  mustBeMoney('shipping', shipping, order.currency)
  const most = (hundredths: number) => `You can refund up to ${(hundredths / 100).toFixed(2)} ${order.currency}.`
  let sum = 0
  for (const [at, { amount }] of lines.entries()) {
    if (sum + amount > left) throw invalid(`lines.${at}.amount`, most(left - sum))
    sum += amount
  }
  const forShipping = Math.min(shippingLeft, left - sum)
  if (shipping > forShipping) throw invalid('shipping', most(forShipping))
  if (sum + shipping === 0) throw invalid('lines', 'Select what to refund.')
}

type Kept = Pick<queries.RefundRow, 'kind' | 'reason' | 'note' | 'lines'> &
  Partial<Pick<queries.RefundRow, 'restock' | 'shipping' | 'total'>>

async function keep(ctx: Ctx, { order }: Standing, what: Kept): Promise<void> {
  const { organizationId, userId, services } = ctx
  const { id } = await ctx.db
    .insertInto('orderRefunds')
    .values({
      ...what,
      organizationId,
      userId,
      orderId: order.id,
      key: randomUUID(),
      lines: JSON.stringify(what.lines),
      askedAt: services.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tell(ctx, { orderId: order.id, ...what }, 'asked')
  await enqueue(ctx, 'orders.refund', { organizationId, refundId: id })
}

/** What a person decides of one that was refused, or of which nobody knows. @throws not_found, edit_conflict, invalid_input */
export async function settle(
  ctx: Ctx,
  { refundId, action }: HandlerInput<typeof settleUndoing>['body'],
): Promise<OrderUndoing> {
  const pending = await queries.find(ctx, refundId)
  if (!pending) throw new AppError('not_found')
  await inTransaction(ctx, async (ctx) => {
    const order = await orders.lockById(ctx, pending.orderId)
    const row = await queries.lock(ctx, refundId)
    if (!order || !row) throw new AppError('not_found')
    await decisions[action](ctx, row, order)
  })
  return undoing(ctx, pending.orderId)
}

const decisions = {
  async retry(ctx: Ctx, row: queries.RefundRow, order: { state: string }): Promise<void> {
    if (row.state !== 'refused' && row.state !== 'unsure') throw new AppError('edit_conflict')
    const all = await queries.ofOrder(ctx, row.orderId)
    if (all.some(({ id, state }) => id !== row.id && open.includes(state))) throw invalid('refundId', BUSY)
    if (order.state !== 'open' && (row.kind === 'cancel' || row.lines.some(({ unsent }) => unsent > 0)))
      throw invalid(
        'refundId',
        'This order was shipped or cancelled in the meantime. Withdraw this request and create a new one.',
      )
    // What was refused was surely not done: under a new key the channel does not repeat its refusal.
    const how = row.state === 'refused' ? { key: randomUUID(), before: null } : { again: true }
    await queries.change(ctx, row.id, { state: 'waiting', tries: 0, message: '', ...how })
    await tell(ctx, row, 'again')
    await enqueue(ctx, 'orders.refund', { organizationId: ctx.organizationId, refundId: row.id })
  },
  async withdraw(ctx: Ctx, row: queries.RefundRow): Promise<void> {
    const isUnsent = row.state === 'waiting' && row.before === null
    if (!isUnsent && row.state !== 'refused' && row.state !== 'unsure')
      throw new AppError('edit_conflict', 'Its channel is being asked at this moment. Wait for the answer.')
    await queries.change(ctx, row.id, { state: 'withdrawn' })
    await tell(ctx, row, 'withdrawn')
  },
  /** Somebody looked: it is there. */
  async done(ctx: Ctx, row: queries.RefundRow): Promise<void> {
    if (row.state !== 'unsure') throw new AppError('edit_conflict')
    await finish(ctx, row, '')
  },
}
