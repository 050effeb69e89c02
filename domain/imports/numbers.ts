/** Which sign stands before the decimals of a column's numbers. */
export type Decimal = '.' | ','

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

const grouped = { '.': /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/, ',': /^[+-]?\d{1,3}(\.\d{3})+(,\d*)?$/ }
const simple = { '.': /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?$/i, ',': /^[+-]?(\d+,?\d*|,\d+)$/ }

/** The number that a cell shows, with thousands parted and currency signs; undefined when it shows none (IMP-086). */
export function readNumber(text: string, decimal: Decimal = '.'): number | undefined {
  const value = bare(text)
  const other = decimal === '.' ? ',' : '.'
  if (simple[decimal].test(value)) return finite(value.replace(decimal, '.'))
  if (grouped[decimal].test(value)) return finite(value.replaceAll(other, '').replace(decimal, '.'))
  // A value may be sure of itself where its column is not.
  return decimalOf(text) === other && (simple[other].test(value) || grouped[other].test(value))
    ? readNumber(text, other)
    : undefined
}

const finite = (text: string) => (Number.isFinite(Number(text)) ? Number(text) : undefined)
