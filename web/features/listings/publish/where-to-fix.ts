import type { ChannelId } from '#contract/channels/ids.ts'

const names: Record<string, string> = {
  title: 'Title',
  description: 'Description',
  images: 'Images',
  sku: 'SKU',
  price: 'Price',
  quantity: 'Quantity',
  variations: 'Variations',
  condition: 'Condition',
  tags: 'Tags',
  ebayCategoryIds: 'Category',
  collectionIds: 'Collections',
  locationId: 'Location',
  paymentPolicyId: 'Payment Policy',
  returnPolicyId: 'Return Policy',
  fulfillmentPolicyId: 'Fulfillment Policy',
  subtitle: 'Subtitle',
  conditionDescription: 'Condition description',
  brand: 'Brand',
  vendor: 'Vendor',
  productType: 'Product Type',
}
/** What only the product itself says. */
const productFields: readonly string[] = ['images', 'sku', 'price', 'quantity', 'variations']
/** What the integration has a default for. */
const defaults: readonly string[] = ['locationId', 'paymentPolicyId', 'returnPolicyId', 'fulfillmentPolicyId']

export interface Place {
  productId: number
  templateId: number
  channel: ChannelId
  /** Whether a listing template is chosen that could say it. */
  inTemplate: boolean
}

/** How a field is called, and the page where it is set if it is not on the one at hand. */
export function whereToFix(
  field: string,
  { productId, templateId, channel, inTemplate }: Place,
): { name: string; to: string } {
  const name = field.startsWith('aspects.') ? field.slice('aspects.'.length) : (names[field] ?? field)
  if (productFields.includes(field)) return { name, to: `/product/${productId}` }
  if (defaults.includes(field) && !inTemplate) return { name, to: `/integrations/${channel}` }
  return { name, to: `/template/${templateId}/listing/${channel}` }
}
