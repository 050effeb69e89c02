import type { SheetColumns, SheetHeader } from '#contract/channels/shapes/csv.ts'
import { fieldsByName } from '../../imports/mapping/synonyms.ts'
import { rowsMeter } from '../../products/attributes/meter.ts'
import { references, resolve } from '../../products/attributes/references.ts'
import { nameKey } from '../../products/attributes/values.ts'
import type { Cell } from '../sheets/cell.ts'
import { brief } from './origins.ts'
import { wantedInstead } from '../sheets/rules.ts'

/*
 * Products as rows of a sheet, one for each variation. What stands in a column is said by the listing template (`{{Price}}`, `New`); a column of
 * which it says nothing is filled by its name.
 */

/** What a listing says of itself, as far as columns may refer to it. */
export interface RowSource {
  title: string
  /** Plain text. */
  description: string
  condition: string
  tags: readonly string[]
  vendor: string
  images: readonly string[]
  sizeAndWeight: {
    weightUnit: string
    weight: number | null
    sizeUnit: string
    length: number | null
    width: number | null
    height: number | null
  } | null
}
export interface RowVariant {
  sku: string
  options: Readonly<Record<string, string>>
  /** As a decimal: `12.99`. */
  price: string
  quantity: number
  barcode?: string | undefined
  image?: string | undefined
  /** Attributes of the product and of the variation, by `nameKey`. */
  values?: Readonly<Record<string, string>> | undefined
}

type Word = (source: RowSource, variant: RowVariant) => string | number | null | undefined

const size =
  (part: 'weight' | 'length' | 'width' | 'height'): Word =>
  ({ sizeAndWeight }) =>
    sizeAndWeight?.[part]
const unit =
  (part: 'weightUnit' | 'sizeUnit', of: 'weight' | 'length'): Word =>
  ({ sizeAndWeight }) =>
    sizeAndWeight && sizeAndWeight[of] !== null ? sizeAndWeight[part] : ''
/** A variation's own picture comes first in its row. */
const pictures = ({ images }: RowSource, { image }: RowVariant): string[] =>
  image ? [image, ...images.filter((url) => url !== image)] : [...images]
const MOST_PICTURES = 12

/** What a column can be filled with beside attributes, by the name for it in a reference. */
const words: Readonly<Record<string, Word>> = {
  SKU: (_, { sku }) => sku,
  Title: ({ title }) => title,
  Description: ({ description }) => description,
  Price: (_, { price }) => Number(price),
  Quantity: (_, { quantity }) => quantity,
  Variation: (_, { options }) => Object.values(options).join(' / '),
  Barcode: (_, { barcode }) => (barcode === 'DOES_NOT_APPLY' ? '' : barcode),
  Condition: ({ condition }) => condition,
  Tags: ({ tags }) => tags.join(', '),
  Vendor: ({ vendor }) => vendor,
  Weight: size('weight'),
  'Weight Unit': unit('weightUnit', 'weight'),
  Length: size('length'),
  Width: size('width'),
  Height: size('height'),
  'Size Unit': unit('sizeUnit', 'length'),
  Images: (source, variant) => pictures(source, variant).join(', '),
  ...Object.fromEntries(
    Array.from({ length: MOST_PICTURES }, (_, n): [string, Word] => [
      `Image ${n + 1}`,
      (source, variant) => pictures(source, variant)[n],
    ]),
  ),
}
/** The names that columns may refer to beside attributes. */
export const columnWords: readonly string[] = Object.keys(words)
const wordByKey = new Map(Object.entries(words).map(([name, word]) => [nameKey(name), { name, word }]))

/** Fields of files of products → the word that fills a column of that name. */
const wordOfField: Readonly<Record<string, string>> = {
  sku: 'SKU',
  title: 'Title',
  description: 'Description',
  price: 'Price',
  quantity: 'Quantity',
  variation: 'Variation',
  barcode: 'Barcode',
  condition: 'Condition',
  tags: 'Tags',
  vendor: 'Vendor',
  weight: 'Weight',
  weightUnit: 'Weight Unit',
  length: 'Length',
  width: 'Width',
  height: 'Height',
  sizeUnit: 'Size Unit',
  images: 'Images',
  ...Object.fromEntries(Array.from({ length: MOST_PICTURES }, (_, n) => [`image${n + 1}`, `Image ${n + 1}`])),
}

/** A column's name without the star that says it must be filled. */
export const bare = (name: string) => name.replace(/\s*\*\s*$/, '').trim()

/** What fills columns by their names alone: name → a reference. */
export function filledByName(names: readonly string[]): Map<string, string> {
  const byField = Object.entries(fieldsByName(names)).flatMap(([field, name]): [string, string][] =>
    name !== undefined && Object.hasOwn(wordOfField, field) ? [[name, `{{${wordOfField[field]}}}`]] : [],
  )
  const known = new Map(byField)
  return new Map(names.map((name) => [name, known.get(name) ?? (bare(name) ? `{{${bare(name)}}}` : '')] as const))
}

export interface Fill {
  header: SheetHeader
  /** What stands in the column: text with references. */
  text: string
  /** Said by the listing, not taken from the column's name. */
  isOwn: boolean
}
const only = (text: string): string | undefined => /^\s*\{\{([^{}]+)\}\}\s*$/.exec(text)?.[1]
const refersTo = (text: string, word: string) => nameKey(only(text) ?? '') === nameKey(word)

