import { FAR_DATE, isNear } from '#contract/dates.ts'
import { readBarcode } from '#contract/products/barcode.ts'
import { TOO_MUCH_MARKUP, isCleanable } from '#contract/html.ts'
import { type FieldsOf, type TextFieldName, fieldOf, fieldsOf, mostOf, textKinds } from '#contract/products/fields.ts'
import type { SizeAndWeight } from '#contract/shapes.ts'
import { readTags } from '../../products/files/cells.ts'
import type { Decimal } from '../../numbers/read.ts'
import { NUMBER_LENGTH, readNumber } from '../reading/numbers.ts'

/** What a cell is worth: a value, nothing (blank), or a sentence that says what is wrong with it. */
export type Worth<T> = { value: T } | { problem: string } | undefined

export type TextField = TextFieldName
export const textFields = fieldsOf(...textKinds)
export const moneyFields = fieldsOf('money')
export const countFields = fieldsOf('count')
export type NumberField = FieldsOf<'money' | 'count'>
export const sizeFields = ['weight', 'length', 'width', 'height'] as const
export const SKU_LENGTH = 100
export const VALUE_LENGTH = 100_000
export const NAME_LENGTH = 100
const MOST_MONEY = 1e10
const MOST_PIECES = 1e9

export const tooLong = (most: number) => `At most ${most.toLocaleString('en-US')} characters.`
const NO_NUMBER = 'This is not a number.'

function numberIn(cell: string, decimal: Decimal | undefined, most: number): Worth<number> {
  if (cell.trim() === '') return undefined
  const value = readNumber(cell, decimal)
  if (value === undefined) return { problem: NO_NUMBER }
  if (value < 0) return { problem: 'Must be 0 or more.' }
  return value > most ? { problem: `At most ${most.toLocaleString('en-US')}.` } : { value }
}

/** Money in minor units. */
export function readMoney(cell: string, decimal?: Decimal): Worth<number> {
  const read = numberIn(cell, decimal, MOST_MONEY)
  return read && 'value' in read ? { value: Math.round(read.value * 100) } : read
}

export function readCount(cell: string, decimal?: Decimal): Worth<number> {
  const read = numberIn(cell, decimal, MOST_PIECES)
  return read && 'value' in read && !Number.isInteger(read.value) ? { problem: 'Enter a whole number.' } : read
}

export const readMeasure = (cell: string, decimal?: Decimal): Worth<number> => numberIn(cell, decimal, 1e9)

export function readText(cell: string, most: number): Worth<string> {
  return cell.length > most ? { problem: tooLong(most) } : { value: cell }
}

/** HTML as a cell gives it. */
export function readHtml(cell: string, most: number): Worth<string> {
  return cell.length <= most && !isCleanable(cell) ? { problem: TOO_MUCH_MARKUP } : readText(cell, most)
}

/** A product's text as a cell gives it. */
export function readTextField(field: TextField, cell: string): Worth<string> {
  const [kind, most] = [fieldOf(field)?.kind, mostOf(field)]
  if (kind === 'barcode') return readBarcode(cell)
  return kind === 'html' ? readHtml(cell, most) : readText(cell, most)
}

const yes = new Set(['true', 'yes', 'y', '1', 'x', 'active', 'published', 'ja', 'wahr'])
const no = new Set(['false', 'no', 'n', '0', '-1', 'inactive', 'draft', 'archived', 'nein', 'falsch'])
export function readFlag(cell: string): Worth<boolean> {
  const text = cell.trim().toLowerCase()
  if (text === '') return undefined
  if (yes.has(text)) return { value: true }
  return no.has(text) ? { value: false } : { problem: 'Write true or false.' }
}

