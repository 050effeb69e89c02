import type { EtsyProperty, EtsySchema } from '#contract/channels/shapes/etsy.ts'
import { brief } from '#domain/listings/content/origins.ts'
import { problem, type Problem } from '#domain/listings/problems/problem.ts'
import { isGone, ChannelError } from '../../channel.ts'
import { type EtsyConnection, get, ofShop, send } from '../calls.ts'
import { listOf, PropertyValue } from '../wire.ts'

type Entry = EtsySchema['properties'][number]
export interface Attribute {
  property: EtsyProperty
  scaleId: number | null
  values: { id: number | null; name: string }[]
  /** What Etsy would not take of it. */
  problem?: Problem
}

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()
const textsOf = ({ values }: Entry): string[] => [values].flat().flatMap((value) => value.trim() || [])

const propertyOf = ({ propertyId, propertyName }: Entry, known: readonly EtsyProperty[]): EtsyProperty | undefined =>
  known.find(
    (property) =>
      property.supports_attributes &&
      (propertyId
        ? property.property_id === propertyId
        : same(property.name, propertyName) || same(property.display_name, propertyName)),
  )

/** Etsy's own name for a property, as its sellers read it. */
export const nameOf = ({ display_name, name }: EtsyProperty): string => display_name || name

/** What the listing says of the category's properties. What is no property of it is not sent: it is an attribute for another channel. */
export const attributesOf = (entries: readonly Entry[], known: readonly EtsyProperty[]): Attribute[] =>
  entries.flatMap((entry) => {
    const property = propertyOf(entry, known)
    if (!property) return []
    const texts = textsOf(entry)
    return texts.length > 0 ? [read(property, entry, texts)] : []
  })

function read(property: EtsyProperty, { scaleId: chosen }: Entry, texts: string[]): Attribute {
  const { scales, possible_values: possible, is_multivalued, max_values_allowed: most } = property
  const name = nameOf(property)
  const among = (scale: number | null) =>
    texts.every((text) => possible.some((value) => value.scale_id === scale && same(value.name, text)))
  // A scale that nobody chose is clear where the values are of one alone.
  const scaleId =
    scales.length === 0 ? null : (chosen ?? scales.find(({ scale_id }) => among(scale_id))?.scale_id ?? null)
  const values = texts.map((text) => {
    const value = possible.find((candidate) => candidate.scale_id === scaleId && same(candidate.name, text))
    return { id: value?.value_id ?? null, name: value?.name ?? text }
  })
  const attribute = { property, scaleId, values }
  const strange = possible.length > 0 ? values.find(({ id }) => id === null) : undefined
  const limit = is_multivalued ? (most ?? Infinity) : 1
  if (scales.length > 0 && scaleId === null)
    return { ...attribute, problem: problem('specific_scale', { about: name }) }
  if (texts.length > limit)
    return {
      ...attribute,
      problem: problem('specific_values', { about: name, most: limit }),
    }
  if (strange)
    return {
      ...attribute,
      problem: problem('specific_refused', { about: name, value: brief(strange.name) }),
    }
  if (possible.length === 0 && texts.some((text) => !/^\d+([.,/ ]\d+)*$/.test(text)))
    return { ...attribute, problem: problem('specific_number', { about: name }) }
  return attribute
}

/** Values may hold commas, so each goes by itself. */
const formOf = ({ scaleId, values }: Attribute) => ({
  'value_ids[]': values.flatMap(({ id }) => (id === null ? [] : [String(id)])),
  'values[]': values.map(({ name }) => name),
  ...(scaleId !== null && { scale_id: String(scaleId) }),
})

const isThere = (there: PropertyValue | undefined, { scaleId, values }: Attribute) =>
  there !== undefined &&
  (there.scale_id ?? null) === scaleId &&
  there.values.join('\n') === values.map(({ name }) => name).join('\n')

/**
 * Sets what differs, and clears what we set before and is blank now; what others set stays.
 * @param before ids of properties that we set
 * @returns those that are set now
 */
export async function setAttributes(
  c: EtsyConnection,
  listingId: number,
  attributes: readonly Attribute[],
  before: readonly number[],
  isNew: boolean,
): Promise<number[]> {
  const path = ofShop(c, `/listings/${listingId}/properties`)
  const isNeeded = !isNew && (attributes.length > 0 || before.length > 0)
  const there = isNeeded ? (await get(c, listOf(PropertyValue), path)).results : []
  const standing = (id: number) => there.find(({ property_id }) => property_id === id)
  for (const attribute of attributes) {
    const { property_id: id } = attribute.property
    if (!isThere(standing(id), attribute))
      await send(c, { method: 'PUT', path: `${path}/${id}`, form: formOf(attribute) })
  }
  const ids = attributes.map(({ property }) => property.property_id)
  for (const id of before)
    if (!ids.includes(id) && standing(id)) await send(c, { method: 'DELETE', path: `${path}/${id}` }).catch(unlessGone)
  return ids
}

function unlessGone(error: unknown): void {
  if (!(error instanceof ChannelError && isGone(error))) throw error
}
