import type { HandlerInput } from '#contract/endpoint.ts'
import type { ShipmentOutcome, shipOrders as endpoint } from '#contract/orders/ship-many.ts'
import { type Ctx, type Turn, onlyTurn } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { withConnection } from '../../integrations/connections/connections.ts'
import type { Connect } from '../intake/pull.ts'
import * as queries from '../queries.ts'
import { type OrderRow, updateShipping } from './shipping.ts'

/** Channels are asked for so many orders at a time. */
const AT_ONCE = 4

type Parcel = HandlerInput<typeof endpoint>['body']['orders'][number]

/**
 * Ships each order as `updateShipping` does, and keeps what came of it with its last step: a repeat of the request goes on with those that have no
 * outcome yet. An order that is refused does not keep the others.
 * @throws not_found where an order is not of this organization; then none is shipped
 */
export async function shipOrders(
  ctx: Ctx,
  parcels: readonly Parcel[],
  connect: Connect = withConnection,
  turn: Turn = onlyTurn(ctx),
): Promise<ShipmentOutcome[]> {
  const rows = await queries.findMany(
    ctx,
    parcels.map(({ orderId }) => orderId),
  )
  const orders = parcels.map((parcel) => ({ parcel, order: rows.find(({ id }) => id === parcel.orderId) }))
  if (orders.some(({ parcel, order }) => !order && !turn.parts[parcel.orderId])) throw new AppError('not_found')
  const outcomes: ShipmentOutcome[] = []
  const next = orders.entries()
  const lanes = Array.from({ length: AT_ONCE }, async () => {
    for (const [index, { parcel, order }] of next) outcomes[index] = await shipOne(ctx, parcel, order, connect, turn)
  })
  // None may still be at work when a repeat begins.
  for (const lane of await Promise.allSettled(lanes)) if (lane.status === 'rejected') throw lane.reason
  return outcomes
}

async function shipOne(
  ctx: Ctx,
  parcel: Parcel,
  order: OrderRow | undefined,
  connect: Connect,
  turn: Turn,
): Promise<ShipmentOutcome> {
  const name = String(parcel.orderId)
  const known = turn.parts[name] as ShipmentOutcome | undefined
  if (known || !order) return known ?? outcomeOf(parcel, order, 'not shipped', 'This order no longer exists.')
  const keep = (outcome: ShipmentOutcome) => turn.part(name, async () => outcome)
  const already = outcomeOf(parcel, order, 'already shipped', 'This order has already shipped.')
  let isLeaving = false
  let saved: ShipmentOutcome | undefined
  const own: Turn = {
    ...turn,
    mark: async <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> => {
      const results: T[] = []
      saved = await turn.part(name, async (ctx) => {
        results[0] = await work(ctx)
        return isLeaving ? outcomeOf(parcel, order, 'shipped') : already
      })
      return results[0] as T
    },
  }
  const change = { ...parcel, channel: order.channel, action: 'ship' as const }
  try {
    await updateShipping(ctx, change, connect, own, async () => void (isLeaving = true))
    return saved ?? (await keep(already))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return saved ?? keep(outcomeOf(parcel, order, 'not shipped', error.message))
  }
}

const outcomeOf = (
  { orderId }: Parcel,
  order: OrderRow | undefined,
  outcome: ShipmentOutcome['outcome'],
  message = '',
): ShipmentOutcome => ({ orderId, number: order?.number ?? '', outcome, message })
