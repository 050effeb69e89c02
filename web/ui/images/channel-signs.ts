import type { ChannelId } from '#contract/channels/ids.ts'

export type MarkId = ChannelId | 'manual'

/** Things from the act of selling, never a brand's logo: price tag, button, awning, card reader, bars, till, table, pencil. */
export const signs: Record<MarkId, string> = {
  ebay: 'M4.4 4.4h5l5.8 5.8-5 5-5.8-5.8zM7.3 7.3h.01',
  etsy: 'M4.5 10a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M8.3 8.3h.01M11.7 8.3h.01M8.3 11.7h.01M11.7 11.7h.01',
  shopify:
    'M4.6 4.8h10.8l1 3.3a1.7 1.7 0 0 1-3.2 0a1.7 1.7 0 0 1-3.2 0a1.7 1.7 0 0 1-3.2 0a1.7 1.7 0 0 1-3.2 0zM5 11.2v4.3h10v-4.3',
  square: 'M6.5 3.8h7v12.4h-7zM9 6.6h2M8.8 13.6h2.4',
  bigcommerce: 'M3.8 15.5h12.4M4.8 15.3v-3.8h3.4v3.8M8.2 11.5V8.3h3.6v7M11.8 8.3V4.6h3.4v10.7',
  clover: 'M6.2 4h7.6v4.9H6.2zM6.2 8.9h7.6l2 3.4v3.5H4.2v-3.5zM4.4 12.3h11.2',
  csv: 'M4.5 4.5h11v11h-11zM4.5 8.2h11M4.5 11.8h11M8.5 4.5v11',
  manual: 'M4.5 15.5l.7-3.1 7.5-7.5 2.4 2.4-7.5 7.5z',
}
