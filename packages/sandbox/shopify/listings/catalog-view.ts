import { level, onHand, totalAvailable } from '../stock/inventory.ts'
import { page, pageInOrder, type PageArgs } from '../api/paging.ts'
import { fetched } from './pictures.ts'
import { count, findLocation, money, type View } from '../shop/shop-view.ts'
import {
  find,
  isForSale,
  item,
  legacyId,
  ofShop,
  products,
  shopUrl,
  shown,
  type CollectionRow,
  type Env,
  type ItemRow,
  type LevelRow,
  type MediaRow,
  type ProductRow,
  type PublicationRow,
  type VariantRow,
} from '../state.ts'
import { category } from './taxonomy.ts'
import { maxVariants } from '../version.ts'

/** Pictures are fetched and made ready some time after the mutation answers. */
const defaultVariant = 'Default Title'
/** What a level counts; the states that nothing here changes are always 0. */
const quantityNames = new Set([
  'available',
  'on_hand',
  'committed',
  'incoming',
  'reserved',
  'damaged',
  'safety_stock',
  'quality_control',
])

export const variantTitle = (variant: VariantRow): string => variant.values.join(' / ')
export const isDefaultOnly = (product: ProductRow): boolean =>
  product.variants.length === 1 && product.variants[0]?.values.join() === defaultVariant
export interface Sold {
  product: ProductRow
  variant: VariantRow
}
/** A variant of a product that is known; `findVariant` looks through all. */
export function variantOf(env: Env, productId: string, id: string): Sold | undefined {
  const product = find<ProductRow>(env, 'product', productId)
  const variant = product?.variants.find((candidate) => candidate.id === id)
  return product && variant ? { product, variant } : undefined
}
export function findVariant(env: Env, id: string): Sold | undefined {
  const product = products(env).find((candidate) => candidate.variants.some((variant) => variant.id === id))
  return product ? variantOf(env, product.id, id) : undefined
}
export const storefrontUrl = (env: Env, product: ProductRow): string => `${shopUrl(env)}/products/${product.handle}`

export function mediaView(env: Env, media: MediaRow): View {
  const { status, mediaErrors } = fetched(env, media)
  const image =
    status === 'READY'
      ? {
          id: media.id.replace('MediaImage', 'ImageSource'),
          altText: media.alt,
          url: media.source,
          width: 1200,
          height: 1200,
        }
      : null
  return {
    __typename: 'MediaImage',
    id: media.id,
    alt: media.alt,
    mediaContentType: 'IMAGE',
    mediaErrors,
    status,
    image,
    preview: { image, status },
    mimeType: 'image/jpeg',
    createdAt: shown(media.createdAt),
    updatedAt: shown(media.createdAt),
  }
}

export function variantView(env: Env, product: ProductRow, variant: VariantRow): View {
  const media = () => product.media.filter((medium) => medium.id === variant.mediaId)
  const available = () => totalAvailable(item(env, variant.itemId))
  return {
    ...variant,
    __typename: 'ProductVariant',
    legacyResourceId: legacyId(variant.id),
    title: variantTitle(variant),
    displayName: `${product.title} - ${variantTitle(variant)}`,
    position: product.variants.indexOf(variant) + 1,
    createdAt: shown(variant.createdAt),
    updatedAt: shown(variant.updatedAt),
    inventoryQuantity: available,
    sellableOnlineQuantity: available,
    availableForSale: () =>
      isForSale(product) &&
      (available() > 0 || variant.inventoryPolicy === 'CONTINUE' || !item(env, variant.itemId)?.tracked),
    selectedOptions: () =>
      product.options.map((option, place) => ({
        name: option.name,
        value: variant.values[place],
        optionValue: optionValueView(
          product,
          place,
          option.values.find((value) => value.name === variant.values[place]),
        ),
      })),
    inventoryItem: () => inventoryItemView(env, variant.itemId),
    product: () => productView(env, product),
    image: () => media().map((medium) => mediaView(env, medium)['image'])[0] ?? null,
    media: (args: PageArgs) => pageInOrder(media(), args, (medium) => mediaView(env, medium)),
  }
}
function optionValueView(
  product: ProductRow,
  place: number,
  value: { id: string; name: string } | undefined,
): View | null {
  if (!value) return null
  return {
    __typename: 'ProductOptionValue',
    ...value,
    hasVariants: product.variants.some((variant) => variant.values[place] === value.name),
  }
}

