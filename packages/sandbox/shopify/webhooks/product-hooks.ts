import { totalAvailable } from '../stock/inventory.ts'
import { item, legacyId, shown, type Env, type ProductRow } from '../state.ts'
import { notify } from './webhooks.ts'

/** Tells the subscribers about a product, in the shape of the REST resource. */
export function tellProduct(env: Env, topic: 'PRODUCTS_CREATE' | 'PRODUCTS_UPDATE', product: ProductRow): void {
  notify(env, topic, {
    id: Number(legacyId(product.id)),
    admin_graphql_api_id: product.id,
    title: product.title,
    body_html: product.descriptionHtml,
    vendor: product.vendor,
    product_type: product.productType,
    handle: product.handle,
    status: product.status.toLowerCase(),
    tags: product.tags.join(', '),
    created_at: shown(product.createdAt),
    updated_at: shown(product.updatedAt),
    published_at: Object.values(product.publications).sort()[0] ?? null,
    options: product.options.map((option, place) => ({
      id: Number(legacyId(option.id)),
      name: option.name,
      position: place + 1,
      values: option.values.map((value) => value.name),
    })),
    variants: product.variants.map((variant, place) => ({
      id: Number(legacyId(variant.id)),
      admin_graphql_api_id: variant.id,
      product_id: Number(legacyId(product.id)),
      title: variant.values.join(' / '),
      sku: variant.sku,
      barcode: variant.barcode,
      price: variant.price,
      compare_at_price: variant.compareAtPrice,
      position: place + 1,
      inventory_item_id: Number(legacyId(variant.itemId)),
      inventory_quantity: totalAvailable(item(env, variant.itemId)),
      option1: variant.values[0] ?? null,
      option2: variant.values[1] ?? null,
      option3: variant.values[2] ?? null,
    })),
    images: product.media.map((media, place) => ({
      id: Number(legacyId(media.id)),
      src: media.source,
      alt: media.alt,
      position: place + 1,
    })),
  })
}
