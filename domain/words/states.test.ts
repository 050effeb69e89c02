import { expect, it } from 'vitest'
import * as all from './states.ts'

const words = Object.values(all).flatMap((group): readonly all.Stated[] =>
  typeof group === 'function' || 'length' in group ? [] : Object.values(group),
)

it('the same word has the same colour wherever it is shown', () => {
  const tones = Map.groupBy(words, ({ label }) => label)
  const split = [...tones].filter(([, states]) => new Set(states.map(({ tone }) => tone)).size > 1)
  expect(split.map(([label]) => label)).toEqual([])
})
it('every word is one that a person reads', () => {
  expect(words.map(({ label }) => label).filter((label) => !/^[A-Z][a-z]/.test(label) || label.includes('_'))).toEqual(
    [],
  )
})
it.each([
  [2, 'refused', '2 rejected'],
  [1, 'notKept', '1 not syncing'],
  [3, 'sending', 'Updating 3'],
] as const)('%i with "%s" reads "%s", in the colour of the word', (n, state, label) =>
  expect(all.counted(n, all.standings[state])).toEqual({ label, tone: all.standings[state].tone }),
)
