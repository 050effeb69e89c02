import { builtDescription } from '#contract/channels/all.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { Source } from '#contract/listings/origins.ts'
import { nameAt } from '#domain/listings/content/attributes.ts'

/** What only the product itself says, or says where a channel has no field for it. */
const ofProduct: Readonly<Record<string, string>> = {
  images: 'Images',
  sku: 'SKU',
  price: 'Price',
  quantity: 'Quantity',
  variations: 'Variations',
}
/** What its account says of a channel, on its page. */
const ofAccount: Readonly<Record<string, string>> = { priceRule: 'Prices', account: 'Seller account' }
const labels: Readonly<Record<string, string>> = {
  ...ofProduct,
  ...ofAccount,
  title: 'Title',
  description: 'Description',
  condition: 'Condition',
  tags: 'Tags',
}

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
  const described = builtDescription(channel)?.fields ?? []
  const known = described.find((item) => item.name === field)
  const name = nameAt(described, field) ?? labels[field] ?? field
  if (Object.hasOwn(ofProduct, field)) return { name, to: `/product/${productId}` }
  if (Object.hasOwn(ofAccount, field)) return { name, to: `/integrations/${channel}` }
  if (known?.on.includes('integration') && !inTemplate) return { name, to: `/integrations/${channel}` }
  return { name, to: `/template/${templateId}/listing/${channel}` }
}

/** The page where a value comes from; none where it is said beside it. */
export function whereToChange({ from }: Source, { productId, templateId, channel }: Place): string | undefined {
  switch (from) {
    case 'product':
    case 'attribute':
      return `/product/${productId}`
    case 'schema':
      return `/template/${templateId}/listing/${channel}`
    case 'account':
      return `/integrations/${channel}`
    case 'mapping':
      return `/product/${productId}/publish/${channel}`
    case 'override':
    case 'rule':
      return undefined
  }
}
