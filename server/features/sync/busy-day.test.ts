import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HttpAnswer, HttpCall } from '#channels/call.ts'
import type { Channel } from '#channels/channel.ts'
import type { Connection } from '#channels/connection.ts'
import type { Gate } from '#channels/kit/http.ts'
import { channelOf } from '#channels/registry.ts'
import { fakeChannel } from '#channels/testing/fake.ts'
import { listProduct, saveListingProducts } from '#contract/listings/listings.ts'
import { jobContext } from '../../context.ts'
import { testDatabase } from '../../testing/setup/database.ts'
import { openApp, type TestApp } from '../../testing/setup/open-app.ts'
import { type AnyShop, openFakeShop } from '../../testing/shop/shop.ts'
import { type SimulatedTime, simulatedTime } from '../../testing/setup/simulated-time.ts'
import { hurried, withConnection } from '../integrations/connections/connections.ts'
import { makeGate } from '../integrations/quota/gate.ts'
import { lease } from '../integrations/quota/leases.ts'
import * as stock from '../stock/service.ts'
import { pushBatch } from './sending/push.ts'
import type { Connect } from './sending/send.ts'

/*
 * A day of 10,000 sales. The channels are in memory, but take as many calls as their adapters ask for, through the quotas that the app keeps in its
 * database; what reaches a channel is counted there, and judged by what it publishes, not by what its adapter says of it.
 */
const HOUR = 3600
const DAY = 24 * HOUR
const ids = ['ebay', 'etsy', 'bigcommerce', 'shopify', 'square', 'clover', 'csv'] as const
type Id = (typeof ids)[number]

/** The calls that an adapter asks for to read, or to set, so many numbers. */
type Calls = (numbers: number) => Partial<HttpCall>[]
const times = (n: number, call: Partial<HttpCall> = {}) => Array.from({ length: n }, () => call)
const callCounts: Record<Id, { read: Calls; set: Calls }> = {
  ebay: {
    read: (n) => times(Math.ceil(n / 25), { lane: 'inventory' }),
    set: (n) => times(Math.ceil(n / 25), { lane: 'inventory' }),
  },
  // The products of a listing are taken only whole: they are read, and sent back.
  etsy: { read: (n) => times(Math.ceil(n / 100)), set: (n) => times(2 * n) },
  bigcommerce: { read: () => times(2), set: () => times(1, { lane: 'alone' }) },
  shopify: { read: () => times(1), set: () => times(1) },
  square: { read: () => times(2), set: () => times(1) },
  clover: { read: () => times(1), set: (n) => times(n) },
  csv: { read: () => times(1, { lane: 'read' }), set: () => [{ lane: 'read' }, { lane: 'write' }] },
}
/** As published, of one account and one app; Square publishes none. */
const published: { channel: Id; lane?: string; calls: number; seconds: number }[] = [
  { channel: 'ebay', lane: 'inventory', calls: 2_000_000, seconds: DAY },
  { channel: 'ebay', lane: 'fulfillment', calls: 100_000, seconds: DAY },
  { channel: 'etsy', calls: 10, seconds: 1 },
  { channel: 'etsy', calls: 10_000, seconds: DAY },
  { channel: 'bigcommerce', calls: 150, seconds: 30 },
  // A bucket of 2,000 points that 100 a second flow into: calls of 10 points.
  { channel: 'shopify', calls: 300, seconds: 10 },
  { channel: 'clover', calls: 16, seconds: 1 },
  { channel: 'csv', lane: 'read', calls: 60, seconds: 60 },
  { channel: 'csv', lane: 'write', calls: 60, seconds: 60 },
]
const EBAY_REVISIONS = 250

let app: TestApp
let time: SimulatedTime
let shop: AnyShop
/** What reached the channels. */
const reached: { channel: Id; lane: string | undefined; at: number }[] = []
const revised = new Map<string, number[]>()
const fakes = Object.fromEntries(ids.map((id) => [id, fakeChannel(channelOf(id))])) as Record<
  Id,
  ReturnType<typeof fakeChannel>
>
const gates = new Map<number, Gate>()

beforeAll(async () => {
  const connection = await testDatabase()
  time = await simulatedTime(connection)
  app = await openApp({}, connection)
  time.rule(app.services)
  for (const id of ids) counted(id)
  shop = await openFakeShop(app, ...Object.values(fakes))
  // Its consents outlive the day.
  await shop.ctx.db
    .updateTable('integrations')
    .set({ accessExpiresAt: null })
    .where('organizationId', '=', shop.ctx.organizationId)
    .execute()
})
afterAll(async () => {
  await app?.stop()
  await time?.stop()
})

