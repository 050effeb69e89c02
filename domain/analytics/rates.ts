import { type ExchangeRate, Rate, RateDay } from '#contract/organizations/rates.ts'
import { Currency } from '#contract/organizations/currency.ts'
import { decimalsOf } from '../numbers/decimals.ts'

/** To how many decimals of a hundredth an amount of a currency is rounded: yen have no hundredths (−2), of a dinar's thousandths none is kept. */
export const placesOf = (currency: string): 0 | -2 => (decimalsOf(currency) === 0 ? -2 : 0)

/**
 * What an amount comes to at a rate, to the currency's own smallest coin; half a coin goes away from zero. Of each order, each amount is converted
 * alone, so that sums over days, channels and filters are sums of the same coins.
 * @param hundredths of the order's currency
 * @param rate what one unit of it is in `into`
 * @returns hundredths of `into`
 */
export function converted(hundredths: number, rate: string, into: string): number {
  const [units = '', decimals = ''] = rate.split('.')
  const coin = placesOf(into) < 0 ? 100n : 1n
  const scale = 10n ** BigInt(decimals.length) * coin
  const exact = BigInt(Math.abs(hundredths)) * BigInt(units + decimals)
  const rounded = Number(((2n * exact + scale) / (2n * scale)) * coin)
  return hundredths < 0 ? -rounded || 0 : rounded
}

export interface ReadRates {
  rates: ExchangeRate[]
  /** What is wrong, by line. */
  problems: { line: number; text: string }[]
}

/**
 * Lines of currency, day and rate, as a spreadsheet copies them: parted by tabs, semicolons or commas; a first line of names is passed over. Where
 * semicolons or tabs part the cells, a comma may stand before the decimals.
 * @param into the organization's currency, which needs no rate
 */
export function readRates(text: string, into: string): ReadRates {
  const parsed: ReadRates = { rates: [], problems: [] }
  const lineOf = new Map<string, number>()
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '' || (at === 0 && /^\W*currency/i.test(line))) continue
    const read = readLine(line, into)
    if (typeof read === 'string') {
      parsed.problems.push({ line: at + 1, text: read })
      continue
    }
    const key = `${read.currency} ${read.day}`
    const before = lineOf.get(key)
    if (before !== undefined) parsed.problems.push({ line: at + 1, text: `${key} is already on line ${before}.` })
    else {
      lineOf.set(key, at + 1)
      parsed.rates.push(read)
    }
  }
  return parsed
}

function readLine(line: string, into: string): ExchangeRate | string {
  const sign = ['\t', ';', ','].find((separator) => line.includes(separator)) ?? ','
  const cells = line.split(sign).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  )
  if (cells.length !== 3) return 'Enter currency, day and rate, like CHF, 2026-05-01, 1.0842.'
  const [currency = '', day = '', rate = ''] = cells
  const rated = { currency: currency.toUpperCase(), day, rate: sign === ',' ? rate : rate.replace(',', '.') }
  if (rated.currency === into) return `Amounts in ${into} need no rate.`
  for (const result of [Currency.safeParse(rated.currency), RateDay.safeParse(rated.day), Rate.safeParse(rated.rate)])
    if (!result.success) return result.error.issues[0]?.message ?? 'Enter currency, day and rate.'
  return { ...rated, rate: Rate.parse(rated.rate) }
}
