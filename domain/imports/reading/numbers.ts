import { type Decimal, plainNumber } from '../../numbers/read.ts'

/** Signs and codes of currencies, and what parts thousands besides point and comma. */
const adornment =
  /[\s'’\u00A0\u202F$€£¥₹₽₩₺₴₫₪฿]|\b(?:usd|eur|gbp|cad|aud|nzd|chf|jpy|cny|inr|sek|nok|dkk|pln|czk|mxn|brl)\b/gi

const bare = (text: string) => text.replaceAll(adornment, '')

/** What one value says of its column's decimal sign; nothing when it could be either (`1,234`). */
export function decimalOf(text: string): Decimal | undefined {
  const value = bare(text)
  if (!/^[+-]?[\d.,]+$/.test(value)) return undefined
  const [point, comma] = [value.lastIndexOf('.'), value.lastIndexOf(',')]
  if (point >= 0 && comma >= 0) return point > comma ? '.' : ','
  if (point >= 0) return decides(value, '.')
  return comma >= 0 ? decides(value, ',') : undefined
}

function decides(value: string, sign: Decimal): Decimal | undefined {
  const parts = value.split(sign)
  const other = sign === '.' ? ',' : '.'
  if (parts.length > 2) return other
  return parts[1]?.length === 3 && /^[+-]?[1-9]\d{0,2}$/.test(parts[0] ?? '') ? undefined : sign
}

/** What a spreadsheet writes for very large and small numbers. */
const scientific = /^[+-]?(\d+\.?\d*|\.\d+)e[+-]?\d{1,2}$/i

/** No number is longer, however it is written; of longer texts, the patterns look at each part again and again. */
export const NUMBER_LENGTH = 200

/** The number that a cell shows, with thousands parted and currency signs; undefined when it shows none (IMP-086). */
export function readNumber(cell: string, decimal: Decimal = '.'): number | undefined {
  const text = cell.trim()
  if (text.length > NUMBER_LENGTH) return undefined
  const plain = scientific.test(text) ? text : plainNumber(text, decimal)
  const value = plain === undefined ? Number.NaN : Number(plain)
  return Number.isFinite(value) ? value : undefined
}
