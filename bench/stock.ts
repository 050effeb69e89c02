import type { Rules } from '#domain/testing/stock/core.ts'
import { type Scenario, simulate } from '#domain/testing/stock/simulate.ts'
import type { Row } from './kit/report.ts'

const SEEDS = 10_000
const two = ['last', 'compare'] as const
const seven = ['last', 'compare', 'last', 'compare', 'compare', 'last', 'compare'] as const
const all: readonly [string, Rules][] = [
  ['without a look before a push', 'old'],
  ['shared', { mode: 'shared' }],
  ['shared, the last 5 guaranteed', { mode: 'threshold', last: 5 }],
  ['guaranteed', { mode: 'guaranteed' }],
]

type More = Pick<Scenario, 'byHand' | 'revises'> & Partial<Pick<Scenario, 'modes'>>

/** 10,000 random interleavings over two channels, on the same seeds under each rule; then the same with counts and edits by hand, with revises, and over seven channels. */
export function benchStock(): Row[] {
  return [
    ...all.map(([name, rules]) => row(name, rules, { byHand: false })),
    ...all.map(([name, rules]) => row(name, rules, { byHand: true }, ', also counts and edits by hand')),
    ...all.slice(1).map(([name, rules]) => row(name, rules, { byHand: false, revises: true }, ', also revises')),
    ...all.slice(1).map(([name, rules]) => row(name, rules, { byHand: false, modes: seven }, ', seven channels')),
  ]
}

function row(name: string, rules: Rules, more: More, also = ''): Row {
  let [sold, oversold, runs] = [0, 0, 0]
  const wrong: string[] = []
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const outcome = simulate({ seed, rules, modes: two, ...more })
    sold += outcome.sold
    oversold += outcome.oversold
    if (outcome.oversold > 0) runs += 1
    wrong.push(...outcome.wrong.map((what) => `seed ${seed}: ${what}`))
  }
  for (const what of wrong.slice(0, 20)) console.error(`${name}${also}, ${what}`)
  const isGuaranteed = name === 'guaranteed' && (!also || more.modes === seven)
  return {
    benchmark: `stock, ${name}${also}: ${SEEDS.toLocaleString('en-US')} seeds`,
    ours: `${oversold.toLocaleString('en-US')} of ${sold.toLocaleString('en-US')} pieces oversold (${((100 * oversold) / sold).toFixed(2)} %), in ${runs} seeds`,
    floor: '',
    ratio: '',
    goal: `${isGuaranteed ? '0 oversold; ' : ''}one order per sale, levels equal the ledger, all agree`,
    met: wrong.length === 0 && (!isGuaranteed || oversold === 0),
  }
}
