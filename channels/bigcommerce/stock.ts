import { ChannelError, type Level, type Outcome, type Place, type Shown } from '../channel.ts'
import { chunks, done, inCalls, ok, refused } from '../kit/batch.ts'
import { aloneLane, askAll, type BigCommerceConnection, send } from './calls.ts'
import { goneError, isOnSale, standingOf } from './listings/catalog.ts'
import { ItemAt, type Standing } from './wire.ts'

/** As many as an address holds. */
const placesPerLook = 100
/** An adjustment takes 2,000; not so many that one bad number keeps all the others waiting. */
const levelsPerCall = 500

interface Spot {
  index: number
  product: string
  variant: string
  location: string
  /** What BigCommerce counts: the product, or each of its variants. */
  of: string
}
interface Row extends Spot {
  quantity: number
}

const choose = 'Choose a BigCommerce location.'

/** Where numbers stand there; what has no variant or no location is answered without asking. */
function spotsOf<T>(c: BigCommerceConnection, places: Place[]): { spots: Spot[]; outcomes: Outcome<T>[] } {
  const spots: Spot[] = []
  const outcomes = places.map(({ sku, listing, locationId }, index): Outcome<T> => {
    const { productId: product, variantId: variant, of = 'product' } = listing.parts[sku] ?? {}
    const location = locationId || c.settings.locationId
    if (product && variant && location) spots.push({ index, product, variant, location, of })
    if (!variant) return refused(new ChannelError('not_found', `${sku} isn’t on BigCommerce.`))
    return refused(new ChannelError('invalid', choose, { fields: { locationId: choose } }))
  })
  return { spots, outcomes }
}

/** Of one location each, in the order of the rows. */
const byLocation = <R extends Spot>(rows: R[], perCall: number): R[][] =>
  [...Map.groupBy(rows, ({ location }) => location).values()].flatMap((own) => chunks(own, perCall))

/** What stands on the shelf at each place. The part of it that the store keeps back from buyers is among it, as in what is set. */
export async function readStock(c: BigCommerceConnection, places: Place[]): Promise<Outcome<Shown>[]> {
  const { spots, outcomes } = spotsOf<Shown>(c, places)
  return inCalls(outcomes, byLocation(spots, placesPerLook), (part) => readPart(c, part))
}

async function readPart(c: BigCommerceConnection, spots: Spot[]): Promise<Outcome<Shown>[]> {
  const standing = await standingOf(
    c,
    spots.map(({ product }) => product),
  )
  const location = spots[0]?.location ?? ''
  const counts = await countsAt(
    c,
    location,
    spots.map(({ variant }) => variant),
  )
  return spots.map(({ product, variant }) => shownAt(standing.get(product), counts.get(variant)))
}

/** Variant → pieces on the shelf of a location. */
export async function countsAt(
  c: BigCommerceConnection,
  location: string,
  variants: string[],
): Promise<Map<string, number>> {
  const path = `v3/inventory/locations/${encodeURIComponent(location)}/items`
  const quantities = new Map<string, number>()
  for (const part of chunks([...new Set(variants)], placesPerLook))
    for (const { identity, total_inventory_onhand: pieces } of await askAll(c, ItemAt, path, {
      'variant_id:in': part.join(','),
    }))
      quantities.set(String(identity.variant_id), Math.max(0, pieces))
  return quantities
}

const notCounted = (): ChannelError =>
  new ChannelError(
    'invalid',
    'Inventory tracking is off for this product on BigCommerce. Turn it on there, or save the listing here.',
    { fields: { quantity: 'Inventory tracking is off for this product on BigCommerce.' } },
  )

/** A number means something only where BigCommerce counts; of what is off sale nobody can have any. */
function shownAt(standing: Standing | undefined, count: number | undefined): Outcome<Shown> {
  if (!standing || count === undefined) return refused(goneError())
  if (standing.inventory_tracking === 'none') return refused(notCounted())
  const live = isOnSale(standing)
  return ok(live ? { quantity: count, live } : { quantity: 0, live, behind: count })
}

/** Tells what was counted: the last who does so wins, so core looks before. */
export async function setStock(c: BigCommerceConnection, levels: Level[]): Promise<Outcome[]> {
  const { spots, outcomes } = spotsOf<undefined>(c, levels)
  const rows = spots.map((spot): Row => ({ ...spot, quantity: levels[spot.index]?.quantity ?? 0 }))
  return inCalls(outcomes, intoCalls(rows), (call) => tellAll(c, call))
}

/** No number twice in a call: which one would stand is not said. */
function intoCalls(rows: Row[]): Row[][] {
  const calls: Row[][] = []
  const keyOf = ({ variant, location }: Row) => `${variant} ${location}`
  for (const row of rows) {
    const call = calls.find(
      (candidate) => candidate.length < levelsPerCall && !candidate.some((other) => keyOf(other) === keyOf(row)),
    )
    if (call) call.push(row)
    else calls.push([row])
  }
  return calls
}

/** BigCommerce takes all or none, so where one is refused each is looked at, and goes alone. */
async function tellAll(c: BigCommerceConnection, rows: Row[]): Promise<Outcome[]> {
  try {
    await tell(c, rows)
    return rows.map(() => done)
  } catch (error) {
    if (!isOfOne(error)) throw error
    return tellEach(c, rows)
  }
}
const isOfOne = (error: unknown): error is ChannelError =>
  error instanceof ChannelError && (error.kind === 'invalid' || error.kind === 'not_found')

/** What is counted as a product, and what by its variants, may have been changed there. */
async function tellEach(c: BigCommerceConnection, rows: Row[]): Promise<Outcome[]> {
  const standing = await standingOf(
    c,
    rows.map(({ product }) => product),
  )
  const answers: Outcome[] = rows.map(() => done)
  return inCalls(
    answers,
    rows.map((row, index) => [{ ...row, index }]),
    async ([row]) => [row ? await tellOne(c, row, standing.get(row.product)) : done],
  )
}

async function tellOne(c: BigCommerceConnection, row: Row, standing: Standing | undefined): Promise<Outcome> {
  if (!standing) return refused(goneError())
  const { inventory_tracking: of } = standing
  if (of === 'none') return refused(notCounted())
  if (of === 'product' && row.of === 'variant')
    return refused(
      new ChannelError(
        'invalid',
        'BigCommerce tracks inventory for this product as a whole. Switch it to tracking by variant there, or save the listing here.',
        { fields: { quantity: 'BigCommerce tracks inventory for this product as a whole.' } },
      ),
    )
  await tell(c, [{ ...row, of }])
  return done
}

const tell = (c: BigCommerceConnection, rows: Row[]) =>
  send(c, {
    method: 'PUT',
    path: 'v3/inventory/adjustments/absolute',
    lane: aloneLane,
    json: {
      reason: 'Counted by Motto',
      items: rows.map(({ product, variant, location, quantity, of }) => ({
        location_id: Number(location),
        ...(of === 'variant' ? { variant_id: Number(variant) } : { product_id: Number(product) }),
        quantity: Math.max(0, quantity),
      })),
    },
  })