export function productView(env: Env, product: ProductRow): View {
  const published = () => Object.keys(product.publications)
  const onlineStore = () =>
    ofShop<PublicationRow>(env, 'publication').find((publication) => publication.name === 'Online Store')?.id ?? ''
  const items = () => product.variants.map((variant) => item(env, variant.itemId))
  const prices = () => product.variants.map((variant) => Number(variant.price))
  return {
    __typename: 'Product',
    id: product.id,
    legacyResourceId: legacyId(product.id),
    handle: product.handle,
    title: product.title,
    descriptionHtml: product.descriptionHtml,
    vendor: product.vendor,
    productType: product.productType,
    tags: product.tags,
    status: product.status,
    seo: product.seo,
    templateSuffix: product.templateSuffix,
    isGiftCard: false,
    createdAt: shown(product.createdAt),
    updatedAt: shown(product.updatedAt),
    category: product.category ? category(product.category) : null,
    publishedAt: () => {
      const at = product.publications[onlineStore()]
      return at ? shown(at) : null
    },
    // Shown only where the online store may sell it.
    onlineStoreUrl: () =>
      product.status === 'ACTIVE' && product.publications[onlineStore()] ? storefrontUrl(env, product) : null,
    onlineStorePreviewUrl: () => storefrontUrl(env, product),
    hasOnlyDefaultVariant: isDefaultOnly(product),
    totalInventory: () => items().reduce((sum, inventoryItem) => sum + totalAvailable(inventoryItem), 0),
    tracksInventory: () => items().some((inventoryItem) => inventoryItem?.tracked),
    variantsCount: count(product.variants.length),
    mediaCount: count(product.media.length),
    priceRangeV2: () => ({
      minVariantPrice: money(Math.min(...prices())),
      maxVariantPrice: money(Math.max(...prices())),
    }),
    featuredMedia: () => product.media.slice(0, 1).map((medium) => mediaView(env, medium))[0] ?? null,
    options: ({ first }: { first?: number | null }) =>
      product.options.slice(0, first ?? undefined).map((option, place) => ({
        __typename: 'ProductOption',
        id: option.id,
        name: option.name,
        position: place + 1,
        values: option.values.map((value) => value.name),
        optionValues: option.values.map((value) => optionValueView(product, place, value)),
      })),
    media: (args: PageArgs) => pageInOrder(product.media, args, (medium) => mediaView(env, medium)),
    variants: (args: PageArgs) =>
      pageInOrder(product.variants, args, (variant) => variantView(env, product, variant), maxVariants),
    inCollection: ({ id }: { id: string }) => product.collections.includes(id),
    collections: (args: PageArgs) =>
      pageInOrder(collectionsOf(env, product), args, (collection) => collectionView(env, collection)),
    resourcePublicationsCount: () => count(published().length),
    publishedOnPublication: ({ publicationId }: { publicationId: string }) => published().includes(publicationId),
  }
}
const collectionsOf = (env: Env, product: ProductRow): CollectionRow[] =>
  product.collections.flatMap((id) => find<CollectionRow>(env, 'collection', id) ?? [])

