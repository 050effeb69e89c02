import type { ImportField } from '#contract/imports.ts'
import { cut } from './cut.ts'
import { headerKey } from '../mapping/synonyms.ts'

/** One record of a file, asked by the key of a header. A column that is not there, or that the record does not reach, is undefined. */
export interface Row {
  line: number
  at(key: string): string | undefined
}
export interface Option {
  name: string
  value: string
}

/** Which records are about one product. `start` begins one, all others go on with it. */
export type Grouping =
  | { by: 'key'; field: 'parent' }
  /** @param ids the column whose number, as in `id:10`, stands for a product without a SKU */
  | { by: 'parent'; ids?: readonly string[] }
  | { by: 'start'; column: readonly string[]; values: readonly string[] }
  | { by: 'continuation'; column: readonly string[]; values: readonly string[] }
  | { by: 'record' }

/** What a record says: of its product, of a variation, of both, of a picture alone. */
export type Says = 'product' | 'variation' | 'both' | 'picture' | 'nothing'

export interface Layout {
  grouping(keys: ReadonlySet<string>): Grouping
  says(row: Row, first: Row, sku: { own: string; parent: string }): Says
  /** What distinguishes a variation. @param first the first record of its product */
  options(row: Row, first: Row): Option[]
  picture?(row: Row): string | undefined
  /** Where the picture of a record stands among those of its product. */
  position?(row: Row): number
  /** Several variations that one record lists. */
  listed?(row: Row): { options: Option[]; sku: string }[]
  /** What is meant by a weight, when it is not what it seems. */
  weight?(weight: number, unit: string): number | undefined
  /** The product's own SKU, where the column alone does not tell. */
  sku?(row: Row): string
  /** Identifies the product where there is no SKU. */
  skuFrom?: readonly string[]
  condition?(text: string): string
  /** The title of a product whose rows are its variations, where it is not theirs. */
  title?(row: Row): string | undefined
  /** Only `options` distinguish a variation: attributes of its row do not. */
  optionsAlone?: true
}

export interface Format {
  /** Whether a header row is this kind's. @param keys its columns as `headerKey` has them */
  is(keys: ReadonlySet<string>, names: readonly string[]): boolean
  /** Field → headers, the first that is there counts. Where the kind has none of its own the common names do. */
  fields: Partial<Record<ImportField, readonly string[]>>
  /** The attribute that a column is of itself. */
  attribute?: (name: string) => string | undefined
  layout: Layout
  /** Cells begin with an apostrophe where a spreadsheet would take them for a formula. */
  guarded: boolean
}

/** No cell that a layout reads is longer: of a longer one its beginning is read. */
const CELL_LENGTH = 100_000
const filled = (row: Row, key: string) => (row.at(key) ?? '').slice(0, CELL_LENGTH).trim()

/** Of one product. */
export const MOST_VARIATIONS = 250
const MOST_OPTIONS = 5
/** Options whose names and values stand in numbered columns; the first pair of columns that is filled counts. */
export const optionsOf = (
  row: Row,
  ...columns: readonly ((n: number) => readonly [name: string, value: string])[]
): Option[] =>
  Array.from({ length: MOST_OPTIONS }, (_, n) => n + 1).flatMap((n) => {
    for (const column of columns) {
      const [name, value] = column(n).map((key) => filled(row, key))
      if (name && value) return [{ name, value }]
    }
    return []
  })

/** A record with the SKU of its product in a column is a variation of it. */
export const byParent: Layout = {
  grouping: () => ({ by: 'parent' }),
  says: (_row, _first, { own, parent }) => (parent === '' || parent === own ? 'product' : 'variation'),
  options: () => [],
}

const DEFAULT_TITLE = 'default title'
const gramsPer: Record<string, number> = { kg: 1000, g: 1, lb: 453.592_37, oz: 28.349_523_125 }
const hasOptions = (row: Row) =>
  filled(row, 'option1value') !== '' && filled(row, 'option1value').toLowerCase() !== DEFAULT_TITLE

