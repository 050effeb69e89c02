import { listListingProducts, listToChannels } from '#contract/listings/listings.ts'
import type { Motto } from './motto.ts'
import { type Sandbox, sandboxAt } from './sandbox.ts'
import { Seller } from './seller.ts'
import { until } from './wait.ts'

/** A seller with both channels connected, a template that lists on them, and a picture. */
export interface Story {
  seller: Seller
  sandbox: Sandbox
  template: number
  image: string
}

export async function begin(motto: Pick<Motto, 'url' | 'dataDir' | 'sandboxUrl'>): Promise<Story> {
  const seller = new Seller(motto.url, motto.dataDir)
  await seller.begin()
  await seller.connect('ebay')
  await seller.connect('shopify')
  return {
    seller,
    sandbox: sandboxAt(motto.sandboxUrl),
    template: await seller.template(),
    image: await seller.upload(),
  }
}

/** Waits until the product is live on both channels. @throws when a channel refused it */
export const live = (seller: Seller, productId: number) =>
  until(
    'live on both channels',
    async () => {
      const listings = await seller.call(listListingProducts, { query: { productId } })
      const rejected = listings.find((l) => l.result?.status === 'rejected')
      if (rejected) throw new Error(`${rejected.channel}: ${rejected.result?.reason}`)
      return listings.length === 2 && listings.every((l) => l.status === 'listed' && l.externalId)
    },
    90_000,
  )

/** Makes a product and lists it on both channels, whatever it takes. */
export async function listed({ seller, template, image }: Story, quantity = 10) {
  const product = await seller.product(template, { image, quantity })
  await seller.call(listToChannels, { body: { productId: product.id, wait: 20 } })
  await live(seller, product.id)
  return product
}

/** Waits until both channels offer this many pieces. */
export const bothShow = (sandbox: Sandbox, sku: string, quantity: number) =>
  until(
    `both channels show ${quantity} of ${sku}`,
    async () => {
      const shown = await Promise.all(
        ['ebay', 'shopify'].map(
          async (channel) => (await sandbox.listings(channel)).find((l) => l.sku === sku)?.quantity,
        ),
      )
      return shown.every((left) => left === quantity)
    },
    60_000,
  )
