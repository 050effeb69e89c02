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
  Array.isArray(value) ? value.flatMap((one) => text(one) ?? []) : (text(value)?.split(',') ?? [])

/** `variants: [{sku, price, quantity, options: {Size: 'L'}}]`; what one leaves out is the item's own. */
function variationsOf(item: SandboxItem): Variation[] {
  const given = Array.isArray(item['variants']) ? item['variants'].filter(isObject) : []
  if (given.length === 0)
    return [
      {
        sku: item.sku,
        price: item.price,
        quantity: item.quantity,
        options: { Title: 'Default Title' },
        barcode: item['barcode'],
      },
    ]
  return given.map((one) => ({
    sku: text(one['sku']) ?? '',
    price: Number(one['price'] ?? item.price),
    quantity: Number(one['quantity'] ?? item.quantity),
    options: isObject(one['options']) ? one['options'] : {},
    barcode: one['barcode'],
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
    (one): VariantInput => ({
      sku: one.sku,
      price: String(one.price),
      barcode: text(one.barcode) ?? null,
      optionValues: names.map((optionName) => ({ optionName, name: String(one.options[optionName] ?? '') })),
      inventoryItem: { tracked: true },
      inventoryQuantities: [{ locationId, name: 'available', quantity: one.quantity }],
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
      values: [...new Set(variations.map((one) => String(one.options[name] ?? '')))].map((value) => ({ name: value })),
    })),
    variants,
  }
}
