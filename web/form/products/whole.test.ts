import { describe, expect, it } from 'vitest'
import { Image, ProductAttribute, SizeAndWeight, TemplateAttribute } from '#contract/shapes.ts'
import { wholeAttribute, wholeImage, wholeSize, wholeTemplateAttribute } from './whole.ts'

describe('a part of a reply is what its schema makes of it', () => {
  it.each([
    ['a size', wholeSize({}), SizeAndWeight.parse({})],
    ['a picture', wholeImage({ url: 'https://x.example/1.png' }), Image.parse({ url: 'https://x.example/1.png' })],
    ['an attribute', wholeAttribute({ name: 'Brand' }), ProductAttribute.parse({ name: 'Brand' })],
    [
      'a template’s attribute',
      wholeTemplateAttribute({ id: 1, name: 'Brand', index: 0 }),
      TemplateAttribute.parse({ id: 1, name: 'Brand', index: 0 }),
    ],
  ])('%s with nothing but what it must have', (_, made, parsed) => expect(made).toEqual(parsed))

  it.each([
    [
      'a size',
      wholeSize,
      SizeAndWeight,
      { weightUnit: 'g', sizeUnit: 'cm', weight: 1, width: 2, length: 3, height: 4 },
    ],
    ['a picture', wholeImage, Image, { url: 'https://x.example/1.png', source: 'upload' }],
    [
      'an attribute',
      wholeAttribute,
      ProductAttribute,
      { templateAttributeId: 4, name: 'Brand', value: 'Halden', overrideDynamicMapping: true, source: 'ai' },
    ],
    [
      'a template’s attribute',
      wholeTemplateAttribute,
      TemplateAttribute,
      { id: 7, name: 'Size', type: 'number', defaultValue: '9', index: 2, constraint: 'required', options: ['8', '9'] },
    ],
  ])('%s with everything', (_, make, schema, input) => {
    expect((make as (value: unknown) => unknown)(input)).toEqual(schema.parse(input))
    expect(Object.keys(input).toSorted()).toEqual(Object.keys(schema.shape).toSorted())
  })
})
