import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnyEndpoint, CallInput } from '#contract/endpoint.ts'
import { orderHistory } from '#contract/orders/handling.ts'
import { createOrderRule, switchOrderRule } from '#contract/orders/rules.ts'
import { ordersOnPaper } from '#contract/orders/work.ts'
import { getOrder, searchOrders } from '#contract/orders/orders.ts'
import { ordersToPack, packPieces, shipPacked } from '#contract/orders/packing.ts'
import { assignLine, listUnsettled } from '#contract/orders/settling.ts'
import { scanned } from '#domain/orders/packing/packing.ts'
import { picksByPlace, toPick } from '#domain/orders/slips/paper.ts'
import { makeMember, makeSession, makeUser } from '#seed/make.ts'
import { testDatabase } from '../../../testing/setup/database.ts'
import { type Market, onSale, openMarket } from '../../../testing/shop/market.ts'
import { openShop, type Shop } from '../../../testing/shop/shop.ts'
import { hasten } from '../../../testing/setup/due.ts'
import { until } from '../../../testing/setup/until.ts'
import { levelsOf } from '../../stock/service.ts'

const channels = ['ebay', 'etsy', 'bigcommerce', 'shopify', 'square'] as const
const EACH = 8
const STOCK = 100
const WITHIN_MS = 60_000

let market: Market
let shop: Shop
const products: { id: number; sku: string }[] = []
/** What was bought, as the channels tell it. */
const bought: { channel: string; externalOrderId: string }[] = []
let ids: string[] = []

beforeAll(async () => {
  market = await openMarket(await testDatabase(), { paced: false })
  shop = await openShop(market.app, market.sandbox, channels)
  const template = await shop.template()
  for (let n = 0; n < 2; n += 1) {
    const product = await shop.product(template, { quantity: STOCK })
    await Promise.all(channels.map((channel) => shop.list(channel, product.id, { sync: true })))
    await onSale(shop, channels, product.id)
    products.push(product)
  }
}, 120_000)
afterAll(() => market?.stop())

const call = <E extends AnyEndpoint>(endpoint: E, input: CallInput<E>) =>
  market.app.call(endpoint, { ...input, as: shop.as } as CallInput<E> & { as: string })
const level = async (id: number) => (await levelsOf(shop.ctx, [id]))[0]
const history = async (orderId: number) =>
  (await call(orderHistory, { query: { orderId } })).body.data?.data.map(({ what }) => what) ?? []
const boxes = async () => (await call(ordersToPack, { query: { ids } })).body.data ?? []

/** Each order has a number of its own: what a channel was told of it can be counted in what it heard. */
const numberOf = (id: number) => `1Z${String(id).padStart(16, '0')}`
interface Heard {
  method: string
  status: number | null
  body: string
}
/** How often each of these orders was told, as far as the channels took it. */
async function timesTold(orders: readonly number[]): Promise<number[]> {
  const heard = (await Promise.all(channels.map((channel) => shop.remotes[channel].calls()))).flat() as Heard[]
  const accepted = heard.filter(({ method, status }) => method !== 'GET' && status !== null && status < 300)
  return orders.map((id) => accepted.filter(({ body }) => body.includes(numberOf(id))).length)
}