/** Makes a fake ask for its numbers over the connection, as its adapter does. */
function counted(id: Id): void {
  const { channel } = fakes[id]
  const { read, set } = channel.stock
  const ask = (c: Connection, calls: Partial<HttpCall>[]) =>
    Promise.all(calls.map((call) => c.http({ method: 'GET', url: `http://${id}.test/`, ...call })))
  channel.check = () => ({ errors: {}, causes: {}, warnings: {} })
  Object.assign(channel.stock, {
    read: async (c, places) => (await ask(c, callCounts[id].read(places.length)), read(c, places)),
    set: async (c, levels) => {
      await ask(c, callCounts[id].set(levels.length))
      if (id === 'ebay') for (const { sku } of levels) revised.set(sku, [...(revised.get(sku) ?? []), time.now()])
      return set(c, levels)
    },
  } satisfies Partial<Channel['stock']>)
}

/** What a channel receives of an integration: through the quotas, in the time of this day. */
function gateOf(id: Id, key: { organizationId: number; integrationId: number }): Gate {
  const known = gates.get(key.integrationId)
  if (known) return known
  const gate = makeGate(app.services, channelOf(id), key, {
    clock: time.now,
    sleep: (ms) => time.advance(ms / 1000),
  })
  gates.set(key.integrationId, gate)
  return gate
}
/** One after the other: while one waits the day goes on, and what had been let through before would be counted as sent only then. */
const turns = new Map<Gate, Promise<unknown>>()
function call(id: Id, gate: Gate, what: HttpCall): Promise<HttpAnswer> {
  const sent = (turns.get(gate) ?? Promise.resolve()).then(() =>
    gate(what, async () => {
      reached.push({ channel: id, lane: what.lane, at: time.now() })
      return { status: 200, headers: {}, body: {} }
    }),
  )
  turns.set(
    gate,
    sent.catch(() => undefined),
  )
  return sent
}
const connect: Connect = (services, key, work) =>
  withConnection(services, key, (c) => {
    const id = c.channel.id as Id
    return work({ ...c, connection: { ...c.connection, http: (what) => call(id, gateOf(id, key), what) } })
  })

/** The first sells most of all, the others are sold out one after the other in the second half of the day. */
const PRODUCTS = 11
const SALES = 10_000
const STEPS = 24
const HOT = 2_000
/** Calls that another process wants of Etsy in a step, for listings that are changed whole. */
const REVISING = 450
/** … and takes of them at a time, until nothing is left. */
const REVISED_AT_ONCE = 10
interface Product {
  id: number
  sku: string
  pieces: number
  /** Its last piece goes in this step; none of some. */
  soldOutIn: number
}
const pieces = (n: number) => (n === 0 ? HOT : (SALES - HOT) / (PRODUCTS - 1))

async function openDay(): Promise<Product[]> {
  const template = await shop.template()
  const products: Product[] = []
  for (let n = 0; n < PRODUCTS; n += 1) {
    const soldOutIn = n === 0 ? STEPS : STEPS / 2 + n
    const product = await shop.product(template, { quantity: pieces(n) + (soldOutIn === STEPS ? 5 : 0) })
    products.push({ ...product, pieces: pieces(n), soldOutIn })
    const listingProducts = ids.map((channel) => ({
      channel,
      productId: product.id,
      listSettings: { list: true, sync: true },
    }))
    await app.call(saveListingProducts, { body: { listingProducts }, as: shop.as })
    for (const channel of ids)
      await app.call(listProduct, { params: { channel }, body: { productId: product.id, wait: 0 }, as: shop.as })
  }
  await shop.send()
  return products
}

/** Takes the calls of the day that it needs, and sends them in the half hour that follows. @returns whether it got all of them */
async function revise(): Promise<boolean> {
  const [quota] = channelOf('etsy').limits.quotas
  if (!quota) throw new Error('Etsy counts a day')
  const { organizationId } = shop.ctx
  const purpose = { channel: 'etsy', organizationId, integrationId: await shop.integrationId('etsy'), quota } as const
  const some = { least: REVISED_AT_ONCE, want: REVISED_AT_ONCE }
  let sold = 0
  while (sold < REVISING && 'granted' in (await lease(app.services.database.system, purpose, some))) sold += some.want
  for (let n = 1; n <= sold; n += 1) reached.push({ channel: 'etsy', lane: undefined, at: time.now() + n * 4000 })
  return sold === REVISING
}

