import { ShopifySchema, type ShopifySettings } from '#contract/channels/shapes/shopify.ts'
import { ChannelError, isGone, type Trial } from '../channel.ts'
import { ask, productIdOf } from './calls.ts'
import { throwUserErrors } from './errors.ts'
import { DeleteProduct } from './wire.ts'

/** A draft on no sales channel. */
export const trial: Trial<ShopifySchema, ShopifySettings> = {
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
