import type { Client, InputOf, types } from '../../client/index.ts'
import { type Command, UsageError, amountOf, countOf } from '../command.ts'
import { ORDER, orderOf } from './order-lines.ts'
import { listCommand, resent } from './shared.ts'

const tabs = ['all', 'open', 'readyToShip', 'completed'] as const
const PAGE = 200

export const orderColumns = [
  { title: 'id', of: (order: OrderRow) => order.id, align: 'right' as const },
  { title: 'number', of: (order: OrderRow) => order.number },
  { title: 'channel', of: (order: OrderRow) => order.channel },
  { title: 'date', of: (order: OrderRow) => order.orderDate.slice(0, 10) },
  { title: 'customer', of: (order: OrderRow) => order.customer },
  { title: 'units', of: (order: OrderRow) => order.totalQuantity, align: 'right' as const },
  {
    title: 'total',
    of: (order: OrderRow) => `${order.totalAmount.toFixed(2)} ${order.currency}`,
    align: 'right' as const,
  },
  { title: 'state', of: (order: OrderRow) => (order.held ? `${order.state}, on hold` : order.state) },
]
export type OrderRow = Awaited<ReturnType<Client['searchOrders']>>[number]

export const orderCommands: Command[] = [
  listCommand({
    name: 'orders list',
    summary: 'List orders, newest first',
    options: {
      tab: { summary: 'Which orders; all when left out', value: 'TAB', choices: tabs },
      search: { summary: 'Words of the number, buyer or email', value: 'TEXT' },
      channel: { summary: 'Only of this channel; may be repeated', value: 'CHANNEL', many: true },
      since: { summary: 'Only from this day on', value: 'YYYY-MM-DD' },
    },
    examples: ['motto orders list --tab readyToShip', 'motto orders list --since 2026-11-01 --all --json'],
    rows: ({ motto, text, texts }) =>
      eachOrder(motto, {
        tab: text('tab') as (typeof tabs)[number] | undefined,
        search: text('search'),
        channels: texts('channel'),
        startDate: text('since'),
      }),
    columns: orderColumns,
    nothing: 'No orders found.',
  }),
  {
    name: 'orders get',
    summary: 'Show an order',
    arguments: [ORDER],
    async run({ motto, terminal, argument }) {
      const order = await orderOf(motto, argument('ORDER'))
      await terminal.record(order, linesOf(order))
    },
  },
  {
    name: 'orders create',
    summary: 'Create an order by hand',
    options: {
      item: { summary: 'A line; may be repeated', value: 'SKU:UNITS:PRICE', many: true },
      source: { summary: 'Where it came from, like Phone', value: 'TEXT' },
      number: { summary: 'Your own number for it', value: 'TEXT' },
      customer: { summary: 'The name of the buyer', value: 'TEXT' },
      ...resent,
    },
    examples: ['motto orders create --source Phone --item MUG-1:2:12.50'],
    async run({ motto, terminal, text, texts }) {
      const items = texts('item').map(itemOf)
      if (items.length === 0) throw new UsageError('Name what was sold: --item SKU:UNITS:PRICE.')
      const source = text('source')
      if (!source) throw new UsageError('Say where the order came from: --source Phone.')
      const order = {
        source,
        items,
        externalOrderId: text('number'),
        customer: { name: text('customer') },
      }
      const { id } = await motto.createOrder({ body: { order } }, { idempotencyKey: text('key') })
      const made = await orderOf(motto, String(id))
      await terminal.record(made, linesOf(made))
    },
  },
  {
    name: 'orders pull',
    summary: 'Check a channel for new orders now, without waiting for the next time',
    arguments: [{ name: 'CHANNEL', summary: 'Like ebay' }],
    examples: ['motto orders pull ebay'],
    async run({ motto, terminal, argument }) {
      const channel = argument('CHANNEL') as types.ListingRow['channel']
      const pulled = await motto.importOrders({ params: { channel }, body: {} })
      await terminal.record(pulled, [
        ['New', pulled.imported],
        ['Changed', pulled.updated],
      ])
    },
  },
  {
    name: 'orders ship',
    summary: 'Mark an order as shipped and tell its channel',
    arguments: [ORDER],
    options: {
      tracking: { summary: 'The tracking number', value: 'TEXT' },
      carrier: { summary: 'The carrier or service', value: 'TEXT' },
    },
    examples: ['motto orders ship 41 --tracking 1Z999 --carrier UPS'],
    async run({ motto, terminal, argument, text }) {
      const { id, channel } = await orderOf(motto, argument('ORDER'))
      const body = {
        orderId: id,
        channel,
        action: 'ship' as const,
        trackingNumber: text('tracking'),
        service: text('carrier'),
      }
      const order = await motto.updateShipping({ body })
      await terminal.record(order, linesOf(order))
    },
  },
]

/** Orders have pages with numbers. A page continues after the last order before it, so that new orders move none. */
export async function* eachOrder(
  motto: Client,
  query: NonNullable<InputOf<'searchOrders'>['query']>,
): AsyncGenerator<OrderRow, void> {
  let after: number | undefined
  for (let page = 0; ; page += 1) {
    const rows = await motto.searchOrders({ query: { ...query, page, pageSize: PAGE, after } })
    yield* rows
    after = rows.at(-1)?.id
    if (rows.length < PAGE) return
  }
}

/** `SKU:UNITS:PRICE`, from the right: a SKU may have colons, too. */
function itemOf(text: string) {
  const [, sku = '', units = '', price = ''] = /^(.+):([^:]+):([^:]+)$/.exec(text) ?? []
  if (!sku) throw new UsageError(`--item ${text} is not SKU:UNITS:PRICE, like MUG-1:2:12.50.`)
  return { sku, quantity: countOf(units, 'UNITS'), price: amountOf(price, 'PRICE') }
}

const linesOf = (order: types.Order) =>
  [
    ['Id', order.id],
    ['Number', order.number],
    ['Channel', order.channel],
    ['Date', order.orderDate],
    ['Customer', order.customer.name],
    ['State', order.held ? `${order.state}, on hold` : order.state],
    ['Shipping', [order.shipping, order.shippingDetails.trackingNumber].filter(Boolean).join(', ')],
    ['Total', `${order.totalAmount.toFixed(2)} ${order.currency}`],
    ...order.items.map(({ sku, itemTitle, quantity, price, shortfall }) => [
      `${quantity} × ${sku}`,
      `${itemTitle} ${price.toFixed(2)}${shortfall > 0 ? `, short by ${shortfall}` : ''}`,
    ]),
  ] as [string, unknown][]
