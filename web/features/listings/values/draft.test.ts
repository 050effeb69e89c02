import { describe, expect, it } from 'vitest'
import {
  type Draft,
  accepted,
  added,
  mappedTo,
  moved,
  renamed,
  retargeted,
  switched,
  unmapped,
  withField,
} from './draft.ts'

let next = 0
const newId = () => `k7q2x-${(next += 1)}`
const row = (targetValue: string, ...sourceValues: string[]) => ({ uuid: targetValue, targetValue, sourceValues })
const draft = (name: string, index: number, more: Partial<Draft> = {}): Draft => ({
  uuid: name,
  channel: 'ebay',
  name,
  description: '',
  index,
  active: true,
  mappings: [],
  configurations: [],
  ...more,
})
const three = [draft('A', 0), draft('B', 1), draft('T', 0, { channel: 'etsy' }), draft('C', 2)]
const order = (drafts: readonly Draft[]) =>
  drafts
    .filter(({ channel }) => channel === 'ebay')
    .toSorted((a, b) => a.index - b.index)
    .map(({ name }) => name)
    .join('')

describe('value mappings in their dialog', () => {
  it('MAP-128 MAP-129 a new one is named after its channel, with five characters of its own, and is the last', () => {
    const last = added(three, 'ebay', 'eBay', newId).at(-1)
    expect(last).toMatchObject({ index: 3, active: true, mappings: [] })
    expect(last?.name).toMatch(/^eBay Value Mapping \w{5}$/)
  })
  it('MAP-133 MAP-148 MAP-149 a name that another has is ignored, also one of another channel', () => {
    expect(renamed(three, 'A', ' b ')).toBe(three)
    expect(renamed(three, 'A', 't')).toBe(three)
    expect(renamed(three, 'A', '  ')).toBe(three)
    expect(renamed(three, 'A', ' New ')[0]?.name).toBe('New')
    expect(renamed(three, 'A', 'a')[0]?.name).toBe('a')
  })
  it('MAP-135 MAP-136 change places within their channel, not beyond its ends', () => {
    expect(order(moved(three, 'C', -1))).toBe('ACB')
    expect(order(moved(three, 'A', 1))).toBe('BAC')
    expect(order(moved(three, 'A', -1))).toBe('ABC')
    expect(order(moved(three, 'C', 1))).toBe('ABC')
  })
  it('MAP-140 MAP-151 have each field once', () => {
    const changed = withField(draft('A', 0), ' Mount ', newId)
    expect(changed.mappings.map(({ targetName }) => targetName)).toEqual(['Mount'])
    expect(withField(changed, 'mount', newId)).toBe(changed)
  })
  it('MAP-156 a row is added for each value that is not taken and not replaced yet, where only some are taken', () => {
    const field = {
      name: 'Mount',
      required: false,
      strict: true,
      options: ['Nikon F', 'Canon EF'],
      anyCase: true,
      also: [],
      values: ['nikon f', 'F-mount', 'Leica', 'f-MOUNT '].map((value) => ({ value, products: 1, live: 0 })),
      more: 0,
    }
    expect(unmapped(field, [row('Nikon F', 'F-Mount')])).toEqual(['Leica'])
    expect(unmapped({ ...field, strict: false }, [])).toEqual([])
    expect(unmapped(undefined, [])).toEqual([])
  })
  it('MAP-150 have each target value once: what means the same comes into one row', () => {
    expect(mappedTo([row('Z', 'z')], [{ value: 'nikon-z', to: 'Z' }], newId)).toEqual([row('Z', 'z', 'nikon-z')])
    expect(
      mappedTo([row('Z', 'z', 'x')], [{ value: 'X', to: 'F' }], newId).map(({ sourceValues }) => sourceValues),
    ).toEqual([['z'], ['X']])
    expect(retargeted([row('Z', 'z'), row('F', 'f')], 'F', 'Z')).toEqual([row('Z', 'z', 'f')])
    expect(retargeted([row('Z', 'z')], 'Z', 'E')).toEqual([{ ...row('Z', 'z'), targetValue: 'E' }])
  })
  it('take what is accepted into the first that is on and has the field, and make one where there is none', () => {
    const where = { channel: 'ebay' as const, label: 'eBay', newId, isOn: ({ active }: Draft) => active }
    const meant = [
      { field: 'Mount', value: 'SONY E', to: 'Sony E' },
      { field: 'mount', value: 'sony e', to: 'Sony E' },
    ]
    const b = draft('B', 1, { mappings: [{ uuid: 'f', targetName: 'Mount', values: [] }] })
    const drafts = accepted([draft('A', 0), b], meant, where)
    expect(drafts.map(({ mappings }) => mappings.flatMap(({ values }) => values))).toEqual([
      [],
      [{ uuid: expect.any(String), targetValue: 'Sony E', sourceValues: ['sony e'] }],
    ])
    expect(accepted([draft('A', 0, { active: false })], meant, where).at(-1)?.mappings[0]?.targetName).toBe('Mount')
  })
  it('are accepted by the ten thousand: every value once, under its last target', () => {
    const where = { channel: 'ebay' as const, label: 'eBay', newId, isOn: () => true }
    const meant = Array.from({ length: 10_000 }, (_, n) => ({ field: 'Mount', value: `v${n}`, to: `T${n % 5000}` }))
    const known = [row('T1', 'old', 'V2'), row('T2')]
    const before = draft('A', 0, { mappings: [{ uuid: 'f', targetName: 'Mount', values: known }] })
    const [result] = accepted([before], [...meant, { field: 'MOUNT', value: 'V7', to: 'T8' }], where)
    const of = new Map(result?.mappings[0]?.values.map((value) => [value.targetValue, value.sourceValues]))
    expect(of.size).toBe(5000)
    expect(['T1', 'T2', 'T7', 'T8'].map((to) => of.get(to))).toEqual([
      ['old', 'v1', 'v5001'],
      ['v2', 'v5002'],
      ['v5007'],
      ['V7', 'v8', 'v5008'],
    ])
    expect(known[0]?.sourceValues).toEqual(['old', 'V2'])
  })
  it('MAP-137 MAP-158 are switched for one listing, or for all of the listing template', () => {
    const off = switched(draft('A', 0), { listingTemplateId: 7, listingId: 1 }, false)
    const both = switched(off, { listingTemplateId: 7, listingId: null }, true)
    expect(both.configurations).toEqual([
      { parentId: 7, childId: 1, active: false },
      { parentId: 7, childId: null, active: true },
    ])
    expect(switched(both, { listingTemplateId: 7, listingId: 1 }, true).configurations).toHaveLength(2)
  })
})
