import { createHash } from 'node:crypto'
import { createView } from '#contract/views.ts'
import type { Chance } from '#domain/testing/stock/time.ts'
import { makeMember, makeProduct, makeSeller, makeSession, makeTemplate, makeUser } from '#seed/make.ts'
import { violations } from '#server/testing/history/check.ts'
import { type Heard, type Sent, knows, outcomeOf } from '#server/testing/history/client.ts'
import type { Kind } from '#server/testing/history/plan.ts'
import { type Told, requestOf } from '#server/testing/history/run.ts'
import { type Clients, answersOf } from './clients.ts'
import { eachOf, insist } from './insist.ts'
import type { Stand } from './stand.ts'

const PEOPLE = 2
const START = 1000
/** Of those that were saved, sent once more at the end, of each shop. */
const MOST_AGAIN = 100

export interface ShopsOptions {
  /** Begins the keys of their writes. */
  name: string
  shops: number
  products: number
  /** So many writes are on their way at once. */
  atOnce: number
  /** Chosen evenly. */
  kinds: readonly Kind[]
  /** People name the version that they edit, so of two one is refused. */
  versions: boolean
  /** Several ship and cancel the same order at once. */
  contested: boolean
  /** Of a product, in an order. */
  mostUnits: number
}
/** People get into each other's way: few products, and each edit is of a version. */
export const quarrel: ShopsOptions = {
  name: 'shop',
  shops: 3,
  products: 4,
  atOnce: 6,
  kinds: ['order', 'order', 'ship', 'cancel', 'count', 'title'],
  versions: true,
  contested: true,
  mostUnits: 20,
}
/** As many writes as the machine carries. Its stock lasts for a million of them. */
export const crowd: ShopsOptions = {
  name: 'crowd',
  shops: 12,
  products: 40,
  atOnce: 64,
  kinds: ['view', 'view', 'view', 'view', 'view', 'view', 'order', 'title', 'ship', 'cancel'],
  versions: false,
  contested: false,
  mostUnits: 3,
}

interface Shop {
  organizationId: number
  cookies: string[]
  products: { id: number; sku: string }[]
  /** Orders that were told as saved. */
  orders: number[]
  /** Without their requests: a run has a million of them. */
  writes: Told[]
  /** Of those that were saved, some, whichever they are. */
  again: { key: string; kind: Kind; sent: Sent }[]
  saved: number
}

/** Shops in which two people take orders, ship and cancel them, count and rename the same few products, all at the same time. */
export class Shops {
  readonly #stand: Stand
  readonly #clients: Clients
  readonly #chance: Chance
  readonly #shops: Shop[] = []
  readonly #options: ShopsOptions
  #next = 0

  constructor(stand: Stand, clients: Clients, chance: Chance, options: ShopsOptions) {
    this.#options = options
    this.#stand = stand
    this.#clients = clients
    this.#chance = chance
  }