export function collectionView(env: Env, row: CollectionRow): View {
  const members = () => products(env).filter((product) => product.collections.includes(row.id))
  const source = row.source
  return {
    __typename: 'Collection',
    id: row.id,
    legacyResourceId: legacyId(row.id),
    handle: row.handle,
    title: row.title,
    descriptionHtml: row.descriptionHtml,
    sortOrder: row.sortOrder,
    updatedAt: shown(row.updatedAt),
    sources: source
      ? [
          {
            __typename: 'CollectionConditionsSource',
            ...source,
            description: null,
            shareable: false,
            targetType: 'PRODUCTS',
            inclusion: {
              conditions: [],
              matchType: null,
              selections: (args: PageArgs) =>
                page(members(), args, {
                  key: (product) => product.id,
                  view: (product) => ({ product: productView(env, product), variantIds: null }),
                }),
            },
          },
        ]
      : [],
    productsCount: () => count(members().length),
    hasProduct: ({ id }: { id: string }) => members().some((member) => member.id === id),
    resourcePublicationsCount: count(row.publications.length),
    publishedOnPublication: ({ publicationId }: { publicationId: string }) => row.publications.includes(publicationId),
  }
}

export function levelView(env: Env, row: ItemRow, inventoryLevel: LevelRow): View {
  const quantity = (name: string) =>
    name === 'available'
      ? inventoryLevel.available
      : name === 'committed'
        ? inventoryLevel.committed
        : name === 'on_hand'
          ? onHand(inventoryLevel)
          : 0
  return {
    __typename: 'InventoryLevel',
    id: inventoryLevel.id,
    isActive: true,
    canDeactivate: inventoryLevel.available === 0 && inventoryLevel.committed === 0,
    createdAt: shown(inventoryLevel.createdAt),
    updatedAt: shown(inventoryLevel.updatedAt),
    item: () => inventoryItemView(env, row.id),
    location: () => findLocation(env, inventoryLevel.locationId),
    quantities: ({ names }: { names: string[] }) =>
      names
        .filter((name) => quantityNames.has(name))
        .map((name) => ({
          __typename: 'InventoryQuantity',
          id: `${inventoryLevel.id.replace('InventoryLevel', 'InventoryQuantity')}&name=${name}`,
          name,
          quantity: quantity(name),
          updatedAt: shown(inventoryLevel.updatedAt),
        })),
  }
}

export function inventoryItemView(env: Env, id: string): View | null {
  const row = item(env, id)
  const owner = row ? variantOf(env, row.productId, row.variantId) : undefined
  if (!row || !owner) return null
  const sku = owner.variant.sku
  return {
    __typename: 'InventoryItem',
    id: row.id,
    legacyResourceId: legacyId(row.id),
    sku,
    tracked: row.tracked,
    requiresShipping: row.requiresShipping,
    createdAt: shown(row.createdAt),
    updatedAt: shown(row.updatedAt),
    unitCost: row.cost === null ? null : money(row.cost),
    duplicateSkuCount: () =>
      products(env)
        .flatMap((product) => product.variants)
        .filter((variant) => variant.sku !== '' && variant.sku === sku && variant.itemId !== row.id).length,
    measurement: {
      __typename: 'InventoryItemMeasurement',
      id: row.id.replace('InventoryItem', 'InventoryItemMeasurement'),
      weight: row.weight ?? { value: 0, unit: 'POUNDS' },
    },
    variant: () => variantView(env, owner.product, owner.variant),
    variants: (args: PageArgs) =>
      pageInOrder([owner.variant], args, (variant) => variantView(env, owner.product, variant)),
    inventoryLevel: ({ locationId }: { locationId: string }) => {
      const inventoryLevel = level(row, locationId)
      return inventoryLevel ? levelView(env, row, inventoryLevel) : null
    },
    inventoryLevels: (args: PageArgs) =>
      pageInOrder(row.levels, args, (inventoryLevel) => levelView(env, row, inventoryLevel)),
  }
}

export function findLevel(env: Env, id: string): View | null {
  for (const row of ofShop<ItemRow>(env, 'item')) {
    const inventoryLevel = row.levels.find((each) => each.id === id)
    if (inventoryLevel) return levelView(env, row, inventoryLevel)
  }
  return null
}
