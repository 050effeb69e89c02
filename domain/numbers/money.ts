const formats = new Map<string, Intl.NumberFormat>()

/** A formatter takes a phone up to 20 ms to make, so each is made once, and none before it is needed. */
function formatOf(currency: string): Intl.NumberFormat {
  const known = formats.get(currency)
  if (known) return known
  const made = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  formats.set(currency, made)
  return made
}

/** As people read an amount: `$1,849.00`, `€39.10`, `¥6,430`; a minus is a real one. @param amount decimal @param currency ISO 4217 */
export const amountIn = (amount: number, currency: string): string =>
  formatOf(currency).format(amount).replace('-', '−')

/** What stands at an amount of this currency: `$`, `€`, `CHF`. */
export const signOf = (currency: string): string =>
  formatOf(currency)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency
