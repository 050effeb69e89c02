import { SquareSchema, type SquareSettings } from '#contract/channels/shapes/square.ts'
import type { Trial } from '../channel.ts'
import { orNull } from './calls.ts'
import { remove } from './listings/catalog.ts'
import { itemIdOf } from './listings/publish.ts'

/** An archived item: registers and item lists leave it out. */
export const trial: Trial<SquareSchema, SquareSettings> = {
  seenBy: '',
  fields: async () => SquareSchema.parse({}),
  async remove(c, listing) {
    const id = itemIdOf(listing)
    if (id) await orNull(remove(c, [id]))
  },
}
