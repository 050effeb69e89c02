import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { updateShipping } from '#contract/orders/orders.ts'
import { updateProduct } from '#contract/products/products.ts'
import type { Chance } from '#domain/testing/stock/time.ts'
import { type Heard, outcomeOf } from '#server/testing/history/client.ts'
import { type Shop, openShop } from '#server/testing/shop/shop.ts'
import { type Sandbox, sandboxAt } from '../../e2e/support/sandbox.ts'
import { type Clients, answersOf } from './clients.ts'
import { insist } from './insist.ts'
import type { Stand } from './stand.ts'

const channels = ['ebay', 'shopify'] as const
/** Other sellers connect to eBay meanwhile. */
const accounts = { ebay: 'history_sales', shopify: undefined }
const PRODUCTS = 3
const PIECES = 60
/** All comes to rest within this time after the last fault. */
const SETTLE_MS = 120_000

interface Shipped {
  key: string
  heard: Heard[]
}

/** A shop that sells on two channels of the sandbox while its seller counts and ships. */
export class Sales {
  readonly #stand: Stand
  readonly #clients: Clients
  readonly #chance: Chance
  readonly #sandbox: Sandbox
  readonly #products: { id: number; sku: string }[] = []
  readonly #shipped: Shipped[] = []
  readonly #counted: Shipped[] = []
  #shop: Shop | undefined
  #next = 0
  sales = 0

  constructor(stand: Stand, clients: Clients, chance: Chance) {
    this.#stand = stand
    this.#clients = clients
    this.#chance = chance
    this.#sandbox = sandboxAt(stand.sandboxUrl)
  }

