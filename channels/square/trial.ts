import { SquareSchema } from '#contract/channels/shapes/square.ts'
import type { ExternalListing } from '../channel.ts'
import type { Trial } from '../trial.ts'
import { orNull, type SquareConnection } from './calls.ts'
import { remove } from './listings/catalog.ts'
import { itemIdOf } from './listings/publish.ts'

/** An archived item: registers and item lists leave it out. */
export const trial: Trial<SquareSchema, SquareConnection, ExternalListing> = {
  makes: 'An archived item at this account’s location. Only your staff see it.',
  seenBy: '',
  fields: async () => SquareSchema.parse({}),
  async remove(c, listing) {
    const id = itemIdOf(listing)
    if (id) await orNull(remove(c, [id]))
  },
}
