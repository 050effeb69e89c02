import { describe, expect, it } from 'vitest'
import type { ReadColumn } from '../reading/columns.ts'
import { nameScore, suggestByValues } from './suggest.ts'

const column = (name: string, values: string[]): ReadColumn => ({
  index: 0,
  name,
  filled: values.length,
  distinct: new Set(values).size,
  samples: [...new Set(values)].slice(0, 20).map((value) => ({ value, rows: 1 })),
  numbers: 0,
  urls: values.filter((v) => v.startsWith('http')).length,
})

describe('what fits an attribute', () => {
  it.each([
    ['Colour', 'colour', 2],
    ['Colour', 'Color', 2],
    ['Size', 'SIZES', 2],
    ['Brand', 'C:Brand', 2],
    ['Material', 'Outer material', 1],
    ['Fit', 'Benefit', 0],
    ['Brand', 'Title', 0],
  ])('IMP-014 %s and the column %s: %i', (attribute, name, score) => {
    expect(nameScore(attribute, name)).toBe(score)
  })
})

describe('what values say', () => {
  const none = { fieldMappings: { sku: 'a' }, templateColumn: null }
  it('finds pictures, one or many columns of them', () => {
    const [first, second, link] = [
      column('x', ['https://x.test/1.png', 'https://x.test/2.jpg?w=3']),
      column('y', ['https://x.test/images/7']),
      column('z', ['https://x.test/page']),
    ]
    expect(suggestByValues(none, [first, link], []).fieldMappings).toEqual({ sku: 'a', images: 'x' })
    expect(suggestByValues(none, [first, second, link], []).fieldMappings).toEqual({
      sku: 'a',
      image1: 'x',
      image2: 'y',
    })
    expect(suggestByValues({ ...none, fieldMappings: { image1: 'p' } }, [first], []).fieldMappings).toEqual({
      image1: 'p',
    })
  })
  it('IMP-009 finds the column that names templates: all of its values do', () => {
    expect(
      suggestByValues(none, [column('a', ['Mugs']), column('kind', ['mugs', 'Cups', 'Mugs '])], ['Mugs', 'Cups'])
        .templateColumn,
    ).toBe('kind')
    expect(suggestByValues(none, [column('kind', ['mugs', 'Plates'])], ['Mugs', 'Cups']).templateColumn).toBeNull()
  })
})
