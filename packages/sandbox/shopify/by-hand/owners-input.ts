import { isObject } from '../../kit/json.ts'
import type { SandboxItem } from '../../kit/simulator.ts'
import type { ProductInput, VariantInput } from '../listings/product-set-check.ts'

interface Variation {
  sku: string
  price: number
  quantity: number
  options: Record<string, unknown>
  barcode?: unknown
}
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((entry) => text(entry) ?? []) : (text(value)?.split(',') ?? [])

/** `variants: [{sku, price, quantity, options: {Size: 'L'}}]`; what one leaves out is the item's own. */
function variationsOf(item: SandboxItem): Variation[] {
  const variants = Array.isArray(item['variants']) ? item['variants'].filter(isObject) : []
  if (variants.length === 0)
    return [
      {
        sku: item.sku,
        price: item.price,
        quantity: item.quantity,
        options: { Title: 'Default Title' },
        barcode: item['barcode'],
      },
    ]
  return variants.map((variant) => ({
    sku: text(variant['sku']) ?? '',
    price: Number(variant['price'] ?? item.price),
    quantity: Number(variant['quantity'] ?? item.quantity),
    options: isObject(variant['options']) ? variant['options'] : {},
    barcode: variant['barcode'],
  }))
}

/**
 * The product that an item of the control API stands for.
 * Known beside the common fields: `description`, `image` or `images`, `vendor`, `productType`, `tags`, `barcode`, `variants`.
 */
export function ownersInput(item: SandboxItem, locationId: string): ProductInput {
  const variations = variationsOf(item)
  const names = Object.keys(variations[0]?.options ?? {})
  const images = [...texts(item['images']), ...(text(item['image']) ? [String(item['image'])] : [])]
  const variants = variations.map(
    (variation): VariantInput => ({
      sku: variation.sku,
      price: String(variation.price),
      barcode: text(variation.barcode) ?? null,
      optionValues: names.map((optionName) => ({ optionName, name: String(variation.options[optionName] ?? '') })),
      inventoryItem: { tracked: true },
      inventoryQuantities: [{ locationId, name: 'available', quantity: variation.quantity }],
    }),
  )
  return {
    title: item.title,
    descriptionHtml: text(item['description']) ?? '',
    status: 'ACTIVE',
    vendor: text(item['vendor']),
    productType: text(item['productType']),
    tags: item['tags'] === undefined ? undefined : texts(item['tags']),
    files:
      images.length === 0
        ? undefined
        : images.map((originalSource) => ({ originalSource, alt: item.title, contentType: 'IMAGE' })),
    productOptions: names.map((name) => ({
      name,
      values: [...new Set(variations.map((variation) => String(variation.options[name] ?? '')))].map((value) => ({
        name: value,
      })),
    })),
    variants,
  }
}
