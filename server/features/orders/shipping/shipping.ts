import type { Shipment } from '#channels/shipment.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import type { Address, updateShipping as endpoint } from '#contract/orders/orders.ts'
import { manualState } from '#domain/orders/entry/manual.ts'
import { canShip } from '#domain/orders/intake/status.ts'
import { carrierFor } from '#domain/orders/shipping/tracking.ts'
import { type Ctx, type Turn, announce, inTransaction, onlyTurn } from '../../../context.ts'
import { AppError, invalid } from '../../../errors.ts'
import { audit } from '../../audit.ts'
import { hurried, toAppError, withConnection } from '../../integrations/connections/connections.ts'
import { lookForOrders } from '../../integrations/polling/looks.ts'
import { keepForLater } from './shadowed.ts'
import { knowsNoParcels } from './parcels.ts'
import { settleStored } from '../intake/line-stock.ts'
import type { Connect } from '../intake/pull.ts'
import * as lineQueries from '../line-queries.ts'
import * as queries from '../queries.ts'
import { mustKeepPieces } from '../refunds/queries.ts'
import { tellsParcels } from '../service.ts'
import { type Release, holding } from './holds.ts'

type Change = HandlerInput<typeof endpoint>['body']
export type OrderRow = NonNullable<Awaited<ReturnType<typeof queries.lockById>>>

/** Shown for a shipped order until its channel tells its own word (ORD-132). */
const SHIPPED = 'Shipped'

export const HELD = 'This order is on hold. Release the hold first.'

/**
 * Saves where and how an order goes and, with the action `ship`, tells its channel. What was typed is saved before the channel
 * is asked and stays when it refuses (ORD-118); a repeat of the request does not type it again. Shipping again changes nothing; another tracking
 * number is told where the channel takes one. Whoever ships what somebody else is shipping at this moment is refused before anything is saved.
 * @param note saved together with the fact that the order has shipped
 * @throws not_found, invalid_input, packing_conflict, channel_refused, channel_unavailable, integration_unauthenticated
 */
export async function updateShipping(
  ctx: Ctx,
  change: Change,
  connect: Connect = withConnection,
  turn = onlyTurn(ctx),
  note?: Ending['note'],
): Promise<void> {
  if (change.action !== 'ship') return updateHeld(ctx, change, connect, turn)
  if ((await queries.findMany(ctx, [change.orderId])).length === 0) throw new AppError('not_found')
  return holding(ctx, change.orderId, turn.request, (release) =>
    updateHeld(ctx, change, connect, turn, { release, ...(note && { note }) }),
  )
}

/** What is saved together with the last step of shipping an order. */
interface Ending {
  release: Release
  /** What its caller notes of it. */
  note?: (ctx: Ctx) => Promise<void>
}
const nothing: Ending = { release: async () => undefined }

/** The same, of an order that is held already where it is to be shipped. */
export async function updateHeld(
  ctx: Ctx,
  change: Change,
  connect: Connect,
  turn: Turn,
  ending: Ending = nothing,
): Promise<void> {
  if (change.channel === 'manual' || knowsNoParcels(change)) return updateHere(change, turn, ending)
  const { release, note } = ending
  const { order, reported } = await saveOnce(ctx, change, turn)
  const tellParcel = async (order: OrderRow, shippedAt: Date) => {
    await tellChannel(ctx, order, shippedAt, connect, 'track')
    await turn.mark(async (ctx) => {
      await markTold(ctx, order)
      await release(ctx)
    })
  }
  if (order.trackingUntold) return tellParcel(order, order.shippingDate ?? order.updateDate)
  if (!leaves(change, order)) return
  const shippedAt = ctx.services.clock.now()
  await tellChannel(ctx, order, shippedAt, connect, 'ship')
  const typed = await turn.mark(async (ctx) => {
    const typed = await markShipped(ctx, reported, shippedAt)
    await note?.(ctx)
    if (!typed) await release(ctx)
    return typed
  })
  if (typed) await tellParcel(typed, shippedAt)
}

/** Of an order that no channel is told of: what was typed and that it has left are saved together. */
const updateHere = (change: Change, turn: Turn, { release, note }: Ending) =>
  turn.mark(async (ctx) => {
    const order = await save(ctx, change)
    if (leaves(change, order)) {
      await markShipped(ctx, order, ctx.services.clock.now())
      await note?.(ctx)
    }
    await release(ctx)
  })

/** Of an order, what tells its parcels. */
type Typed = Pick<OrderRow, 'shippingMethod' | 'trackingNumber' | 'moreParcels'>

/**
 * Saves what was typed, once for a request: a repeat leaves what others have typed since.
 * @returns the order as it is now, and as an earlier try of the request may have told its channel
 */
