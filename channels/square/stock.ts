import { z } from 'zod'
import { ChannelError, type Level, type Outcome, type Place, type Shown } from '../channel.ts'
import { chunks, done, each, inCalls, ok, refused } from '../kit/batch.ts'
import { ask, type SquareConnection } from './calls.ts'
import { isAt, retrieve } from './listings/catalog.ts'
import { Counts, type Item, Variation } from './wire.ts'

/** Changes in a call. @see https://developer.squareup.com/docs/inventory-api/what-it-does read 2026-11-22 */
const mostChanges = 100
const placesPerCall = 500

interface Spot {
  index: number
  variation: string
  location: string
}
interface Row extends Spot {
  quantity: number
}

const choose = 'Choose a Square location.'

/** Where numbers stand there; what has no item or no location is answered without asking. */
function spotsOf<T>(c: SquareConnection, places: Place[]): { spots: Spot[]; outcomes: Outcome<T>[] } {
  const spots: Spot[] = []
  const outcomes = places.map(({ sku, listing, locationId }, index): Outcome<T> => {
    const variation = listing.parts[sku]?.variationId
    const location = locationId || c.settings.locationId
    if (variation && location) spots.push({ index, variation, location })
    if (!variation) return refused(new ChannelError('not_found', `${sku} isn’t on Square.`))
    return refused(new ChannelError('invalid', choose, { fields: { locationId: choose } }))
  })
  return { spots, outcomes }
}

/** What buyers can have at each place. */
export async function readStock(c: SquareConnection, places: Place[]): Promise<Outcome<Shown>[]> {
  const { spots, outcomes } = spotsOf<Shown>(c, places)
  return inCalls(outcomes, chunks(spots, placesPerCall), (part) => readPart(c, part))
}

async function readPart(c: SquareConnection, spots: Spot[]): Promise<Outcome<Shown>[]> {
  const ids = spots.map(({ variation }) => variation)
  const { objects, items } = await retrieve(c, Variation, ids, { withItems: true })
  const variations = new Map(objects.map((object) => [object.id, object]))
  const itemsById = new Map(items.map((item) => [item.id, item]))
  const counts = await countsOf(c, spots)
  return spots.map((spot) => {
    const variation = variations.get(spot.variation)
    if (!variation || variation.is_deleted)
      return refused(new ChannelError('not_found', 'This item was deleted on Square.'))
    const item = itemsById.get(variation.item_variation_data.item_id ?? '')
    return shownAt(variation, item, spot.location, counts.get(keyOf(spot)) ?? 0)
  })
}

const keyOf = ({ variation, location }: Pick<Spot, 'variation' | 'location'>) => `${variation} ${location}`

/** A number means something only where Square counts; of what is off sale nobody can have any. */
function shownAt(variation: Variation, item: Item | undefined, location: string, count: number): Outcome<Shown> {
  const { location_overrides: overrides, track_inventory: everywhere } = variation.item_variation_data
  const own = (overrides ?? []).find((override) => override.location_id === location)
  if ((own?.track_inventory ?? everywhere) !== true)
    return refused(
      new ChannelError(
        'invalid',
        'Stock tracking is off for this item on Square. Turn it on there, or save the listing here.',
        { fields: { quantity: 'Stock tracking is off for this item on Square.' } },
      ),
    )
  const live =
    item?.item_data.is_archived !== true && (item === undefined || isAt(item, location)) && isAt(variation, location)
  const pieces = own?.sold_out === true ? 0 : count
  return ok(live ? { quantity: pieces, live } : { quantity: 0, live, behind: pieces })
}

/** Pieces in stock by variation and location. Square may owe some: that is none. */
async function countsOf(c: SquareConnection, spots: Spot[]): Promise<Map<string, number>> {
  const quantities = new Map<string, number>()
  const json = {
    catalog_object_ids: [...new Set(spots.map(({ variation }) => variation))],
    location_ids: [...new Set(spots.map(({ location }) => location))],
    states: ['IN_STOCK'],
    limit: 1000,
  }
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await ask(c, Counts, {
      method: 'POST',
      path: 'inventory/counts/batch-retrieve',
      json: { ...json, ...(cursor && { cursor }) },
    })
    for (const { catalog_object_id: variation, location_id: location, state, quantity } of page.counts)
      if (state === 'IN_STOCK')
        quantities.set(keyOf({ variation, location }), Math.max(0, Math.floor(Number(quantity))))
    cursor = page.cursor
  }
  return quantities
}

/** Tells what was counted: the last who does so wins, so core looks before. */
export async function setStock(c: SquareConnection, levels: Level[]): Promise<Outcome[]> {
  const { spots, outcomes } = spotsOf<undefined>(c, levels)
  const rows = spots.map((spot): Row => ({ ...spot, quantity: levels[spot.index]?.quantity ?? 0 }))
  return inCalls(outcomes, intoCalls(rows), (call) => tellAll(c, call))
}

/** No number twice in a call: they all happen at the same moment. */
function intoCalls(rows: Row[]): Row[][] {
  const calls: Row[][] = []
  for (const row of rows) {
    const call = calls.find(
      (candidate) => candidate.length < mostChanges && !candidate.some((other) => keyOf(other) === keyOf(row)),
    )
    if (call) call.push(row)
    else calls.push([row])
  }
  return calls
}

/** Square takes all or none, so where one is refused each goes alone. */
async function tellAll(c: SquareConnection, rows: Row[]): Promise<Outcome[]> {
  try {
    await tell(c, rows)
    return rows.map(() => done)
  } catch (error) {
    const isOfOne = error instanceof ChannelError && (error.kind === 'invalid' || error.kind === 'not_found')
    if (!isOfOne || rows.length === 1) throw error
    return each(rows, 1, async (row) => {
      await tell(c, [row])
      return done
    })
  }
}

const tell = (c: SquareConnection, rows: Row[]) =>
  ask(c, z.object({}), {
    method: 'POST',
    path: 'inventory/changes/batch-create',
    write: true,
    json: {
      idempotency_key: c.uuid(),
      // What we say stands, also where it is what we said before: somebody may have sold meanwhile.
      ignore_unchanged_counts: false,
      changes: rows.map(({ variation, location, quantity }) => ({
        type: 'PHYSICAL_COUNT',
        physical_count: {
          catalog_object_id: variation,
          state: 'IN_STOCK',
          location_id: location,
          quantity: String(Math.max(0, quantity)),
          occurred_at: c.now().toISOString(),
        },
      })),
    },
  })
