import type { BuiltId } from '#contract/channels/names.ts'
import { getStart } from '#contract/organizations/organizations.ts'
import { updateProduct } from '#contract/products/products.ts'
import type { Client } from './client.ts'
import { selling } from './on-channels.ts'
import type { PlannedProduct } from './plan.ts'
import { seeded } from './random.ts'

interface Offered {
  sku: string
  quantity: number
  status: string
}

/** The buyers' side of the sandbox. @param url where the sandbox listens */
function sandboxAt(url: string) {
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(
      `${url}/_sandbox/${path}`,
      body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    )
    if (!response.ok) throw new Error(`The sandbox answered ${path} with ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }
  return {
    offered: (channel: BuiltId) => ask<Offered[]>(`${channel}/listings`),
    buy: (channel: BuiltId, sku: string) => ask<{ externalOrderId: string }>(`${channel}/buy`, { sku, quantity: 1 }),
    cancel: (channel: BuiltId, externalOrderId: string) => ask<unknown>(`${channel}/cancel`, { externalOrderId }),
  }
}

/** What each channel's shop offers now. */
const offeredBy = async (sandbox: ReturnType<typeof sandboxAt>) =>
  new Map(await Promise.all(selling.map(async (channel) => [channel, await sandbox.offered(channel)] as const)))

const LOOK_MS = 200
const PATIENCE_MS = 20_000

/** Buyers buy: orders to pack, one of them cancelled again, and one last piece sold on two channels at once. */
export async function sell(
  client: Client,
  sandboxUrl: string,
  count: number,
  idOf: ReadonlyMap<string, number>,
  planned: readonly PlannedProduct[],
): Promise<number> {
  const sandbox = sandboxAt(sandboxUrl)
  const random = seeded(11)
  const before = (await client.call(getStart)).orders
  const shops = await offeredBy(sandbox)
  const enough = (channel: BuiltId) =>
    (shops.get(channel) ?? []).filter(({ quantity }) => quantity > 4).toSorted((a, b) => (a.sku < b.sku ? -1 : 1))
  for (let at = 0; at < count; at++) {
    const channel = selling[at % selling.length]
    const goods = channel ? enough(channel) : []
    if (!channel || goods.length === 0) continue
    const { externalOrderId } = await sandbox.buy(channel, random.pick(goods).sku)
    if (at === 4) await sandbox.cancel(channel, externalOrderId)
  }
  await untilOrders(client, before + count)
  await runOut(client, planned, idOf)
  await sellTwice(client, sandbox, shops, idOf)
  return (await client.call(getStart)).openOrders
}

/** Some things are out of stock, on every channel, too. */
async function runOut(
  client: Client,
  planned: readonly PlannedProduct[],
  idOf: ReadonlyMap<string, number>,
): Promise<void> {
  const single = planned.filter(
    ({ channels, variations, quantity }) => channels.length > 0 && variations.length === 0 && quantity < 4,
  )
  for (const { sku } of single.slice(0, 6))
    await client.call(updateProduct, { body: { product: { id: idOf.get(sku) ?? 0, quantity: 0 } } })
}

/** Two buyers, one piece: the order that came second is kept, marked oversold, and shown at once. */
async function sellTwice(
  client: Client,
  sandbox: ReturnType<typeof sandboxAt>,
  shops: ReadonlyMap<BuiltId, Offered[]>,
  idOf: ReadonlyMap<string, number>,
): Promise<void> {
  const two = selling.slice(0, 2)
  const [first = [], another = []] = two.map((channel) => shops.get(channel))
  const onBoth = first.find(
    ({ sku, quantity }) => quantity > 0 && idOf.has(sku) && another.some((other) => other.sku === sku),
  )
  if (!onBoth) return
  const { orders } = await client.call(getStart)
  await client.call(updateProduct, { body: { product: { id: idOf.get(onBoth.sku) ?? 0, quantity: 1 } } })
  await untilShown(sandbox, onBoth.sku)
  await Promise.all(two.map((channel) => sandbox.buy(channel, onBoth.sku)))
  await untilOrders(client, orders + 2)
}

const untilShown = (sandbox: ReturnType<typeof sandboxAt>, sku: string) =>
  patiently(async () => {
    const shown = [...(await offeredBy(sandbox)).values()].flat().filter((offer) => offer.sku === sku)
    return shown.every(({ quantity }) => quantity === 1)
  })
const untilOrders = (client: Client, count: number) =>
  patiently(async () => (await client.call(getStart)).orders >= count)

/** Looks until it is so or the time is over; the demo goes on either way, as nothing that follows depends on it. */
async function patiently(look: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  while (!(await look()) && performance.now() < until) await new Promise((done) => setTimeout(done, LOOK_MS))
}
