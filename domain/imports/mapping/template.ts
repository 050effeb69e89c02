import { HTML_LENGTH } from '#contract/products/fields.ts'
import { type TemplateAttribute, builtInAttributes } from '#contract/templates.ts'
import { restore } from '../../products/files/cells.ts'
import { nameKey } from '../../products/attributes/values.ts'
import { readTemplateHeader } from '../../templates/csv.ts'
import { cut } from '../reading/cut.ts'
import { CsvReader, Unreadable } from '../reading/csv.ts'
import { VALUE_LENGTH, readFlag, readHtml, readTagsCell, readText, tooLong } from './fields.ts'
import { headerKey } from './synonyms.ts'

/** Where each column of a template file goes (IMP-117..135). */
export interface TemplateColumns {
  fields: Partial<Record<TemplateField, number>>
  /** Columns of the built-in attributes hold a default value; all others hold options. */
  defaults: { name: string; position: number }[]
  attributes: { name: string; position: number }[]
  names: readonly string[]
}
type TemplateField =
  | 'name'
  | 'details'
  | 'notes'
  | 'tags'
  | 'isStock'
  | 'title'
  | 'description'
  | 'typeDescription'
  | 'typeNotes'
  | 'active'
  | 'dynamicMappingEnabled'
  | 'delete'
const plain: readonly TemplateField[] = [
  'name',
  'notes',
  'tags',
  'isStock',
  'title',
  'typeDescription',
  'typeNotes',
  'active',
  'dynamicMappingEnabled',
  'delete',
]
/** Category and manufacturer are values that all products of a template share: attributes with a default. */
const shared = [...builtInAttributes, 'Category', 'Manufacturer']

/** IMP-145: `details` or the first `description` is the template's; a `description` behind `title` is its products'. */
export function templateColumns(names: readonly string[]): TemplateColumns | { problem: string } {
  const keys = names.map((name) => headerKey(name.replace(/ \(\d+\)$/, '')))
  const fields: TemplateColumns['fields'] = {}
  for (const field of plain) {
    const at = keys.indexOf(headerKey(field))
    if (at >= 0) fields[field] = at
  }
  if (fields.name === undefined) return { problem: 'The file has no column “name”.' }
  const details = keys.findIndex((key) => key === 'details' || key === 'detailsdescription')
  const descriptions = keys.flatMap((key, at) => (key === 'description' ? [at] : []))
  const ofTemplate = details >= 0 ? details : descriptions[0]
  if (ofTemplate !== undefined) fields.details = ofTemplate
  const ofProducts = descriptions.find((at) => at !== ofTemplate)
  if (ofProducts !== undefined) fields.description = ofProducts
  const used = new Set([...Object.values(fields), ...descriptions])
  const rest = names
    .map((name, position) => ({ name, position, key: keys[position] ?? '' }))
    .filter(({ position }) => !used.has(position))
  const byKey = new Map(shared.map((name) => [headerKey(name), name]))
  return {
    fields,
    names,
    defaults: rest.flatMap(({ key, position }) => (byKey.has(key) ? [{ name: byKey.get(key) ?? '', position }] : [])),
    attributes: rest
      .filter(({ key, name }) => !byKey.has(key) && !/^Column \d+$/.test(name))
      .flatMap(({ name, position }) => {
        const header = readTemplateHeader(name)
        return 'attribute' in header ? [{ name: cut(header.attribute, 100), position }] : []
      }),
  }
}

/** A template as a file has it. What no column stands for, or what is blank, is left out. */
export interface ReadTemplate {
  line: number
  name: string
  remove: boolean
  details?: string
  notes?: string
  tags?: string[]
  title?: string
  description?: string
  dynamicMappingEnabled?: boolean
  defaults: { name: string; value: string }[]
  /** Null: the attribute is there, its options as they may be. */
  attributes: { name: string; options: string[] | null }[]
  errors: Record<string, string>
}
export const NO_NAME = 'No Template Name'
const limits = { name: 120, details: 10_000, notes: 10_000, title: 500, description: HTML_LENGTH } as const

/** Parts between commas; quotation marks keep one together. What is not well quoted is taken as it stands. */
function splitQuoted(text: string): string[] {
  try {
    const reader = new CsvReader(',')
    return [...reader.push(text), ...reader.end()].flatMap((record) => record.cells)
  } catch (error) {
    if (error instanceof Unreadable) return text.split(',')
    throw error
  }
}

/** Which options a cell gives (IMP-139..144): none of its own for `*` and `ADD`; undefined where the attribute is not in this template. */
export function readOptions(cell: string): string[] | null | undefined {
  const text = cell.trim()
  if (text === '') return undefined
  if (text === '*' || text === 'ADD') return null
  const parts = splitQuoted(text)
  const options = [
    ...new Set(
      parts
        .map((part) => (parts.length === 1 && text.startsWith('"') ? part : part.trim().replace(/^\*|\*$/g, '')).trim())
        .filter(Boolean),
    ),
  ]
  return options.length > 0 ? options.map((option) => cut(option, 500)) : null
}

