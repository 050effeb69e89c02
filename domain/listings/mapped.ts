import type { Field } from '#contract/channels/describe.ts'
import type { MapValue } from '../mappings/values.ts'
import { entriesIn, filledValues } from './attributes.ts'
import { brief } from './origins.ts'
import type { ResolvedListing } from './resolve.ts'

/** What is done with one value. @param field as the channel calls it @param path where its origin stands, '' where it has none */
type Put = (field: string, value: string, path: string) => string

/** Fields whose values are words that a channel may have a list of. What is also said as an attribute is that attribute. */
const isListed = ({ kind, options, mentions, entry }: Field) =>
  (kind === 'text' && mentions === true && !entry) || (kind === 'choice' && options !== undefined) || kind === 'tags'

/** Fields that every listing has, whatever its channel calls them. */
const common = { condition: 'Condition', vendor: 'Vendor', tags: 'Tags' } as const

const each = (values: readonly string[], put: (value: string) => string): string[] => {
  const [only = '', ...more] = values
  if (more.length === 0) return values.length === 0 ? [] : [put(only)]
  return [...new Set(values.map(put))]
}
const parts = (text: string) => text.split(',').flatMap((part) => part.trim() || [])

/** A listing with every value put through `put`: of its fields, its attributes and the options of its variants. */
export function eachValue(listing: ResolvedListing, described: readonly Field[], put: Put): ResolvedListing {
  const labelOf = (name: keyof typeof common) => described.find((one) => one.name === name)?.label ?? common[name]
  const one = (name: 'condition' | 'vendor') => listing[name] && put(labelOf(name), listing[name], name)
  const condition = one('condition')
  const vendor = one('vendor')
  const tags = each(listing.tags, (tag) => put(labelOf('tags'), tag, 'tags'))
  const ofAll: Record<string, string> = { condition, vendor, tags: tags.join(',') }
  const fields = { ...listing.fields }
  for (const field of described) {
    const { name, label, kind } = field
    const value = fields[name]
    if (field.entries) fields[name] = entriesOf(listing, field, put)
    else if (typeof value !== 'string' || value.trim() === '') continue
    else if (ofAll[name] !== undefined) fields[name] = ofAll[name]
    else if (isListed(field))
      fields[name] =
        kind === 'tags' ? each(parts(value), (part) => put(label, part, name)).join(',') : put(label, value, name)
  }
  const variants = listing.variants.map((variant) => ({
    ...variant,
    options: Object.fromEntries(
      Object.entries(variant.options).map(([name, value]) => [name, value && put(name, value, '')]),
    ),
  }))
  return { ...listing, condition, vendor, tags, fields, variants }
}

function entriesOf({ fields }: ResolvedListing, { name: field, entries: list }: Field, put: Put) {
  if (!list) return []
  return entriesIn(fields, field).map((entry) => {
    const name = String(entry[list.name])
    const values = each(filledValues(list, entry), (value) => put(name, value, `${field}.${name}`))
    const [only, ...more] = values
    return only === undefined ? entry : { ...entry, [list.value]: more.length > 0 ? values : only }
  })
}

type Found = NonNullable<ReturnType<MapValue>>['mapping']
interface Made {
  /** Names of the mappings that changed one of its values, by their uuid. */
  by: Map<string, string>
  /** All of its values as they are now. */
  values: string[]
}

/** What a channel gets: a listing with its values mapped, each with the mapping that did so as the last step of its origin. */
export function mapped(
  listing: ResolvedListing,
  described: readonly Field[],
  mapValue: MapValue | undefined,
): ResolvedListing {
  if (!mapValue) return listing
  const all: { path: string; value: string; by: Found | undefined }[] = []
  let isChanged = false
  const changed = eachValue(listing, described, (field, value, path) => {
    const found = mapValue(field, value)
    const now = found?.value ?? value
    if (!path) return now
    all.push({ path, value: now, by: found?.mapping })
    isChanged ||= found !== undefined
    return now
  })
  if (!isChanged) return changed
  const made = new Map<string, Made>()
  for (const { path, value, by } of all) {
    const known: Made = made.get(path) ?? { by: new Map(), values: [] }
    known.values.push(value)
    if (by) known.by.set(by.uuid, by.name)
    made.set(path, known)
  }
  const origins = { ...listing.origins }
  for (const [path, { by, values }] of made)
    if (by.size > 0)
      origins[path] = [
        ...(origins[path] ?? []),
        ...[...by.values()].map((name) => ({
          from: 'mapping' as const,
          name,
          value: brief([...new Set(values)].join(', ')),
          mentions: [],
        })),
      ]
  return { ...changed, origins }
}
