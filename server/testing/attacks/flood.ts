import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { chanceOf } from '#domain/testing/stock/time.ts'
import * as stock from '../../features/stock/service.ts'
import { type Market, onSale } from '../shop/market.ts'
import { type Shop, openShop } from '../shop/shop.ts'
import { until } from '../setup/until.ts'

/** A spreadsheet has no buyers, but shows what is left. */
const channels = ['ebay', 'etsy', 'bigcommerce', 'shopify', 'square', 'clover', 'csv'] as const
const sellers = channels.filter((channel) => channel !== 'csv')
const hookFaults = ['drop_webhook', 'duplicate_webhook', 'reorder_webhooks'] as const

const SHEETED = 5
/** Pieces of each product; Etsy shows 999 at most. */
const STOCK = 900
/** Between two sales at a register: Clover is asked for the item of each by itself, ten calls a second for all that goes there. */
const REGISTER_MS = 500

export interface Flood {
  orders: number
  products: number
  /** The part of the webhooks that is lost; as many come twice, and as many the wrong way round. */
  rate: number
  seed: number
  /** At a time on each channel. */
  buyers: number
  withinMs: number
}
export interface Flooded {
  /** From the first sale to the last one taken in, and until every channel shows what is left. */
  takenSeconds: number
  agreedSeconds: number
  /** What is wrong in the end, in words. */
  wrong: string[]
}

/** Buyers on six channels whose webhooks are lost, doubled and reordered, until all that they bought is here and all channels agree. */
export async function flood({ app, sandbox }: Market, o: Flood): Promise<Flooded> {
  const shop = await openShop(app, sandbox)
  const template = await shop.template()
  const products = []
  /** What has a row in the sheet: it takes 60 calls a minute. */
  const sheeted = new Set<string>()
  for (let n = 0; n < o.products; n += 1) {
    const product = await shop.product(template, { quantity: STOCK })
    if (n < SHEETED) sheeted.add(product.sku)
    const on = n < SHEETED ? channels : sellers
    await Promise.all(on.map((channel) => shop.list(channel, product.id, { sync: true })))
    await onSale(shop, on, product.id)
    products.push(product)
  }
  for (const channel of sellers)
    for (const kind of hookFaults) await post(`${sandbox.url}/_sandbox/faults`, { channel, kind, rate: o.rate })
  const began = performance.now()
  const sales = await buyAll(shop, products, o)
  const wrong: string[] = []
  const ordersTaken = () => ordersOf(shop)
  await until('every sale is here', async () => (await ordersTaken()).length >= sales.length || undefined, o.withinMs)
  const takenSeconds = (performance.now() - began) / 1000
  await until('nothing is owed', async () => (await owed(shop)) === 0 || undefined, o.withinMs)
  const agreedSeconds = (performance.now() - began) / 1000
  const [bought, here] = [sales.map(nameOf).sort(), (await ordersTaken()).map(nameOf).sort()]
  if (bought.join() !== here.join()) wrong.push(`${bought.length} sales are ${here.length} orders, or others`)
  for (const { id, sku } of products) {
    const pieces = sales.filter((sale) => sale.sku === sku).length
    const [level] = await stock.levelsOf(shop.ctx, [id])
    const counted = [level?.onHand, level?.reserved, level?.available, await moved(shop, id)]
    const right = [STOCK, pieces, STOCK - pieces, STOCK]
    if (counted.join() !== right.join()) wrong.push(`${sku}: ${counted.join()} instead of ${right.join()}`)
  }
  for (const channel of channels) {
    const shown = new Map((await shop.remotes[channel].listings()).map(({ sku, quantity }) => [sku, quantity]))
    for (const { sku } of products) {
      if (channel === 'csv' && !sheeted.has(sku)) continue
      const left = STOCK - sales.filter((sale) => sale.sku === sku).length
      if (shown.get(sku) !== left) wrong.push(`${channel} shows ${shown.get(sku)} of ${sku}, of which ${left} are left`)
    }
  }
  return { takenSeconds, agreedSeconds, wrong }
}

interface Sale {
  channel: string
  externalOrderId: string
  sku: string
}
const nameOf = ({ channel, externalOrderId }: Pick<Sale, 'channel' | 'externalOrderId'>) =>
  `${channel} ${externalOrderId}`

/** Several buyers at a time on each channel, one piece each. */
async function buyAll(shop: Shop, products: readonly { sku: string }[], o: Flood): Promise<Sale[]> {
  const chance = chanceOf(o.seed)
  const sales: Sale[] = []
  let left = o.orders
  const buyer = async (channel: (typeof sellers)[number]) => {
    while (left > 0) {
      left -= 1
      const { sku = '' } = chance.pick(products) ?? {}
      const { externalOrderId } = await shop.remotes[channel].buy(sku, 1)
      sales.push({ channel, externalOrderId, sku })
      await delay(channel === 'clover' ? REGISTER_MS : 1)
    }
  }
  await Promise.all(sellers.flatMap((channel) => Array.from({ length: o.buyers }, () => buyer(channel))))
  return sales
}

const ordersOf = ({ ctx }: Shop) =>
  ctx.db
    .selectFrom('orders')
    .select(['channel', 'externalOrderId'])
    .where('organizationId', '=', ctx.organizationId)
    .execute()

const owed = async ({ ctx }: Shop) =>
  Number(
    (
      await ctx.db
        .selectFrom('listingDebts')
        .select((e) => e.fn.countAll().as('count'))
        .where('organizationId', '=', ctx.organizationId)
        .where('pending', 'is not', null)
        .executeTakeFirstOrThrow()
    ).count,
  )

const moved = async ({ ctx }: Shop, productId: number) =>
  Number(
    (
      await ctx.db
        .selectFrom('stockMovements')
        .select(sql<number>`sum(delta_on_hand)`.as('pieces'))
        .where('organizationId', '=', ctx.organizationId)
        .where('productId', '=', productId)
        .executeTakeFirstOrThrow()
    ).pieces,
  )

async function post(url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
}
