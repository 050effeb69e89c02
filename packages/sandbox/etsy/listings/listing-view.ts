import type { Json } from '../../kit/json.ts'
import type { Listing, Product, PropertyValue, Shop } from '../state.ts'
import { showProfile } from '../shop/shop-view.ts'

export const money = (cents: number): Json => ({ amount: cents, divisor: 100, currency_code: 'USD' })

const onSale = ({ offering }: Product) => (offering.is_enabled ? offering.quantity : 0)
/** Pieces of all that can be chosen. */
export const totalOf = ({ products }: Pick<Listing, 'products'>): number =>
  products.reduce((sum, product) => sum + onSale(product), 0)

export const urlOf = ({ context }: Shop, { listing_id }: Listing): string => `${context.baseUrl}/listing/${listing_id}`

export function showListing(shop: Shop, listing: Listing): Json {
  const {
    listing_id,
    products,
    on: _on,
    images: _images,
    attributes: _attributes,
    variationImages: _pairs,
    created,
    updated,
    ending,
    type,
    ...text
  } = listing
  return {
    ...text,
    listing_id,
    user_id: shop.seller.userId,
    shop_id: shop.seller.shopId,
    creation_timestamp: created,
    created_timestamp: created,
    original_creation_timestamp: created,
    ending_timestamp: ending,
    last_modified_timestamp: updated,
    updated_timestamp: updated,
    state_timestamp: updated,
    quantity: totalOf(listing),
    featured_rank: -1,
    url: urlOf(shop, listing),
    num_favorers: 0,
    non_taxable: false,
    is_taxable: true,
    is_customizable: false,
    is_personalizable: false,
    listing_type: type,
    processing_min: null,
    processing_max: null,
    is_private: false,
    style: [],
    file_data: '',
    has_variations: products.some(({ property_values }) => property_values.length > 0),
    language: 'en-US',
    price: money(Math.min(...products.map(({ offering }) => offering.price))),
  }
}

export const showProduct = ({ product_id, sku, property_values, offering: { price, ...offering } }: Product): Json => ({
  product_id,
  sku,
  is_deleted: false,
  offerings: [{ ...offering, is_deleted: false, price: money(price) }],
  property_values,
})
export const showInventory = ({ products, on }: Listing): Json => ({
  products: products.map(showProduct),
  price_on_property: on.price,
  quantity_on_property: on.quantity,
  sku_on_property: on.sku,
  readiness_state_on_property: on.readiness,
})

export const showPictures = ({ context }: Shop, { listing_id, images }: Listing): Json[] =>
  images.map(({ listing_image_id, alt_text, created }, i) => {
    const url = `${context.baseUrl}/pictures/${listing_image_id}`
    return {
      listing_id,
      listing_image_id,
      hex_code: null,
      red: null,
      green: null,
      blue: null,
      hue: null,
      saturation: null,
      brightness: null,
      is_black_and_white: null,
      creation_tsz: created,
      created_timestamp: created,
      rank: i + 1,
      url_75x75: url,
      url_170x135: url,
      url_570xN: url,
      url_fullxfull: url,
      full_height: null,
      full_width: null,
      alt_text,
    }
  })

/** @param includes associations that were asked for */
export function showWith(shop: Shop, listing: Listing, includes: Set<string>): Json {
  const profile = shop.get('shippingProfile', listing.shipping_profile_id ?? '')
  return {
    ...showListing(shop, listing),
    skus: listing.products.flatMap(({ sku }) => (sku ? [sku] : [])),
    ...(includes.has('Images') && { images: showPictures(shop, listing) }),
    ...(includes.has('Inventory') && { inventory: showInventory(listing) }),
    ...(includes.has('Shipping') && { shipping_profile: profile ? showProfile(shop, profile) : null }),
  }
}

export const labelOf = (values: readonly PropertyValue[]): string => values.flatMap((value) => value.values).join(', ')
