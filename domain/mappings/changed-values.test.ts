import { describe, expect, it } from 'vitest'
import { type KeptMap, changedValues, concernedBy, isOn } from './changed-values.ts'

const uuid = '00000000-0000-4000-8000-000000000001'
const valueMap = (values: Record<string, string[]>, more: Partial<KeptMap> = {}): KeptMap => ({
  uuid,
  name: 'Words',
  index: 0,
  active: true,
  switches: [],
  mappings: [
    {
      uuid,
      targetName: 'Mount',
      values: Object.entries(values).map(([targetValue, sourceValues]) => ({ uuid, targetValue, sourceValues })),
    },
  ],
  ...more,
})
const off = (listingId: number | null, active = false) => ({ listingTemplateId: 7, listingId, active })
const at = (listingId: number | null, listingTemplateId: number | null = 7) => ({ listingTemplateId, listingId })

describe('a value mapping is on for a listing', () => {
  it.each<[string, Partial<KeptMap>, boolean]>([
    ['where nothing is said', {}, true],
    ['MAP-157 not when it is inactive', { active: false, switches: [off(1, true)] }, false],
    ['MAP-158 as the switch of the listing says', { switches: [off(1), off(null, true)] }, false],
    ['MAP-158 not as that of another listing says', { switches: [off(2)] }, true],
    ['MAP-159 else as that of its listing template says', { switches: [off(null)] }, false],
    ['MAP-158 the listing goes before its listing template', { switches: [off(null), off(1, true)] }, true],
  ])('%s', (_title, more, expected) => expect(isOn(valueMap({}, more), at(1))).toBe(expected))
})

describe('a change of value mappings', () => {
  const has = (...values: string[]) => values.map((value) => ({ field: 'mount', value }))
  it.each<[string, KeptMap[], KeptMap[], string[]]>([
    ['names the values that it maps anew', [], [valueMap({ 'Nikon Z': ['Z'] })], ['z']],
    [
      'and those that it maps no more',
      [valueMap({ 'Nikon Z': ['Z', 'NZ'] })],
      [valueMap({ 'Nikon Z': ['Z'] })],
      ['nz'],
    ],
    ['and those that it maps to something else', [valueMap({ A: ['Z'] })], [valueMap({ B: ['Z'] })], ['z']],
    [
      'but none when it only gets another name',
      [valueMap({ A: ['Z'] })],
      [valueMap({ A: ['Z'] }, { name: 'New' })],
      [],
    ],
    [
      'and all of one that is switched off',
      [valueMap({ A: ['x'] })],
      [valueMap({ A: ['x'] }, { active: false })],
      ['x'],
    ],
  ])('%s', (_title, before, after, expected) =>
    expect(changedValues(before, after).flatMap(({ fields }) => fields.mount ?? [])).toEqual(expected),
  )
  it('concerns the listings that have one of them, and where it is switched', () => {
    const all = concernedBy(changedValues([], [valueMap({ 'Nikon Z': ['Z'] })]))
    expect([all(at(1), has('z ')), all(at(1), has('Leica'))]).toEqual([true, false])
    const map = valueMap({ 'Nikon Z': ['Z'] })
    const concerned = concernedBy(changedValues([map], [{ ...map, switches: [off(1)] }]))
    expect([at(1), at(2), at(1, 8)].map((where) => concerned(where, has('Z')))).toEqual([true, false, false])
  })
})
