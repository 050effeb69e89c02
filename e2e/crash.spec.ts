import { afterAll, beforeAll, expect, it } from 'vitest'
import { listListingProducts, listToChannels } from '#contract/listings/listings.ts'
import { agree } from './support/agree.ts'
import type { Motto } from './support/motto.ts'
import { ownMotto } from './support/running.ts'
import { type Story, begin, listed, live } from './support/story.ts'

let motto: Motto
let story: Story
beforeAll(async () => {
  motto = await ownMotto()
  story = await begin(motto)
})
afterAll(() => motto?.stop())

it.each([5, 25, 60, 120])(
  'killed %i ms into publishing, it finishes after the restart with one listing per channel',
  async (ms) => {
    const { seller, sandbox, template, image } = story
    const product = await seller.product(template, { image })
    const listing = seller.call(listToChannels, { body: { productId: product.id, wait: 0 } }).catch(() => undefined)
    await new Promise((done) => setTimeout(done, ms))
    await motto.kill()
    await listing
    await motto.start()
    // An acknowledged request is never lost; one that was cut off may have to be sent again.
    const listings = await seller.call(listListingProducts, { query: { productId: product.id } })
    if (listings.some((l) => l.pending === null && l.status !== 'listed'))
      await seller.call(listToChannels, { body: { productId: product.id, wait: 0 } })
    await live(seller, product.id)
    await agree(seller, sandbox, product, { available: 10, reserved: 0, orders: 0 })
  },
)

it('killed while orders come in, it takes each sale once', async () => {
  const { seller, sandbox } = story
  const product = await listed(story, 30)
  let sold = 0
  for (let round = 0; round < 3; round += 1) {
    for (const channel of ['ebay', 'shopify']) {
      await sandbox.buy(channel, product.sku, 1)
      sold += 1
    }
    await new Promise((done) => setTimeout(done, 30 + round * 220))
    await motto.kill()
    await motto.start()
  }
  const orders = await agree(seller, sandbox, product, { available: 30 - sold, reserved: sold, orders: sold }, 90_000)
  expect(orders.every((o) => !o.oversold)).toBe(true)
})
