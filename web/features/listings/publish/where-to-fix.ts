import { builtDescription } from '#contract/channels/all.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { Source } from '#contract/listings/origins.ts'
import { nameAt } from '#domain/listings/content/attributes.ts'
import {
  type IntegrationTab,
  type PageLink,
  toIntegrations,
  toProduct,
  toPublish,
  toTemplateListing,
} from '#web/addresses.ts'
import { placeOf } from '#web/form/products/place-of.ts'

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
const tabsOfAccount: Readonly<Record<string, IntegrationTab>> = { priceRule: 'prices', account: 'health' }
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

/**
 * How a field is called, and the page where it is set if it is not on the one at hand.
 * @param account of the channel, where it has several
 */
export function whereToFix(
  field: string,
  { productId, templateId, channel, inTemplate }: Place,
  account?: number,
): { name: string; link: PageLink } {
  const described = builtDescription(channel)?.fields ?? []
  const name = nameAt(described, field) ?? labels[field] ?? field
  if (Object.hasOwn(ofProduct, field)) return { name, link: toProduct(productId) }
  const known = described.find((description) => description.name === field)
  const isOfAccount = Object.hasOwn(ofAccount, field) || (known?.on.includes('integration') && !inTemplate)
  const link = isOfAccount
    ? toIntegrations(channel, { account }, tabsOfAccount[field] ?? 'defaults')
    : toTemplateListing(templateId, channel, { account })
  return { name, link }
}

/**
 * The page where a value comes from; none where it is said beside it.
 * @param label what the field is called
 */
export function whereToChange(
  { from, name }: Source,
  { productId, templateId, channel }: Place,
  label: string,
  account?: number,
): PageLink | undefined {
  switch (from) {
    case 'product':
    case 'attribute':
      return { ...toProduct(productId), hash: placeOf(name) }
    case 'schema':
      return toTemplateListing(templateId, channel, { account })
    case 'account':
      return toIntegrations(channel, { account }, 'defaults')
    case 'mapping':
      return toPublish(productId, channel, { account, mapping: 'values', field: label })
    case 'override':
    case 'rule':
      return undefined
  }
}