/** Of `part` of a step, for each product as many as are sold by then. */
async function sell(products: readonly Product[], step: number, part = 1): Promise<void> {
  const levels = await stock.levelsOf(
    shop.ctx,
    products.map(({ id }) => id),
  )
  await stock.setAvailable(
    shop.ctx,
    products.flatMap(({ id, pieces, soldOutIn }) => {
      const level = levels.find((candidate) => candidate.productId === id)
      const share = Math.min(1, (step + part) / soldOutIn)
      const left = (soldOutIn === STEPS ? 5 : 0) + pieces - Math.round(pieces * share)
      return level && level.available !== left ? [{ levelId: level.id, available: left }] : []
    }),
    { reason: 'count', source: 'test', sourceKey: `${step}:${part}:${Math.random()}` },
  )
}

const integrations = new Map<Id, number>()
async function send(...on: Id[]): Promise<void> {
  for (const id of on) {
    const integration = integrations.get(id) ?? (await shop.integrationId(id))
    integrations.set(id, integration)
    while (await pushBatch(jobContext(app.services, shop.ctx.organizationId), integration, connect));
  }
}
/** Looks for orders, in a call of each channel that has some. */
async function look(): Promise<void> {
  const { organizationId } = shop.ctx
  for (const id of ids.filter((other) => other !== 'csv'))
    await connect(app.services, { organizationId, integrationId: await shop.integrationId(id) }, (c) =>
      hurried(c).connection.http({
        method: 'GET',
        url: `http://${id}.test/orders`,
        ...(id === 'ebay' ? { lane: 'fulfillment' } : {}),
      }),
    )
}

const shown = (id: Id, { sku }: Product) => fakes[id].shown().find((listing) => listing.sku === sku)?.quantity

/** The most calls that a channel received in any stretch of these seconds. */
function most(at: readonly number[], seconds: number): number {
  let [first, highest] = [0, 0]
  at.forEach((now, n) => {
    while ((at[first] ?? 0) <= now - seconds * 1000) first += 1
    highest = Math.max(highest, n - first + 1)
  })
  return highest
}

it('DESIGN 3: a day of 10,000 sales exceeds no limit that any of seven channels publishes, and what is sold out is told at once however few calls are left', async () => {
  const products = await openDay()
  const [hot, ...others] = products
  if (!hot) throw new Error('no products')
  expect(products.reduce((sum, product) => sum + product.pieces, 0)).toBe(SALES)
  let [refused, behind] = [0, 0]
  const late: string[] = []
  const begun = time.now()
  for (let step = 0; step < STEPS; step += 1) {
    // The best seller is told to eBay whenever it sells.
    for (let part = 1; part <= 12; part += 1) {
      await sell([hot], step, part / 12)
      await send('ebay')
    }
    await sell(others, step)
    await look()
    await send(...ids)
    if (!(await revise())) refused += 1
    for (const product of others) {
      const left = product.soldOutIn <= step + 1 && product.soldOutIn < STEPS
      if (left) late.push(...ids.filter((id) => shown(id, product) !== 0).map((id) => `${step}: ${id} ${product.sku}`))
      else if (shown('etsy', product) !== shown('shopify', product)) behind += 1
    }
    await time.advance(begun / 1000 + ((step + 1) * DAY) / STEPS - time.now() / 1000)
  }
  for (const { channel, lane, calls, seconds } of published) {
    const at = reached
      .filter((entry) => entry.channel === channel && (!lane || entry.lane === lane))
      .map((entry) => entry.at)
      .sort((a, b) => a - b)
    expect(at.length, `${channel} was asked`).toBeGreaterThanOrEqual(STEPS)
    expect(most(at, seconds), `${channel} ${lane ?? ''} in ${seconds} s`).toBeLessThanOrEqual(calls)
  }
  for (const [sku, at] of revised) expect(most(at, DAY), sku).toBeLessThanOrEqual(EBAY_REVISIONS)
  expect(revised.get(hot.sku)?.length, 'the best seller is told all day').toBeGreaterThan(150)
  expect({ refused: refused > 0, behind: behind > 0 }, 'there were too few calls').toEqual({
    refused: true,
    behind: true,
  })
  expect(late).toEqual([])
  // A day later all that waited has been told.
  await time.advance(DAY)
  await send(...ids)
  for (const id of ids)
    expect(
      products.map((product) => shown(id, product)),
      id,
    ).toEqual(products.map((product) => (product.soldOutIn === STEPS ? 5 : 0)))
}, 300_000)
