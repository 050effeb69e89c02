import type { PriceRule } from '#contract/pricing/price-rule.ts'
import { type Decimal, decimal, inUnits, negative, plus, times, toMultiple } from '../../products/decimal.ts'

/** In which currency the seller's prices are, in which one the account sells, and how one becomes the other. */
export interface Selling {
  from: string
  /** '' where the channel did not say so yet: then prices stand as they are. */
  to: string
  rule: PriceRule | null
}

const exact = (amount: number): Decimal => decimal(amount) ?? { digits: 0n, scale: 0 }
const HUNDRED = exact(100)

/** The rule, where it is about these two currencies. */
const ruleOf = ({ from, to, rule }: Selling) => (rule?.from === from && rule.to === to ? rule : undefined)

/** What an account asks for a price, both in hundredths. Computed exactly and rounded once; what nobody has priced stays at 0. */
export function askedPrice(price: number, selling: Selling): number {
  const rule = ruleOf(selling)
  if (price === 0 || !rule) return price
  const { rate, percent, fixed, round } = rule
  const hundredfold = times({ digits: BigInt(price), scale: 2 }, times(exact(rate), plus(HUNDRED, exact(percent))))
  const total = plus({ ...hundredfold, scale: hundredfold.scale + 2 }, exact(fixed))
  return inUnits(round ? rounded(total, round) : total, 2)
}

/** Rounding up never makes a price lower, though it ends below a multiple. */
function rounded(price: Decimal, { to, less, direction }: NonNullable<PriceRule['round']>): Decimal {
  const below = exact(less)
  return plus(toMultiple(plus(price, below), exact(to), direction), negative(below))
}

/** Why these prices cannot be asked there, and where to mend it. @param name of the channel */
export function pricingProblem(prices: readonly number[], selling: Selling, name: string): string | undefined {
  const { from, to, rule } = selling
  const where = `under Integrations, ${name}, Prices`
  if (!ruleOf(selling)) {
    if (to === '' || (from === to && rule === null)) return undefined
    if (rule)
      return `This ${name} account’s price rule converts ${rule.from} to ${rule.to}, but your prices are in ${from} and it sells in ${to}. Update the rule ${where}.`
    return `Your prices are in ${from}, but this ${name} account sells in ${to}. Set an exchange rate ${where} to start syncing.`
  }
  return prices.some((price) => price > 0 && askedPrice(price, selling) <= 0)
    ? `This ${name} account’s price rule results in a price of 0 or less. Change it ${where}.`
    : undefined
}
