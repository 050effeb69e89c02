import { describe, expect, it } from 'vitest'
import { linkAttributes, withDefaults } from './defaults.ts'

const attribute = (id: number, name: string, defaultValue = '') => ({
  id,
  name,
  defaultValue,
  type: 'text' as const,
  index: id,
  constraint: 'optional' as const,
  options: [],
})
const template = {
  title: 'A {{Brand}} mug',
  description: '<p>Good.</p>',
  tags: ['mugs'],
  sizeAndWeight: { weight: 300, weightUnit: 'g' as const, width: 9, length: 9, height: 10, sizeUnit: 'cm' as const },
  configuration: { dynamicMappingEnabled: true },
  attributes: [attribute(1, 'Brand', 'Acme'), attribute(2, 'Bin', 'A-1'), attribute(3, 'Colour')],
}
const attributeOf = (name: string, value: string) => ({
  templateAttributeId: null,
  name,
  value,
  overrideDynamicMapping: false,
  source: 'user',
})

describe('withDefaults', () => {
  it('PRO-024 PRO-025 PRO-037 fills what is left empty', () => {
    expect(withDefaults({ title: ' ' }, template)).toEqual({
      title: 'A {{Brand}} mug',
      description: '<p>Good.</p>',
      vendor: '',
      location: '',
      warehouse: '',
      bin: 'A-1',
      tags: ['mugs'],
      attributes: [
        { templateAttributeId: 1, name: 'Brand', value: 'Acme', overrideDynamicMapping: false, source: 'template' },
        { templateAttributeId: 2, name: 'Bin', value: 'A-1', overrideDynamicMapping: false, source: 'template' },
      ],
      sizeAndWeight: { weight: 300, weightUnit: 'g', width: 9, length: 9, height: 10, sizeUnit: 'cm' },
      configuration: { dynamicMappingEnabled: true },
    })
  })
  it('PRO-037 keeps what is given', () => {
    const made = withDefaults(
      {
        title: 'Mine',
        bin: 'B-2',
        tags: ['x'],
        attributes: [attributeOf('brand', 'Own'), attributeOf('Colour', 'Red')],
        configuration: { dynamicMappingEnabled: false },
      },
      template,
    )
    expect(made).toMatchObject({
      title: 'Mine',
      bin: 'B-2',
      tags: ['x'],
      configuration: { dynamicMappingEnabled: false },
    })
    expect(made.attributes.map((a) => [a.templateAttributeId, a.name, a.value, a.source])).toEqual([
      [1, 'Brand', 'Own', 'user'],
      [3, 'Colour', 'Red', 'user'],
      [2, 'Bin', 'A-1', 'template'],
    ])
  })
  it('PRO-037 a given weight keeps its unit, the size comes from the template', () => {
    const sizeAndWeight = {
      weight: 1,
      weightUnit: 'lb' as const,
      width: null,
      length: null,
      height: null,
      sizeUnit: 'in' as const,
    }
    expect(withDefaults({ sizeAndWeight }, template).sizeAndWeight).toEqual({
      weight: 1,
      weightUnit: 'lb',
      width: 9,
      length: 9,
      height: 10,
      sizeUnit: 'cm',
    })
  })
  it('PRO-080 the default units are lb and in', () => {
    expect(withDefaults({}, { ...template, sizeAndWeight: {} }).sizeAndWeight).toEqual({
      weight: null,
      weightUnit: 'lb',
      width: null,
      length: null,
      height: null,
      sizeUnit: 'in',
    })
  })
})

it('PRO-176 an attribute is tied to the template by its name, each name once', () => {
  expect(
    linkAttributes(
      [attributeOf('Other ', '1'), attributeOf('COLOUR', 'Red'), attributeOf('colour', 'Blue')],
      template.attributes,
    ),
  ).toEqual([{ ...attributeOf('Other', '1') }, { ...attributeOf('Colour', 'Blue'), templateAttributeId: 3 }])
})
