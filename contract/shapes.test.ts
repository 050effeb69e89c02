import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  CountInput,
  Image,
  Money,
  MoneyInput,
  ProductAttribute,
  SizeAndWeight,
  Tags,
  TemplateAttribute,
  Time,
} from './shapes.ts'

const wire = (minor: number) => z.encode(Money, minor)
const decoded = (amount: number) => z.decode(Money, amount)
/** Digits by hand, without any arithmetic. */
const written = (minor: number) => {
  const digits = String(minor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

describe('money', () => {
  it('is exact for every amount from 0.01 to 9999.99, as a number and as text', () => {
    for (let minor = 1; minor <= 999_999; minor += minor < 20_000 ? 1 : 97) {
      const text = written(minor)
      expect(wire(minor)).toBe(Number(text))
      expect(decoded(Number(text))).toBe(minor)
      expect(MoneyInput.parse(text)).toBe(minor)
    }
  })
  it.each([
    [1999, 19.99],
    [110, 1.1],
    [230, 2.3],
    [57, 0.57],
    [100_000_001, 1_000_000.01],
    [999_999_999_999, 9_999_999_999.99],
  ])('keeps %i as %d', (minor, amount) => {
    expect([decoded(amount), wire(minor), MoneyInput.parse(amount)]).toEqual([minor, amount, minor])
  })
  it('takes what arithmetic in a browser leaves behind', () => {
    expect([decoded(0.1 + 0.2), decoded(1.1 * 3), MoneyInput.parse(19.99 * 3)]).toEqual([30, 330, 5997])
  })
  it('refuses what is no amount, on both sides', () => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, '12']) expect(Money.safeParse(bad).success).toBe(false)
    expect(() => wire(12.5)).toThrow(/expected int/)
  })
})

describe('an amount as typed', () => {
  it.each([undefined, null, '', ' ', '\t\n', 'undefined', 'null', ' null '])(
    'NAV-114..NAV-116 %j is blank: 0 when a record is made, no change when it is edited',
    (blank) => {
      expect([MoneyInput.parse(blank), CountInput.parse(blank)]).toEqual([undefined, undefined])
      expect(z.object({ price: MoneyInput, quantity: CountInput }).parse({ price: blank, quantity: blank })).toEqual({})
    },
  )
  it('is 0 when 0 was typed', () => {
    expect([MoneyInput.parse('0'), MoneyInput.parse(0), CountInput.parse(' 0 ')]).toEqual([0, 0, 0])
  })
  it.each([
    ['12.5', 1250],
    [' 7 ', 700],
    ['.5', 50],
    ['1.', 100],
    [3, 300],
  ])('PRO-068 %j is %i minor units', (typed, minor) => expect(MoneyInput.parse(typed)).toBe(minor))
  it.each(['abc', '1,50', '0x10', '1 2', '12€', 'Infinity', '--1', '.'])('refuses %j in words', (typed) => {
    expect(MoneyInput.safeParse(typed).error?.issues[0]?.message).toBe('Enter an amount like 12.50.')
    expect(CountInput.safeParse(typed).error?.issues[0]?.message).toBe('Enter a whole number like 12.')
  })
  it('PRO-069 has limits; pieces are whole', () => {
    expect(MoneyInput.safeParse('-0.01').error?.issues[0]?.message).toBe('Enter 0 or more.')
    expect(MoneyInput.safeParse(1e10 + 1).error?.issues[0]?.message).toBe('At most 10,000,000,000.')
    expect(CountInput.safeParse('1.5').error?.issues[0]?.message).toBe('Enter a whole number like 12.')
    expect(CountInput.safeParse(-1).error?.issues[0]?.message).toBe('Enter 0 or more.')
  })
})

describe('tags', () => {
  it('PRO-169 TPL-127 travel as one text and are kept as a list, once each', () => {
    expect(z.decode(Tags, ' summer, sale ,,summer,Sale')).toEqual(['summer', 'sale', 'Sale'])
    expect(z.encode(Tags, ['summer', 'sale'])).toBe('summer,sale')
    expect([z.decode(Tags, ''), z.encode(Tags, [])]).toEqual([[], ''])
  })
})

describe('size and weight', () => {
  const parses = (size: object) => SizeAndWeight.safeParse(size).success
  it('PRO-078 is weighed in kg, lb, g or oz', () => {
    expect(['kg', 'lb', 'g', 'oz', 'st', 'KG'].map((weightUnit) => parses({ weightUnit }))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ])
  })
  it('PRO-079 is measured in cm or in', () => {
    expect(['cm', 'in', 'm'].map((sizeUnit) => parses({ sizeUnit }))).toEqual([true, true, false])
  })
})

describe('an attribute', () => {
  const attribute = { id: 1, name: 'Brand', index: 0 }
  const parses = (change: object) => TemplateAttribute.safeParse({ ...attribute, ...change }).success
  it('PRO-188 is required, recommended or, where nothing is said, optional', () => {
    expect(TemplateAttribute.parse(attribute).constraint).toBe('optional')
    expect(['required', 'recommended', 'optional', 'wanted'].map((constraint) => parses({ constraint }))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
  it('PRO-189 is text, a number or a block', () => {
    expect(TemplateAttribute.parse(attribute).type).toBe('text')
    expect(['text', 'number', 'block', 'date'].map((type) => parses({ type }))).toEqual([true, true, true, false])
  })
  it('PRO-185..PRO-187 of a product has a name, a value, and overrides no mapping until it is told to', () => {
    expect(ProductAttribute.parse({ name: 'Brand' })).toMatchObject({ value: '', overrideDynamicMapping: false })
    expect(ProductAttribute.safeParse({ value: 'Acme' }).success).toBe(false)
    expect(ProductAttribute.parse({ name: 'Brand', overrideDynamicMapping: true }).overrideDynamicMapping).toBe(true)
  })
})

it('PRO-214 PRO-215 an image has an address and, where nothing is said, the image host for its source', () => {
  expect(Image.parse({ url: 'https://example.com/1.png' })).toEqual({
    url: 'https://example.com/1.png',
    source: 'cloudinary',
  })
  expect(Image.safeParse({ source: 'cloudinary' }).success).toBe(false)
})

describe('a time', () => {
  it('travels as ISO 8601', () => {
    const at = new Date(Date.UTC(2026, 1, 28, 23, 59, 59, 7))
    expect(z.encode(Time, at)).toBe('2026-02-28T23:59:59.007Z')
    expect(z.decode(Time, '2026-02-28T23:59:59.007Z')).toEqual(at)
    expect(Time.safeParse('yesterday').success).toBe(false)
  })
})
