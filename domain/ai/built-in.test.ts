import { expect, it } from 'vitest'
import type { GeneratorItem } from '#contract/ai.ts'
import { composeDescription, composeTitle, readAttributes } from './built-in.ts'

const item: GeneratorItem = {
  template: 'Lens',
  title: '',
  description: '',
  condition: 'Used',
  tags: [],
  attributes: [
    { name: 'Mount', value: 'Nikon Z' },
    { name: 'Brand', value: 'Nikon' },
    { name: 'Coating', value: '<b>' },
    { name: 'Colour', value: ' ' },
    { name: 'Story', value: 'a long one '.repeat(20) },
  ],
}
const request = { item, type: 'product', templateFields: [] } as const

it('PRO-281 the built-in generator puts together what is known, and no more than a title holds', () => {
  expect(composeTitle(request)).toBe('Nikon Nikon Z <b> Lens')
  expect(composeDescription({ ...request, item: { ...item, attributes: item.attributes.slice(0, 4) } })).toBe(
    '<p>Nikon Nikon Z &lt;b&gt; Lens</p><p>Condition: Used</p><ul><li><b>Mount:</b> Nikon Z</li><li><b>Brand:</b> Nikon</li><li><b>Coating:</b> &lt;b&gt;</li></ul>',
  )
})

it('PRO-301 of a template it refers to the attributes', () => {
  const template = { item, type: 'template', templateFields: ['Mount', 'Brand'] } as const
  expect(composeTitle(template)).toBe('{{Brand}} {{Mount}} Lens')
})

it('PRO-281 PRO-303 attributes are read from what is written, and nothing is made up', () => {
  const demands = [
    { name: 'Colour', options: ['Red', 'Dark Red', 'Blue'] },
    { name: 'Mount', options: [] },
    { name: 'Size (cm)', options: [] },
    { name: 'Weight', options: [] },
    { name: 'Fit', options: ['Slim'] },
  ]
  const description = '<p>Slimmer than any.</p><ul><li><b>Mount:</b> Nikon Z</li></ul>Size (cm): 4<br>Weighty'
  expect(readAttributes(demands, 'A dark red lens', description)).toEqual([
    { name: 'Colour', value: 'Dark Red' },
    { name: 'Mount', value: 'Nikon Z' },
    { name: 'Size (cm)', value: '4' },
  ])
})
