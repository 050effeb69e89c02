import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listJobs } from '#contract/jobs.ts'
import { listListingProducts, listToChannels } from '#contract/listings/listings.ts'
import { createToken, revokeToken } from '#contract/tokens/tokens.ts'
import { agree } from './support/agree.ts'
import { openBrowser, openListening } from './support/browser.ts'
import { type Many, startMany } from './support/many.ts'
import { signedIn } from './support/person.ts'
import { Refused, Seller } from './support/seller.ts'
import { storm } from './support/storm.ts'
import type { FaultKind } from './support/sandbox.ts'
import { type Story, begin, listed, live } from './support/story.ts'
import { until } from './support/wait.ts'

let many: Many
let story: Story

/** Two api and two worker processes on one PostgreSQL, which is empty: two of them want to migrate it at once. */
beforeAll(async () => {
  many = await startMany()
  story = await begin(many)
})
afterAll(() => many?.stop())

it('two api and two worker processes on one database keep one stock', async () => {
  const { seller, sandbox } = story
  const products = await Promise.all([1, 2, 3].map(() => listed(story, 10)))
  await Promise.all(
    products.flatMap(({ sku }) => [
      sandbox.buy('ebay', sku, 3),
      sandbox.buy('shopify', sku, 2),
      sandbox.buy('ebay', sku, 1),
    ]),
  )
  for (const product of products) await agree(seller, sandbox, product, { available: 4, reserved: 6, orders: 3 })
})

it('an order that a worker process imports appears by itself on the page of an api process', async () => {
  const browser = await openBrowser()
  const { page, problems } = await signedIn(browser, many, story.seller)
  const product = await listed(story, 10)
  await openListening(page, `${many.url}/orders`)
  await page.getByRole('table', { name: 'Orders' }).waitFor()
  const { externalOrderId } = await story.sandbox.buy('ebay', product.sku, 3)
  await page.getByRole('link', { name: externalOrderId }).click()
  await page.waitForURL(/\/order\/\d+/)
  await page.getByText(product.sku).first().waitFor()
  expect(problems).toEqual([])
  await browser.close()
  await agree(story.seller, story.sandbox, product, { available: 7, reserved: 3, orders: 1 })
})

const kinds: [FaultKind, number][] = [
  ['error500', 3],
  ['timeout', 1],
  ['timeout_after_commit', 1],
  ['rate_limit', 2],
  ['drop_webhook', 5],
  ['duplicate_webhook', 5],
  ['reorder_webhooks', 5],
  ['expire_token', 1],
]
describe('one product on two channels, one stock, while channels misbehave', () => {
  it.each(kinds)(
    'LST-345 LST-080 with %s: one listing per channel, one order per sale, the same quantity everywhere',
    async (kind, count) => {
      const { seller, sandbox, template, image } = story
      const product = await seller.product(template, { image })
      for (const channel of ['ebay', 'shopify']) await sandbox.fault(channel, kind, count)
      await seller.call(listToChannels, { body: { productId: product.id, wait: 20 } })
      await live(seller, product.id)
      for (const channel of ['ebay', 'shopify']) await sandbox.fault(channel, kind, count)
      await sandbox.buy('ebay', product.sku, 3)
      await sandbox.buy('shopify', product.sku, 2)
      const orders = await agree(seller, sandbox, product, { available: 5, reserved: 5, orders: 2 })
      expect(orders.map((o) => [o.channel, o.totalQuantity]).sort()).toEqual([
        ['ebay', 3],
        ['shopify', 2],
      ])
      await sandbox.clearFaults()
    },
  )
})

it('a sale that is cancelled gives its pieces back once, on both channels', async () => {
  const { seller, sandbox } = story
  const product = await listed(story)
  const { externalOrderId } = await sandbox.buy('ebay', product.sku, 4)
  await agree(seller, sandbox, product, { available: 6, reserved: 4, orders: 1 })
  await sandbox.cancel('ebay', externalOrderId)
  await agree(seller, sandbox, product, { available: 10, reserved: 0, orders: 1 })
})

it('twenty buyers for the last three pieces on two channels: every sale is an order, the excess is oversold, stock never below zero', async () => {
  const { seller, sandbox } = story
  const product = await listed(story, 3)
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) => sandbox.buy(i % 2 ? 'ebay' : 'shopify', product.sku, 1)),
  )
  const sold = tries.filter((t) => t.status === 'fulfilled').length
  // Each channel had three to sell before it heard of the other's sales.
  expect(sold).toBeGreaterThan(3)
  expect(sold).toBeLessThanOrEqual(6)
  const orders = await agree(seller, sandbox, product, { available: 0, reserved: 3, orders: sold })
  expect(orders.filter((o) => o.oversold)).toHaveLength(sold - 3)
})

it('CHN-022 a revoked consent is shown as such, what is owed is kept, and is sent once the channel is authorized again', async () => {
  const { seller, sandbox } = story
  const product = await listed(story)
  await sandbox.fault('ebay', 'revoke_token', 1)
  await sandbox.buy('shopify', product.sku, 1)
  await until(
    'eBay asks for authorization',
    async () => {
      const [ebay] = await seller.call(listListingProducts, { query: { productId: product.id } })
      return ebay?.channel === 'ebay' && ebay.pending !== null && ebay.result?.reason.includes('Re-authorize')
    },
    60_000,
  )
  await seller.authorize('ebay')
  await agree(seller, sandbox, product, { available: 9, reserved: 1, orders: 1 })
})

it('DESIGN 2: workers killed among sales, cancellations, counts and edits: each sale is one order, all agree, no guaranteed piece is sold twice', async () => {
  const { sales, kills, oversold } = await storm(many, story, { seed: 3, events: 60 })
  expect([sales > 10, kills > 0, oversold.guaranteed]).toEqual([true, true, 0])
})

it('an API token revoked at one process is refused at both within five seconds', async () => {
  const scopes = ['products:read' as const]
  const { secret, token } = await story.seller.call(createToken, { body: { name: 'ERP', scopes } })
  const statuses = () =>
    Promise.all(
      many.apis.map(async ({ ownUrl }) => {
        const headers = { authorization: `Bearer ${secret}` }
        return (await fetch(`${ownUrl}/api/v2/products?limit=1`, { headers })).status
      }),
    )
  expect(await statuses()).toEqual([200, 200])
  await story.seller.call(revokeToken, { params: { id: token.id } })
  await until('refused at both', async () => (await statuses()).every((status) => status === 401), 4_500)
})

it('ACC-028 a session ended at one process is ended at the other', async () => {
  const other = new Seller(many.apis[1]?.ownUrl ?? '', many.dataDir)
  other.adopt(story.seller)
  expect((await other.call(listJobs, { query: {} })).items).toBeGreaterThan(0)
  await story.seller.signOut()
  // Sooner than the five seconds for which a process trusts what it knows.
  await until(
    'refused',
    () =>
      other.call(listJobs, { query: {} }).then(
        () => false,
        (error: unknown) => error instanceof Refused && error.status === 401,
      ),
    4_500,
  )
})
