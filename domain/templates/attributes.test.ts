import { describe, expect, it } from 'vitest'
import { type WantedAttribute, concernsProducts, followVariations, planAttributes } from './attributes.ts'

const attribute = (name: string, more: Partial<WantedAttribute> = {}) =>
  ({ name, type: 'text', defaultValue: '', constraint: 'optional', options: [], ...more }) as WantedAttribute
const current = ['Brand', 'Vendor', 'Colour', 'Size'].map((name, index) => ({
  ...attribute(name),
  id: index + 1,
  index,
}))

describe('planAttributes', () => {
  it('TPL-088 the order of the list is the order of the attributes', () => {
    const plan = planAttributes(current, current.toReversed())
    expect(plan.problems).toEqual({})
    expect(plan.remaining.map((a) => [a.name, a.index])).toEqual([
      ['Size', 0],
      ['Colour', 1],
      ['Vendor', 2],
      ['Brand', 3],
    ])
    expect(concernsProducts(current, plan)).toBe(false)
  })
  it('TPL-086 TPL-087 one without id is new, one left out is removed', () => {
    const plan = planAttributes(current, [...current.slice(0, 3), attribute('Fit', { constraint: 'required' })])
    expect(plan.added).toEqual([{ ...attribute('Fit', { constraint: 'required' }), index: 3 }])
    expect(plan.removed.map((a) => a.name)).toEqual(['Size'])
    expect(concernsProducts(current, plan)).toBe(true)
  })
  it('TPL-144 a built-in attribute cannot be renamed', () => {
    expect(planAttributes(current, [attribute('Maker', { id: 1 }), ...current.slice(1)]).problems).toEqual({
      '0.name': 'Brand cannot be renamed.',
    })
  })
  it('TPL-145 a built-in attribute cannot be removed', () => {
    expect(planAttributes(current, current.slice(1)).problems).toEqual({ '': 'Brand cannot be removed.' })
  })
  it('TPL-147 a second attribute of the same name is a duplicate, whatever its case', () => {
    expect(planAttributes(current, [...current, attribute('colour ')]).problems).toEqual({ '4.name': 'Duplicate name' })
  })
  it('TPL-136 an id of another template is refused', () => {
    expect(planAttributes(current, [...current, attribute('Fit', { id: 99 })]).problems).toEqual({
      '4.id': 'This attribute is not one of this template.',
    })
  })
  it('TPL-133 variation attributes follow a rename and go with a removal', () => {
    const plan = planAttributes(current, [...current.slice(0, 2), attribute('Color', { id: 3 })])
    expect(followVariations(['Colour', 'Size'], plan)).toEqual(['Color'])
    expect(concernsProducts(current, plan)).toBe(true)
  })
})
