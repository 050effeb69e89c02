import { z } from 'zod'

/** The seven channels, by their names on the wire; `csv` is Google Sheets. */
export const channelIds = ['ebay', 'etsy', 'shopify', 'square', 'bigcommerce', 'clover', 'csv'] as const
export const ChannelId = z.enum(channelIds)
export type ChannelId = (typeof channelIds)[number]

export const channelNames: Record<ChannelId, string> = {
  ebay: 'eBay',
  etsy: 'Etsy',
  shopify: 'Shopify',
  square: 'Square',
  bigcommerce: 'BigCommerce',
  clover: 'Clover',
  csv: 'Google Sheets',
}