export const shopify: Layout = {
  grouping: () => ({ by: 'key', field: 'parent' }),
  says: (row, first) => {
    if (row === first) return hasOptions(row) ? 'both' : 'product'
    if (['option1value', 'variantsku', 'variantprice', 'sku', 'price'].some((key) => filled(row, key) !== ''))
      return 'variation'
    return filled(row, 'imagesrc') + filled(row, 'productimageurl') === '' ? 'nothing' : 'picture'
  },
  // Names stand in the first record of a product only.
  options: (row, first) =>
    [1, 2, 3].flatMap((n) => {
      const [name, value] = [
        filled(row, `option${n}name`) || filled(first, `option${n}name`),
        filled(row, `option${n}value`),
      ]
      return name && value ? [{ name, value }] : []
    }),
  picture: (row) => filled(row, 'variantimage') || filled(row, 'variantimageurl') || undefined,
  position: (row) => Number(filled(row, 'imageposition')) || 1e6,
  // Always in grams; the unit is the one that it is shown in.
  weight: (grams, unit) => (grams === 0 ? undefined : Math.round((grams / (gramsPer[unit] ?? 1)) * 1000) / 1000),
  skuFrom: ['handle', 'urlhandle'],
}

/** Conditions by the number that eBay gives them. */
const ebayConditions: Record<string, string> = {
  1000: 'New',
  1500: 'New Other',
  1750: 'New Other',
  2000: 'Refurbished',
  2010: 'Refurbished - Excellent',
  2020: 'Refurbished - Very Good',
  2030: 'Refurbished - Good',
  2500: 'Refurbished',
  2750: 'Like New',
  3000: 'Used',
  4000: 'Used - Very Good',
  5000: 'Used - Good',
  6000: 'Used - Fair',
  7000: 'Parts / Not Working',
}
const ebayDetails = (row: Row) => filled(row, 'relationshipdetails') || filled(row, 'variationdetails')

/** `Colour=Red|Size=M`, in brackets too. */
export function readPairs(text: string): Option[] {
  const inner = text.replace(/^\[(.*)\]$/s, '$1')
  const parts = inner.includes('|') ? inner.split('|') : inner.split(/[,;](?=[^,;=]+=)/)
  return parts.flatMap((part) => {
    const at = part.indexOf('=')
    const [name, value] = [part.slice(0, at).trim(), part.slice(at + 1).trim()]
    return at > 0 && value !== '' ? [{ name, value }] : []
  })
}

export const ebay: Layout = {
  grouping: (keys) =>
    keys.has('relationship')
      ? { by: 'continuation', column: ['relationship'], values: ['variation'] }
      : keys.has('itemnumber')
        ? { by: 'key', field: 'parent' }
        : { by: 'record' },
  says: (row, first) => {
    const relationship = row.at('relationship')
    const varies =
      relationship === undefined ? ebayDetails(row) !== '' : relationship.trim().toLowerCase() === 'variation'
    if (row === first) return varies ? 'both' : 'product'
    return varies ? 'variation' : 'nothing'
  },
  options: (row) => readPairs(ebayDetails(row)),
  skuFrom: ['itemnumber', 'itemid'],
  condition: (text) => ebayConditions[/^\d{4}/.exec(text)?.[0] ?? ''] ?? text,
}

/** What a text is called in a SKU. */
export const slug = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

/** The SKU of a variation that has none: its product's, and what distinguishes it. The same each time. */
export function derivedSku(sku: string, values: string): string {
  return `${sku}-${slug(values) || 'variation'}`
}

/** One more variation than a product may have. */
const TOO_MANY = MOST_VARIATIONS + 1

const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

export const etsy: Layout = {
  grouping: () => ({ by: 'record' }),
  says: () => 'product',
  options: () => [],
  // The column lists the SKUs of all variations, and many listings have none: the file knows them by their titles alone.
  sku: (row) => {
    const [first = '', ...more] = list(filled(row, 'sku'))
    return more.length > 0 ? `${first}-all` : first || cut(slug(filled(row, 'title')), 60)
  },
  // As many SKUs as combinations, in their order; otherwise nobody knows which is whose.
  listed: (row) => {
    const choices = [1, 2].flatMap((n) => {
      const values = list(filled(row, `variation${n}values`)).slice(0, TOO_MANY)
      return values.length > 0
        ? [
            values.map((value) => ({
              name: filled(row, `variation${n}name`) || filled(row, `variation${n}type`) || `Option ${n}`,
              value,
            })),
          ]
        : []
    })
    const combined = choices.reduce<Option[][]>(
      // More than a product may have are counted no further: two long lists would make millions.
      (all, options) => all.flatMap((before) => options.map((option) => [...before, option])).slice(0, TOO_MANY),
      [[]],
    )
    const skus = list(filled(row, 'sku'))
    return choices.length > 0
      ? combined.map((options, n) => ({ options, sku: skus.length === combined.length ? (skus[n] ?? '') : '' }))
      : []
  },
}

