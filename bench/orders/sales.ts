import { begin, listed } from '../../e2e/support/story.ts'
import type { Motto } from '../../e2e/support/motto.ts'
import { type Row, ms, percentile } from '../kit/report.ts'

const SALES = 200
const PRODUCTS = 20

/** From a sale on one channel to the other channel showing the new quantity, one sale after the other. */
export async function benchSales(motto: Motto): Promise<Row[]> {
  const story = await begin(motto)
  const products = await Promise.all(Array.from({ length: PRODUCTS }, () => listed(story, 1000)))
  const { sandbox } = story
  // The goal counts from when a sale can be seen.
  for (const channel of ['ebay', 'shopify']) await sandbox.noLag(channel)
  const took: Record<'ebay' | 'shopify', number[]> = { ebay: [], shopify: [] }
  const left = new Map(products.map((p) => [p.sku, 1000]))
  for (let n = 0; n < SALES; n += 1) {
    const from = n % 2 ? 'ebay' : 'shopify'
    const sku = products[n % PRODUCTS]?.sku ?? ''
    const began = performance.now()
    await sandbox.buy(from, sku, 1)
    const remaining = (left.get(sku) ?? 0) - 1
    left.set(sku, remaining)
    const other = from === 'ebay' ? 'shopify' : 'ebay'
    while ((await sandbox.listings(other)).find((l) => l.sku === sku)?.quantity !== remaining) {
      if (performance.now() - began > 60_000) throw new Error(`${sku} did not follow within a minute`)
      await new Promise((done) => setTimeout(done, 10))
    }
    took[from].push(performance.now() - began)
  }
  const row = (name: string, samples: number[]): Row => ({
    benchmark: `sale → other channel, ${name} (${samples.length} sales)`,
    ours: `p50 ${ms(percentile(samples, 0.5))}, p95 ${ms(percentile(samples, 0.95))}`,
    floor: '',
    ratio: '',
    goal: 'p50 ≤ 1 s, p95 ≤ 5 s',
  })
  return [
    row('all', [...took.ebay, ...took.shopify]),
    row('sold on eBay, which is polled', took.ebay),
    row('sold on Shopify, by webhook', took.shopify),
  ]
}
