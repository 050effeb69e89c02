import { type ImportField, type ImportFormat, type ImportMapping, importFields } from '#contract/imports.ts'
import { restore } from '../../products/files/cells.ts'
import { nameKey } from '../../products/attributes/values.ts'
import type { ReadColumn } from './columns.ts'
import { DELETE_COLUMN } from '../mapping/delete-column.ts'
import { REASON_COLUMN, formats } from './formats.ts'
import { type Grouping, type Layout, type Row, positionsOf, rowOf } from './layouts.ts'
import { countFields, moneyFields, sizeFields } from '../mapping/fields.ts'
import type { Decimal } from '../../numbers/read.ts'

/** A mapping made ready to read records with. */
export interface Reading {
  layout: Layout
  grouping: Grouping
  names: readonly string[]
  /** Field → position of its column. */
  fields: Partial<Record<ImportField, number>>
  attributes: { name: string; position: number }[]
  /** The column DELETE where the mapping does not use it: its rows are left out, and the seller is asked (IMP-080). */
  unusedDelete: number | undefined
  template: number | undefined
  positions: ReadonlyMap<string, number>
  decimals: readonly (Decimal | undefined)[]
  guarded: boolean
}

/** Columns that a mapping names and the file does not have, by where the mapping names them. */
export interface MappingProblems {
  [path: string]: string
}
const missing = (column: string) => `The file has no column “${column}”.`

/** @returns what reads records, or what is wrong with the mapping */
export function prepare(
  format: ImportFormat,
  columns: readonly ReadColumn[],
  mapping: ImportMapping,
): { reading: Reading } | { problems: MappingProblems } {
  const names = columns.map((c) => c.name)
  const at = new Map(names.map((name, n) => [nameKey(name), n]))
  const problems: MappingProblems = {}
  const find = (path: string, column: string) => {
    const position = at.get(nameKey(column))
    if (position === undefined) problems[path] = missing(column)
    return position
  }
  const known: readonly string[] = importFields
  const fields: Partial<Record<ImportField, number>> = {}
  for (const [field, column] of Object.entries(mapping.fieldMappings)) {
    if (!column) continue
    if (!known.includes(field)) problems[`fieldMappings.${field}`] = 'There is no such field.'
    else fields[field as ImportField] = find(`fieldMappings.${field}`, column)
  }
  const attributes = attributesOf(mapping, find)
  const template = mapping.templateColumn ? find('templateColumn', mapping.templateColumn) : fields.template
  if (Object.keys(problems).length > 0) return { problems }
  const { layout } = formats[format]
  const guarded = formats[format].guarded || names.includes(REASON_COLUMN)
  const positions = positionsOf(names)
  return {
    reading: {
      layout,
      guarded,
      names,
      fields,
      attributes,
      unusedDelete: fields.delete === undefined ? at.get(nameKey(DELETE_COLUMN)) : undefined,
      template,
      positions,
      grouping: groupingOf(layout, positions, fields),
      decimals: decimalsOf(columns, fields),
    },
  }
}

/** A column of numbers without a sign of its own takes what the others say together; texts that look like numbers have no say. */
function decimalsOf(columns: readonly ReadColumn[], fields: Reading['fields']): Reading['decimals'] {
  const signs = [...moneyFields, ...countFields, ...sizeFields].map((field) => columns[fields[field] ?? -1]?.decimal)
  const common = signs.filter((sign) => sign === ',').length > signs.filter((sign) => sign === '.').length ? ',' : '.'
  return columns.map((c) => c.decimal ?? common)
}

/** Each attribute once; a new one counts before one that was there. */
function attributesOf(
  mapping: ImportMapping,
  find: (path: string, column: string) => number | undefined,
): Reading['attributes'] {
  const columns = [
    ...Object.entries(mapping.attributeMappings).map(([name, column]) => ({
      path: `attributeMappings.${name}`,
      name,
      column,
    })),
    ...mapping.newAttributes.map(({ name, column }, n) => ({ path: `newAttributes.${n}.column`, name, column })),
  ].filter(({ column }) => column !== '')
  const byName = new Map<string, { name: string; position: number }>()
  for (const { path, name, column } of columns) {
    const position = find(path, column)
    if (position !== undefined) byName.set(nameKey(name), { name: name.trim(), position })
  }
  return [...byName.values()]
}

/** Without a column for parents every record is a product of its own. */
function groupingOf(layout: Layout, positions: ReadonlyMap<string, number>, fields: Reading['fields']): Grouping {
  const grouping = layout.grouping(new Set(positions.keys()))
  return (grouping.by === 'parent' || grouping.by === 'key') && fields.parent === undefined
    ? { by: 'record' }
    : grouping
}

/** The position of the first of a grouping's columns that the file has. */
export const columnOf = (reading: Reading, keys: readonly string[]) =>
  keys.map((key) => reading.positions.get(key)).find((position) => position !== undefined)

/** One record: cells by field, and by header for layouts. A cell that the record does not reach is undefined. */
export interface RecordCells extends Row {
  get(field: ImportField): string | undefined
  cell(position: number | undefined): string | undefined
  readonly width: number
}

export function recordOf(reading: Reading, line: number, cells: readonly string[]): RecordCells {
  const cell = (position: number | undefined) => {
    const text = position === undefined ? undefined : cells[position]
    return text !== undefined && reading.guarded ? restore(text) : text
  }
  return {
    ...rowOf(line, cells, reading.positions),
    cell,
    get: (field) => cell(reading.fields[field]),
    width: cells.findLastIndex((text) => text.trim() !== '') + 1,
  }
}
