import type { Field } from '#contract/channels/describe.ts'
import type { MapValue } from '../../mappings/values.ts'
import { entriesIn, filledValues } from '../content/attributes.ts'
import { type Origins, brief, whenAsked } from '../content/origins.ts'
import type { ResolvedListing } from '../content/resolved-listing.ts'

/** What is done with one value. @param field as the channel calls it @param path where its origin stands, '' where it has none */
type Put = (field: string, value: string, path: string) => string

/** Fields whose values are words that a channel may have a list of. What is also said as an attribute is that attribute. */
const isListed = ({ kind, options, mentions, entry }: Field) =>
  (kind === 'text' && mentions === true && !entry) || (kind === 'choice' && options !== undefined) || kind === 'tags'

/** Fields that every listing has, whatever its channel calls them. */
const common = { condition: 'Condition', vendor: 'Vendor', tags: 'Tags' } as const

interface Shape {
  labels: Readonly<Record<keyof typeof common, string>>
  /** Fields that hold values, or are one of those that every listing has. */
  holding: readonly Field[]
}
const shapes = new WeakMap<readonly Field[], Shape>()
function shapeOf(described: readonly Field[]): Shape {
  const known = shapes.get(described)
  if (known) return known
  const labelOf = (name: keyof typeof common) => described.find((field) => field.name === name)?.label ?? common[name]
  const shape = {
    labels: { condition: labelOf('condition'), vendor: labelOf('vendor'), tags: labelOf('tags') },
    holding: described.filter((field) => field.entries || isListed(field) || field.name in common),
  }
  shapes.set(described, shape)
  return shape
}

const each = (values: readonly string[], put: (value: string) => string): string[] => {
  const [only = '', ...more] = values
  if (more.length === 0) return values.length === 0 ? [] : [put(only)]
  return [...new Set(values.map(put))]
}
const parts = (text: string) => text.split(',').flatMap((part) => part.trim() || [])

/** The same list where nothing in it changes: most values stay as they are. */
function eachKept<T>(list: readonly T[], of: (item: T) => T): readonly T[] {
  let made: T[] | undefined
  for (const [at, item] of list.entries()) {
    const now = of(item)
    if (now !== item) made ??= list.slice(0, at)
    made?.push(now)
  }
  return made ?? list
}

/** A listing with every value put through `put`: of its fields, its attributes and the options of its variants. */
export function eachValue(listing: ResolvedListing, described: readonly Field[], put: Put): ResolvedListing {
  const { labels, holding } = shapeOf(described)
  const mapCommon = (name: 'condition' | 'vendor') => listing[name] && put(labels[name], listing[name], name)
  const condition = mapCommon('condition')
  const vendor = mapCommon('vendor')
  const tags = each(listing.tags, (tag) => put(labels.tags, tag, 'tags'))
  const ofAll: Readonly<Record<string, string>> = { condition, vendor, tags: tags.join(',') }
  const fields = { ...listing.fields }
  for (const field of holding) {
    const { name, label, kind } = field
    const value = fields[name]
    if (field.entries) fields[name] = entriesOf(listing, field, put)
    else if (typeof value !== 'string' || value.trim() === '') continue
    else if (ofAll[name] !== undefined) fields[name] = ofAll[name]
    else
      fields[name] =
        kind === 'tags' ? each(parts(value), (part) => put(label, part, name)).join(',') : put(label, value, name)
  }
  const variants = eachKept(listing.variants, (variant) => withOptions(variant, put))
  return { ...listing, condition, vendor, tags, fields, variants: [...variants] }
}

function withOptions(variant: ResolvedListing['variants'][number], put: Put) {
  let options = variant.options
  for (const [name, value] of Object.entries(variant.options)) {
    const now = value && put(name, value, '')
    if (now === value) continue
    if (options === variant.options) options = { ...options }
    options[name] = now
  }
  return options === variant.options ? variant : { ...variant, options }
}

function entriesOf({ fields }: ResolvedListing, { name: field, entries: list }: Field, put: Put) {
  if (!list) return []
  return eachKept(entriesIn(fields, field), (entry) => {
    const name = String(entry[list.name])
    const path = `${field}.${name}`
    const raw = entry[list.value]
    if (typeof raw === 'string') {
      const now = raw.trim() === '' ? raw : put(name, raw, path)
      return now === raw ? entry : { ...entry, [list.value]: now }
    }
    const values = each(filledValues(list, entry), (value) => put(name, value, path))
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
/** A value as it was put into a listing. */
interface PutValue {
  path: string
  value: string
  by: Found | undefined
}

/** What a channel gets: a listing with its values mapped, each with the mapping that did so as the last step of its origin. */
export function mapped(
  listing: ResolvedListing,
  described: readonly Field[],
  mapValue: MapValue | undefined,
): ResolvedListing {
  if (!mapValue) return listing
  const all: PutValue[] = []
  let isChanged = false
  const changed = eachValue(listing, described, (field, value, path) => {
    const result = mapValue(field, value)
    const now = result?.value ?? value
    if (!path) return now
    all.push({ path, value: now, by: result?.mapping })
    isChanged ||= result !== undefined
    return now
  })
  return isChanged ? { ...changed, origins: whenAsked(() => withMappings(listing.origins(), all)) } : changed
}

/** Origins with the mappings that changed a value at their end. */
function withMappings(before: Origins, all: readonly PutValue[]): Origins {
  const made = new Map<string, Made>()
  for (const { path, value, by } of all) {
    const known: Made = made.get(path) ?? { by: new Map(), values: [] }
    known.values.push(value)
    if (by) known.by.set(by.uuid, by.name)
    made.set(path, known)
  }
  const origins = { ...before }
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
  return origins
}
