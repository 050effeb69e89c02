import type { Shown } from '#channels/channel.ts'
import type { Step } from '#domain/stock/look.ts'
import type { Held } from './known.ts'

/*
 * Listings that a look finds off sale. Etsy keeps no listing without a unit, so Motto hides it with the last one. `trying` says that beforehand,
 * so that a lost answer does not turn the hiding into somebody else's.
 */

interface Spot {
  row: { id: number }
  stored: Pick<Held, 'expected' | 'trying'> | undefined
  shown?: Shown | undefined
  step?: Step
}

const isOff = ({ shown }: Spot): boolean => shown?.live === false

/** Whether the last number that we sent was 0 and its answer was lost. */
const sentZero = ({ stored }: Spot): boolean => stored !== undefined && stored.expected > 0 && stored.trying === 0

const wasHiddenByUs = (listing: readonly Spot[]): boolean =>
  listing.some(sentZero) && listing.every((spot) => isOff(spot) && (sentZero(spot) || spot.stored?.expected === 0))

/** Makes the numbers of listings that we hid 0, as a hiding with an answer does: the next unit puts the listing on sale again. */
export function restoreHidden(spots: readonly Spot[]): void {
  for (const listing of Map.groupBy(spots, ({ row }) => row.id).values()) {
    if (!wasHiddenByUs(listing)) continue
    for (const spot of listing.filter(sentZero)) {
      if (!spot.step) continue
      const quantity = spot.step.set ?? spot.step.from ?? 0
      spot.step = { ...spot.step, from: 0, set: quantity === 0 ? null : quantity }
      // Nobody else took it off sale.
      spot.shown = { quantity: 0, live: true }
    }
  }
}

/** Whether somebody else took the whole listing off sale. One without units is off sale because of that. */
export const isOffSale = (listing: readonly Spot[]): boolean =>
  listing.length > 0 && listing.every(isOff) && listing.some(({ stored }) => (stored?.expected ?? 0) > 0)
