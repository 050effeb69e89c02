import { expect, it } from 'vitest'
import { changedFields } from './changed.ts'

it.each([
  ['nothing given', { a: 1 }, {}, null],
  ['the same', { a: 1, b: [{ x: 1, y: 2 }] }, { a: 1, b: [{ y: 2, x: 1 }] }, null],
  ['undefined is not given', { a: 1 }, { a: undefined }, null],
  ['one of two', { a: 1, b: 2 }, { a: 1, b: 3 }, { old: { b: 2 }, new: { b: 3 } }],
  ['deep inside', { a: [{ x: 1 }] }, { a: [{ x: 2 }] }, { old: { a: [{ x: 1 }] }, new: { a: [{ x: 2 }] } }],
  ['a new field', {}, { a: null }, { old: { a: undefined }, new: { a: null } }],
  ['the order of a list', { a: ['x', 'y'] }, { a: ['y', 'x'] }, { old: { a: ['x', 'y'] }, new: { a: ['y', 'x'] } }],
])('DESIGN 5: the history keeps what changed: %s', (_, before, input, expected) => {
  expect(changedFields(before, input)).toEqual(expected)
})
