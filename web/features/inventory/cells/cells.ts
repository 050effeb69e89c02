import { readBarcode } from '#contract/products/barcode.ts'
import { fieldOf, fieldsOf } from '#contract/products/fields.ts'
import {
  anyNumber,
  type EntryRule,
  localised,
  measure,
  money,
  nounOf,
  pieces,
  readEntry,
  showEntry,
} from '#domain/numbers/entry.ts'
import type { Decimal } from '#domain/numbers/read.ts'
import { productConditions, wizardConditions, joinCondition } from '#domain/products/condition.ts'
import { parseTags } from '#domain/products/tags.ts'
import { attributeName, type ColumnDef, type ProductRow } from '../columns/columns.ts'

const fixed = (n: number) => n.toFixed(2)
const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** The attribute of a product by name; a product whose template lacks it has none (INV-227). */
export const attributeOf = (row: ProductRow, name: string) =>
  row.attributes?.find((a) => a.name === name) ?? row.attributes?.find((a) => sameName(a.name, name))

const numberText = (n: number | null | undefined) => (n === null || n === undefined ? '' : String(n))

const readers: Record<string, (row: ProductRow) => string> = {
  id: (row) => String(row.id),
  images: (row) => row.images?.[0]?.url ?? '',
  template: (row) => row.templateName,
  ...Object.fromEntries(fieldsOf('money').map((name) => [name, (row: ProductRow) => fixed(row[name])])),
  quantity: (row) => String(row.quantity),
  reserved: (row) => String(row.reservedQuantity),
  sold: (row) => String(row.sold),
  active: (row) => (row.active ? 'Yes' : 'No'),
  listings: (row) => (row.listings ?? []).map(({ channel, status }) => `${channel} ${status}`).join(', '),
  weight: (row) => numberText(row.sizeAndWeight.weight),
  width: (row) => numberText(row.sizeAndWeight.width),
  length: (row) => numberText(row.sizeAndWeight.length),
  height: (row) => numberText(row.sizeAndWeight.height),
  weightUnit: (row) => row.sizeAndWeight.weightUnit ?? '',
  sizeUnit: (row) => row.sizeAndWeight.sizeUnit ?? '',
  'attr.vendor': (row) => row.vendor,
  'attr.location': (row) => row.location,
  'attr.warehouse': (row) => row.warehouse,
  'attr.bin': (row) => row.bin,
}
const plainTexts = [
  'sku',
  ...fieldsOf('line', 'text', 'html', 'barcode', 'tags'),
  'status',
  'updatedAt',
  'createdAt',
] as const

/** A cell's value as text, as it is typed and copied; null where the product has no such attribute. */
export function cellText(row: ProductRow, column: ColumnDef): string | null {
  const read = readers[column.key]
  if (read) return read(row)
  const plain = plainTexts.find((key) => key === column.key)
  if (plain) return row[plain] ?? ''
  const name = attributeName(column.key)
  return name === undefined ? '' : (attributeOf(row, name)?.value ?? null)
}

/** Why a cell cannot be changed; undefined when it can (INV-089, INV-226). */
export function readOnlyReason(row: ProductRow, column: ColumnDef): string | undefined {
  if (!column.editable) return `${column.label} can’t be edited in the grid.`
  if (cellText(row, column) === null) return `Template ${row.templateName} has no “${column.label}” attribute.`
  const counted = column.editable === 'quantity' || column.editable === 'sold'
  if (counted && row.variations > 0) return 'Stock is kept per variation. Open the product to edit it.'
  if (column.editable === 'quantity' && row.bundled === 'bundle')
    return 'A bundle’s stock comes from its components. Edit those instead.'
  return undefined
}

export interface Typed {
  /** How the cell holds it: `12.50`, `3`, `a,b`. What cannot be read stays as it was typed. */
  text: string
  /** Why it cannot be saved. */
  problem?: string
}

const rules = { money, count: pieces, size: measure }
const ruleOf = ({ kind, label, editable }: ColumnDef, of: keyof typeof rules): EntryRule =>
  kind === 'count' && editable === 'sold' ? pieces('number of units') : rules[of](nounOf(label))

function numeric(typed: string, was: string, column: ColumnDef, kind: keyof typeof rules, decimal: Decimal): Typed {
  const entry = readEntry(typed, ruleOf(column, kind), decimal)
  if ('problem' in entry) return { text: typed.trim(), problem: entry.problem }
  // As everywhere, a blank number changes nothing; only a size may be unknown again.
  if (entry.value === null) return { text: kind === 'size' ? '' : was }
  return { text: showEntry(entry.value, kind === 'money' ? 2 : 0, '.') }
}

/** A number of an attribute, which may be below 0 and may be blank. */
function attributeNumber(typed: string, decimal: Decimal): Typed {
  const entry = readEntry(typed, anyNumber(), decimal)
  return 'problem' in entry ? { text: typed.trim(), problem: entry.problem } : { text: showEntry(entry.value, 0, '.') }
}

const allConditions = [
  ...productConditions,
  ...Object.entries(wizardConditions).flatMap(([first, closer]) =>
    closer.map((second) => joinCondition(first, second)),
  ),
]
const pick = (typed: string, options: readonly string[], problem: string): Typed => {
  const match = options.find((option) => sameName(option, typed.trim()))
  return match === undefined ? { text: typed.trim(), problem } : { text: match }
}

const yes = ['yes', 'true', '1', 'y', 'active']
const no = ['no', 'false', '0', 'n', 'inactive', '']
function flag(typed: string): Typed {
  const word = typed.trim().toLowerCase()
  return yes.includes(word)
    ? { text: 'Yes' }
    : no.includes(word)
      ? { text: 'No' }
      : { text: typed.trim(), problem: 'Enter Yes or No.' }
}

const longestAttribute = 100_000
function line(typed: string, column: ColumnDef): Typed {
  const text = column.kind === 'line' ? typed.replaceAll(/\s*[\r\n]+\s*/g, ' ').trim() : typed
  const most = fieldOf(column.editable ?? '')?.most ?? longestAttribute
  return text.length > most ? { text, problem: `At most ${most.toLocaleString('en-US')} characters.` } : { text }
}

/**
 * What somebody typed or pasted into a cell, the way the cell holds it: numbers with a point.
 * @param was the saved value
 * @param decimal the sign of who typed
 */
export function readCell(column: ColumnDef, typed: string, was: string, decimal: Decimal = '.'): Typed {
  switch (column.kind) {
    case 'money':
    case 'count':
    case 'size':
      return numeric(typed, was, column, column.kind, decimal)
    case 'number':
      return attributeNumber(typed, decimal)
    case 'barcode': {
      const read = readBarcode(typed)
      return 'value' in read ? { text: read.value } : { text: typed.trim(), problem: read.problem }
    }
    case 'tags':
      return { text: parseTags(typed).join(',') }
    case 'flag':
      return flag(typed)
    case 'condition':
      return typed.trim() === was
        ? { text: was }
        : typed.trim() === ''
          ? { text: was }
          : pick(typed, allConditions, 'Select a condition.')
    case 'choice':
      return typed.trim() === ''
        ? { text: was }
        : pick(typed, column.options ?? [], `Select one of: ${(column.options ?? []).join(', ')}.`)
    default:
      return line(typed, column)
  }
}

/** A cell's text as its reader writes it. */
export const writtenIn = (column: ColumnDef, text: string, decimal: Decimal): string =>
  column.kind === 'money' || column.kind === 'size' || column.kind === 'number' ? localised(text, decimal) : text
