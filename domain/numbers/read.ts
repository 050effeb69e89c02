/** Which sign stands before the decimals. */
export type Decimal = '.' | ','

/**
 * The decimal sign of a language, as a browser names it: `,` for `de-DE`. Languages with signs of their own are read as if they had ours;
 * what a system adds behind an @, as in `en-US@posix`, is left out.
 */
export const decimalSignOf = (language: string): Decimal =>
  new Intl.NumberFormat(language.split('@')[0])
    .formatToParts(1.5)
    .some(({ type, value }) => type === 'decimal' && value === ',')
    ? ','
    : '.'

const codes = 'usd|eur|gbp|cad|aud|nzd|chf|jpy|cny|inr|sek|nok|dkk|pln|czk|mxn|brl|kr|zł|kč|fr\\.?'
const currency = `(?:(?:[a-z]{1,2})?\\p{Sc}|\\b(?:${codes})(?![a-z]))`
/** A sign, and a currency before or behind: `-$5`, `$ -5`, `5 €`, `CHF 5`. */
const framed = new RegExp(`^([+-]?)\\s*(?:${currency})?\\s*([+-]?)\\s*([\\d.,'’\\s]*?)\\s*(?:${currency})?$`, 'iu')
const spaced = /^\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d*)?$/
const wholeGroups = /^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/
/** Could be thousands as well as decimals. */
const eitherWay = /^[1-9]\d{0,2}[.,]\d{3}$/

/** Digits and signs of other scripts and keyboards, as ours. */
const western = (text: string) =>
  text
    .replaceAll(/[\uFF0B-\uFF0E\uFF10-\uFF19]/g, (c) => String.fromCodePoint((c.codePointAt(0) ?? 0) - 0xfee0))
    .replaceAll(/[\u0660-\u0669]/g, (c) => String((c.codePointAt(0) ?? 0) - 0x660))
    .replaceAll(/[\u06F0-\u06F9]/g, (c) => String((c.codePointAt(0) ?? 0) - 0x6f0))
    .replaceAll('\u066B', '.')
    .replaceAll('\u066C', ',')
    .replaceAll(/[\u2212\u2013]/g, '-')
    // Several patterns below may take a space: a long row of them would be split among them in all ways. Two are as wrong as a hundred.
    .replaceAll(/\s{3,}/g, '  ')

/** Longer texts are no numbers; the patterns would look at each of their digits again and again. */
const LONGEST = 1000

/**
 * A number that somebody wrote, as digits with a point: `1,250.00`, `$1 250`, `1.250,00 €`. Where a text can be thousands as well as decimals, such as
 * `1,250`, the sign of the reader decides; otherwise it reads the same everywhere.
 * @returns undefined where it is no number
 */
export function plainNumber(text: string, decimal: Decimal): string | undefined {
  if (text.length > LONGEST) return undefined
  const [, first = '', second = '', body = ''] = framed.exec(western(text).trim()) ?? []
  const digits = /\d/.test(body) && !(first && second) ? unsigned(body, decimal) : undefined
  return digits === undefined ? undefined : `${first || second}${digits}`
}

function unsigned(body: string, decimal: Decimal): string | undefined {
  if (/[\s'’]/.test(body)) return spaced.test(body) ? body.replaceAll(/[\s'’]/g, '').replace(',', '.') : undefined
  const signs = body.replaceAll(/\d/g, '')
  const last = signs.at(-1)
  if (last === undefined) return body
  if (signs.length === 1)
    return eitherWay.test(body) && last !== decimal ? body.replace(last, '') : body.replace(last, '.')
  const sameSigns = new Set(signs).size === 1
  const at = sameSigns ? body.length : body.lastIndexOf(last)
  const whole = body.slice(0, at)
  // Thousands are parted by one sign, and never by the one that stands before the decimals.
  if (!wholeGroups.test(whole) || new Set(whole.replaceAll(/\d/g, '')).size > 1) return undefined
  if (!sameSigns && whole.includes(last)) return undefined
  return whole.replaceAll(/[.,]/g, '') + body.slice(at).replace(last, '.')
}
