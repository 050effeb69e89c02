import { ChannelError, type ChannelListing, type ExternalListing, type Outcome, type Page } from '../channel.ts'
import { done, each } from '../kit/batch.ts'
import { toMinor } from '../kit/money.ts'
import { ask, askAll, nextOf, productIdOf, restOf, type ShopifyConnection } from './calls.ts'
import { originOf } from './connect.ts'
import { throwUserErrors } from './errors.ts'
import { Account, Hide, type ListedProduct, ProductRest, Products, Publications, SetStatus } from './wire.ts'

/** Takes products off every sales channel and archives them; the product stays, so listing again finds it. */
export function end(c: ShopifyConnection, batch: ExternalListing[]): Promise<Outcome[]> {
  let channels: Promise<string[]> | undefined
  return each(batch, 2, async (listing) => {
    const id = productIdOf(listing)
    if (!id) return done
    channels ??= askAll(async (after) => (await ask(c, 'publications', Publications, { after })).publications).then(
      (all) => all.map(({ id }) => id),
    )
    const from = (await channels).map((publicationId) => ({ publicationId }))
    try {
      throwUserErrors((await ask(c, 'hide', Hide, { id, from })).publishableUnpublish.userErrors)
      throwUserErrors(
        (await ask(c, 'setStatus', SetStatus, { product: { id, status: 'ARCHIVED' } })).productUpdate.userErrors,
      )
    } catch (error) {
      // deleted in the shop: nothing of it is for sale
      if (!(error instanceof ChannelError && error.kind === 'not_found')) throw error
    }
    return done
  })
}

const statuses: Record<string, ChannelListing['status']> = { ACTIVE: 'live', UNLISTED: 'live', ARCHIVED: 'ended' }

/** Every variant of every product, one entry each. A variant without a SKU is among them: the import screen says so. */
export async function pull(c: ShopifyConnection, cursor?: string): Promise<Page<ChannelListing>> {
  const [{ shop }, { products }] = await Promise.all([
    ask(c, 'account', Account),
    ask(c, 'products', Products, { after: cursor ?? null }),
  ])
  const items: ChannelListing[] = []
  for (const product of products.nodes) items.push(...(await listingsOf(c, product, shop.currencyCode)))
  return { items, next: nextOf(products.pageInfo) }
}

async function listingsOf(c: ShopifyConnection, product: ListedProduct, currency: string): Promise<ChannelListing[]> {
  const variants = await restOf(
    product.variants,
    async (after) => (await ask(c, 'productRest', ProductRest, { id: product.id, after })).product?.variants,
  )
  return variants.map((variant) => ({
    externalId: product.id,
    sku: variant.sku ?? '',
    title: variant.title === 'Default Title' ? product.title : `${product.title} - ${variant.title}`,
    price: toMinor(variant.price),
    currency,
    quantity: variant.inventoryQuantity ?? 0,
    status: statuses[product.status] ?? 'draft',
    url: product.onlineStoreUrl ?? `${originOf(c.origins, c.shop)}/products/${product.handle}`,
    parts: { variantId: variant.id, inventoryItemId: variant.inventoryItem.id },
  }))
}
