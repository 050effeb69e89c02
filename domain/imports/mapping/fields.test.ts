import { describe, expect, it, vi } from 'vitest'
import { fieldsOf, mostOf } from '#contract/products/fields.ts'
import { ProductChange } from '#contract/products/products.ts'
import { readFlag, readImages, readSize, readSizeUnit, readText, readTime, readWeightUnit } from './fields.ts'

describe('cells', () => {
  it.each(fieldsOf('line', 'text', 'html').map((name) => [name, mostOf(name)] as const))(
    '%s takes what a product takes, %i characters',
    (field, most) => {
      expect(ProductChange.safeParse({ id: 1, [field]: 'x'.repeat(most) }).success).toBe(true)
      expect(ProductChange.safeParse({ id: 1, [field]: 'x'.repeat(most + 1) }).success).toBe(false)
      expect(readText('x'.repeat(most), most)).toEqual({ value: 'x'.repeat(most) })
      expect(readText('x'.repeat(most + 1), most)).toEqual({
        problem: `At most ${most.toLocaleString('en-US')} characters.`,
      })
    },
  )
  it('IMP-037 reads a size in one cell', () => {
    expect(readSize('10 x 5 x 2,5 cm', ',')).toEqual({ value: { length: 10, width: 5, height: 2.5, sizeUnit: 'cm' } })
    expect(readSize('10×5×2')).toEqual({ value: { length: 10, width: 5, height: 2 } })
    expect(readSize('large')).toEqual({ problem: 'Write a size as length x width x height, such as 10 x 5 x 2 cm.' })
    expect(readSize('')).toBeUndefined()
  })
  it('IMP-032 IMP-036 reads units by their names', () => {
    expect([readWeightUnit('Pounds'), readWeightUnit('KG'), readSizeUnit('inches'), readSizeUnit('')]).toEqual([
      { value: 'lb' },
      { value: 'kg' },
      { value: 'in' },
      undefined,
    ])
    expect(readSizeUnit('mm')).toEqual({ problem: 'Use one of these units: cm and in.' })
    expect(readWeightUnit('constructor')).toEqual({ problem: 'Use one of these units: kg, g, lb and oz.' })
  })
  it('IMP-039 IMP-040 reads yes, no and dates', () => {
    expect([readFlag('TRUE'), readFlag('archived'), readFlag(''), readFlag('maybe')]).toEqual([
      { value: true },
      { value: false },
      undefined,
      { problem: 'Write true or false.' },
    ])
    expect([readTime('2026-11-21'), readTime('2026-11-21 10:00:00Z'), readTime('21.11.26')]).toEqual([
      { value: '2026-11-21T00:00:00.000Z' },
      { value: '2026-11-21T10:00:00.000Z' },
      { problem: 'Write a date as 2026-11-21.' },
    ])
  })
  it('a moment without a zone is one of UTC, wherever the server stands', () => {
    vi.stubEnv('TZ', 'America/New_York')
    try {
      expect([
        readTime('2026-11-21 10:00'),
        readTime('2026-11-21T10:00:30.5'),
        readTime('2026-11-21T10:00+02:00'),
      ]).toEqual([
        { value: '2026-11-21T10:00:00.000Z' },
        { value: '2026-11-21T10:00:30.500Z' },
        { value: '2026-11-21T08:00:00.000Z' },
      ])
    } finally {
      vi.unstubAllEnvs()
    }
  })
  it('IMP-093 finds the addresses of pictures, however they are parted', () => {
    const [a, b] = ['https://x.test/a.png', 'http://x.test/b,1.png']
    expect(readImages(`${a}, ${b}`)).toEqual({ urls: [a, b] })
    expect(readImages(`${a}|${b}`)).toEqual({ urls: [a, b] })
    expect(readImages(`${a}\n${b};`)).toEqual({ urls: [a, b] })
    expect(readImages('photo.png')).toEqual({
      urls: [],
      problem: 'Enter an image URL that starts with https://.',
    })
    expect(readImages('javascript:alert(1)').urls).toEqual([])
  })
})
