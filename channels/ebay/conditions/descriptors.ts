import type { EbayAspect } from '#contract/channels/shapes/ebay.ts'
import { brief } from '#domain/listings/content/origins.ts'
import { problem, type Problem, type Problems } from '#domain/listings/problems/problem.ts'
import type { EbayConnection } from '../calls.ts'
import { conditionOf } from '../listings/conditions.ts'
import type { Descriptor } from './shape.ts'
import { aspectsOf, categoryOf, conditionText, type EbayListing } from '../listings/map.ts'

/** Conditions of a category, each with what is said of it besides. */
interface Described {
  condition: string
  descriptors: readonly Descriptor[]
}

/** Descriptors of the condition that a listing has, each with what its product says under that name. */
function descriptorTexts(listing: EbayListing, conditions: readonly Described[] | null) {
  const condition = conditionOf(conditionText(listing))
  const descriptors = conditions?.find((entry) => entry.condition === condition)?.descriptors ?? []
  if (descriptors.length === 0) return []
  const texts = new Map(Object.entries(aspectsOf(listing.fields)).map(([name, values]) => [name.toLowerCase(), values]))
  return descriptors.map((descriptor) => {
    const values = texts.get(descriptor.name.toLowerCase()) ?? []
    const known = values.map((text) => ({
      text,
      value: descriptor.values.find(({ id, name }) => id === text || name.toLowerCase() === text.toLowerCase()),
    }))
    return { descriptor, known }
  })
}
type DescriptorTexts = ReturnType<typeof descriptorTexts>

/** What eBay would refuse of them, at the item specifics of the same names: product attributes fill both. */
export function checkDescriptors(listing: EbayListing, conditions: readonly Described[] | null): Problems {
  const all = descriptorTexts(listing, conditions)
  const neededIds = new Set(all.flatMap(({ descriptor, known }) => (known.length > 0 ? descriptor.together : [])))
  return Object.fromEntries(
    all.flatMap(({ descriptor, known }): [string, Problem][] => {
      const isNeeded = descriptor.isRequired || neededIds.has(descriptor.id)
      const refusal = known.length === 0 ? isNeeded && missing(descriptor) : problemOf(descriptor, known, all)
      return refusal ? [[`aspects.${descriptor.name}`, refusal]] : []
    }),
  )
}
const missing = ({ name }: Descriptor) => problem('missing_specific', { about: name })

function problemOf(
  { name, isText, isSeveral, most }: Descriptor,
  known: DescriptorTexts[number]['known'],
  all: DescriptorTexts,
): Problem | undefined {
  if (known.length > 1 && !isSeveral) return problem('specific_values', { about: name, most: 1 })
  if (isText) {
    const long = known.find(({ text }) => text.length > most)
    return long && problem('specific_too_long', { about: name, most, value: brief(long.text) })
  }
  const idsOf = (id: string) =>
    all.find(({ descriptor }) => descriptor.id === id)?.known.flatMap(({ value }) => value?.id ?? []) ?? []
  const strange = known.find(
    ({ value }) => !value?.only.every(({ id, values }) => idsOf(id).some((chosen) => values.includes(chosen))),
  )
  return strange && problem('specific_refused', { about: name, value: brief(strange.text) })
}

/** As an inventory item carries them. */
export interface WireDescriptor {
  name: string
  values?: string[]
  additionalInfo?: string
}
export const wireDescriptors = (listing: EbayListing, conditions: readonly Described[] | null): WireDescriptor[] =>
  descriptorTexts(listing, conditions).flatMap(({ descriptor: { id, isText }, known }): WireDescriptor[] => {
    if (isText) return known[0] ? [{ name: id, additionalInfo: known[0].text }] : []
    const values = known.flatMap(({ value }) => value?.id ?? [])
    return values.length > 0 ? [{ name: id, values }] : []
  })

/** For the forms: chosen and typed like item specifics. Those that the category asks for anyway stay as they are. */
export function withDescriptors(aspects: readonly EbayAspect[], conditions: readonly Described[] | null): EbayAspect[] {
  const names = new Set(aspects.map(({ localizedAspectName }) => localizedAspectName.toLowerCase()))
  const added = (conditions ?? [])
    .flatMap(({ descriptors }) => descriptors)
    .filter(({ name }) => !names.has(name.toLowerCase()) && names.add(name.toLowerCase()))
  return [...aspects, ...added.map(asAspect)]
}
const asAspect = ({ name, isText, isSeveral, most, values }: Descriptor): EbayAspect => ({
  localizedAspectName: name,
  aspectConstraint: {
    // Only of listings in one of its conditions: the listing check says so.
    aspectRequired: false,
    aspectUsage: 'RECOMMENDED',
    aspectDataType: 'STRING',
    aspectMode: isText ? 'FREE_TEXT' : 'SELECTION_ONLY',
    itemToAspectCardinality: isSeveral ? 'MULTI' : 'SINGLE',
    ...(isText && { aspectMaxLength: most }),
  },
  aspectValues: values.map((value) => ({ localizedValue: value.name })),
})

const KEEP_MS = 3_600_000
const MOST_KEPT = 500
const cache = new Map<string, { until: number; conditions: Promise<readonly Described[] | null> }>()
/** What eBay said of a category within the last hour, so that sending asks no more than checking did. */
export function remembered<T extends readonly Described[] | null>(
  c: EbayConnection,
  categoryId: string,
  ask: () => Promise<T>,
  isFresh = false,
): Promise<readonly Described[] | null> {
  const now = c.now().getTime()
  const key = `${c.origins.api} ${c.settings.marketplaceId} ${categoryId}`
  const known = cache.get(key)
  if (!isFresh && known && known.until > now) return known.conditions
  for (const [old, { until }] of cache) if (until <= now) cache.delete(old)
  if (cache.size >= MOST_KEPT) cache.delete(cache.keys().next().value ?? '')
  const conditions = ask()
  cache.set(key, { until: now + KEEP_MS, conditions })
  conditions.catch(() => cache.delete(key))
  return conditions
}

/** The listings with what is said of their conditions. */
export const described = (
  c: EbayConnection,
  batch: readonly EbayListing[],
  ask: (categoryId: string) => Promise<readonly Described[] | null>,
): Promise<EbayListing[]> =>
  Promise.all(
    batch.map(async (listing) => {
      const categoryId = categoryOf(listing.fields)
      const conditions = categoryId ? await remembered(c, categoryId, () => ask(categoryId)) : null
      return { ...listing, conditionDescriptors: wireDescriptors(listing, conditions) }
    }),
  )