/** What stands in each column of a sheet. @param written what the listing says, by the names of the columns */
export function fillsOf(headers: readonly SheetHeader[], written: SheetColumns['headers']): Fill[] {
  const byName = filledByName(headers.map(({ name }) => name))
  return headers.map((header) => {
    const own = writtenFor(header, written)
    return { header, text: own || (byName.get(header.name) ?? ''), isOwn: own !== '' }
  })
}
const writtenFor = (
  { name, cellId }: Pick<SheetHeader, 'name' | 'cellId'>,
  written: SheetColumns['headers'],
): string => {
  const same = written.filter((cell) => nameKey(cell.name) === nameKey(name))
  return ((same.find((cell) => cell.cellId === cellId) ?? same[0])?.value ?? '').trim()
}

/** The column that holds a row's SKU, or its pieces: undefined where there is none. */
export const columnOf = (fills: readonly Fill[], word: 'SKU' | 'Quantity'): Fill | undefined =>
  fills.find(({ text, isOwn }) => isOwn && refersTo(text, word)) ?? fills.find(({ text }) => refersTo(text, word))

export interface RowCell {
  cell: Cell
  /** References that have no value; only of what the listing says itself. */
  unresolved: string[]
  /** It would be longer than Motto works with, or all cells of the listing together are. */
  isTooLong?: true
}

/** What a check says of references without a value: the names in quotes, so that what mends them can be told. */
/** What the editor says under the field (LST-090). */
export const undefinedWords = (names: readonly string[]): string =>
  `${names.map((name) => `@${name}`).join(', ')} ${names.length === 1 ? 'is' : 'are'} undefined.`

const valuesOfVariants = new WeakMap<RowVariant, ReadonlyMap<string, string>>()
/** What columns may refer to of a variation, read once for all of its cells. */
function valuesOf(variant: RowVariant): ReadonlyMap<string, string> {
  const known = valuesOfVariants.get(variant)
  if (known) return known
  const values = new Map(Object.entries(variant.values ?? {}).filter(([, value]) => /\S/.test(value)))
  for (const [option, value] of Object.entries(variant.options)) values.set(nameKey(option), value)
  valuesOfVariants.set(variant, values)
  return values
}

/** What stands in a column for one variation. @param meter counts what all cells of a listing read and write */
export function cellOf(
  { header, text, isOwn }: Fill,
  source: RowSource,
  variant: RowVariant,
  meter = rowsMeter(),
): RowCell {
  const word = wordByKey.get(nameKey(only(text) ?? ''))
  const name = nameKey(only(text) ?? '')
  const cellValue = word?.word(source, variant)
  if (typeof cellValue === 'number') return { cell: cellValue, unresolved: [] }
  const values = valuesOf(variant)
  const get = (key: string): string | undefined => {
    const value = wordByKey.get(key)?.word(source, variant)
    return value !== undefined && value !== null && value !== '' ? String(value) : values.get(key)
  }
  // A word of ours that holds nothing leaves its cell blank: not every product has a barcode.
  if (name && wordByKey.has(name) && get(name) === undefined) return { cell: '', unresolved: [] }
  const { text: resolved, unresolved, isTooLong } = resolve(text, { get }, 'plain', meter)
  if (isTooLong) return { cell: '', unresolved: [], isTooLong }
  if (unresolved.length > 0) return isOwn ? { cell: resolved, unresolved } : { cell: '', unresolved: [] }
  // A row is found again by its SKU: as a number it would lose its zeros.
  return { cell: name === nameKey('SKU') ? resolved : typedFor(header.dataType, resolved), unresolved: [] }
}

/** A text as the column wants it: a number where it checks numbers, yes or no where it has a box to tick. */
function typedFor(dataType: string, text: string): Cell {
  if (dataType.startsWith('NUMBER_') && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
  if (dataType === 'BOOLEAN' && /^(true|yes)$/i.test(text)) return true
  if (dataType === 'BOOLEAN' && /^(false|no)$/i.test(text)) return false
  return text
}

const most = 50_000
/** What keeps a value out of a column: refused, or only said (LST-334, LST-335). What still holds a reference is judged once it is resolved. */
export function optionProblem(
  { options, strict, dataType, bounds }: Pick<SheetHeader, 'options' | 'strict' | 'dataType' | 'bounds'>,
  value: Cell,
): { sentence: string; refuses: boolean } | undefined {
  if (typeof value === 'string' && value.length > most)
    return { sentence: `A cell can hold up to ${most} characters. This value has ${value.length}.`, refuses: true }
  if (references(String(value)).length > 0) return undefined
  const expectation = wantedInstead({ dataType, bounds }, typeof value === 'string' ? typedFor(dataType, value) : value)
  if (expectation)
    return { sentence: `'${brief(String(value))}' not allowed: this column takes ${expectation}`, refuses: strict }
  if (value === '' || options.length === 0 || typeof value === 'boolean') return undefined
  if (options.includes(String(value))) return undefined
  return {
    sentence: `'${brief(String(value))}' ${strict ? 'not allowed in options' : 'not in options'}`,
    refuses: strict,
  }
}
