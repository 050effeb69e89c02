import { getStart } from '#contract/organizations.ts'
import { updateProduct } from '#contract/products.ts'
import type { Client, Selling } from './client.ts'
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
    offered: (channel: Selling) => ask<Offered[]>(`${channel}/listings`),
    buy: (channel: Selling, sku: string) => ask<{ externalOrderId: string }>(`${channel}/buy`, { sku, quantity: 1 }),
    cancel: (channel: Selling, externalOrderId: string) => ask<unknown>(`${channel}/cancel`, { externalOrderId }),
  }
}

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
  const shops = { ebay: await sandbox.offered('ebay'), shopify: await sandbox.offered('shopify') }
  const enough = (channel: Selling) =>
    shops[channel].filter(({ quantity }) => quantity > 4).toSorted((a, b) => (a.sku < b.sku ? -1 : 1))
  for (let at = 0; at < count; at++) {
    const channel = at % 2 === 0 ? 'ebay' : 'shopify'
    const goods = enough(channel)
    if (goods.length === 0) continue
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
  shops: Record<Selling, Offered[]>,
  idOf: ReadonlyMap<string, number>,
): Promise<void> {
  const onBoth = shops.ebay.find(
    ({ sku, quantity }) => quantity > 0 && idOf.has(sku) && shops.shopify.some((other) => other.sku === sku),
  )
  if (!onBoth) return
  const { orders } = await client.call(getStart)
  await client.call(updateProduct, { body: { product: { id: idOf.get(onBoth.sku) ?? 0, quantity: 1 } } })
  await untilShown(sandbox, onBoth.sku)
  await Promise.all([sandbox.buy('ebay', onBoth.sku), sandbox.buy('shopify', onBoth.sku)])
  await untilOrders(client, orders + 2)
}

const untilShown = (sandbox: ReturnType<typeof sandboxAt>, sku: string) =>
  patiently(async () => {
    const shown = [...(await sandbox.offered('ebay')), ...(await sandbox.offered('shopify'))].filter(
      (one) => one.sku === sku,
    )
    return shown.every(({ quantity }) => quantity === 1)
  })
const untilOrders = (client: Client, count: number) =>
  patiently(async () => (await client.call(getStart)).orders >= count)

/** Looks until it is so or the time is over; the demo goes on either way, as nothing that follows depends on it. */
async function patiently(look: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  while (!(await look()) && performance.now() < until) await new Promise((done) => setTimeout(done, LOOK_MS))
}
