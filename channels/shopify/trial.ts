import { ShopifySchema } from '#contract/channels/shapes/shopify.ts'
import { ChannelError, type ExternalListing, isGone } from '../channel.ts'
import type { Trial } from '../trial.ts'
import { ask, productIdOf, type ShopifyConnection } from './calls.ts'
import { throwUserErrors } from './errors.ts'
import { DeleteProduct } from './wire.ts'

/** A draft on no sales channel. */
export const trial: Trial<ShopifySchema, ShopifyConnection, ExternalListing> = {
  makes: 'A draft product on no sales channel. Only your staff see it.',
  seenBy: '',
  fields: async () => ShopifySchema.parse({}),
  async remove(c, listing) {
    const id = productIdOf(listing)
    if (!id) return
    try {
      throwUserErrors((await ask(c, 'deleteProduct', DeleteProduct, { id })).productDelete.userErrors)
    } catch (error) {
      if (!(error instanceof ChannelError && isGone(error))) throw error
    }
  },
}
