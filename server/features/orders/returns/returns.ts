import { sql } from 'kysely'
import type { HandlerInput } from '#contract/endpoint.ts'
import type { returnPieces } from '#contract/orders/returns.ts'
import { manualState } from '#domain/orders/entry/manual.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import { AppError, invalid } from '../../../errors.ts'
import { audit } from '../../audit.ts'
import { returnToShelf } from '../../stock/service.ts'
import { countedAsDrift } from '../../sync/service.ts'
import { promiseFreed } from '../intake/promises.ts'
import * as queries from '../queries.ts'

type Given = HandlerInput<typeof returnPieces>['body']

/** A line with what of it can still come back. */
interface SentLine {
  id: number
  sku: string
  quantity: number
  returned: number
  /** Where its pieces lie now; null where no product has its SKU any more. */
  levelId: number | null
}

/**
 * Notes what came back of what was sent, and puts on the shelf what is for sale again. A channel that restocks it, too, means the same pieces, so nothing
 * moves twice, whichever comes first. Pieces that are back go on to orders that are short of them.
 * @throws not_found, invalid_input, edit_conflict where more came back meanwhile than whoever notes it has seen
 */
export const returnLines = (ctx: Ctx, { orderId, returnedBefore, lines: requested }: Given): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const order = await queries.lockById(ctx, orderId)
    if (!order) throw new AppError('not_found')
    const sent = await sentLines(ctx, orderId)
    if (sent.every(({ quantity }) => quantity === 0))
      throw invalid('orderId', 'This order hasn’t shipped, so there’s nothing to return. Cancel it instead.')
    if (sent.reduce((sum, { returned }) => sum + returned, 0) !== returnedBefore) throw new AppError('edit_conflict')
    const lines = requested.map((line, at) => ({ ...line, of: mustBeSent(sent, requested, at) }))
    await note(
      ctx,
      order,
      lines.map(({ of: { levelId }, ...line }) => ({ ...line, levelId })),
    )
    const left = sent.reduce((sum, line) => sum + line.quantity - line.returned, 0)
    const isWhole = order.state === 'shipped' && lines.reduce((sum, { quantity }) => sum + quantity, 0) === left
    await queries.updateOrder(ctx, orderId, order.channel === 'manual' && isWhole ? allBack(order) : {})
    await audit(ctx, {
      entity: 'order',
      entityId: orderId,
      action: 'returned',
      new: { lines: lines.map(({ of, quantity, restock }) => ({ sku: of.sku, quantity, restocked: restock })) },
    })
  })

/**
 * Puts what is refunded on the shelf again, in the transaction that says so: of pieces that somebody noted as back meanwhile only the others.
 * @returns what came back here
 */
export async function shelve(
  ctx: Ctx,
  order: { id: number; channel: string },
  lines: readonly { itemId: number; quantity: number }[],
): Promise<{ sku: string; quantity: number; restocked: boolean }[]> {
  const sent = await sentLines(ctx, order.id)
  const back = lines.flatMap(({ itemId, quantity }) => {
    const line = sent.find(({ id }) => id === itemId)
    const some = line ? Math.min(quantity, line.quantity - line.returned) : 0
    return line && line.levelId !== null && some > 0
      ? [{ itemId, quantity: some, restock: true, levelId: line.levelId, sku: line.sku }]
      : []
  })
  if (back.length > 0) await note(ctx, order, back)
  return back.map(({ sku, quantity }) => ({ sku, quantity, restocked: true }))
}

/**
 * Puts on the shelf what a channel says it restocked after it was sent, in the transaction that says so. What somebody recorded here as back is the same: who
 * has it in hand decides whether it is for sale. In a transaction that holds their levels: a unit that a drift of the channel's number has counted is on hand.
 * @param reported the units of lines that came back in all, as the channel says
 */
