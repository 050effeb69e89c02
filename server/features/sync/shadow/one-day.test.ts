import { beforeAll, expect, it } from 'vitest'
import type { CallReply } from '#contract/endpoint.ts'
import { readCatalogue } from '#contract/adopting/adopting.ts'
import { createSpreadsheet } from '#contract/integrations/lookups.ts'
import { updateShipping } from '#contract/orders/orders.ts'
import { updateProduct } from '#contract/products/products.ts'
import { confirmShadow, getShadow, refreshShadow, startShadow } from '#contract/sync/shadow.ts'
import { chanceOf } from '#domain/testing/stock/time.ts'
import { sandboxedApp } from '../../../testing/setup/sandboxed.ts'
import { type Shop, openShop } from '../../../testing/shop/shop.ts'
import { readJob } from '../../adopting/jobs.ts'
import { checkIntegrationJob } from '../../integrations/jobs.ts'
import { pullOrdersJob } from '../../orders/jobs.ts'
import { sendShadowedJob } from '../../orders/shipping/shadowed.ts'
import * as stock from '../../stock/service.ts'
import { pushJob } from '../jobs.ts'
import { reconcileJob } from '../reconciling/reconcile.ts'

/*
 * The acceptance of shadow mode: a day of sales, edits and restocks on all seven channels, with two workers and a restart. The sandbox counts what
 * it was asked, by a list of questions written here by hand, not by what the app takes for a write.
 */
type Shadow = CallReply<typeof getShadow>
const channels = ['ebay', 'etsy', 'bigcommerce', 'shopify', 'square', 'clover', 'csv'] as const
type Of = (typeof channels)[number]
const sellers = channels.filter((channel) => channel !== 'csv')
/** Rounds of two hours each. */
const ROUNDS = 12

const on = sandboxedApp()
let shop: Shop
let ids: Record<Of, number>
let products: { id: number; sku: string }[]

interface Call {
  method: string
  path: string
  body: string
}
const callsOf = async (channel: Of): Promise<Call[]> =>
  (await fetch(`${on.sandbox.url}/_sandbox/${channel}/calls`)).json() as Promise<Call[]>

