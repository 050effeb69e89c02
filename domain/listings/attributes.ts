import type { AttributeList, Field } from '#contract/channels/describe.ts'

/** One attribute of a listing, as its channel keeps it: an `AttributeList` says where name and value stand in it. */
export type Entry = Readonly<Record<string, unknown>>

const key = (name: unknown) => (typeof name === 'string' ? name.trim().toLowerCase() : '')

export const entriesIn = (fields: Readonly<Record<string, unknown>>, field: string): readonly Entry[] => {
  const list = fields[field]
  return Array.isArray(list) ? (list as Entry[]) : []
}

const filledValues = (list: AttributeList, entry: Entry): string[] =>
  [entry[list.value]].flat().filter((value): value is string => typeof value === 'string' && value.trim() !== '')

/** The values of one attribute, without blanks. */
export function valuesIn(list: AttributeList, entries: readonly Entry[], name: string): string[] {
  const found = entries.find((entry) => key(entry[list.name]) === key(name))
  return found ? filledValues(list, found) : []
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

/**
 * The fields of a schema, covered by a listing's own where those are filled: attributes one by one, and what has another name among the
 * overrides under the schema's name.
 */
export function coverFields(
  described: readonly Field[],
  schema: Readonly<Record<string, unknown>>,
  overrides: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const own = Object.fromEntries(
    Object.entries(overrides).filter(([, value]) => value !== '' && value !== null && value !== undefined),
  )
  const covered: Record<string, unknown> = { ...schema, ...own }
  for (const { name, override, entries } of described) {
    if (override) {
      delete covered[override]
      if (own[override]) covered[name] = own[override]
    }
    if (entries && Array.isArray(own[name]))
      covered[name] = coverEntries(entries, entriesIn(schema, name), entriesIn(own, name))
  }
  return covered
}

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
export function outside(values: readonly string[], options: readonly string[], strict: boolean): string | undefined {
  if (!options.length) return undefined
  const strange = values.find((value) => !value.includes('{{') && !options.includes(value))
  return strange === undefined ? undefined : `${strange} is not in ${strict ? 'allowed' : 'suggested'} values.`
}

/** The attribute that a refusal is about, where its path leads into a list of them: `aspects.Brand`. */
export function attributeAt(
  described: readonly Field[],
  path: string,
): { field: Field; list: AttributeList; name: string } | undefined {
  const field = described.find(({ name, entries }) => entries && path.startsWith(`${name}.`))
  return field?.entries && { field, list: field.entries, name: path.slice(field.name.length + 1) }
}
