import { describe, expect, it } from 'vitest'
import { coverAspects, outside, valuesIn, withAspect } from './aspects.ts'

const aspect = (aspectName: string, value: string | string[]) => ({
  aspectName,
  value,
  dataType: 'STRING',
  required: false,
})

describe('item specifics', () => {
  it("LST-175 a product's own ones cover its template's one by one; a blank one covers nothing", () => {
    const covered = coverAspects(
      [aspect('Brand', '{{Brand}}'), aspect('Type', 'T-Shirt')],
      [aspect('type', 'Polo'), aspect('Brand', ' ')],
    )
    expect(covered).toEqual([aspect('Brand', '{{Brand}}'), aspect('type', 'Polo')])
  })
  it('are found whatever the case of their name, blanks left out', () => {
    expect(valuesIn([aspect('Features', ['Pockets', '', 'Lined'])], 'features')).toEqual(['Pockets', 'Lined'])
    expect(valuesIn([], 'Brand')).toEqual([])
  })
  it('one is set, several are kept as a list, none takes it away', () => {
    const set = (values: string[]) =>
      withAspect([aspect('Type', 'Polo')], { name: 'Features', values, dataType: 'STRING', required: false })
    expect(set(['Pockets'])).toEqual([aspect('Type', 'Polo'), aspect('Features', 'Pockets')])
    expect(set(['Pockets', 'Lined'])).toEqual([aspect('Type', 'Polo'), aspect('Features', ['Pockets', 'Lined'])])
    expect(set([''])).toEqual([aspect('Type', 'Polo')])
  })
  it.each([
    ['LST-091 a value outside a strict list is refused', ['Mauve'], true, 'Mauve is not in allowed values.'],
    [
      'LST-093 outside a list of suggestions it is only remarked on',
      ['Mauve'],
      false,
      'Mauve is not in suggested values.',
    ],
    ['a known value passes', ['Blue'], true, undefined],
    ['a reference is judged once it is resolved', ['{{Color}}'], true, undefined],
  ])('%s', (_title, values, strict, expected) => expect(outside(values, ['Blue', 'Red'], strict)).toBe(expected))
})
