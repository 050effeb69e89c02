import { describe, expect, it } from 'vitest'
import {
  attributeLines,
  choiceOf,
  emptyMapping,
  mappingFor,
  problemOf,
  sameShape,
  shownLines,
  unusedColumns,
  withAttribute,
  withField,
  withSuggested,
} from './mapping.ts'
import type { ImportColumn } from './upload.ts'

const column = (name: string, filled = 3): ImportColumn => ({ index: 0, name, filled, distinct: filled, samples: [] })
const mapping = (more: Partial<typeof emptyMapping> = {}) => ({ ...emptyMapping, ...more })

describe('a mapping', () => {
  it('that is remembered is taken over by the names that this file has, without columns that it lacks', () => {
    const result = mappingFor([column('SKU'), column('Farbe ')], {
      fieldMappings: { sku: 'sku', title: 'name' },
      attributeMappings: { Colour: 'FARBE' },
      newAttributes: [{ name: 'Cut', column: 'fit' }],
      templateColumn: 'template',
      template: 7,
    })
    expect(result).toEqual({
      fieldMappings: { sku: 'SKU' },
      attributeMappings: { Colour: 'Farbe ' },
      newAttributes: [],
      addAttributes: false,
      createTemplates: false,
      updateExisting: true,
      template: 7,
      templateColumn: null,
    })
  })
  it('IMP-109 makes no templates unless somebody asks for it', () => {
    expect(emptyMapping).toMatchObject({ createTemplates: false })
    expect(mappingFor([], {})).toMatchObject({ createTemplates: false })
  })
  it('IMP-018 is complete with a template, or a column that names it', () => {
    expect(problemOf(mapping())).toBe('Choose a template, or the column that names it.')
    expect(problemOf(mapping({ templateColumn: '' }))).toBeDefined()
    expect(problemOf(mapping({ template: 1 }))).toBeUndefined()
    expect(problemOf(mapping({ templateColumn: 'template' }))).toBeUndefined()
    expect(problemOf(mapping({ fieldMappings: { templateId: 'templateId' } }))).toBeUndefined()
  })
  it('knows whether another file had the same columns', () => {
    const file = (kind: 'products' | 'templates', ...names: string[]) => ({
      kind,
      columns: names.map((name) => column(name)),
    })
    expect(sameShape(file('products', 'a', 'B'), file('products', 'A', 'b '))).toBe(true)
    expect(sameShape(file('products', 'a', 'b'), file('products', 'b', 'a'))).toBe(false)
    expect(sameShape(file('products', 'a'), file('templates', 'a'))).toBe(false)
    expect(sameShape(file('products', 'a'), file('products', 'a', 'b'))).toBe(false)
  })
  it('gives a field a column, and takes it away', () => {
    const withSku = withField(mapping(), 'sku', 'Code')
    expect(withSku.fieldMappings).toEqual({ sku: 'Code' })
    expect(withField(withSku, 'sku', null).fieldMappings).toEqual({})
  })
})

describe('the attributes', () => {
  const input = mapping({
    attributeMappings: { Fit: 'fit', Old: 'old' },
    newAttributes: [
      { name: 'Cut', column: 'cut' },
      { name: 'Fit', column: 'again' },
    ],
  })
  it('IMP-011 IMP-017 are the template’s, then those that only the mapping has, then the new ones, each once', () => {
    expect(attributeLines(['Colour', 'Fit'], input)).toEqual([
      { name: 'Colour', column: null, isNew: false },
      { name: 'Fit', column: 'fit', isNew: false },
      { name: 'Old', column: 'old', isNew: false },
      { name: 'Cut', column: 'cut', isNew: true },
    ])
  })
  it('IMP-012 IMP-013 are found by words, and by having no column', () => {
    const lines = attributeLines(['Colour', 'Fit'], input)
    expect(shownLines(lines, ' CU', false).map(({ name }) => name)).toEqual(['Cut'])
    expect(shownLines(lines, '', true).map(({ name }) => name)).toEqual(['Colour'])
    expect(shownLines(lines, 'fit', true)).toEqual([])
  })
  it('get a column, or lose it; a new one without a column is none', () => {
    expect(withAttribute(input, { name: 'Fit', column: 'fit', isNew: false }, null).attributeMappings).toEqual({
      Old: 'old',
    })
    expect(withAttribute(input, { name: 'Cut', column: 'cut', isNew: true }, null).newAttributes).toEqual([
      { name: 'Fit', column: 'again' },
    ])
    expect(withAttribute(input, { name: 'Cut', column: 'cut', isNew: true }, 'other').newAttributes).toContainEqual({
      name: 'Cut',
      column: 'other',
    })
  })
  it('of a template that was chosen get the unused columns of their names', () => {
    const suggestions = ['Shoe size', 'Colour', 'Fit'].map((attribute) => ({ attribute, columns: [] }))
    const suggested = withSuggested(mapping({ attributeMappings: { Fit: 'x' } }), suggestions, [
      column('shoe_size'),
      column('FIT'),
      column('color'),
    ])
    expect(suggested.attributeMappings).toEqual({ Fit: 'x', 'Shoe size': 'shoe_size' })
  })
  it('may be made of every filled column that is not in use', () => {
    const columns = ['sku', 'fit', 'cut', 'template', 'left'].map((name) => column(name)).concat(column('blank', 0))
    const used = mapping({
      fieldMappings: { sku: 'sku' },
      attributeMappings: { Fit: 'fit' },
      newAttributes: [{ name: 'Cut', column: 'cut' }],
      templateColumn: 'template',
    })
    expect(unusedColumns(columns, used).map(({ name }) => name)).toEqual(['left'])
  })
  it('belong to one template, or to all where each row names its own', () => {
    expect(
      [
        mapping(),
        mapping({ template: 4 }),
        mapping({ templateColumn: 'template' }),
        mapping({ templateColumn: '' }),
      ].map(choiceOf),
    ).toEqual([undefined, '4', 'row', undefined])
  })
})
