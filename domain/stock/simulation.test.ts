import { describe, expect, it } from 'vitest'
import { simulate } from '../testing/stock/simulate.ts'
import type { Rules } from '../testing/stock/core.ts'

const SEEDS = 150
const two = ['last', 'compare'] as const
const seven = ['last', 'compare', 'last', 'compare', 'compare', 'last', 'compare'] as const

/** `npm run bench -- --only stock` runs 10,000. */
function run(
  rules: Rules,
  modes: readonly ('last' | 'compare')[] = two,
  more: { byHand?: boolean; revises?: boolean } = {},
  seeds = SEEDS,
) {
  const outcomes = Array.from({ length: seeds }, (_, i) => ({
    seed: i + 1,
    ...simulate({ seed: i + 1, rules, modes, byHand: false, ...more }),
  }))
  return {
    wrong: outcomes.filter(({ wrong }) => wrong.length > 0).map(({ seed, wrong }) => ({ seed, wrong })),
    oversold: outcomes.filter(({ oversold }) => oversold > 0).map(({ seed }) => seed),
    imagined: outcomes.filter(({ imagined }) => imagined > 0).length,
    pieces: outcomes.reduce((sum, { oversold }) => sum + oversold, 0),
  }
}

describe('sales, cancellations, refunds, outages, kills and webhooks that are late, doubled or lost, in any order', () => {
  it.each([
    ['two channels', two],
    ['seven', seven],
  ] as const)('DESIGN 2: on %s with guaranteed pieces nothing is sold twice, at no moment', (_, modes) => {
    expect(run({ mode: 'guaranteed' }, modes)).toMatchObject({ wrong: [], oversold: [], pieces: 0 })
  })

  it.each([{ mode: 'shared' }, { mode: 'threshold', last: 5 }, { mode: 'guaranteed' }] as const)(
    'DESIGN 2: each sale is one order, levels equal the ledger, and in the end all agree: $mode, also with counts and edits by hand',
    (rules) => {
      expect([run(rules).wrong, run(rules, two, { byHand: true }).wrong]).toEqual([[], []])
    },
  )

  it('DESIGN 2: pieces that a channel puts back by itself, and a sale while it is told a lower number, are not on sale twice', () => {
    const rules = { mode: 'guaranteed' } as const
    expect(simulate({ seed: 7480, rules, modes: two, byHand: false })).toMatchObject({ wrong: [], oversold: 0 })
  })

  it.each([{ mode: 'shared' }, { mode: 'threshold', last: 5 }, { mode: 'guaranteed' }] as const)(
    'DESIGN 2: a revise in flight while sales come leaves all agreeing in the end: $mode',
    (rules) => {
      const { wrong, pieces } = run(rules, two, { revises: true })
      expect(wrong).toEqual([])
      // A sale in the moment between its read and its write is hidden: there is no rule against that, and it is rare.
      if (rules.mode === 'guaranteed') expect(pieces).toBeLessThanOrEqual(2)
    },
  )

  it('DESIGN 2: a look before each push oversells less than none, a threshold less than that', () => {
    const pieces = (['old', { mode: 'shared' }, { mode: 'threshold', last: 5 }] as const).map(
      (rules) => run(rules).pieces,
    )
    expect(pieces).toEqual(pieces.toSorted((a, b) => b - a))
    expect(new Set(pieces).size).toBe(3)
  })

  it('DESIGN 2: no piece is long kept back for a sale that nobody made, but in one of a hundred histories, where no look can tell', () => {
    // One of two hundred in the long run; few seeds would say little of what is rare.
    expect(run({ mode: 'shared' }, two, {}, 500).imagined).toBeLessThanOrEqual(5)
  })

  it('is the same for the same seed', () => {
    const once = () => simulate({ seed: 42, rules: { mode: 'shared' }, modes: two, byHand: true })
    expect(once()).toEqual(once())
  })
})
