/**
 * A channel's decimal ("12.99") → integer minor units (1299), without passing through a float.
 * Minor units are always hundredths here, also for currencies without cents; a third decimal is rounded half up.
 */
export function toMinor(amount: string | number | null | undefined): number {
  if (amount === null || amount === undefined || amount === '') return 0
  const match = /^([-+]?)(\d*)(?:\.(\d*))?$/.exec(String(amount).trim())
  if (!match || (!match[2] && !match[3])) throw new TypeError(`Not an amount of money: ${amount}`)
  const decimals = `${match[3] ?? ''}000`
  const minor = Number(match[2] || 0) * 100 + Number(decimals.slice(0, 2)) + (Number(decimals[2]) >= 5 ? 1 : 0)
  return match[1] === '-' ? -minor || 0 : minor
}

/** Integer minor units (1299) → the decimal that channels write ("12.99"). */
export function toDecimal(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0')
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
