import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { listListingProducts } from '#contract/listings/listings.ts'
import { ordersByProduct } from '#contract/orders/orders.ts'
import { getProduct, listMovements, updateProduct } from '#contract/products/products.ts'
import { getProductSharing, saveSharingException } from '#contract/sync/sharing.ts'
import { type Chance, chanceOf } from '#domain/testing/stock/time.ts'
import type { Many } from './many.ts'
import { type Story, listed } from './story.ts'
import { until } from './wait.ts'

const PIECES = 12
const channels = ['ebay', 'shopify'] as const

interface Sale {
  channel: string
  externalOrderId: string
  quantity: number
  isOpen: boolean
}
interface Tossed {
  id: number
  sku: string
  /** Its pieces are divided: nobody counts or edits it, for either may take pieces that a channel is selling just then. */
  isGuaranteed: boolean
  sales: Sale[]
  /** The most pieces that buyers had been promised at once. */
  most: number
}
export interface Storm {
  sales: number
  kills: number
  /** Orders of what is shared that met too few pieces; pieces of what is guaranteed that were promised and never there. An order that comes before the cancellation whose pieces it has is none of these. */
  oversold: { shared: number; guaranteed: number }
}

/**
 * Buyers, cancellations, counts and edits at random on two products that are shared and one that is guaranteed, while workers are killed. Waits until
 * all came to rest, then checks: each sale is one order, levels are the ledger's sums, all channels agree, and no guaranteed piece is sold twice.
 * @param o.seed what happens, and in which order; how it interleaves is the machine's
 */
export async function storm(many: Many, story: Story, o: { seed: number; events: number }): Promise<Storm> {
  const chance = chanceOf(o.seed)
  const tossed = await Promise.all([false, false, true].map((isGuaranteed) => begin(story, isGuaranteed)))
  const kills = new Kills(many, chance)
  const under: Promise<unknown>[] = []
  for (let n = 0; n < o.events; n += 1) {
    under.push(act(story, chance, tossed, kills))
    await delay(chance.below(120))
  }
  await Promise.all(under)
  await kills.over()
  const oversold = { shared: 0, guaranteed: 0 }
  for (const product of tossed)
    oversold.shared += await rest(story, product).catch((error: unknown) => {
      throw new Error(`seed ${o.seed}, ${product.isGuaranteed ? 'guaranteed' : 'shared'}: ${String(error)}`)
    })
  for (const { isGuaranteed, most } of tossed) if (isGuaranteed) oversold.guaranteed += Math.max(0, most - PIECES)
  return { sales: tossed.flatMap(({ sales }) => sales).length, kills: kills.done, oversold }
}

async function begin(story: Story, isGuaranteed: boolean): Promise<Tossed> {
  const { id, sku } = await listed(story, PIECES)
  if (isGuaranteed) {
    await story.seller.call(saveSharingException, { body: { productId: id, sharing: { mode: 'guaranteed' } } })
    await until(
      `${sku} is divided`,
      async () => (await shown(story, sku)).reduce((sum, n) => sum + n, 0) <= PIECES,
      60_000,
    )
  }
  return { id, sku, isGuaranteed, sales: [], most: 0 }
}

/** One worker at a time is down; it starts again at once. */
class Kills {
  done = 0
  private readonly many: Many
  private readonly chance: Chance
  private last: Promise<void> | undefined

  constructor(many: Many, chance: Chance) {
    this.many = many
    this.chance = chance
  }
  async next(): Promise<void> {
    const worker = this.chance.pick(this.many.workers)
    if (!worker || this.last) return
    this.done += 1
    this.last = worker.kill().then(() => worker.start())
    await this.last
    this.last = undefined
  }
  over = async () => this.last
}

/** What happens next; who is refused goes. */
async function act(story: Story, chance: Chance, tossed: readonly Tossed[], kills: Kills): Promise<void> {
  const { seller, sandbox } = story
  const product = chance.pick(tossed) as Tossed
  const what = chance.below(12)
  if (what < 7) return buy(story, chance, product)
  if (what === 7 || what === 8) {
    const sale = chance.pick(product.sales.filter(({ isOpen }) => isOpen))
    if (!sale) return
    sale.isOpen = false
    return void (await sandbox.cancel(sale.channel, sale.externalOrderId))
  }
  if (what === 9) return kills.next()
  if (product.isGuaranteed) return buy(story, chance, product)
  const change = what === 10 ? { quantity: chance.between(0, PIECES) } : { title: `Shirt ${chance.below(1000)}` }
  await seller.call(updateProduct, { body: { product: { id: product.id, ...change } } })
}

async function buy({ sandbox }: Story, chance: Chance, product: Tossed): Promise<void> {
  const channel = chance.pick(channels) as string
  const quantity = chance.between(1, 2)
  const order = await sandbox.buy(channel, product.sku, quantity).catch((error: unknown) => {
    if (!String(error).includes('left')) throw error
  })
  if (!order) return
  product.sales.push({ channel, externalOrderId: order.externalOrderId, quantity, isOpen: true })
  product.most = Math.max(
    product.most,
    product.sales.reduce((sum, sale) => sum + (sale.isOpen ? sale.quantity : 0), 0),
  )
}

const shown = ({ sandbox }: Story, sku: string) =>
  Promise.all(
    channels.map(async (channel) => {
      const listings = (await sandbox.listings(channel)).filter((listing) => listing.sku === sku)
      if (listings.length !== 1) throw new Error(`${channel} has ${listings.length} listings of ${sku}`)
      return listings[0]?.quantity ?? 0
    }),
  )

/** @returns its orders that are oversold, where it is shared */
async function rest(story: Story, { id, sku, isGuaranteed, sales }: Tossed): Promise<number> {
  const { seller } = story
  const orders = () => seller.call(ordersByProduct, { query: { sku, pageSize: 200 } })
  const names = (of: readonly { channel: string; externalOrderId: string }[]) =>
    of.map(({ channel, externalOrderId }) => `${channel} ${externalOrderId}`).sort()
  await until(
    `all agree on ${sku}`,
    async () => {
      const [stock, orderList, { parts }, listings, there] = await Promise.all([
        seller.call(getProduct, { params: { id } }),
        orders(),
        seller.call(getProductSharing, { params: { id } }),
        seller.call(listListingProducts, { query: { productId: id } }),
        shown(story, sku),
      ])
      const isQuiet =
        listings.every(({ pending }) => pending === null) &&
        parts.every(({ unseen, hidden }) => unseen + (isGuaranteed ? 0 : hidden) === 0)
      const isRight = isGuaranteed
        ? there.reduce((sum, n) => sum + n, 0) <= stock.quantity &&
          parts.every((part) => part.shown === there[channels.indexOf(part.channel as 'ebay')])
        : there.every((n) => n === stock.quantity)
      if (orderList.length === sales.length && isQuiet && isRight) return true
      throw new Error(
        JSON.stringify({ available: stock.quantity, there, parts, orders: orderList.length, sales: sales.length }),
      )
    },
    120_000,
  )
  const rows = await orders()
  expect(names(rows)).toEqual(names(sales))
  const { data: movements } = await seller.call(listMovements, { params: { id }, query: { limit: 500 } })
  const stock = await seller.call(getProduct, { params: { id } })
  const sum = (delta: 'deltaOnHand' | 'deltaReserved') => movements.reduce((total, move) => total + move[delta], 0)
  expect([sum('deltaOnHand'), sum('deltaReserved')]).toEqual([stock.onHand, stock.reservedQuantity])
  return isGuaranteed ? 0 : rows.filter(({ oversold }) => oversold).length
}
