import { expect, it } from 'vitest'
import { nextTool } from './toolbar.tsx'
import { keyInList } from './mentions/use-offer.ts'

it.each([
  ['ArrowRight', 2, 0],
  ['ArrowRight', 0, 1],
  ['ArrowLeft', 0, 2],
  ['Home', 1, 0],
  ['End', 0, 2],
  ['ArrowDown', 0, null],
  ['ArrowRight', -1, null],
])('%s leads from tool %i of 3 to %s', (key, at, to) => expect(nextTool(key, at, 3)).toBe(to))

it.each([
  ['ArrowDown', 2, 3, 0],
  ['ArrowUp', 0, 3, 2],
  ['Enter', 1, 3, 'take'],
  ['Tab', 1, 3, 'take'],
  ['Enter', 0, 0, null],
  ['Escape', 0, 0, 'leave'],
  ['a', 0, 3, null],
] as const)('%s in a list of names, at %i of %i: %s', (key, at, count, does) =>
  expect(keyInList(key, at, count)).toBe(does),
)
