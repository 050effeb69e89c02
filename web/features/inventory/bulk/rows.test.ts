import { describe, expect, it } from 'vitest'
import { type Edit, type EditableField, editableFields, previewBulkEdit } from '#contract/changes/changes.ts'
import {
  actionsOf,
  type EditRow,
  editOf,
  editsOf,
  fieldOptions,
  isTyped,
  newRow,
  withAction,
  withField,
} from './rows.ts'

const row = (field: EditableField, change: Partial<EditRow> = {}): EditRow => ({
  ...withField(newRow(0), field),
  ...change,
})
const edit = (field: EditableField, change: Partial<EditRow>) => {
  const made = editOf(row(field, change), '.')
  return made && 'edit' in made ? made.edit : made?.problem
}

describe('the rows of a bulk edit', () => {
  it('INV-214 offers every field that can be edited in the table, and attributes', () => {
    // What the product itself has is no attribute of it.
    const [product, attributes] = fieldOptions(['Warehouse', 'Mount', 'Bin'])
    expect(product?.items.map(({ value }) => value)).toEqual([...editableFields])
    expect(product?.items.find(({ value }) => value === 'weightUnit')?.label).toBe('Weight unit')
    expect(attributes).toEqual({ group: 'Attributes', items: [{ value: 'attr.Mount', label: 'Mount' }] })
    expect(fieldOptions([]).map(({ group }) => group)).toEqual(['Product', 'Product safety'])
    const [, , safety] = fieldOptions(['Mount', 'manufacturer'])
    expect(safety?.items.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Importer', 'EU responsible person', 'Safety warnings']),
    )
    expect(safety?.items.map(({ label }) => label)).not.toContain('Manufacturer')
    // What is edited stands there under the name that the row has, once.
    expect(fieldOptions(['mount', 'Colour'], [row('attr.Mount')])[1]?.items.map(({ label }) => label)).toEqual([
      'Mount',
      'Colour',
    ])
  })
  it.each<[string, EditableField, string[]]>([
    ['INV-214', 'price', ['set', 'add', 'percent', 'multiply', 'round']],
    ['INV-214', 'quantity', ['set', 'add', 'percent', 'multiply', 'round']],
    ['INV-214', 'weight', ['set', 'add', 'percent', 'multiply', 'round']],
    ['INV-214', 'title', ['set', 'replace', 'append', 'prepend']],
    ['INV-214', 'attr.Mount', ['set', 'replace', 'append', 'prepend']],
    ['INV-214', 'tags', ['append', 'set', 'replace']],
    ['INV-214', 'active', ['set']],
    ['INV-214', 'weightUnit', ['set']],
  ])('%s does to %s what suits it', (_id, field, actions) =>
    expect(actionsOf(field).map(({ value }) => value)).toEqual(actions),
  )

  it.each<[string, EditableField, Partial<EditRow>, Edit | string]>([
    ['a price', 'price', { value: '$1,250.50' }, { field: 'price', action: 'set', value: '1250.5' }],
    ['a price with a comma', 'price', { value: '12,50' }, { field: 'price', action: 'set', value: '12.5' }],
    ['no price', 'price', { value: '' }, 'Enter a price like 12.50.'],
    ['what is none', 'price', { value: 'cheap' }, '“cheap” is not a number. Enter a price like 12.50.'],
    ['a price below 0', 'price', { value: '-1' }, 'Enter a price of 0 or more.'],
    ['part of a piece', 'quantity', { value: '2.5' }, 'Units must be a whole number.'],
    ['no percentage', 'price', { action: 'percent', value: '' }, 'Enter a percentage like 12.5.'],
    [
      'a factor in words',
      'price',
      { action: 'multiply', value: 'twice' },
      '“twice” is not a number. Enter a factor like 12.5.',
    ],
    ['a factor below 0', 'price', { action: 'multiply', value: '-2' }, 'Enter a factor of 0 or more.'],
    ['too high a factor', 'price', { action: 'multiply', value: '2000000' }, 'At most 1,000,000.'],
    ['no size, which is one', 'width', { value: '' }, { field: 'width', action: 'set', value: '' }],
    ['a blank title, which is one', 'title', { value: '' }, { field: 'title', action: 'set', value: '' }],
    [
      'spaces of a text',
      'title',
      { action: 'append', value: ' (new)' },
      { field: 'title', action: 'append', text: ' (new)' },
    ],
    ['less', 'quantity', { action: 'add', value: '−3' }, { field: 'quantity', action: 'add', amount: -3 }],
    ['nothing added', 'price', { action: 'add', value: '0' }, 'Adding 0 changes nothing.'],
    ['a percentage', 'price', { action: 'percent', value: '7' }, { field: 'price', action: 'multiply', factor: 1.07 }],
    [
      'a percentage less',
      'price',
      { action: 'percent', value: '-12.5 %' },
      { field: 'price', action: 'multiply', factor: 0.875 },
    ],
    ['more than all of it', 'price', { action: 'percent', value: '-101' }, 'The maximum decrease is 100%.'],
    ['a factor', 'cost', { action: 'multiply', value: '1.1' }, { field: 'cost', action: 'multiply', factor: 1.1 }],
    [
      'a rounding',
      'price',
      { action: 'round', value: '1', less: '.01', direction: 'up' },
      { field: 'price', action: 'round', to: 1, less: 0.01, direction: 'up' },
    ],
    ['a rounding to nothing', 'price', { action: 'round', value: '0' }, 'Enter a number above 0.'],
    ['nothing to find', 'notes', { action: 'replace', find: '', with: 'x' }, 'Enter the text to find.'],
    [
      'a replacement',
      'notes',
      { action: 'replace', find: 'a', with: '' },
      { field: 'notes', action: 'replace', find: 'a', with: '', matchCase: false },
    ],
    ['a choice', 'active', { value: 'false' }, { field: 'active', action: 'set', value: 'false' }],
    ['no choice', 'sizeUnit', { value: '' }, 'Select a value.'],
  ])('INV-208 takes %s', (_what, field, change, expected) => {
    const made = edit(field, change)
    expect(made).toEqual(expected)
    if (typeof made === 'object')
      expect(previewBulkEdit.body.safeParse({ selection: { ids: [1] }, edits: [made] }).error).toBeUndefined()
  })
  it('reads numbers in the language of who typed', () => {
    const read = (value: string, decimal: '.' | ',') => editOf(row('price', { value }), decimal)
    expect([read('1,250', '.'), read('1,250', ',')]).toMatchObject([
      { edit: { value: '1250' } },
      { edit: { value: '1.25' } },
    ])
    expect(editOf(row('price', { value: 'teuer' }), ',')).toEqual({
      problem: '“teuer” is not a number. Enter a price like 12,50.',
    })
  })
  it('is red as soon as what is typed is wrong, not before it is a number', () =>
    expect(['', '$', '-', 'x', '5'].map((value) => isTyped(row('price', { value })))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]))
  it('begins to round as most prices end', () =>
    expect(withAction(row('price'), 'round')).toMatchObject({ value: '1', less: '0.01', direction: 'nearest' }))
  it('drops a value that was meant for another field', () =>
    expect(withField(row('price', { value: '5' }), 'title')).toMatchObject({ action: 'set', value: '' }))
  it('INV-210 counts only rows that have a field, and names what the others lack', () => {
    const { edits, problems } = editsOf(
      [{ ...newRow(1) }, { ...row('price', { value: '5' }), key: 2 }, { ...row('quantity', { value: 'x' }), key: 3 }],
      '.',
    )
    expect(edits).toEqual([{ field: 'price', action: 'set', value: '5' }])
    expect([...problems]).toEqual([[3, '“x” is not a number. Enter a quantity like 12.']])
  })
})