/** Of how many of them a newer version came. */
async function heardOf(): Promise<number> {
  const { count } = await shop.ctx.db
    .selectFrom('auditEntries')
    .select((e) => e.fn.count<number>('entityId').distinct().as('count'))
    .where('organizationId', '=', shop.ctx.organizationId)
    .where('entity', '=', 'order')
    .where('action', '=', 'updated')
    .where('entityId', 'in', ids.map(Number))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Channels that do not call are looked at seldom: while it waits, time goes by faster for whoever looks. */
const comes = <T>(what: string, ask: () => Promise<T | undefined>): Promise<T> =>
  until(
    what,
    async () => {
      await hasten(shop.ctx, 1)
      return ask()
    },
    WITHIN_MS,
  )

describe('forty orders of five channels, from arrival to the door', () => {
  it('DESIGN 2: arrive once each, take their pieces, and are tagged by a rule as they come', async () => {
    const rule = await call(createOrderRule, {
      body: {
        name: 'From eBay',
        conditions: [{ field: 'channel', not: false, values: ['ebay'] }],
        actions: { addTags: ['auction'], service: '', assigneeId: null, hold: false },
      },
    })
    await call(switchOrderRule, { params: { id: rule.body.data?.id ?? 0 }, body: { on: true } })
    const [first, second] = products
    for (let n = 0; n < EACH; n += 1)
      for (const channel of channels) {
        const lines = [
          { sku: first?.sku ?? '', quantity: 2 },
          { sku: second?.sku ?? '', quantity: 1 },
        ]
        bought.push({ channel, ...(await shop.remotes[channel].purchase({ lines, payment: 'paid' })) })
      }
    const all = await comes('forty orders are here', async () => {
      const rows = (await call(searchOrders, { query: { pageSize: 100 } })).body.data ?? []
      return rows.length >= bought.length ? rows : undefined
    })
    const name = (o: { channel: string; externalOrderId: string }) => `${o.channel} ${o.externalOrderId}`
    expect(all.map(name).toSorted()).toEqual(bought.map(name).toSorted())
    expect(all.filter(({ tags }) => tags.includes('auction')).map(({ channel }) => channel)).toEqual(
      Array<string>(EACH).fill('ebay'),
    )
    expect(await level(first?.id ?? 0)).toMatchObject({ onHand: STOCK, reserved: 80, available: STOCK - 80, sold: 80 })
    expect(await level(second?.id ?? 0)).toMatchObject({ onHand: STOCK, reserved: 40, available: STOCK - 40 })
    ids = all.map(({ id }) => String(id))
  }, 120_000)

  it('ORD-038 stand on one pick list and on a slip each', async () => {
    const paper = (await call(ordersOnPaper, { query: { ids } })).body.data ?? []
    expect(paper).toHaveLength(40)
    expect(paper.every((order) => order.items.length === 2 && order.shippingDetails.shippingAddress.line1)).toBe(true)
    const picks = picksByPlace(paper.filter(toPick))
    expect(Object.fromEntries(picks.map(({ sku, pieces, orders }) => [sku, [pieces, orders.length]]))).toEqual({
      [products[0]?.sku ?? '']: [80, 40],
      [products[1]?.sku ?? '']: [40, 40],
    })
  })

  it('are packed by scanning: a wrong piece and one too many are refused; of two people on one order one ships it', async () => {
    const kim = await makeUser(market.app.services, { name: 'Kim Packer' })
    await makeMember(market.app.services, shop.ctx.organizationId, kim.id, 4)
    const asKim = await makeSession(market.app.services, kim.id, shop.ctx.organizationId)
    const [box] = await boxes()
    if (!box) throw new Error('nothing to pack')
    expect(scanned(box.lines, 'NOT-OURS')).toEqual({ kind: 'wrong' })
    const scan = async (code: string, as: string) => {
      const [now] = (await call(ordersToPack, { query: { ids: [String(box.id)] } })).body.data ?? []
      const match = scanned(now?.lines ?? [], code)
      if (match.kind === 'wrong') return 'wrong'
      const piece = { orderId: box.id, itemId: match.line.id, by: 1 }
      return (await market.app.call(packPieces, { body: piece, as })).status
    }
    const [first = '', second = ''] = products.map(({ sku }) => sku)
    // Each packs some of it.
    expect([await scan(first, shop.as), await scan(first, asKim)]).toEqual([200, 200])
    expect(await scan(first, shop.as)).toBe(409)
    expect(await scan(second.toLowerCase(), asKim)).toBe(200)
    const ship = (as: string) =>
      market.app.call(shipPacked, { body: { orderId: box.id, trackingNumber: numberOf(box.id), service: 'UPS' }, as })
    const answers = await Promise.all([ship(shop.as), ship(asKim)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await timesTold([box.id])).toEqual([1])
  }, 60_000)

  it('are shipped, and each channel is told exactly once', async () => {
    for (const { id, state, lines } of await boxes()) {
      if (state !== 'open') continue
      for (const line of lines) await call(packPieces, { body: { orderId: id, itemId: line.id, by: line.quantity } })
      const body = { orderId: id, trackingNumber: numberOf(id), service: 'UPS' }
      const answer = await call(shipPacked, { body })
      expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ data: { state: 'shipped' } })
    }
    // Whatever the channels say of it next is no other shipment.
    await comes('each channel has said something of each since', async () =>
      (await heardOf()) === ids.length ? true : undefined,
    )
    const now = (await call(ordersOnPaper, { query: { ids } })).body.data ?? []
    expect(now.filter(({ shipping }) => shipping === 'shipped')).toHaveLength(40)
    expect(await timesTold(now.map(({ id }) => id))).toEqual(Array<number>(40).fill(1))
    for (const { id } of now) {
      const entries = (await history(id)).filter((what) => what.startsWith('Tracking sent to'))
      expect(entries).toHaveLength(1)
    }
    expect(await level(products[0]?.id ?? 0)).toMatchObject({ onHand: STOCK - 80, reserved: 0, available: STOCK - 80 })
    expect(await level(products[1]?.id ?? 0)).toMatchObject({ onHand: STOCK - 40, reserved: 0, available: STOCK - 40 })
  }, 120_000)

  it('one of two pieces is refunded and goes back to the shelf, once', async () => {
    const { id, sku } = products[0] ?? { id: 0, sku: '' }
    const { externalOrderId } = await shop.remotes.shopify.buy(sku, 2)
    const before = STOCK - 80
    await comes('the order is here', async () => ((await level(id))?.reserved === 2 ? true : undefined))
    await shop.remotes.shopify.refund(externalOrderId, true, [{ sku, quantity: 1 }])
    await comes('one piece is back', async () => ((await level(id))?.reserved === 1 ? true : undefined))
    expect(await level(id)).toMatchObject({ onHand: before, reserved: 1, available: before - 1, sold: 81 })
    const [row] = (await call(searchOrders, { query: { search: externalOrderId } })).body.data ?? []
    const { body } = await call(getOrder, { query: { orderId: row?.id ?? 0 } })
    expect(body.data?.order).toMatchObject({ state: 'open', payment: 'partly_refunded', totalQuantity: 1 })
    expect(await history(row?.id ?? 0)).toContain('Partially refunded on Shopify')
  }, 120_000)

  it('an unknown SKU is assigned to a product, and the next order finds it', async () => {
    const { id, sku } = products[1] ?? { id: 0, sku: '' }
    await shop.remotes.ebay.addItems([{ sku: 'OLD-NAME', title: 'Sold before Motto', price: 5, quantity: 20 }])
    const before = (await level(id))?.available ?? 0
    await shop.remotes.ebay.buy('OLD-NAME', 2)
    const line = await comes(
      'it is to be settled',
      async () => (await call(listUnsettled, { query: { kind: 'unknown' } })).body.data?.data[0],
    )
    expect(line).toMatchObject({ sku: 'OLD-NAME', quantity: 2 })
    expect((await call(assignLine, { body: { itemId: line.id, sku } })).body.data).toEqual({
      lines: 1,
      short: 0,
    })
    expect(await level(id)).toMatchObject({ available: before - 2, reserved: 2 })
    await shop.remotes.ebay.buy('OLD-NAME', 1)
    await comes('the next takes its piece by itself', async () =>
      (await level(id))?.reserved === 3 ? true : undefined,
    )
    expect((await call(listUnsettled, { query: { kind: 'unknown' } })).body.data).toMatchObject({ items: 0 })
  }, 120_000)
})
