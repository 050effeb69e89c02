import { CloverSchema, type CloverSettings } from '#contract/channels/shapes/clover.ts'
import type { Trial } from '../channel.ts'
import { orNull, tell } from './calls.ts'

/** A hidden item: registers don't show it. */
export const trial: Trial<CloverSchema, CloverSettings> = {
  seenBy: '',
  fields: async () => CloverSchema.parse({}),
  async remove(c, { parts }) {
    for (const { itemId } of Object.values(parts))
      if (itemId) await orNull(tell(c, { method: 'DELETE', path: `items/${encodeURIComponent(itemId)}` }))
  },
}
