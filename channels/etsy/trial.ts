import { EtsySchema } from '#contract/channels/shapes/etsy.ts'
import { ChannelError, type ExternalListing, isGone } from '../channel.ts'
import type { Trial } from '../trial.ts'
import { send, type EtsyConnection } from './calls.ts'

/** Etsy's T-shirts: a category that needs no attribute. */
const taxonomyIds = '482'
const draft = 'The test product is a draft, and Motto only changes this on listings that are live.'

/** A draft. Etsy takes its fee when a listing is put on sale, so a draft costs nothing. */
export const trial: Trial<EtsySchema, EtsyConnection, ExternalListing> = {
  makes: 'A draft listing. Buyers don’t see it, and Etsy charges no fee.',
  seenBy: '',
  lacks: { price: draft, sold_out: draft },
  fields: async () => EtsySchema.parse({ taxonomyIds, whoMade: 'i_did', whenMade: 'made_to_order' }),
  async remove(c, { externalId, data }) {
    const id = data?.listing ?? externalId
    try {
      if (id) await send(c, { method: 'DELETE', path: `/listings/${encodeURIComponent(id)}` })
    } catch (error) {
      if (!(error instanceof ChannelError && isGone(error))) throw error
    }
  },
}
