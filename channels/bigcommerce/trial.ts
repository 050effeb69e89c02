import { BigCommerceSchema } from '#contract/channels/shapes/bigcommerce.ts'
import type { ExternalListing } from '../channel.ts'
import type { Trial } from '../trial.ts'
import { orNull, send, type BigCommerceConnection } from './calls.ts'
import { productIdOf } from './listings/publish.ts'
import { bigcommerceLookups } from './lookups.ts'

/** A product that the store doesn't show. */
export const trial: Trial<BigCommerceSchema, BigCommerceConnection, ExternalListing> = {
  makes: 'A product that your store doesn’t show.',
  seenBy: '',
  async fields(c) {
    const [first] = await bigcommerceLookups.categories(c)
    return BigCommerceSchema.parse({ categoryIds: first?.category_id ?? '' })
  },
  async remove(c, listing) {
    const id = productIdOf(listing)
    if (id) await orNull(send(c, { method: 'DELETE', path: `v3/catalog/products/${encodeURIComponent(id)}` }))
  },
}
