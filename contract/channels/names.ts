/*
 * Without zod: pages that only name a channel need not load the contract.
 */

/** The seven channels, by their names on the wire; `csv` is Google Sheets. */
export const channelIds = ['ebay', 'etsy', 'shopify', 'square', 'bigcommerce', 'clover', 'csv'] as const

export const channelNames: Record<(typeof channelIds)[number], string> = {
  ebay: 'eBay',
  etsy: 'Etsy',
  shopify: 'Shopify',
  square: 'Square',
  bigcommerce: 'BigCommerce',
  clover: 'Clover',
  csv: 'Google Sheets',
}