export async function shelveReturned(
  ctx: Ctx,
  order: { id: number; channel: string; integrationId: number },
  reported: readonly { itemId: number; returned: number }[],
): Promise<void> {
  if (reported.length === 0) return
  const sent = await sentLines(ctx, order.id)
  const back = reported.flatMap(({ itemId, returned }) => {
    const line = sent.find(({ id }) => id === itemId)
    const quantity = line ? Math.min(returned, line.quantity) - line.returned : 0
    return line && quantity > 0 ? [{ itemId, quantity, restock: true, levelId: line.levelId, sku: line.sku }] : []
  })
  if (back.length === 0) return
  const counted = await countedAsDrift(ctx, order.integrationId, back)
  await note(ctx, order, withoutCounted(back, counted))
  await audit(ctx, {
    entity: 'order',
    entityId: order.id,
    action: 'returned',
    new: { lines: back.map(({ sku, quantity }) => ({ sku, quantity, restocked: true })) },
  })
}

/** Each unit that is on hand already is one of the first line that has it. */
function withoutCounted<L extends { sku: string; quantity: number }>(
  lines: readonly L[],
  counted: Map<string, number>,
): (L & { onHand: number })[] {
  return lines.map((line) => {
    const left = counted.get(line.sku) ?? 0
    const onHand = Math.min(left, line.quantity)
    counted.set(line.sku, left - onHand)
    return { ...line, onHand }
  })
}

interface Back {
  itemId: number
  quantity: number
  /** Units among them that were counted before. */
  onHand?: number
  restock: boolean
  levelId: number | null
}
/** In the transaction that holds the order. */
async function note(ctx: Ctx, order: { id: number; channel: string }, lines: readonly Back[]): Promise<void> {
  const at = ctx.services.clock.now()
  const noted = await ctx.db
    .insertInto('orderReturns')
    .values(
      lines.map(({ itemId, quantity, restock }) => ({
        organizationId: ctx.organizationId,
        orderId: order.id,
        itemId,
        quantity,
        restocked: restock,
        userId: ctx.userId,
        at,
      })),
    )
    .returning('id')
    .execute()
  const back = lines.flatMap(({ restock, quantity, onHand = 0, levelId }, n) =>
    restock && levelId !== null && quantity > onHand
      ? [{ key: String(noted[n]?.id), levelId, quantity: quantity - onHand }]
      : [],
  )
  await returnToShelf(ctx, { orderId: order.id, source: order.channel, lines: back })
  await promiseFreed(
    ctx,
    back.map(({ levelId }) => levelId),
  )
}

/** Of an order made by hand nobody else says that all of it is back. */
function allBack({ paymentStatus }: { paymentStatus: string }) {
  const { stage, shipping, orderStatus } = manualState({ shippingStatus: 'Returned', paymentStatus })
  return { stage, shipping, orderStatus, shippingStatus: 'Returned' }
}

/** @throws invalid_input */
function mustBeSent(sent: readonly SentLine[], lines: Given['lines'], at: number): SentLine {
  const line = lines[at]
  const of = sent.find(({ id }) => id === line?.itemId)
  if (!line || !of) throw invalid(`lines.${at}.itemId`, 'This line isn’t part of this order. Reload and try again.')
  if (lines.findIndex(({ itemId }) => itemId === line.itemId) !== at)
    throw invalid(`lines.${at}.itemId`, 'This line is listed twice.')
  const left = of.quantity - of.returned
  if (line.quantity > left)
    throw invalid(
      `lines.${at}.quantity`,
      left === 0 ? 'Everything has been returned.' : `You can return up to ${left}.`,
    )
  if (line.restock && of.levelId === null)
    throw invalid(
      `lines.${at}.restock`,
      `No product has the SKU ${of.sku || 'of this line'}, so it can’t be restocked.`,
    )
  return of
}

async function sentLines(ctx: Ctx, orderId: number): Promise<SentLine[]> {
  const { rows } = await sql<SentLine>`
    select i.id, i.sku, i.sent as quantity, coalesce(l.id, s.id) as level_id,
      coalesce((select sum(r.quantity)::int from order_returns r where r.organization_id = i.organization_id and r.item_id = i.id), 0) as returned
    from order_items i
    left join stock_levels l on l.organization_id = i.organization_id and l.id = i.level_id
    left join stock_levels s on s.organization_id = i.organization_id and s.sku = i.sku and i.sku <> ''
    where i.organization_id = ${ctx.organizationId} and i.order_id = ${orderId} order by i.id`.execute(ctx.db)
  return rows
}