export function readTemplate(columns: TemplateColumns, line: number, cells: readonly string[]): ReadTemplate {
  const errors: Record<string, string> = {}
  const cell = (field: TemplateField) => {
    const position = columns.fields[field]
    return position === undefined ? '' : restore(cells[position] ?? '')
  }
  const text = (field: keyof typeof limits, fallback = '') => {
    const value = cell(field).trim() === '' ? fallback : cell(field)
    const read = (field === 'description' ? readHtml : readText)(value, limits[field])
    if (read && 'value' in read) return value.trim() === '' ? undefined : value
    errors[columns.names[columns.fields[field] ?? 0] ?? ''] = read?.problem ?? ''
    return undefined
  }
  const dynamic = readFlag(cell('dynamicMappingEnabled'))
  if (dynamic && 'problem' in dynamic)
    errors[columns.names[columns.fields.dynamicMappingEnabled ?? 0] ?? ''] = dynamic.problem
  const wrong = (position: number | undefined, problem: string) => {
    errors[columns.names[position ?? 0] ?? ''] = problem
  }
  const readTags = readTagsCell(cell('tags'))
  const tags = readTags && 'value' in readTags ? readTags.value : []
  if (readTags && 'problem' in readTags) wrong(columns.fields.tags, readTags.problem)
  const name = text('name')?.trim() ?? ''
  if (name === '' && cell('name').trim() !== '') errors[''] = 'The name is too long.'
  const optional = {
    details: text('details', cell('typeDescription')),
    notes: text('notes', cell('typeNotes')),
    title: text('title'),
    description: text('description'),
    tags: tags.length > 0 ? tags : undefined,
    dynamicMappingEnabled: dynamic && 'value' in dynamic ? dynamic.value : undefined,
  }
  return {
    line,
    name,
    remove: cell('delete').trim() === 'DELETE',
    errors,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
    defaults: columns.defaults.flatMap(({ name, position }) =>
      (cells[position] ?? '').trim() ? [{ name, value: restore(cells[position] ?? '').trim() }] : [],
    ),
    attributes: columns.attributes.flatMap(({ name, position }) => {
      const text = cells[position] ?? ''
      if (text.length > VALUE_LENGTH) wrong(position, tooLong(VALUE_LENGTH))
      const options = text.length > VALUE_LENGTH ? undefined : readOptions(restore(text))
      return options === undefined ? [] : [{ name, options }]
    }),
  }
}

export interface PresentTemplate {
  id: number
  name: string
  details: string
  notes: string
  tags: readonly string[]
  title: string
  description: string
  configuration: { dynamicMappingEnabled: boolean }
  attributes: readonly TemplateAttribute[]
}
type WantedAttribute = Omit<TemplateAttribute, 'id' | 'index'> & { id?: number }
export interface TemplateDifference {
  change: {
    details?: string
    notes?: string
    tags?: string[]
    title?: string
    description?: string
    configuration?: { dynamicMappingEnabled: boolean }
    attributes?: WantedAttribute[]
  }
  list: { field: string; before: string; after: string }[]
}
const begun: Omit<WantedAttribute, 'name'> = { type: 'text', defaultValue: '', constraint: 'optional', options: [] }

/** What a file changes of a template that is there, or of one just made; attributes that it does not have stay. Null when nothing does. */
export function templateDifferences(read: ReadTemplate, now: PresentTemplate): TemplateDifference | null {
  const difference: TemplateDifference = { change: {}, list: [] }
  for (const field of ['details', 'notes', 'title', 'description'] as const) {
    const value = read[field]
    if (value === undefined || value === now[field]) continue
    difference.change[field] = value
    difference.list.push({ field, before: now[field], after: value })
  }
  if (read.tags && read.tags.join('\n') !== now.tags.join('\n')) {
    difference.change.tags = read.tags
    difference.list.push({ field: 'tags', before: now.tags.join(', '), after: read.tags.join(', ') })
  }
  if (
    read.dynamicMappingEnabled !== undefined &&
    read.dynamicMappingEnabled !== now.configuration.dynamicMappingEnabled
  ) {
    difference.change.configuration = { dynamicMappingEnabled: read.dynamicMappingEnabled }
    difference.list.push({
      field: 'dynamicMappingEnabled',
      before: String(now.configuration.dynamicMappingEnabled),
      after: String(read.dynamicMappingEnabled),
    })
  }
  const attributes = changedAttributes(read, now.attributes, difference.list)
  if (attributes) difference.change.attributes = attributes
  return difference.list.length === 0 ? null : difference
}

function changedAttributes(
  read: ReadTemplate,
  now: readonly TemplateAttribute[],
  list: TemplateDifference['list'],
): WantedAttribute[] | null {
  const before = list.length
  const attributes: WantedAttribute[] = now.map(({ id, name, type, defaultValue, constraint, options }) => ({
    id,
    name,
    type,
    defaultValue,
    constraint,
    options,
  }))
  const at = (name: string) => {
    const there = attributes.findIndex((a) => nameKey(a.name) === nameKey(name))
    if (there >= 0) return there
    list.push({ field: `attr.${name}`, before: '', after: name })
    return attributes.push({ ...begun, name }) - 1
  }
  const set = (name: string, change: Partial<WantedAttribute>, was: (a: WantedAttribute) => string, is: string) => {
    const n = at(name)
    const attribute = attributes[n]
    if (!attribute || was(attribute) === is) return
    list.push({ field: `attr.${attribute.name}`, before: was(attribute), after: is })
    attributes[n] = { ...attribute, ...change }
  }
  for (const { name, value } of read.defaults) set(name, { defaultValue: value }, (a) => a.defaultValue, value)
  for (const { name, options } of read.attributes) {
    if (options === null) at(name)
    else set(name, { options }, (a) => a.options.join(', '), options.join(', '))
  }
  return list.length > before ? attributes : null
}
