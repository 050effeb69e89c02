const digitsOf = new Map<string, number>()

/** Decimals of a currency: 2 of most, 0 of JPY, 3 of KWD (ISO 4217). A code that nobody knows has 2. */
export function decimalsOf(currency: string): number {
  const known = digitsOf.get(currency)
  if (known !== undefined) return known
  const digits = /^[A-Z]{3}$/.test(currency)
    ? (new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2)
    : 2
  digitsOf.set(currency, digits)
  return digits
}
