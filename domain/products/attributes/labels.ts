import { type ChannelId, channelNames } from '#contract/channels/names.ts'
import { fieldOf } from '#contract/products/fields.ts'

const labels: Record<string, string> = {
  sku: 'SKU',
  templateId: 'Template',
  sizeAndWeight: 'Size and weight',
  weightUnit: 'Weight unit',
  sizeUnit: 'Size unit',
  selectedImages: 'Image',
  configuration: 'Dynamic mapping',
}

/** What a listing asks on its channel: `priceOn.ebay.12`. */
const priceOn = /^priceOn\.(\w+)\.(\d+)$/
/** The listing whose price a field is. */
export const listingOf = (field: string): number | undefined => {
  const id = priceOn.exec(field)?.[2]
  return id === undefined ? undefined : Number(id)
}
const priceLabel = (field: string): string | undefined => {
  const channel = priceOn.exec(field)?.[1]
  return channel && `Price on ${channelNames[channel as ChannelId] ?? channel}`
}

/** What a person calls a field: `Weight unit` for `weightUnit`, `Colour` for `attr.Colour`. */
export const labelOf = (field: string): string =>
  fieldOf(field)?.label ??
  labels[field] ??
  priceLabel(field) ??
  (field.startsWith('attr.') ? field.slice('attr.'.length) : field.charAt(0).toUpperCase() + field.slice(1))
