import { describe, expect, it } from 'vitest'
import { builtInAttributes } from '#contract/templates.ts'
import { templateHeader, templateRow } from '../../templates/csv.ts'
import { columnNames } from '../reading/dialect.ts'
import {
  NO_NAME,
  type PresentTemplate,
  type ReadTemplate,
  readOptions,
  readTemplate,
  templateColumns,
  templateDifferences,
} from './template.ts'

const standard = [
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
]
function read(row: Record<string, string>, names = Object.keys(row)): ReadTemplate {
  const columns = templateColumns(names)
  if ('problem' in columns) throw new Error(columns.problem)
  return readTemplate(
    columns,
    2,
    names.map((name) => row[name] ?? ''),
  )
}
const present: PresentTemplate = {
  id: 1,
  name: 'Mugs',
  details: 'old',
  notes: '',
  tags: ['a'],
  title: '',
  description: '',
  configuration: { dynamicMappingEnabled: false },
  attributes: [
    ...builtInAttributes.map((name, index) => ({
      id: index + 1,
      name,
      type: 'text' as const,
      defaultValue: '',
      index,
      constraint: 'optional' as const,
      options: [],
    })),
    {
      id: 9,
      name: 'Colour',
      type: 'text',
      defaultValue: 'Red',
      index: 5,
      constraint: 'required',
      options: ['Red', 'Blue'],
    },
  ],
}

describe('a template CSV', () => {
  it('IMP-117..IMP-135 has its standard columns, and every other is an attribute', () => {
    const columns = templateColumns([...standard, 'DELETE', 'Colour', 'attr.category'])
    if ('problem' in columns) throw new Error(columns.problem)
    expect(columns.attributes).toEqual([
      { name: 'Colour', position: 19 },
      { name: 'category', position: 20 },
    ])
    expect(columns.fields).toMatchObject({
      name: 0,
      details: 1,
      notes: 2,
      tags: 3,
      isStock: 4,
      title: 5,
      description: 6,
      typeDescription: 7,
      typeNotes: 8,
      active: 9,
      dynamicMappingEnabled: 17,
      delete: 18,
    })
    expect(columns.defaults.map((d) => d.name)).toEqual([
      'Brand',
      'Category',
      'Vendor',
      'Warehouse',
      'Location',
      'Bin',
      'Manufacturer',
    ])
    expect(templateColumns(['title'])).toEqual({ problem: 'The file has no column “name”.' })
  })
  it('IMP-117..IMP-123 IMP-127 IMP-133 IMP-134 reads what they hold', () => {
    expect(
      read({
        name: ' Mugs ',
        details: 'd',
        notes: 'n',
        tags: 'a,b',
        title: '{{Brand}} mug',
        description: '<p>x</p>',
        brand: 'Acme',
        manufacturer: 'Acme Ltd',
        dynamicMappingEnabled: 'true',
        isStock: 'true',
        active: 'true',
      }),
    ).toEqual({
      line: 2,
      name: 'Mugs',
      remove: false,
      details: 'd',
      notes: 'n',
      tags: ['a', 'b'],
      title: '{{Brand}} mug',
      description: '<p>x</p>',
      dynamicMappingEnabled: true,
      defaults: [
        { name: 'Brand', value: 'Acme' },
        { name: 'Manufacturer', value: 'Acme Ltd' },
      ],
      attributes: [],
      errors: {},
    })
    expect(read({ name: 'A', typeDescription: 'type', typeNotes: 'notes' })).toMatchObject({
      details: 'type',
      notes: 'notes',
    })
  })
  it('IMP-118 IMP-145 details or the first description is the template’s, one behind the title its products’', () => {
    const names = columnNames(['name', 'description', 'title', 'description'])
    expect(
      read({ name: 'A', description: 'of the template', title: 't', 'description (2)': 'of products' }, names),
    ).toMatchObject({ details: 'of the template', description: 'of products' })
    expect(read({ name: 'A', description: 'of the template' })).toMatchObject({ details: 'of the template' })
    expect(read({ name: 'A', details: 'd', title: 't', description: 'of products' })).toMatchObject({
      details: 'd',
      description: 'of products',
    })
    expect(read({ name: 'A', 'details/description': 'd' })).toMatchObject({ details: 'd' })
  })
  it('IMP-136 IMP-138 knows a row without a name and one that deletes', () => {
    expect([read({ name: ' ' }).name, NO_NAME]).toEqual(['', 'No Template Name'])
    expect([read({ name: 'A', DELETE: 'DELETE' }).remove, read({ name: 'A', DELETE: 'x' }).remove]).toEqual([
      true,
      false,
    ])
  })
  it.each([
    ['IMP-139 IMP-144', '*', null],
    ['IMP-140 IMP-144', 'ADD', null],
    ['IMP-141', 'Red', ['Red']],
    ['IMP-142', 'Red, Blue ,Red,', ['Red', 'Blue']],
    ['IMP-143', '*Red,Blue', ['Red', 'Blue']],
    ['IMP-142', '"Red, dark",Blue', ['Red, dark', 'Blue']],
    ['IMP-144', '"*"', ['*']],
    ['IMP-135', ' ', undefined],
  ] as const)('%s a cell of %j gives the options %j', (_, cell, options) => {
    expect(readOptions(cell)).toEqual(options)
  })

  it('a template that is there gets what the file says, and keeps the rest', () => {
    const difference = templateDifferences(
      read({ name: 'Mugs', details: 'new', Colour: 'Red,Green', Size: '*', brand: 'Acme' }),
      present,
    )
    expect(difference?.list).toEqual([
      { field: 'details', before: 'old', after: 'new' },
      { field: 'attr.Brand', before: '', after: 'Acme' },
      { field: 'attr.Colour', before: 'Red, Blue', after: 'Red, Green' },
      { field: 'attr.Size', before: '', after: 'Size' },
    ])
    expect(difference?.change.attributes?.slice(-2)).toEqual([
      { id: 9, name: 'Colour', type: 'text', defaultValue: 'Red', constraint: 'required', options: ['Red', 'Green'] },
      { name: 'Size', type: 'text', defaultValue: '', constraint: 'optional', options: [] },
    ])
    expect(templateDifferences(read({ name: 'Mugs', Colour: '*' }), present)).toBeNull()
  })
  it('what was exported changes nothing', () => {
    const template = {
      ...present,
      title: '=SUM',
      tags: ['a,b', 'c'],
      isStock: false,
      attributes: present.attributes.map((a) => (a.name === 'Colour' ? { ...a, options: ['*'] } : a)),
    }
    const names = templateHeader(['Colour'])
    const row = Object.fromEntries(names.map((name, n) => [name, String(templateRow(template, ['Colour'])[n] ?? '')]))
    expect(templateDifferences(read(row), template)).toBeNull()
  })
})