const weightUnits: Record<string, SizeAndWeight['weightUnit']> = {
  kg: 'kg',
  kgs: 'kg',
  kilogram: 'kg',
  kilograms: 'kg',
  lb: 'lb',
  lbs: 'lb',
  pound: 'lb',
  pounds: 'lb',
  g: 'g',
  gram: 'g',
  grams: 'g',
  oz: 'oz',
  ounce: 'oz',
  ounces: 'oz',
}
const sizeUnits: Record<string, SizeAndWeight['sizeUnit']> = {
  cm: 'cm',
  centimeter: 'cm',
  centimeters: 'cm',
  centimetre: 'cm',
  centimetres: 'cm',
  in: 'in',
  inch: 'in',
  inches: 'in',
  '"': 'in',
}
const unitIn =
  <T>(units: Record<string, T>, names: string) =>
  (cell: string): Worth<T> => {
    const text = cell.trim().toLowerCase().replace(/\.$/, '')
    if (text === '') return undefined
    const value = Object.hasOwn(units, text) ? units[text] : undefined
    return value === undefined ? { problem: `Use one of these units: ${names}.` } : { value }
  }
export const readWeightUnit = unitIn(weightUnits, 'kg, g, lb and oz')
export const readSizeUnit = unitIn(sizeUnits, 'cm and in')

/** `10 x 5 x 2 cm`: length, width and height in one cell (IMP-037). */
export function readSize(cell: string, decimal?: Decimal): Worth<Partial<SizeAndWeight>> {
  if (cell.trim() === '') return undefined
  const text = cell.trim()
  // Three numbers, their signs and a unit; a longer text would be read again and again.
  const [, numbers = '', unit = ''] = (text.length <= 4 * NUMBER_LENGTH && /^(.*?\d)\s*([a-z"]*)\.?$/i.exec(text)) || []
  const parts = numbers.split(/\s*[x×*]\s*/i).map((part) => readNumber(part, decimal))
  const [length, width, height] = parts
  const read = readSizeUnit(unit)
  if (parts.length !== 3 || parts.some((n) => n === undefined || n < 0) || (read && 'problem' in read))
    return { problem: 'Write a size as length x width x height, such as 10 x 5 x 2 cm.' }
  return { value: { length, width, height, ...(read ? { sizeUnit: read.value } : {}) } as Partial<SizeAndWeight> }
}

/** Tags as a cell gives them. */
export const readTagsCell = (cell: string): Worth<string[]> =>
  cell.length > VALUE_LENGTH ? { problem: tooLong(VALUE_LENGTH) } : { value: readTags(cell) }

const URL_LENGTH = 2000
/** Addresses of pictures in one cell, parted by blanks, lines, commas, semicolons or bars. */
export function readImages(cell: string): { urls: string[]; problem?: string } {
  if (cell.length > VALUE_LENGTH) return { urls: [], problem: tooLong(VALUE_LENGTH) }
  const parts = cell
    // A row of commas is looked at from its first one alone.
    .split(/[\s|]+|(?<![,;])[,;]+(?=\s*(?:https?:|\/\/|$))/i)
    .map((part) => part.trim())
    .filter(Boolean)
  const urls = parts.filter((part) => /^https?:\/\/[^\s"<>]+$/i.test(part) && part.length <= URL_LENGTH)
  return urls.length === parts.length ? { urls } : { urls, problem: 'Enter an image URL that starts with https://.' }
}

/** The picture of a variation, where its address can be read. */
export function pictureOf(url: string | undefined): string[] | undefined {
  const { urls } = readImages(url ?? '')
  return urls.length > 0 ? urls : undefined
}

/** A day or a moment, as ISO 8601 begins; other orders of day and month cannot be told apart. */
export function readTime(cell: string): Worth<string> {
  const text = cell.trim()
  if (text === '') return undefined
  const iso = text.replace(' ', 'T')
  // A moment without a zone is one of UTC, wherever the server stands, as a day is.
  const at = /^\d{4}-\d{2}-\d{2}/.test(iso) ? Date.parse(/T[\d:.]+$/.test(iso) ? `${iso}Z` : iso) : Number.NaN
  if (Number.isNaN(at)) return { problem: 'Write a date as 2026-11-21.' }
  return isNear(at) ? { value: new Date(at).toISOString() } : { problem: FAR_DATE }
}
