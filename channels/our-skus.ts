import type { Channel, ExternalListing, Outcome, ReadyListing } from './channel.ts'

/*
 * A listing that was linked may bear other SKUs on its channel than its product has here. Core speaks in ours; adapters, and the channel, in theirs.
 */

type Names = Readonly<Record<string, string>>
const swap = (names: Names): Names => Object.fromEntries(Object.entries(names).map(([ours, theirs]) => [theirs, ours]))
const named = (names: Names, sku: string) => (Object.hasOwn(names, sku) ? (names[sku] ?? sku) : sku)

const renamed = (listing: ExternalListing, names: Names): ExternalListing => ({
  ...listing,
  parts: Object.fromEntries(Object.entries(listing.parts).map(([sku, part]) => [named(names, sku), part])),
})
const there = (listing: ExternalListing): ExternalListing => (listing.skus ? renamed(listing, listing.skus) : listing)
const here = (listing: ExternalListing, skus: Names | undefined): ExternalListing =>
  skus ? { ...renamed(listing, swap(skus)), skus } : listing

const placed = <P extends { sku: string; listing: ExternalListing }>(place: P): P =>
  place.listing.skus ? { ...place, sku: named(place.listing.skus, place.sku), listing: there(place.listing) } : place

function ready<F>(listing: ReadyListing<F>): ReadyListing<F> {
  const { external, variants } = listing
  const skus = external?.skus
  if (!skus) return listing
  return {
    ...listing,
    variants: variants.map((variant) => ({ ...variant, sku: named(skus, variant.sku) })),
    external: there(external),
  }
}

/** What was made is kept in our SKUs, and under which it stands there. */
const withOwnSkus = (
  batch: readonly ReadyListing[],
  outcomes: Outcome<ExternalListing>[],
): Outcome<ExternalListing>[] =>
  outcomes.map((outcome, i) => {
    const skus = batch[i]?.external?.skus
    if (!skus) return outcome
    if (outcome.ok) return { ...outcome, value: here(outcome.value, skus) }
    return outcome.made ? { ...outcome, made: here(outcome.made, skus) } : outcome
  })

/** The channel as core speaks with it: in our SKUs. */
export const inOurSkus = ({ prices, listings: { flaws, ...listings }, ...channel }: Channel): Channel => ({
  ...channel,
  listings: {
    ...listings,
    publish: async (c, batch) => withOwnSkus(batch, await listings.publish(c, batch.map(ready))),
    revise: async (c, batch) => withOwnSkus(batch, await listings.revise(c, batch.map(ready))),
    end: (c, batch) => listings.end(c, batch.map(there)),
    ...(flaws && { flaws: (c, batch) => flaws(c, batch.map(there)) }),
  },
  stock: {
    ...channel.stock,
    read: (c, places, o) => channel.stock.read(c, places.map(placed), o),
    set: (c, levels) => channel.stock.set(c, levels.map(placed)),
  },
  ...(prices && { prices: { ...prices, set: (c, list) => prices.set(c, list.map(placed)) } }),
})