const itemType = (row: Row) => (filled(row, 'itemtype') || filled(row, 'item')).toLowerCase()

/** What the newer form says of one option, between two `Type=`: `Swatch|Name=Colour|Value=Red[#FF0000]`. */
function modernOption(text: string, isLast: boolean): readonly [name: string, value: string][] {
  for (let at = text.indexOf(VALUE); at >= 0; at = text.indexOf(VALUE, at + 1)) {
    const before = text.slice(text.lastIndexOf('|', at - 1) + 1, at)
    const begins = before.indexOf(NAME)
    if (begins < 0) continue
    const value = text.slice(at + VALUE.length)
    return [[before.slice(begins + NAME.length), isLast ? value : withoutBars(value)]]
  }
  return []
}
const [NAME, VALUE] = ['Name=', '|Value=']
/** Up to two bars part an option from the next. */
function withoutBars(value: string): string {
  const text = value.trimEnd()
  return text.endsWith('||') ? text.slice(0, -2) : text.endsWith('|') ? text.slice(0, -1) : text
}

/** A value without the colour or picture of its swatch: `Red[#FF0000]`, `Red:#FF0000`. */
function withoutSwatch(value: string): string {
  if (value.endsWith(']')) {
    const at = value.search(/\[(?:#|https?:)/i)
    return at < 0 ? value : value.slice(0, at)
  }
  let begins = value.length
  while (/[0-9a-f|#]/i.test(value[begins - 1] ?? '')) begins -= 1
  const isColour = value[begins] === '#' && value[begins - 1] === ':' && begins + 1 < value.length
  return isColour ? value.slice(0, begins - 1) : value
}

/**
 * `Type=Swatch|Name=Colour|Value=Red[#FF0000]Type=Rectangle|Name=Size|Value=M`; the older `[S]Size=M,[CS]Colour=Red:#FF0000`. Each character is looked at
 * a few times, however the text goes on.
 */
export function readBigCommerceOptions(text: string): Option[] {
  const parts = text.split('Type=')
  const modern = parts.flatMap((part, n) => modernOption(part, n === parts.length - 1))
  const older = [...text.matchAll(/\[[A-Z]+\]([^=,[]+)=([^,[]*)/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )
  return (modern.length > 0 ? modern : older).flatMap(([name, value]) => {
    const bare = withoutSwatch(value.trim()).trim()
    return name.trim() && bare ? [{ name: name.trim(), value: bare }] : []
  })
}

export const bigCommerce: Layout = {
  grouping: () => ({ by: 'start', column: ['itemtype', 'item'], values: ['product'] }),
  says: (row, first) => {
    const type = itemType(row)
    if (row === first) return 'product'
    return ['sku', 'variant'].includes(type) ? 'variation' : type === 'image' ? 'picture' : 'nothing'
  },
  options: (row) => readBigCommerceOptions(filled(row, 'options') || filled(row, 'productname')),
  picture: (row) => filled(row, 'variantimageurl') || undefined,
  position: (row) => Number(filled(row, 'imagesortorder')) || 0,
}

/** A row over the cells of a record. @param positions by `headerKey` */
export const rowOf = (line: number, cells: readonly string[], positions: ReadonlyMap<string, number>): Row => ({
  line,
  at: (key) => {
    const position = positions.get(key)
    return position === undefined ? undefined : cells[position]
  },
})

export const positionsOf = (names: readonly string[]) => {
  const positions = new Map<string, number>()
  names.forEach((name, n) => {
    if (!positions.has(headerKey(name))) positions.set(headerKey(name), n)
  })
  return positions
}
