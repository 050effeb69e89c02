import { EbaySchema } from '#contract/channels/shapes/ebay.ts'
import { ChannelError, type ExternalListing, isGone } from '../channel.ts'
import type { Trial } from '../trial.ts'
import { itemPath, send, type EbayConnection } from './calls.ts'
import { ebayLookups } from './lookups.ts'

const unpublished = 'eBay changes this alone only on published offers, and the test product is never published.'

/** An offer that is never published: buyers don't see it, and eBay takes no fee. Deleting its item deletes it, too. */
export const trial: Trial<EbaySchema, EbayConnection, ExternalListing> = {
  makes: 'An inventory item with an offer that is never published. Buyers don’t see it, and eBay charges no fee.',
  seenBy: '',
  lacks: { price: unpublished, sold_out: unpublished },
  async fields(c) {
    const { categorySuggestions: suggestions } = await ebayLookups.suggestions(c, { query: 'coffee mug' })
    const ebayCategoryIds = suggestions[0]?.category.categoryId ?? ''
    const required = ebayCategoryIds
      ? (await ebayLookups.aspects(c, { categoryId: ebayCategoryIds })).filter(
          ({ aspectConstraint }) => aspectConstraint.aspectRequired,
        )
      : []
    const aspects = required.map(({ localizedAspectName, aspectValues }) => ({
      aspectName: localizedAspectName,
      value: aspectValues[0]?.localizedValue ?? 'Test',
    }))
    return EbaySchema.parse({ ebayCategoryIds, aspects })
  },
  async remove(c, { parts }) {
    for (const sku of Object.keys(parts))
      try {
        await send(c, { method: 'DELETE', path: itemPath(sku) })
      } catch (error) {
        if (!(error instanceof ChannelError && isGone(error))) throw error
      }
  },
}
