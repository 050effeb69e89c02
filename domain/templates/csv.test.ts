import { describe, expect, it } from 'vitest'
import {
  type CsvTemplate,
  readTemplateHeader,
  templateAttributeColumns,
  templateColumns,
  templateHeader,
  templateRow,
} from './csv.ts'

const template: CsvTemplate = {
  name: 'Mugs',
  details: 'Thrown and glazed',
  notes: '',
  tags: ['kitchen'],
  isStock: false,
  title: 'Mug',
  description: '<p>Good.</p>',
  configuration: { dynamicMappingEnabled: true },
  attributes: [
    { name: 'Brand', defaultValue: 'Northlight', options: [] },
    { name: 'Material', defaultValue: '', options: ['Stoneware', 'Porcelain, fine'] },
    { name: 'Color', defaultValue: '', options: [] },
    { name: 'Title', defaultValue: '', options: ['*'] },
  ],
}

describe('the template file', () => {
  it('IMP-117..IMP-134 has the standard columns in the order of the format', () => {
    expect(templateColumns).toEqual([
      'name',
      'details',
      'notes',
      'tags',
      'isStock',
      'title',
      'description',
      'typeDescription',
      'typeNotes',
      'active',
      'brand',
      'category',
      'vendor',
      'warehouse',
      'location',
      'bin',
      'manufacturer',
      'dynamicMappingEnabled',
    ])
  })

  it('IMP-135 has every other attribute as a column, which is read as it was written', () => {
    const columns = templateAttributeColumns([
      template,
      {
        ...template,
        attributes: [
          { name: 'color', defaultValue: '', options: [] },
          { name: 'Age', defaultValue: '', options: [] },
        ],
      },
    ])
    expect(columns).toEqual(['Age', 'Color', 'Material', 'Title'])
    expect(templateHeader(columns).slice(-4)).toEqual(['Age', 'Color', 'Material', 'attr.Title'])
    expect(readTemplateHeader('attr.Title')).toEqual({ attribute: 'Title' })
    expect(readTemplateHeader('Title')).toEqual({ column: 'title' })
  })

  it('IMP-139 IMP-141 IMP-142 IMP-143 tells the options of an attribute, or that it takes any value', () => {
    const row = templateRow(template, ['Age', 'Color', 'Material', 'Title'])
    expect(row.slice(-4)).toEqual([null, '*', 'Stoneware,"Porcelain, fine"', '"*"'])
  })

  it('puts the defaults of the built-in attributes in their columns', () => {
    const row = templateRow(template, [])
    expect(
      Object.fromEntries(templateColumns.map((name, at) => [name, row[at]]).filter(([, cell]) => cell !== null)),
    ).toEqual({
      name: 'Mugs',
      details: 'Thrown and glazed',
      tags: 'kitchen',
      isStock: 'false',
      title: 'Mug',
      description: '<p>Good.</p>',
      brand: 'Northlight',
      dynamicMappingEnabled: 'true',
    })
  })
})