  async open(): Promise<void> {
    const shop = await openShop(this.#stand.beside, { url: this.#stand.sandboxUrl }, channels, {
      username: accounts.ebay,
    })
    this.#shop = shop
    const template = await shop.template()
    for (let n = 0; n < PRODUCTS; n += 1) {
      const product = await shop.product(template, { quantity: PIECES })
      for (const channel of channels) await shop.list(channel, product.id, { sync: true })
      this.#products.push(product)
    }
    await insist(async () => {
      for (const { id, sku } of this.#products)
        for (const channel of channels)
          if ((await shop.listing(channel, id)).status !== 'listed') throw new Error(`${sku} is not live on ${channel}`)
    })
  }

  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const what = this.#chance.below(10)
      if (what < 6) await this.#buy()
      else if (what < 9) await this.#ship()
      else await this.#count()
      await delay(this.#chance.below(400))
    }
  }

  async #buy(): Promise<void> {
    const product = this.#chance.pick(this.#products)
    const channel = this.#chance.pick(channels)
    if (!product || !channel) return
    // Sold out, or the sandbox is gone just now: what was bought is what the channel says at the end.
    await this.#sandbox.buy(channel, product.sku, this.#chance.between(1, 2)).then(
      () => (this.sales += 1),
      () => undefined,
    )
  }

  async #ship(): Promise<void> {
    const { ctx, as } = this.#seller
    const { rows } = await insist(() =>
      sql<{ id: number; channel: string }>`
        select id, channel from orders where organization_id = ${ctx.organizationId} and state = 'open' order by random() limit 1`.execute(
        this.#stand.beside.services.database.system,
      ),
    )
    const [order] = rows
    if (!order) return
    // Channels take letters and digits alone as a tracking number.
    const key = `SALE${(this.#next += 1)}`
    const body = { orderId: order.id, channel: order.channel, action: 'ship', service: 'UPS', trackingNumber: key }
    const heard = await this.#clients.settle('ship on the channel', { endpoint: updateShipping, body, key, cookie: as })
    this.#shipped.push({ key, heard })
  }

  async #count(): Promise<void> {
    const product = this.#chance.pick(this.#products)
    if (!product) return
    const key = `SALE${(this.#next += 1)}`
    const body = { product: { id: product.id, quantity: this.#chance.between(PIECES / 2, PIECES) } }
    const heard = await this.#clients.settle('count what is listed', {
      endpoint: updateProduct,
      body,
      key,
      cookie: this.#seller.as,
    })
    this.#counted.push({ key, heard })
  }

  /** Waits until all came to rest, and compares orders, parcels and stock with what the channels say. @returns a sentence for each violation */
  async check(): Promise<string[]> {
    const end = performance.now() + SETTLE_MS
    for (;;) {
      const sentences = await this.#differences()
      if (sentences.length === 0 || performance.now() > end) return sentences
      await delay(1000)
    }
  }

  async #differences(): Promise<string[]> {
    const { system } = this.#stand.beside.services.database
    const { organizationId } = this.#seller.ctx
    const sentences: string[] = []
    const { rows: ours } = await sql<{ name: string }>`
      select channel || ' ' || external_order_id as name from orders where organization_id = ${organizationId}`.execute(
      system,
    )
    const there = await Promise.all(
      channels.map(async (channel) =>
        (await this.#sandbox.orders(channel, accounts[channel])).map((order) => ({
          ...order,
          name: `${channel} ${order.externalOrderId}`,
        })),
      ),
    )
    sentences.push(
      ...twice(
        'order',
        ours.map(({ name }) => name),
        there.flat().map(({ name }) => name),
      ),
    )
    const parcels = there.flatMap((orders) => orders.flatMap(({ tracking }) => tracking))
    for (const { key, heard } of this.#shipped) {
      const n = parcels.filter((number) => number === key).length
      const outcome = outcomeOf(heard)
      if (n > 1 || (outcome === 'saved' && n === 0) || (outcome === 'not saved' && n > 0))
        sentences.push(
          `the parcel ${key} was told as ${outcome}, and its channel has it ${n} times: ${answersOf(heard)}`,
        )
    }
    for (const { key, heard } of [...this.#shipped, ...this.#counted])
      if (heard.some(({ status }) => status === 500))
        sentences.push(`${key} was answered by an internal error: ${answersOf(heard)}`)
    const shown = await Promise.all(channels.map((channel) => this.#sandbox.listings(channel, accounts[channel])))
    for (const { id, sku } of this.#products) {
      const { rows } = await sql<{ available: number; sum: number; onHand: number; pending: number }>`
        select l.available, l.on_hand, (select sum(delta_on_hand)::int from stock_movements m where m.organization_id = l.organization_id and m.level_id = l.id) as sum,
          (select count(*)::int from listing_debts d join listing_products p on p.id = d.listing_id
            where p.product_id = ${id} and d.pending is not null) as pending
        from stock_levels l where l.organization_id = ${organizationId} and l.sku = ${sku}`.execute(system)
      const [level] = rows
      const quantities = shown.map((listings) => listings.find((listing) => listing.sku === sku)?.quantity)
      if (!level || level.onHand !== level.sum) sentences.push(`the stock of ${sku} is not what its movements make`)
      if (level?.pending !== 0 || quantities.some((quantity) => quantity !== level.available))
        sentences.push(
          `${sku}: available ${level?.available}, shown ${quantities.join(' and ')}, ${level?.pending} listings owed`,
        )
    }
    return sentences
  }

  get #seller(): Shop {
    if (!this.#shop) throw new Error('The shop is not open yet.')
    return this.#shop
  }
}

/** What is on one side only, or more often than once. */
function twice(what: string, ours: readonly string[], theirs: readonly string[]): string[] {
  const count = (names: readonly string[], name: string) => names.filter((other) => other === name).length
  return [...new Set([...ours, ...theirs])].flatMap((name) =>
    count(ours, name) === 1 && count(theirs, name) === 1
      ? []
      : [`the ${what} ${name} stands here ${count(ours, name)} times, on its channel ${count(theirs, name)} times`],
  )
}
