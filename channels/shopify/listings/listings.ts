import { SizeAndWeight } from '#contract/shapes.ts'
import { ChannelError, type ExternalListing, type Outcome, type Page } from '../../channel.ts'
import { done, each } from '../../kit/batch.ts'
import { toMinor } from '../../kit/money.ts'
import { shrinking } from '../../kit/paging.ts'
import type { ChannelProduct, ListingState } from '../../product.ts'
import { ask, askAll, nextOf, productIdOf, restOf, type ShopifyConnection } from '../calls.ts'
import { originOf } from '../connect.ts'
import { throwUserErrors } from '../errors.ts'
import { readStock } from '../stock.ts'
import {
  Account,
  Hide,
  type ListedProduct,
  type ListedVariant,
  ProductRest,
  Products,
  Publications,
  SetStatus,
  type ShopifyMedia,
} from '../wire.ts'

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

const states: Record<string, ListingState> = { ACTIVE: 'live', UNLISTED: 'live', ARCHIVED: 'ended' }
const weightUnits: Record<string, SizeAndWeight['weightUnit']> = {
  KILOGRAMS: 'kg',
  POUNDS: 'lb',
  GRAMS: 'g',
  OUNCES: 'oz',
}

/** Products of a page; a request that asks for more than 1,000 points never runs. */
const pageSizes = [25, 10, 3]

/** Every product, drafts and archived ones too. A variant without a SKU is among them: whoever reads it says so. */
export async function pull(c: ShopifyConnection, cursor?: string): Promise<Page<ChannelProduct>> {
  const [{ shop }, { products }] = await Promise.all([
    ask(c, 'account', Account),
    shrinking(pageSizes, (first) => ask(c, 'products', Products, { first, after: cursor ?? null })),
  ])
  const items: ChannelProduct[] = []
  for (const product of products.nodes) items.push(await toProduct(c, product, shop.currencyCode))
  return { items: await atLocation(c, items), next: nextOf(products.pageInfo) }
}

/** A product counts its pieces at all locations; what is kept in step is the number at the chosen one. */
async function atLocation(c: ShopifyConnection, items: ChannelProduct[]): Promise<ChannelProduct[]> {
  const { locationId } = c.settings
  if (!locationId) return items
  const counted = items.flatMap(({ externalId, url, variants }) =>
    variants
      .filter(({ sku, quantity }) => sku && quantity !== null)
      .map((variant) => ({
        variant,
        place: { sku: variant.sku, locationId, listing: { externalId, url, parts: { [variant.sku]: variant.part } } },
      })),
  )
  const shown = await readStock(
    c,
    counted.map(({ place }) => place),
  )
  const there = new Map(
    counted.flatMap(({ variant }, i) => {
      const outcome = shown[i]
      return outcome?.ok ? [[variant, outcome.value.quantity] as const] : []
    }),
  )
  return items.map((item) => ({
    ...item,
    variants: item.variants.map((variant) => ({ ...variant, quantity: there.get(variant) ?? variant.quantity })),
  }))
}

async function toProduct(c: ShopifyConnection, product: ListedProduct, currency: string): Promise<ChannelProduct> {
  const variants = await restOf(
    product.variants,
    async (after) => (await ask(c, 'productRest', ProductRest, { id: product.id, after })).product?.variants,
  )
  return {
    externalId: product.id,
    url: product.onlineStoreUrl ?? `${originOf(c.origins, c.shop)}/products/${product.handle}`,
    state: states[product.status] ?? 'draft',
    updatedAt: new Date(product.updatedAt),
    title: product.title,
    description: product.descriptionHtml,
    images: picturesOf(product.media),
    category: { id: product.category?.id ?? '', name: product.category?.fullName ?? '' },
    brand: product.vendor,
    condition: '',
    tags: product.tags,
    attributes: product.productType ? [{ name: 'Product type', values: [product.productType] }] : [],
    sizeAndWeight: weightOf(variants[0]),
    currency,
    variants: variants.map((variant) => ({
      sku: variant.sku ?? '',
      options: optionsOf(variant),
      price: toMinor(variant.price, currency),
      quantity: variant.inventoryItem.tracked ? (variant.inventoryQuantity ?? 0) : null,
      barcode: variant.barcode ?? '',
      image: picturesOf(variant.media)[0] ?? '',
      part: { variantId: variant.id, inventoryItemId: variant.inventoryItem.id },
    })),
    data: {},
  }
}

const picturesOf = ({ nodes }: ShopifyMedia) => nodes.flatMap(({ preview }) => preview?.image?.url ?? [])

/** Shopify gives a product of one form the option "Title" with the value "Default Title". */
export const optionsOf = ({ selectedOptions }: Pick<ListedVariant, 'selectedOptions'>): Record<string, string> =>
  Object.fromEntries(
    selectedOptions
      .filter(({ name, value }) => name !== 'Title' || value !== 'Default Title')
      .map(({ name, value }) => [name, value]),
  )

function weightOf(variant: ListedVariant | undefined): SizeAndWeight | null {
  const weight = variant?.inventoryItem.measurement.weight
  const weightUnit = weight && weightUnits[weight.unit]
  return weight && weightUnit ? SizeAndWeight.parse({ weight: weight.value, weightUnit }) : null
}
