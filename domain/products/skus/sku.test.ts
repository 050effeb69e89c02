import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberedSku, randomSku, splitSku } from './sku.ts'

describe('SKUs', () => {
  it('PRO-087 the prefix is followed by the number padded to 6 digits', () => {
    expect([numberedSku(42, 'MUG-'), numberedSku(1234567, 'MUG-')]).toEqual(['MUG-000042', 'MUG-1234567'])
  })
  it('PRO-088 the prefix defaults to SK', () => {
    expect(numberedSku(7)).toBe('SK000007')
  })
  it('PRO-089 without a number it is a random code of 8 characters, A-Z and 0-9', () => {
    expect([randomSku(() => 0), randomSku(() => 0.999999)]).toEqual(['AAAAAAAA', '99999999'])
    expect(randomSku(Math.random)).toMatch(/^[A-Z0-9]{8}$/)
  })
  it.each([
    ['SK000123', { prefix: 'SK', number: 123 }],
    ['MUG-7', { prefix: 'MUG-', number: 7 }],
    ['0042', { prefix: '', number: 42 }],
    ['A1B2', { prefix: 'A1B', number: 2 }],
    ['MUG', null],
    ['7-RED', null],
    ['X1234567890123456', null],
  ])('PRO-090 the number of %s', (sku, expected) => {
    expect(splitSku(sku)).toEqual(expected)
  })
  it('PRO-089 of ten thousand random codes no two are the same', () => {
    expect(new Set(Array.from({ length: 10_000 }, () => randomSku(Math.random))).size).toBe(10_000)
  })
  it('PRO-087 PRO-090 whatever the prefix, numbered SKUs differ as their numbers do, and are read back', () =>
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.nat(1e9), fc.nat(1e9), (prefix, first, other) => {
        expect(numberedSku(first, prefix) === numberedSku(other, prefix)).toBe(first === other)
        fc.pre(!/\d$/.test(prefix))
        expect(splitSku(numberedSku(first, prefix))).toEqual({ prefix, number: first })
      }),
    ))
})
