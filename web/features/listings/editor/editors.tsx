import type { ComponentType } from 'react'
import type { ChannelId } from '#contract/channels/ids.ts'
import { EbayFields } from '../ebay/ebay-fields.tsx'
import type { EditorProps, Fields } from './fields.ts'
import { ShopifyFields } from '../shopify/shopify-fields.tsx'

interface Editor {
  Fields: ComponentType<EditorProps>
  /** The fields of a new schema. */
  blank: Fields
  /** Where a product keeps its own choice of category, and where its template lists them. */
  category?: { own: string; list: string }
}

/** How each channel's listings are edited. A channel without an editor cannot be listed on yet. */
export const editors: Partial<Record<ChannelId, Editor>> = {
  ebay: {
    Fields: EbayFields,
    blank: { condition: 'New' },
    category: { own: 'selectedCategoryIds', list: 'ebayCategoryIds' },
  },
  shopify: { Fields: ShopifyFields, blank: {} },
}
