import { describe, expect, it } from 'vitest'
import type { RuleCondition } from '#contract/orders/rules.ts'
import { countries, countryCode } from '../countries.ts'
import { handled, missing } from './handling.ts'
import { actionWords, conditionWords } from './words.ts'
import { type RuledOrder, matches, matching, withTags, withoutTags } from './rules.ts'

const order: RuledOrder = {
  channel: 'ebay',
  country: 'US',
  region: 'CA',
  totalAmount: 100_00,
  currency: 'USD',
  skus: ['MUG-1', 'TEE-2'],
  tags: ['Gift'],
}
const nothing = { addTags: [], service: '', assigneeId: null, hold: false }
const holds = (condition: RuleCondition, over: Partial<RuledOrder> = {}) =>
  matches({ conditions: [condition] }, { ...order, ...over })
const of = (field: 'country' | 'region' | 'sku' | 'tag', values: string[], not = false) => ({ field, not, values })
const total = (compare: 'above' | 'atLeast' | 'below' | 'atMost', amount: number, currency = 'USD') =>
  ({ field: 'total', compare, amount, currency }) as const

describe('a condition', () => {
  it('of the channel', () => {
    expect(holds({ field: 'channel', not: false, values: ['etsy', 'ebay'] })).toBe(true)
    expect(holds({ field: 'channel', not: true, values: ['ebay'] })).toBe(false)
    expect(holds({ field: 'channel', not: false, values: ['manual'] }, { channel: 'manual' })).toBe(true)
  })

  it.each([
    ['US', true],
    ['us', true],
    ['United States', true],
    ['USA', true],
    ['Germany', false],
    ['', false],
    [undefined, false],
  ])('of the country, however an address writes %s', (country, is) => {
    expect(holds(of('country', ['US']), { country })).toBe(is)
  })

  it('does not send abroad what has no country', () => {
    expect(holds(of('country', ['US'], true), { country: 'Germany' })).toBe(true)
    expect(holds(of('country', ['US'], true), { country: '' })).toBe(false)
    expect(holds(of('region', ['CA'], true), { region: undefined })).toBe(false)
  })

  it('of the region, in any case of letters', () => {
    expect(holds(of('region', ['ca', 'NY']))).toBe(true)
    expect(holds(of('region', ['NY']))).toBe(false)
  })

  it.each([
    ['above', 99_99, true],
    ['above', 100_00, false],
    ['atLeast', 100_00, true],
    ['atLeast', 100_01, false],
    ['below', 100_01, true],
    ['below', 100_00, false],
    ['atMost', 100_00, true],
    ['atMost', 99_99, false],
  ] as const)('of the total: 100.00 is %s %d cents: %s', (compare, amount, is) => {
    expect(holds(total(compare, amount))).toBe(is)
  })

  it('of the total converts no currency', () => {
    expect(holds(total('above', 1, 'EUR'))).toBe(false)
  })

  it('of a SKU: any line; not: no line', () => {
    expect(holds(of('sku', ['TEE-2']))).toBe(true)
    expect(holds(of('sku', ['tee-2']))).toBe(false)
    expect(holds(of('sku', ['TEE-2'], true))).toBe(false)
    expect(holds(of('sku', ['CAP-3'], true))).toBe(true)
  })

  it('of a tag, in any case of letters', () => {
    expect(holds(of('tag', ['gift']))).toBe(true)
    expect(holds(of('tag', ['gift'], true))).toBe(false)
    expect(holds(of('tag', ['rush'], true), { tags: [] })).toBe(true)
  })
})

