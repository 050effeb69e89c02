import { builtDescription } from '#contract/channels/all.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { isCleanable } from '#contract/html.ts'
import type { RuleSet } from '#contract/mappings/mappings.ts'
import type { Excess } from '#domain/listings/content/excess.ts'
import type { Origins } from '#domain/listings/content/origins.ts'
import { type ListingSource, resolveListing, resolveUnmapped } from '#domain/listings/content/resolve.ts'
import type { ResolvedListing } from '#domain/listings/content/resolved-listing.ts'
import { eachValue } from '#domain/listings/rules/mapped.ts'
import { type RuleRun, compile } from '#domain/mappings/dynamic.ts'
import { type MapValue, type ValueMap, compileValues } from '#domain/mappings/values.ts'
import { Meter } from '#domain/products/attributes/meter.ts'
import { breathe } from '../../../breathe.ts'
import type { Ctx } from '../../../context.ts'
import { plainText, sanitise } from '../../../http/requests/html.ts'
import { MeteredBatch, isLight } from '../../../threads/metered.ts'
import type { Outcome } from '../../../threads/pool.ts'
import type { Work, Working } from '../../../threads/protocol.ts'

/* What a listing is made of becomes what it says: here where that is little, else on a thread that runs this same module. */

/** What a listing says, ready to be sent. */
export interface PutTogether {
  resolved: ResolvedListing
  title: string
  /** Cleaned; '' where its markup is too complex. */
  description: string
  isClean: boolean
}
export interface FieldValue {
  field: string
  value: string
}

function putTogether(source: ListingSource, meter: Meter): PutTogether {
  const resolved = resolveListing(source, meter)
  // What a reference brings in is text from anywhere, and may stand in a link's address.
  const isClean = isCleanable(resolved.description)
  return {
    resolved,
    title: plainText(resolved.title),
    description: isClean ? sanitise(resolved.description) : '',
    isClean,
  }
}

/** A listing's values before any mapping, by the channel's field. */
function valuesOf(source: ListingSource, meter: Meter): FieldValue[] {
  const values: FieldValue[] = []
  eachValue(resolveUnmapped(source, meter), source.described, (field, value) => {
    values.push({ field, value })
    return value
  })
  return values
}

type Plain = Omit<ListingSource, 'rules' | 'mapValue' | 'described'>
/** A listing as a thread is told of it: its rules and value mappings by their places among those of the batch, −1 for none. */
interface Item {
  make: 'listing' | 'values'
  channel: ChannelId
  rules: number
  maps: number
  source: Plain
}
interface Shared {
  rules: readonly (readonly RuleSet[])[]
  maps: readonly (readonly ValueMap[])[]
}
type Result =
  | (Omit<PutTogether, 'resolved'> & { resolved: Omit<ResolvedListing, 'origins'>; origins: Origins })
  | { values: FieldValue[]; spent: number }

const begin: Working<Shared, Item, Result> = (shared) => {
  const rules = shared.rules.map((mappings) => compile(mappings))
  const maps = shared.maps.map((mappings) => compileValues(mappings))
  return ({ make, channel, rules: rule, maps: map, source: plain }, meter) => {
    const { fields: described = [] } = builtDescription(channel) ?? {}
    const source: ListingSource = { ...plain, described, rules: rules[rule], mapValue: maps[map] }
    if (make === 'values') return { values: valuesOf(source, meter), spent: meter.spent }
    const { resolved, ...texts } = putTogether(source, meter)
    const { origins, ...listing } = resolved
    return { ...texts, resolved: listing, origins: origins() }
  }
}
export const work: Work<Shared, Item, Result> = { url: import.meta.url, begin }

interface Listing {
  row: { channel: ChannelId }
  source: ListingSource
}

/** Puts listings together that were gathered together. One that takes too long says so in `excess`, and all others go on. */
export class ListingBatch {
  readonly #batch: MeteredBatch<Item, Result>
  readonly #rules: readonly RuleRun[]
  readonly #maps: readonly MapValue[]

  constructor({ services, organizationId }: Ctx, listings: readonly Listing[]) {
    this.#rules = [...new Set(listings.flatMap(({ source }) => source.rules ?? []))]
    this.#maps = [...new Set(listings.flatMap(({ source }) => source.mapValue ?? []))]
    this.#batch = new MeteredBatch(() =>
      services.threads.batch(organizationId, work, {
        rules: this.#rules.map(({ mappings }) => mappings),
        maps: this.#maps.map(({ mappings = [] }) => mappings),
      }),
    )
  }

  async putTogether(listing: Listing): Promise<PutTogether> {
    const outcome = await this.#batch.run<PutTogether>({
      isLight: isLightListing(listing),
      here: (meter) => putTogether(listing.source, meter),
      item: () => this.#itemOf('listing', listing),
      read: (result) => {
        if ('values' in result) throw new Error('A thread answered with values where a listing was asked for.')
        const { origins, resolved, ...texts } = result
        return { ...texts, resolved: { ...resolved, origins: () => origins } }
      },
    })
    return 'result' in outcome ? outcome.result : withoutReferences(listing.source, outcome)
  }

  /** The values of each before any mapping, in turn, with pauses for others. @param request counts what all listings of a request read and write: those beyond it are left out */
  static async *valuesOfEach<L extends Listing>(ctx: Ctx, listings: readonly L[], request?: Meter) {
    const batch = new ListingBatch(ctx, listings)
    try {
      for (const listing of listings) {
        if (request?.isOver) break
        yield { listing, values: await batch.#values(listing, request) }
        await breathe()
      }
    } finally {
      batch.end()
    }
  }

  async #values(listing: Listing, request?: Meter): Promise<FieldValue[]> {
    const outcome = await this.#batch.run({
      isLight: isLightListing(listing),
      here: (meter) => {
        const values = valuesOf(listing.source, meter)
        return { values, spent: meter.spent }
      },
      item: () => this.#itemOf('values', listing),
      read: (result) => {
        if (!('values' in result)) throw new Error('A thread answered with a listing where values were asked for.')
        return result
      },
    })
    if (!('result' in outcome)) return []
    request?.take(outcome.result.spent)
    return outcome.result.values
  }

  end(): void {
    this.#batch.end()
  }

  #itemOf(make: Item['make'], { row: { channel }, source }: Listing): Item {
    const { rules, mapValue, described: _same, ...plain } = source
    const [rule, map] = [rules ? this.#rules.indexOf(rules) : -1, mapValue ? this.#maps.indexOf(mapValue) : -1]
    return { make, channel, rules: rule, maps: map, source: plain }
  }
}

/** What the fields of one listing say before any mapping. */
export async function fieldsOf(ctx: Ctx, { row, source }: Listing): Promise<Record<string, unknown>> {
  const { mapValue: _map, ...unmapped } = source
  const listing = { row, source: unmapped }
  const batch = new ListingBatch(ctx, [listing])
  try {
    return (await batch.putTogether(listing)).resolved.fields
  } finally {
    batch.end()
  }
}

const isLightListing = ({ source }: Listing): boolean => {
  const { product, variations, schema, overrides, account, rules } = source
  return isLight(product, variations, schema, overrides, account, rules?.mappings)
}

/** A listing that took too long: as its product has it, and not to be sent. */
function withoutReferences(source: ListingSource, { at }: Exclude<Outcome<never>, { result: never }>): PutTogether {
  const { rules: _rules, mapValue: _map, ...plain } = source
  const listing = putTogether(plain, new Meter(0))
  const excess: Excess = { ...(at ?? { product: true }), isLate: true }
  return { ...listing, resolved: { ...listing.resolved, excess } }
}