/** By POST, and yet it changes nothing of a shop. */
const questions = [
  /oauth2?\/token$/,
  /\/token\/status$/,
  /\/oauth\/access_token$/,
  /bulk_get_inventory_item$/,
  /\/v2\/catalog\/(search|search-catalog-items|batch-retrieve)$/,
  /\/v2\/inventory\/counts\/batch-retrieve$/,
  /\/v2\/orders\/(search|batch-retrieve)$/,
  /:(batchG|g)etByDataFilter$/,
  /\/application\/scopes$/,
]
const isQuestion = ({ method, path, body }: Call) =>
  method === 'GET' ||
  (method === 'POST' &&
    (path.endsWith('graphql.json') ? !/"query":"\s*mutation/.test(body) : questions.some((known) => known.test(path))))
const writesOf = async (channel: Of, from: number) =>
  (await callsOf(channel)).slice(from).filter((call) => !isQuestion(call))

/** The clock of all channels two hours later. */
const later = () =>
  fetch(`${on.sandbox.url}/_sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seconds: 7200 }),
  })

/** Two workers at once, new ones each time: as after a restart they know nothing of what others did. */
const workers = () => [{ ...on.app.services }, { ...on.app.services }]
async function work(services = workers()) {
  const { organizationId } = shop.ctx
  for (const channel of sellers) await pullOrdersJob(on.app.services, { organizationId, integrationId: ids[channel] })
  for (const channel of channels)
    await Promise.all(services.map((worker) => pushJob(worker, { organizationId, integrationId: ids[channel] })))
}
/** The same until nothing is left to compute. */
async function computed(): Promise<Record<Of, Shadow>> {
  for (let tries = 0; tries < 40; tries += 1) {
    await work()
    const all = await Promise.all(channels.map(async (channel) => [channel, await shadowOf(channel)] as const))
    if (all.every(([, { computing }]) => computing === 0)) return Object.fromEntries(all) as Record<Of, Shadow>
  }
  throw new Error('what would be sent was never computed')
}
const shadowOf = async (channel: Of): Promise<Shadow> => {
  const answer = await on.app.call(getShadow, { params: { integrationId: ids[channel] }, query: {}, as: shop.as })
  if (!answer.body.data) throw new Error(answer.body.message)
  return answer.body.data
}

/** What buyers see of each SKU. */
async function shown(channel: Of) {
  const rows = await shop.remotes[channel].listings()
  return new Map(rows.map(({ sku, title, price, quantity }) => [sku, { title, price: Number(price), quantity }]))
}
type Seen = Awaited<ReturnType<typeof shown>>
const differences = (before: Seen, after: Seen): string[] =>
  [...after]
    .flatMap(([sku, now]) => {
      const was = before.get(sku)
      return (['title', 'price', 'quantity'] as const).flatMap((field) =>
        was?.[field] === now[field] ? [] : [`${sku} ${field}: ${was?.[field]} → ${now[field]}`],
      )
    })
    .sort()
/** The same, as it was listed. */
const listed = ({ listings }: Shadow): string[] =>
  listings
    .flatMap(({ sku: own, changes }) =>
      changes.flatMap(({ field, sku, now, would }) => {
        if (field === 'title') return [`${own} title: ${now} → ${would}`]
        if (field === 'quantity') return [`${sku} quantity: ${now} → ${would}`]
        return field === 'price' ? [`${sku} price: ${Number.parseFloat(now ?? '')} → ${Number.parseFloat(would)}`] : []
      }),
    )
    .sort()

async function restock({ id }: { id: number }, available: number, key: string) {
  const levels = await stock.levelsOf(shop.ctx, [id])
  await stock.setAvailable(
    shop.ctx,
    levels.map((level) => ({ levelId: level.id, available })),
    { reason: 'count', source: 'test', sourceKey: `${id}:${key}` },
  )
}

beforeAll(async () => {
  shop = await openShop(on.app, on.sandbox)
  const entries: [Of, number][] = []
  for (const channel of channels) entries.push([channel, await shop.integrationId(channel)])
  ids = Object.fromEntries(entries) as Record<Of, number>
  const template = await shop.template()
  products = []
  for (let n = 0; n < 3; n += 1) products.push(await shop.product(template, { quantity: 40 }))
  for (const { id } of products) for (const channel of channels) await shop.list(channel, id, { sync: true })
  for (const channel of channels) {
    await on.app.call(startShadow, { params: { integrationId: ids[channel] }, as: shop.as })
    await on.app.call(readCatalogue, { params: { integrationId: ids[channel] }, as: shop.as })
    await readJob(on.app.services, { organizationId: shop.ctx.organizationId, integrationId: ids[channel] })
  }
}, 300_000)

it('one day in shadow mode on all seven channels sends no writing call, and what was listed equals what is sent after confirmation', async () => {
  const chance = chanceOf(11)
  const { organizationId } = shop.ctx
  const from = new Map<Of, number>()
  for (const channel of channels) from.set(channel, (await callsOf(channel)).length)
  const before = new Map<Of, Seen>()
  let sold = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const product = products[round % products.length] as { id: number; sku: string }
    const channel = chance.pick(sellers) ?? 'ebay'
    await shop.remotes[channel].buy(product.sku, 1)
    sold += 1
    if (round % 3 === 1)
      await on.app.call(updateProduct, {
        body: { product: { id: product.id, title: `Harbor shirt ${round}`, price: 21 + round } } as never,
        as: shop.as,
      })
    if (round % 4 === 2) await restock(product, 30 + round, String(round))
    await later()
    await work()
    if (round === 6)
      for (const any of channels)
        await checkIntegrationJob(on.app.services, { organizationId, integrationId: ids[any] })
    if (round === 9)
      for (const any of channels) await reconcileJob(on.app.services, { organizationId, integrationId: ids[any] })
  }
  const orders = await shop.ctx.db
    .selectFrom('orders')
    .select(['id', 'channel'])
    .where('organizationId', '=', organizationId)
    .orderBy('id')
    .execute()
  expect(orders.length, 'orders are read').toBe(sold)
  const [first] = orders.filter(({ channel }) => channel !== 'clover')
  const parcel = { action: 'ship' as const, service: 'UPS', trackingNumber: '1Z999AA10123456784' }
  const shipped = await on.app.call(updateShipping, {
    body: { orderId: first?.id ?? 0, channel: first?.channel as 'ebay', ...parcel },
    as: shop.as,
  })
  expect(shipped.status).toBe(200)
  // A path that does not know of shadow mode is kept from sending, too.
  const sheet = await on.app.call(createSpreadsheet, { body: { title: 'Another' }, as: shop.as })
  expect(sheet.status).toBeGreaterThanOrEqual(400)
  expect(sheet.body.message).toContain('shadow mode')

  for (const channel of channels)
    await on.app.call(refreshShadow, { params: { integrationId: ids[channel] }, as: shop.as })
  const lists = await computed()
  for (const channel of channels) {
    expect(
      (await writesOf(channel, from.get(channel) ?? 0)).map(({ method, path }) => `${method} ${path}`),
      channel,
    ).toEqual([])
    expect(lists[channel].listings.length, channel).toBeGreaterThan(0)
    before.set(channel, await shown(channel))
  }
  const ofOrder = lists[first?.channel as Of]
  expect(ofOrder.orders.map(({ what, tracking }) => `${what} ${tracking}`)).toEqual(['ship UPS 1Z999AA10123456784'])

  for (const channel of channels) {
    const body = { list: lists[channel].list }
    const answer = await on.app.call(confirmShadow, { params: { integrationId: ids[channel] }, body, as: shop.as })
    expect(answer.status, channel).toBe(200)
    await sendShadowedJob(on.app.services, { organizationId, integrationId: ids[channel] })
  }
  for (let rounds = 0; rounds < 3; rounds += 1) {
    await later()
    await shop.send()
  }
  for (const channel of channels) {
    expect(differences(before.get(channel) as Seen, await shown(channel)), channel).toEqual(listed(lists[channel]))
    expect((await writesOf(channel, from.get(channel) ?? 0)).length, channel).toBeGreaterThan(0)
    expect((await shadowOf(channel)).orders, channel).toEqual([])
  }
}, 300_000)