describe('rules', () => {
  it('match when all conditions hold, and always without one', () => {
    expect(matches({ conditions: [] }, order)).toBe(true)
    expect(matches({ conditions: [total('above', 1), of('country', ['CA'])] }, order)).toBe(false)
  })

  it('see the tags of those before them, and of none after', () => {
    const tags = { name: 'tags', conditions: [], actions: { ...nothing, addTags: ['Rush'] } }
    const reads = { name: 'reads', conditions: [of('tag', ['rush'])], actions: { ...nothing, hold: true } }
    expect(matching([tags, reads], order).map(({ name }) => name)).toEqual(['tags', 'reads'])
    expect(matching([reads, tags], order).map(({ name }) => name)).toEqual(['tags'])
  })

  it('say in words what they ask and do', () => {
    expect(conditionWords(of('country', ['US', 'DE'], true))).toBe('country is not United States or Germany')
    expect(conditionWords(of('sku', ['A', 'B', 'C', 'D', 'E']))).toBe('a SKU is A, B, C, D or 1 more')
    expect(conditionWords(of('tag', ['gift'], true))).toBe('no tag is gift')
    expect(conditionWords({ field: 'channel', not: false, values: ['manual', 'etsy'] })).toBe(
      'channel is By hand or Etsy',
    )
    expect(conditionWords(total('atLeast', 1_234_50))).toBe('total is at least 1,234.50 USD')
    expect(actionWords({ addTags: ['a', 'b'], service: 'DHL', assigneeId: 3, hold: true }, 'Kim')).toEqual([
      'Tags a, b',
      'Service DHL',
      'Assigned to Kim',
      'Put on hold',
    ])
  })
})

describe('what people and rules say of an order', () => {
  const now = { state: 'open', tags: ['Gift'], assigneeId: 3, held: false }

  it('keeps a tag once, in its first spelling', () => {
    expect(withTags(['Gift'], ['gift', 'Rush', 'rush'])).toEqual(['Gift', 'Rush'])
    expect(withoutTags(['Gift', 'Rush'], ['GIFT'])).toEqual(['Rush'])
  })

  it('leaves what a change does not name', () => {
    expect(handled(now, {})).toEqual({ tags: ['Gift'], assigneeId: 3, held: false })
    expect(handled(now, { assigneeId: null, addTags: ['Rush'], hold: true })).toEqual({
      tags: ['Gift', 'Rush'],
      assigneeId: null,
      held: true,
    })
  })

  it('holds nothing that is gone', () => {
    expect(handled({ ...now, state: 'shipped' }, { hold: true }).held).toBe(false)
    expect(handled({ ...now, state: 'shipped', held: true }, { hold: false }).held).toBe(false)
  })

  it('is told by what an order does not have yet', () => {
    const does = { addTags: ['gift', 'Rush'], service: 'DHL', assigneeId: 3, hold: true }
    expect(missing(does, { ...now, service: 'DHL' })).toEqual({
      addTags: ['Rush'],
      service: '',
      assigneeId: null,
      hold: true,
    })
  })
})

describe('countries', () => {
  it('are those there are, by their names', () => {
    expect(countries().get('DE')).toBe('Germany')
    expect(countries().size).toBeGreaterThan(240)
    for (const none of ['DD', 'SU', 'EU', 'ZZ', 'XA']) expect(countries().has(none), none).toBe(false)
  })

  it('are read as codes and names', () => {
    expect(countryCode(' germany ')).toBe('DE')
    expect(countryCode('uk')).toBe('GB')
    expect(countryCode('Atlantis')).toBe('ATLANTIS')
  })
})

describe('The values of a condition', () => {
  it.each(['tag', 'sku', 'region'] as const)('of a %s are read once for all orders and their tags', (field) => {
    let reads = 0
    const values = new Proxy(
      Array.from({ length: 100 }, (_, n) => `value ${n}`),
      {
        get(list, name, receiver) {
          if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1
          return Reflect.get(list, name, receiver) as unknown
        },
      },
    )
    const many = { tags: Array.from({ length: 50 }, (_, n) => `tag ${n}`), skus: ['MUG-1', 'TEE-2'] }
    for (let orders = 0; orders < 20; orders += 1) expect(holds(of(field, values), many)).toBe(false)
    expect(reads).toBe(100)
  })
})
