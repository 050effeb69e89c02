import { describe, expect, it } from 'vitest'
import { type Part, pairParts } from './pair.ts'

const part = (sku: string, more: Partial<Part> = {}): Part => ({ sku, barcode: '', name: '', ...more })
const pairs = (...parts: Parameters<typeof pairParts>) => Object.fromEntries(pairParts(...parts))

describe('which of our SKUs a listing sells', () => {
  it.each<[string, Part[], Part[], Record<string, string>]>([
    ['the same one', [part('A'), part('B')], [part('B'), part('A')], { A: 'A', B: 'B' }],
    ['one that differs in case or blanks', [part('tee-m ')], [part('TEE-M'), part('TEE-L')], { 'tee-m ': 'TEE-M' }],
    [
      'one with the same barcode',
      [part('X', { barcode: '012' })],
      [part('A'), part('B', { barcode: '012' })],
      { X: 'B' },
    ],
    [
      'a form of the same name',
      [part('X', { name: 'red / M' })],
      [part('A', { name: 'Red / M' }), part('B')],
      { X: 'A' },
    ],
    ['the only one', [part('OLD')], [part('NEW')], { OLD: 'NEW' }],
    ['none, of several that it may be', [part('OLD')], [part('A'), part('B')], {}],
    ['none, without a SKU there', [part('')], [part('A')], {}],
    ['none twice', [part('a'), part('A')], [part('A')], { A: 'A' }],
    [
      'none, where two have its barcode',
      [part('X', { barcode: '1' })],
      [part('A', { barcode: '1' }), part('B', { barcode: '1' })],
      {},
    ],
  ])('%s', (_, theirs, ours, expected) => {
    expect(pairs(theirs, ours)).toEqual(expected)
  })

  it('what somebody chose counts before all else', () => {
    expect(pairs([part('A'), part('B')], [part('A'), part('B')], { A: 'B' })).toEqual({ A: 'B' })
    expect(pairs([part('A'), part('B')], [part('A'), part('B')], { A: 'B', B: 'A' })).toEqual({ A: 'B', B: 'A' })
  })
})
