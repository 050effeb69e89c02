import { decimalsOf } from '#domain/numbers/decimals.ts'

/**
 * A channel's decimal ("12.99") → integer minor units of its currency (1299; of yen 13), without passing through a float.
 * What is finer than the currency is rounded half up.
 */
export function toMinor(amount: string | number | null | undefined, currency: string): number {
  if (amount === null || amount === undefined || amount === '') return 0
  const match = /^([-+]?)(\d*)(?:\.(\d*))?$/.exec(String(amount).trim())
  if (!match || (!match[2] && !match[3])) throw new TypeError(`Not an amount of money: ${amount}`)
  const digits = decimalsOf(currency)
  const decimals = `${match[3] ?? ''}${'0'.repeat(digits + 1)}`
  const minor = Number(`${match[2] || 0}${decimals.slice(0, digits)}`) + (Number(decimals[digits]) >= 5 ? 1 : 0)
  return match[1] === '-' ? -minor || 0 : minor
}

/** Integer minor units (1299) → the decimal that channels write ("12.99"; of yen "1299"). */
export function toDecimal(minor: number, currency: string): string {
  const digits = decimalsOf(currency)
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  const cut = text.length - digits
  return `${minor < 0 ? '-' : ''}${text.slice(0, cut)}${digits ? `.${text.slice(cut)}` : ''}`
}

/** The hundredths in which Motto keeps amounts → minor units of a currency, rounded: 1299 → 13 of yen. */
export const fromHundredths = (hundredths: number, currency: string): number =>
  Math.round((hundredths * 10 ** decimalsOf(currency)) / 100)
/** … and back; the third decimal of a dinar is rounded away. */
export const toHundredths = (minor: number, currency: string): number =>
  Math.round((minor * 100) / 10 ** decimalsOf(currency))
