import { CloverSchema } from '#contract/channels/shapes/clover.ts'
import type { ExternalListing } from '../channel.ts'
import type { Trial } from '../trial.ts'
import { orNull, tell, type CloverConnection } from './calls.ts'

/** A hidden item: registers don't show it. */
export const trial: Trial<CloverSchema, CloverConnection, ExternalListing> = {
  makes: 'A hidden item, which your registers don’t show.',
  seenBy: '',
  fields: async () => CloverSchema.parse({}),
  async remove(c, { parts }) {
    for (const { itemId } of Object.values(parts))
      if (itemId) await orNull(tell(c, { method: 'DELETE', path: `items/${encodeURIComponent(itemId)}` }))
  },
}