async function saveOnce(ctx: Ctx, change: Change, turn: Turn): Promise<{ order: OrderRow; reported: OrderRow }> {
  const name = `typed ${change.orderId}`
  const { orderId, channel, action } = change
  const typed =
    (turn.parts[name] as Typed | undefined) ??
    (await turn.part(name, async (ctx) => {
      const { shippingMethod, trackingNumber, moreParcels } = await save(ctx, change)
      return { shippingMethod, trackingNumber, moreParcels }
    }))
  const order = await inTransaction(ctx, (ctx) => save(ctx, { orderId, channel, action }))
  return { order, reported: { ...order, ...typed } }
}

const leaves = ({ action }: Change, order: OrderRow): boolean =>
  action === 'ship' && order.state !== 'shipped' && canShip(order)

/** What a channel is told: every parcel that has not left before, where it takes several. One without a number has nothing to tell. */
function parcelOf({ channel, shippingMethod, trackingNumber, moreParcels, sentParcels }: OrderRow) {
  const all = [{ service: shippingMethod, trackingNumber }, ...moreParcels].slice(sentParcels)
  const [first = { carrier: '', trackingNumber: '' }, ...more] = all.map((parcel) => ({
    carrier: carrierFor(parcel.service || shippingMethod, parcel.trackingNumber),
    trackingNumber: parcel.trackingNumber,
  }))
  return { ...first, more: tellsParcels(channel) ? more.filter((parcel) => parcel.trackingNumber) : [] }
}
type Parcels = ReturnType<typeof parcelOf>
const sameMore = (a: Parcels, b: Parcels) => JSON.stringify(a.more) === JSON.stringify(b.more)

/** Whether the channel was told another parcel than the one that is sent. */
function isCorrected(order: OrderRow, before: OrderRow): boolean {
  if (order.state !== 'shipped' || order.channel === 'manual' || knowsNoParcels(order)) return false
  // It stands in Motto alone: which of the parcels it is for, the channel could not tell.
  if (order.sentParcels > 0) return false
  const [now, reported] = [parcelOf(order), parcelOf(before)]
  return (
    now.trackingNumber !== reported.trackingNumber ||
    (now.trackingNumber !== '' && now.carrier !== reported.carrier) ||
    !sameMore(now, reported)
  )
}

/** What was typed meanwhile is still to be told. */
async function markTold(ctx: Ctx, reported: OrderRow): Promise<void> {
  const order = await queries.lockById(ctx, reported.id)
  const [now, then] = [order && parcelOf(order), parcelOf(reported)]
  if (now?.carrier === then.carrier && now.trackingNumber === then.trackingNumber && sameMore(now, then))
    await queries.updateOrder(ctx, reported.id, { trackingUntold: false })
}

/** @returns the order as it is now */
async function save(ctx: Ctx, change: Change): Promise<OrderRow> {
  const order = await queries.lockById(ctx, change.orderId)
  if (!order || order.channel !== change.channel) throw new AppError('not_found')
  if (change.action === 'ship' && order.state === 'cancelled')
    throw invalid('action', 'This order was cancelled, so it cannot be shipped.')
  if (change.action === 'ship' && order.state === 'open' && order.held) throw new AppError('packing_conflict', HELD)
  if (change.action === 'ship' && order.state === 'open') await mustKeepPieces(ctx, order.id)
  const edit = editOf(change, order)
  const changed = Object.entries(edit).filter(
    ([name, value]) => JSON.stringify(order[name as keyof typeof edit]) !== JSON.stringify(value),
  )
  if (changed.length === 0) return order
  const { shippingAddress, parcelSize, moreParcels, ...rest } = edit
  const trackingUntold = order.trackingUntold || isCorrected({ ...order, ...edit }, order)
  await queries.updateOrder(ctx, order.id, {
    ...rest,
    shippingAddress: JSON.stringify(shippingAddress),
    parcelSize: JSON.stringify(parcelSize),
    moreParcels: JSON.stringify(moreParcels),
    shippingEdited: true,
    trackingUntold,
  })
  await audit(ctx, {
    entity: 'order',
    entityId: order.id,
    action: 'shipping',
    new: Object.fromEntries(changed),
    old: Object.fromEntries(changed.map(([name]) => [name, order[name as keyof typeof edit]])),
  })
  return { ...order, ...edit, trackingUntold }
}

/** A service or number that is left out stays, as the menu's "Mark Shipped" sends neither; a blank one is taken away. */
function editOf({ service, trackingNumber, address, sizeAndWeight, moreParcels }: Change, order: OrderRow) {
  return {
    shippingMethod: service ?? order.shippingMethod,
    trackingNumber: trackingNumber ?? order.trackingNumber,
    shippingAddress: address ? withParts(order.shippingAddress, address) : order.shippingAddress,
    parcelSize: sizeAndWeight ?? order.parcelSize,
    moreParcels: moreParcels ?? order.moreParcels,
    buyerEmail: address?.email ?? order.buyerEmail,
    buyerPhone: order.buyerPhone || (address?.phone ?? ''),
  }
}

