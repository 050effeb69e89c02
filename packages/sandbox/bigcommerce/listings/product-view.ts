import { totalOf } from '../stock/inventory.ts'
import type { Picture, Product, Shop, Variant } from '../state.ts'

const iso = (ms: number) => new Date(ms).toISOString()
export const pathOf = ({ name, id }: Product) =>
  `/${
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || id
  }/`

/** Where buyers see it. */
export const urlOf = (shop: Shop, product: Product) => `${shop.context.baseUrl}/${shop.merchant.hash}${pathOf(product)}`

/** BigCommerce keeps copies of its own in several sizes; here they are one. */
export const pictureUrl = (shop: Shop, { id }: Pick<Picture, 'id'>) =>
  `${shop.context.baseUrl}/${shop.merchant.hash}/product_images/${id}`

export function showPicture(shop: Shop, product: Product, picture: Picture) {
  const url = pictureUrl(shop, picture)
  return {
    id: picture.id,
    product_id: product.id,
    is_thumbnail: picture.is_thumbnail,
    sort_order: picture.sort_order,
    description: picture.description,
    url_zoom: url,
    url_standard: url,
    url_thumbnail: url,
    url_tiny: url,
    date_modified: iso(product.modified),
  }
}

export function showVariant(shop: Shop, product: Product, variant: Variant) {
  const price = (variant.price ?? product.price) / 100
  return {
    id: variant.id,
    product_id: product.id,
    sku: variant.sku,
    sku_id: product.options.length > 0 ? variant.id : null,
    price: variant.price === null ? null : variant.price / 100,
    calculated_price: price,
    weight: variant.weight,
    calculated_weight: variant.weight ?? product.weight,
    purchasing_disabled: false,
    purchasing_disabled_message: '',
    image_url: variant.image_url,
    upc: variant.upc,
    inventory_level: totalOf(shop, variant),
    inventory_warning_level: 0,
    bin_picking_number: '',
    option_values: variant.values.flatMap(({ option_id, id }) => {
      const option = product.options.find((o) => o.id === option_id)
      const value = option?.values.find((v) => v.id === id)
      return option && value ? [{ id, label: value.label, option_id, option_display_name: option.name }] : []
    }),
  }
}
/** In a list over all products less is told, and what a variant does not have is left out. */
export function showListed(shop: Shop, product: Product, variant: Variant) {
  const { image_url: _image, calculated_weight: _weight, ...shown } = showVariant(shop, product, variant)
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== null))
}

export const showOption = (product: Product, { id, name, values }: Product['options'][number], sort_order = 0) => ({
  id,
  product_id: product.id,
  display_name: name,
  name: `${name}${product.id}-${id}`,
  type: 'dropdown',
  sort_order,
  config: {},
  option_values: values.map((value, n) => ({
    id: value.id,
    label: value.label,
    sort_order: n,
    is_default: false,
    value_data: {},
  })),
})

const withoutName = ({ name: _name, ...option }: ReturnType<typeof showOption>) => option

/** @param include which of its parts come with it */
export function showProduct(shop: Shop, product: Product, include: Set<string>) {
  const { id, options, variants, images, created, modified, price, ...text } = product
  return {
    id,
    ...text,
    price: price / 100,
    calculated_price: price / 100,
    inventory_level: variants.reduce((sum, variant) => sum + totalOf(shop, variant), 0),
    inventory_warning_level: 0,
    custom_url: { url: pathOf(product), is_customized: false },
    date_created: iso(created),
    date_modified: iso(modified),
    ...(options.length === 0 && { base_variant_id: variants[0]?.id ?? 0 }),
    ...(include.has('variants') && { variants: variants.map((variant) => showVariant(shop, product, variant)) }),
    ...(include.has('images') && { images: images.map((picture) => showPicture(shop, product, picture)) }),
    ...(include.has('options') && { options: options.map((option, n) => withoutName(showOption(product, option, n))) }),
  }
}
