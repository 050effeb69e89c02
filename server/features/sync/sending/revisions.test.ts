import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { channelOf } from '#channels/registry.ts'
import type { Channel } from '#channels/channel.ts'
import { type FakeChannel, fakeChannel } from '#channels/testing/fake.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { type AnyShop, openFakeShop } from '../../../testing/shop/shop.ts'
import * as stock from '../../stock/service.ts'
import { oweListings } from '../../outbox/service.ts'
import { tryNow } from '../../../testing/setup/due.ts'

const DAY_MS = 86_400_000
const shopify = channelOf('shopify')
/** As eBay has it, of a fifth of the changes. */
const revisions = { ...channelOf('ebay').limits.revisions, calls: 50 } as NonNullable<Channel['limits']['revisions']>

let app: TestApp
let shop: AnyShop
let fake: FakeChannel
let template: number
/** Ahead of the machine's, in milliseconds. */
let ahead = 0
beforeAll(async () => {
  app = await testApp()
  const { clock } = app.services
  app.services.clock = { ...clock, now: () => new Date(clock.now().getTime() + ahead) }
})
afterAll(() => app.stop())
beforeEach(async () => {
  ahead = 0
  fake = fakeChannel({ ...shopify, limits: { ...shopify.limits, revisions } })
  shop = await openFakeShop(app, fake)
  // Its consent outlives the days that pass here.
  const { db, organizationId } = shop.ctx
  await db
    .updateTable('integrations')
    .set({ accessExpiresAt: null })
    .where('organizationId', '=', organizationId)
    .execute()
  template = await shop.template()
})

async function live(quantity: number): Promise<{ id: number; sku: string; listing: number }> {
  const product = await shop.product(template, { quantity })
  const { id } = await shop.list('shopify', product.id, { sync: true })
  if (id === null) throw new Error('it was not listed')
  return { ...product, listing: id }
}
async function count({ id }: { id: number }, available: number) {
  const levels = await stock.levelsOf(shop.ctx, [id])
  await stock.setAvailable(
    shop.ctx,
    levels.map((level) => ({ levelId: level.id, available })),
    { reason: 'count', source: 'test', sourceKey: `${id}:${available}:${Math.random()}` },
  )
}
/** As when its time has come. */
async function due() {
  await tryNow(shop.ctx)
  await shop.send()
}
const changes = (sku: string) => fake.calls.filter((what) => what.startsWith(`set ${sku} `)).length
const shown = (sku: string) => fake.shown().find((listing) => listing.sku === sku)?.quantity

describe('a listing that its channel lets change only so often', () => {
  it('DESIGN 2: is told some of many numbers through the day, what is sold out at once, and what it waits for is said', async () => {
    const product = await live(200)
    const pieces = 120
    const at: { ms: number; quantity: number }[] = []
    for (let sold = 1; sold <= pieces; sold += 1) {
      ahead = (sold * DAY_MS) / pieces
      await count(product, sold === pieces ? 0 : 200 - sold)
      const before = changes(product.sku)
      await due()
      if (changes(product.sku) > before) at.push({ ms: ahead, quantity: shown(product.sku) ?? -1 })
    }
    expect(at.length).toBe(changes(product.sku))
    expect(at.length).toBeLessThanOrEqual(50)
    expect(at.length, 'fewer than there were sales, and some all day long').toBeGreaterThan(20)
    expect(at.at(-1)).toEqual({ ms: DAY_MS, quantity: 0 })
    // 120 sales are sent one after the other.
  }, 120_000)

  it('waits without holding up its neighbours, says for what, and ends at the number that is', async () => {
    const [busy, calm] = [await live(500), await live(10)]
    for (let n = 1; n <= 25; n += 1) {
      await count(busy, 500 - n)
      await shop.send()
    }
    await count(calm, 9)
    await shop.send()
    expect(shown(calm.sku)).toBe(9)
    const waiting = await shop.listing('shopify', busy.id)
    expect(waiting).toMatchObject({ pending: 'quantity', result: { status: 'queued' } })
    expect(waiting.result?.reason).toContain('Shopify allows 50 changes per listing per day')
    expect(shown(busy.sku)).toBeGreaterThan(475)
    ahead = DAY_MS
    await due()
    expect(shown(busy.sku)).toBe(475)
    expect(await shop.listing('shopify', busy.id)).toMatchObject({ pending: null, result: { status: 'fulfilled' } })
  })

  it('counts what is told whole as all that the channel counts of it', async () => {
    const product = await live(10)
    for (let n = 0; n < 9; n += 1) {
      await oweListings(shop.ctx, [product.listing], 'revise')
      await shop.send()
    }
    // 25 may come at once, each takes three, and the last of them are kept for what is sold out.
    expect(fake.calls.filter((what) => what === `revise ${product.sku}`)).toHaveLength(5)
    await count(product, 0)
    await shop.send()
    expect(shown(product.sku)).toBe(0)
  })
})