  async open(): Promise<void> {
    const { services } = this.#stand.beside
    for (let n = 0; n < this.#options.shops; n += 1) {
      const { ctx, as, organization } = await makeSeller(services)
      const cookies = [as]
      for (let other = 1; other < PEOPLE; other += 1) {
        const { id } = await makeUser(services)
        await makeMember(services, organization.id, id)
        cookies.push(await makeSession(services, id, organization.id))
      }
      const { id: templateId } = await makeTemplate(ctx)
      const products = []
      for (let p = 0; p < this.#options.products; p += 1)
        products.push(await makeProduct(ctx, templateId, { quantity: START }))
      this.#shops.push({
        organizationId: organization.id,
        cookies,
        products,
        orders: [],
        writes: [],
        again: [],
        saved: 0,
      })
    }
  }

  /** Writes until the time is over. */
  async run(isOver: () => boolean): Promise<void> {
    await Promise.all(
      Array.from({ length: this.#options.atOnce }, async () => {
        while (!isOver()) {
          const shop = this.#chance.pick(this.#shops)
          if (shop) await this.#write(shop)
        }
      }),
    )
  }

  async #write(shop: Shop): Promise<void> {
    const { name, kinds, versions, contested, mostUnits } = this.#options
    const key = `${name}-${(this.#next += 1)}`
    const wish = this.#chance.pick(kinds) ?? 'order'
    const orderId = this.#chance.pick(shop.orders)
    const isAbout = (wish === 'ship' || wish === 'cancel') && orderId !== undefined
    if (isAbout && !contested) forget(shop.orders, orderId)
    const kind: Kind = (wish === 'ship' || wish === 'cancel') && !isAbout ? 'order' : wish
    const product = this.#chance.below(this.#options.products)
    const person = this.#chance.below(PEOPLE)
    const { id: productId, sku } = shop.products[product] ?? { id: 0, sku: '' }
    const isEdit = kind === 'count' || kind === 'title'
    const version = versions && isEdit ? await this.#version(productId) : undefined
    const write = { key, kind, person, product, quantity: this.#chance.between(1, mostUnits), givesUp: false }
    const sent = {
      ...requestOf(write, { productId, orderId, version, sku }),
      key,
      cookie: shop.cookies[person] ?? '',
    }
    const heard = await this.#clients.settle(kind, sent)
    const [last] = heard.slice(-1)
    if (kind === 'order' && last && knows(last) === 'saved') shop.orders.push((last.data as { id: number }).id)
    // Some stay open, so that many do not wait for the same order.
    if (isAbout && contested && outcomeOf(heard) !== 'unknown') forget(shop.orders, orderId)
    const answered = { ...write, sent: NOTHING, heard: this.#keptOf(shop, { key, kind, sent }, heard) }
    shop.writes.push(isAbout ? { ...answered, orderId } : answered)
  }

  /** What is kept of answers: a plain one differs from no other. */
  #keptOf(shop: Shop, write: Shop['again'][number], heard: readonly Heard[]): Heard[] {
    const isSample = outcomeOf(heard) === 'saved' && this.#sample(shop, write)
    const isPlain = heard.length === 1 && heard[0]?.status === 200 && !isSample
    return isPlain ? SAVED : heard.map((answer) => short(write.kind, answer))
  }

  /** Chooses the saved writes that are repeated later, each with the same chance. @returns whether this one is chosen for now */
  #sample(shop: Shop, write: Shop['again'][number]): boolean {
    shop.saved += 1
    const place = shop.again.length < MOST_AGAIN ? shop.again.length : this.#chance.below(shop.saved)
    if (place >= MOST_AGAIN) return false
    shop.again[place] = write
    return true
  }

  #version(productId: number): Promise<number> {
    const { system } = this.#stand.beside.services.database
    return insist(async () => {
      const row = system.selectFrom('products').select('version').where('id', '=', productId)
      return (await row.executeTakeFirstOrThrow()).version
    })
  }

  /** When all is calm: repeats many of the saved writes, and compares all that was told with rows and ledger. @returns a sentence for each violation, with the history of its key */
  async check(): Promise<string[]> {
    const { system } = this.#stand.beside.services.database
    const sentences = []
    for (const { organizationId, writes, again: some } of this.#shops) {
      const again = new Map<string, Heard>()
      await eachOf(
        some,
        async ({ key, kind, sent }) => void again.set(key, short(kind, await this.#clients.once(sent))),
      )
      const history = { organizationId, answers: writes, again, db: system, stop: async () => undefined }
      for (const sentence of await violations(history)) {
        const write = writes.find(({ key }) => sentence.includes(`${key} `))
        sentences.push(write ? `${sentence}: ${answersOf(write.heard)}` : sentence)
      }
    }
    return sentences
  }
}

const NOTHING: Sent = { endpoint: createView, key: '', cookie: '' }
const SAVED: Heard[] = [{ status: 200 }]

function forget(orders: number[], id: number | undefined): void {
  const at = orders.indexOf(id ?? 0)
  const last = orders.pop()
  // The order among them says nothing.
  if (at >= 0 && at < orders.length && last !== undefined) orders[at] = last
  else if (at < 0 && last !== undefined) orders.push(last)
}

/** An answer with the hash of its data alone: there are many. Shipping answers with the order as it is by then, so of it only which one. */
function short(kind: Kind, { data, ...heard }: Heard): Heard {
  if (data === undefined || data === null) return heard
  const text = JSON.stringify(kind === 'ship' ? (data as { id: number }).id : data)
  return { ...heard, data: createHash('sha256').update(text).digest('base64url') }
}
