import type { ChannelOrder, ChannelOrderLine } from '#channels/channel.ts'
import { channelOf } from '#channels/registry.ts'
import { noConnection } from '#channels/testing/connection.ts'
import { type FakeOrders, blankOrder, fakeChannel } from '#channels/testing/fake.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { OrderState } from '#domain/orders/intake/order-state.ts'
import type { Ctx } from '../../context.ts'
import type { Connect } from '../../features/orders/intake/pull.ts'

const MINUTE_MS = 60_000

export const orderLine = (over: Partial<ChannelOrderLine> = {}): ChannelOrderLine => ({
  externalId: 'line-1',
  sku: 'SKU',
  title: 'A shirt',
  price: 1000,
  quantity: 1,
  taxAmount: 0,
  discountAmount: 0,
  shippingCost: 0,
  ...over,
})

let made = 0
type Over = Partial<ChannelOrder> & {
  /** In a word how far all its lines are, instead of the pieces of each. */
  state?: OrderState
}
/** An open order placed just now. What it says of itself is also its raw record, so two that differ are two versions. */
export function channelOrder({ state, ...over }: Over = {}): ChannelOrder {
  made += 1
  const order = {
    ...blankOrder(),
    externalOrderId: `external-${made}`,
    number: `#${made}`,
    lines: [orderLine()],
    ...over,
  }
  const intake = state ? { ...order, ...inState(order, state), lines: piecesIn(order, state) } : order
  return { raw: over.raw ?? { ...intake }, ...intake }
}
const piecesIn = ({ lines }: Pick<ChannelOrder, 'lines'>, state: OrderState) =>
  lines.map((line) => ({ ...line, sent: state === 'shipped' ? line.quantity : 0 }))
const inState = ({ words }: Pick<ChannelOrder, 'words'>, state: OrderState): Partial<ChannelOrder> => ({
  cancelled: state === 'cancelled',
  stage: state === 'open' ? 'open' : '',
  shipping: state === 'shipped' ? 'shipped' : 'open',
  ...(state === 'shipped' && { words: { ...words, shipping: 'FULFILLED' } }),
})

/** A later version of an order. */
export const laterVersion = (order: ChannelOrder, over: Over, minutes = 1): ChannelOrder =>
  channelOrder({
    ...order,
    raw: undefined,
    updatedAt: new Date(order.updatedAt.getTime() + minutes * MINUTE_MS),
    ...over,
  })

/** A connection to a channel in memory whose orders are what these two say. */
export function fakeConnect({
  pull = refuse,
  ship = refuse,
  track,
  pollSeconds,
  ...more
}: Partial<FakeOrders>): Connect {
  const { channel } = fakeChannel(channelOf('ebay'), { pull, ship, ...(track && { track }), pollSeconds, ...more })
  return async (services, { organizationId, integrationId }, work) =>
    work({
      channel,
      connection: {
        ...noConnection,
        shop: 'fine-shirts',
        now: services.clock.now,
        uuid: services.clock.uuid,
      },
      integration: {
        id: integrationId,
        organizationId,
        channel: channel.id,
        shop: 'fine-shirts',
        currency: 'USD',
        settings: {},
        ordersCursor: null,
        authenticatedAt: null,
        driftRule: 'ask',
        shadowSince: null,
      },
    })
}
const refuse = () => Promise.reject(new Error('not asked for in this test'))

/** An integration that is connected; `hours` ago. */
export function makeIntegration(ctx: Ctx, channel: ChannelId = 'ebay', hours = 0) {
  const at = new Date(Date.now() - hours * 60 * MINUTE_MS)
  return ctx.db
    .insertInto('integrations')
    .values({
      organizationId: ctx.organizationId,
      channel,
      shop: 'fine-shirts',
      status: 'authenticated',
      settings: '{}',
      tokens: null,
      authenticatedAt: at,
      createdAt: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
