import type { PriceRule } from '#contract/pricing/price-rule.ts'
import { moneyOf } from '#web/ui/format.ts'

type Round = NonNullable<PriceRule['round']>

const nearest: Record<Round['direction'], string> = {
  nearest: 'to the nearest',
  up: 'up to the next',
  down: 'down to the last',
}

/** What rounded prices end in, or are multiples of: `.99`, `9.99`, `100`. */
export const endingOf = ({ to, less }: Pick<Round, 'to' | 'less'>): string => {
  const end = (to - less).toFixed(less % 1 === 0 ? 0 : 2)
  return less === 0 ? `multiple of ${to}` : to === 1 ? end.replace(/^0/, '') : `…${end}`
}

const signed = (n: number, text: string) => `${n < 0 ? '−' : '+'} ${text}`

/** A price rule as a formula, without the price: `× 0.92 + 5% + €1.00, up to the next .99`. */
export function ruleWords({ rate, percent, fixed, to, round }: PriceRule): string {
  const parts = [
    rate !== 1 && `× ${rate}`,
    percent !== 0 && signed(percent, `${Math.abs(percent)}%`),
    fixed !== 0 && signed(fixed, moneyOf(Math.abs(fixed), to)),
  ].filter(Boolean)
  const formula = parts.join(' ')
  const rounding = round && `${nearest[round.direction]} ${endingOf(round)}`
  return [formula, rounding].filter(Boolean).join(', ') || 'No change'
}

const decimalsOf = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** Roundings that are offered for prices of a currency. */
export const roundings = (currency: string): Pick<Round, 'to' | 'less'>[] =>
  decimalsOf(currency) === 0
    ? [
        { to: 10, less: 0 },
        { to: 100, less: 0 },
        { to: 100, less: 20 },
        { to: 1000, less: 20 },
      ]
    : [
        { to: 1, less: 0.01 },
        { to: 1, less: 0.05 },
        { to: 1, less: 0.1 },
        { to: 10, less: 0.01 },
        { to: 1, less: 0 },
        { to: 0.05, less: 0 },
      ]