/** The dialog's names for an address's parts are its own (ORD-315). A part that is left out stays, as a colleague may correct another; a blank one goes. */
function withParts(address: Address, a: NonNullable<Change['address']>): Address {
  const parts: Address = {
    name: a.name,
    company: a.company,
    phone: a.phone,
    line1: a.addressLine1,
    line2: a.addressLine2,
    city: a.city,
    region: a.state,
    postalCode: a.zip,
    country: a.country,
  }
  const changes = Object.entries(parts).filter(([, value]) => value !== undefined)
  return Object.fromEntries(Object.entries({ ...address, ...Object.fromEntries(changes) }).filter(([, value]) => value))
}

/** Each parcel that its channel heard of, or did not and why. */
async function noteTold(
  ctx: Ctx,
  order: OrderRow,
  { more, ...first }: Parcels,
  action: 'told' | 'refused' | 'not sent',
  reason?: string,
): Promise<void> {
  const parcels = [first, ...more].map(({ carrier, trackingNumber }) =>
    trackingNumber ? [carrier, trackingNumber].filter(Boolean).join(' ') : 'Without a tracking number',
  )
  await inTransaction(ctx, (ctx) =>
    audit(ctx, { entity: 'order', entityId: order.id, action, new: { parcels, ...(reason && { reason }) } }),
  )
}

async function tellChannel(
  ctx: Ctx,
  order: OrderRow,
  shippedAt: Date,
  connect: Connect,
  what: 'ship' | 'track',
): Promise<void> {
  const lines = (await lineQueries.itemsOf(ctx, order.id)).flatMap(({ externalId, quantity, lost }) =>
    quantity > lost ? [{ externalId, quantity: quantity - lost }] : [],
  )
  return tell(ctx, order, { parcels: parcelOf(order), shippedAt, lines }, connect, what)
}

/** Tells an order's channel of parcels, and notes what it answered. @throws channel_refused, channel_unavailable, integration_unauthenticated */
export async function tell(
  ctx: Ctx,
  order: OrderRow,
  { parcels, ...sent }: Pick<Shipment, 'shippedAt' | 'lines' | 'part'> & { parcels: Parcels },
  connect: Connect,
  what: 'ship' | 'track',
): Promise<void> {
  const { integrationId } = order
  const shipment = { externalOrderId: order.externalOrderId, ...parcels, ...sent }
  if (integrationId !== null && (await keepForLater(ctx, { id: order.id, integrationId }, what, shipment)))
    return noteTold(ctx, order, parcels, 'not sent')
  try {
    if (integrationId === null) throw new AppError('integration_unauthenticated')
    await connect(ctx.services, { organizationId: ctx.organizationId, integrationId }, async (target) => {
      const { channel, connection } = hurried(target)
      // One that keeps what it was told says so in the dialog, before anything is saved.
      const [answer] = (await channel.orders?.[what]?.(connection, [shipment])) ?? []
      if (answer && !answer.ok) throw answer.error
    })
  } catch (error) {
    const refusal = toAppError(error)
    await noteTold(
      ctx,
      order,
      parcels,
      'refused',
      refusal instanceof AppError ? refusal.message : 'Something went wrong on our side.',
    )
    // What was typed is saved all the same, and other browsers may show it.
    announce(ctx, ['orders'])
    throw refusal
  }
  await noteTold(ctx, order, parcels, 'told')
}

function manualWords({ paymentStatus }: OrderRow) {
  const { stage, orderStatus } = manualState({ shippingStatus: SHIPPED, paymentStatus })
  return { stage, orderStatus }
}

/** @param reported as its channel was told of it @returns the order where another parcel was typed since */
async function markShipped(ctx: Ctx, reported: OrderRow, shippedAt: Date): Promise<OrderRow | undefined> {
  const { id } = reported
  const order = await queries.lockById(ctx, id)
  const manual = order?.channel === 'manual'
  if (order?.state !== 'open') return undefined
  const trackingUntold = isCorrected({ ...order, state: 'shipped' }, reported)
  await queries.updateOrder(ctx, id, {
    state: 'shipped',
    shipping: 'shipped',
    shippingStatus: SHIPPED,
    shippingDate: shippedAt,
    readyToShip: false,
    trackingUntold,
    // A channel tells its own word; of an order made by hand, or of a channel that knows no parcels, nobody else says that it is done.
    ...(manual && manualWords(order)),
    ...(knowsNoParcels(order) && { stage: 'done' as const }),
  })
  await lineQueries.sendAll(ctx, id)
  await settleStored(ctx, { ...order, state: 'shipped' })
  await audit(ctx, {
    entity: 'order',
    entityId: id,
    action: 'shipped',
    old: { state: 'open', shippingStatus: order.shippingStatus },
    new: { state: 'shipped', shippingStatus: SHIPPED, trackingNumber: order.trackingNumber },
  })
  await followSoon(ctx, order)
  return trackingUntold ? order : undefined
}

/** The channel's own words for what happened follow soon. In the transaction that notes it. */
export async function followSoon(ctx: Ctx, { channel, integrationId }: OrderRow): Promise<void> {
  if (channel === 'manual' || integrationId === null) return
  await lookForOrders(ctx, integrationId)
}
