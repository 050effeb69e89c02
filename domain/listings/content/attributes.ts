import type { AttributeList, Field } from '#contract/channels/describe.ts'
import type { SheetColumns } from '#contract/channels/shapes/csv.ts'
import type { Source } from '#contract/listings/origins.ts'
import { brief } from './origins.ts'
import { coverColumns } from '../sheets/choices.ts'

/** One attribute of a listing, as its channel keeps it: an `AttributeList` says where name and value stand in it. */
export type Entry = Readonly<Record<string, unknown>>

const key = (name: unknown) => (typeof name === 'string' ? name.trim().toLowerCase() : '')

export const entriesIn = (fields: Readonly<Record<string, unknown>>, field: string): readonly Entry[] => {
  const list = fields[field]
  return Array.isArray(list) ? (list as Entry[]) : []
}

export function filledValues(list: AttributeList, entry: Entry): string[] {
  const value = entry[list.value]
  return Array.isArray(value) ? value.filter(isText) : isText(value) ? [value] : []
}
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** The values of one attribute, without blanks. */
export function valuesIn(list: AttributeList, entries: readonly Entry[], name: string): string[] {
  const attribute = entries.find((entry) => key(entry[list.name]) === key(name))
  return attribute ? filledValues(list, attribute) : []
}

/** The list with one attribute set; without it when `values` holds nothing. @param rest the other parts of its entry */
export function withAttribute(
  list: AttributeList,
  entries: readonly Entry[],
  { name, values, rest }: { name: string; values: readonly string[]; rest: Entry },
): Entry[] {
  const others = entries.filter((entry) => key(entry[list.name]) !== key(name))
  const [only, ...more] = values.filter((value) => value !== '')
  if (only === undefined) return others
  return [...others, { [list.name]: name, [list.value]: more.length ? [only, ...more] : only, ...rest }]
}

/** What a product's listing says of single attributes covers what its template says of the same; a blank one covers nothing. */
function coverEntries(list: AttributeList, template: readonly Entry[], own: readonly Entry[]): Entry[] {
  const covering = own.filter((entry) => filledValues(list, entry).length > 0)
  const names = new Set(covering.map((entry) => key(entry[list.name])))
  return [...template.filter((entry) => !names.has(key(entry[list.name]))), ...covering]
}

/** What a listing's fields are put together from. */
export interface Layers {
  /** The chosen one, if there is any. */
  schema?: { name: string; fields: Readonly<Record<string, unknown>> } | undefined
  /** What the product's listing says of its own. */
  overrides: Readonly<Record<string, unknown>>
  /** The account's defaults. */
  account?: Readonly<Record<string, unknown>>
}
export interface Covered {
  fields: Record<string, unknown>
  /** Who says a filled field: by its name, and `field.name` for one of a list. */
  sources: Map<string, Source>
}

/** Whether a layer says something of a field. */
export const isFilled = (value: unknown): boolean => value !== '' && value !== null && value !== undefined

/**
 * The fields of a schema, covered by a listing's own where those are filled: attributes one by one, and what has another name among the
 * overrides under the schema's name. What both leave blank is the account's default.
 */
export function coverFields(described: readonly Field[], { schema, overrides, account = {} }: Layers): Covered {
  const own = Object.fromEntries(Object.entries(overrides).filter(([, value]) => isFilled(value)))
  const below = schema?.fields ?? {}
  const fields: Record<string, unknown> = { ...below, ...own }
  const sources: Covered['sources'] = new Map()
  const bySchema: Source = { from: 'schema', name: schema?.name ?? '' }
  const byOverride: Source = { from: 'override', name: '' }
  for (const { name, override, entries, on, kind } of described) {
    if (override) {
      delete fields[override]
      if (own[override]) fields[name] = own[override]
    }
    const isOwn = isFilled(own[name]) || (override !== undefined && isFilled(own[override]))
    if (entries) {
      const [list, mine] = [entriesIn(below, name), entriesIn(own, name)]
      if (isOwn) fields[name] = coverEntries(entries, list, mine)
      for (const [of, source] of [[list, bySchema] as const, [mine, byOverride] as const])
        for (const entry of of)
          if (filledValues(entries, entry).length > 0) sources.set(entryPath(name, entry[entries.name]), source)
    } else if (kind === 'columns') {
      const columns = (of: typeof below) => entriesIn(of, name) as readonly unknown[] as readonly SheetColumns[]
      fields[name] = coverColumns(columns(below), columns(own))
    } else if (isOwn) sources.set(name, byOverride)
    else if (isFilled(below[name])) sources.set(name, bySchema)
    else if (on.includes('integration') && on.includes('template') && isFilled(account[name])) {
      fields[name] = account[name]
      sources.set(name, { from: 'account', name })
    }
  }
  return { fields, sources }
}

/** Names an attribute of a list, whatever the case of its name. */
export const entryPath = (field: string, name: unknown): string => `${field}.${key(name)}`

/** Attributes that say where a thing lies, not what it is. */
const internal = new Set(['vendor', 'location', 'warehouse', 'bin'])

/** A list's filled entries, and one for each attribute of the product that it leaves out or blank, where the channel takes those. */
export function fillEntries(
  list: AttributeList,
  entries: readonly Entry[],
  attributes: readonly { name: string; value: string }[],
): Entry[] {
  const set = entries.filter((entry) => filledValues(list, entry).length > 0)
  const { filled } = list
  if (!filled) return set
  const named = new Set(set.map((entry) => key(entry[list.name])))
  const own = attributes.filter(
    ({ name, value }) =>
      value.trim() !== '' && !internal.has(key(name)) && !named.has(key(name)) && name.length <= list.nameChars,
  )
  return [...set, ...own.map(({ name, value }) => ({ [list.name]: name, [list.value]: value, ...filled }))]
}

/** What keeps values out of a list of allowed ones; a value that still holds a reference is judged once it is resolved (LST-091, LST-093). */
export function outside(
  values: readonly string[],
  { options, strict, anyCase = false }: { options: readonly string[]; strict: boolean; anyCase?: boolean },
): { value: string; sentence: string } | undefined {
  if (!options.length) return undefined
  const isOption = (value: string) =>
    options.includes(value) || (anyCase && options.some((option) => key(option) === key(value)))
  const value = values.find((value) => !value.includes('{{') && !isOption(value))
  return value === undefined
    ? undefined
    : { value, sentence: `${brief(value)} is not in ${strict ? 'allowed' : 'suggested'} values.` }
}

/** The attribute that a refusal is about, where its path leads into a list of them: `aspects.Brand`. */
export function attributeAt(
  described: readonly Field[],
  path: string,
): { field: Field; list: AttributeList; name: string } | undefined {
  const field = described.find(({ name, entries }) => entries && path.startsWith(`${name}.`))
  return field?.entries && { field, list: field.entries, name: path.slice(field.name.length + 1) }
}

/** What a seller calls the field of a path: its label, an attribute's own name, or a column by its header. */
export function nameAt(described: readonly Field[], path: string): string | undefined {
  const column = described.find(({ name, kind }) => kind === 'columns' && path.startsWith(`${name}.`))
  return (
    described.find(({ name }) => name === path)?.label ??
    attributeAt(described, path)?.name ??
    (column && `Column ${path.slice(column.name.length + 1)}`)
  )
}
