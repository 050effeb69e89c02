import { describe, expect, it } from 'vitest'
import { distance, fitOf, fits } from './match.ts'

describe('fitOf', () => {
  it.each([
    ['Print labels', 'exactly'],
    [' print LABELS ', 'exactly'],
    ['print', 'byStart'],
    ['labels', 'byWords'],
    ['the label', 'byWords'],
    ['lab pri', 'byWords'],
    ['nt la', 'byPart'],
    ['postage', 'bySynonym'],
    ['reprint label', 'bySynonym'],
    ['how do I print a sticker', 'bySynonym'],
    ['lable', 'almost'],
    ['prnt', 'almost'],
    ['stickres', 'almost'],
  ] as const)('"%s" fits the action Print labels %s', (typed, fit) => {
    expect(fitOf(typed, 'Print labels', ['postage', 'reprint', 'sticker'])).toBe(fits[fit])
  })
  it.each(['refund', 'lb', 'print refund', 'NL-1042', '?'])('"%s" does not fit the action Print labels', (typed) => {
    expect(fitOf(typed, 'Print labels', ['postage', 'reprint', 'sticker'])).toBeUndefined()
  })
})

it('the distance of two words counts letters added, dropped, changed and swapped', () => {
  expect([distance('upload', 'upload'), distance('uplod', 'upload'), distance('uplaod', 'upload')]).toEqual([0, 1, 1])
  expect([distance('refnud', 'refund'), distance('csv', 'sku'), distance('', 'abc')]).toEqual([1, 3, 3])
})
