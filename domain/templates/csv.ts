import { type Cell, restore, writeTags } from '../products/files/cells.ts'
import { nameKey } from '../products/attributes/values.ts'

/**
 * The columns of the template file in their order (IMP-117..134). The first column is `details`, which may also be called `description`
 * (IMP-118, IMP-145); the `description` after `title` is the one that products begin with.
 */
export const templateColumns = [
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
] as const
export type TemplateColumn = (typeof templateColumns)[number]

/** Stands for an attribute that is defined and takes any value (IMP-139, IMP-143). */
export const ANY_VALUE = '*'
/** The same in the words of the format (IMP-140). */
const ADD = 'ADD'

export interface CsvTemplate {
  name: string
  details: string
  notes: string
  tags: readonly string[]
  isStock: boolean
  title: string
  description: string
  configuration: { dynamicMappingEnabled?: boolean }
  attributes: readonly { name: string; defaultValue: string; options: readonly string[] }[]
}

const PREFIX = 'attr.'
const standard: ReadonlyMap<string, TemplateColumn> = new Map(templateColumns.map((name) => [nameKey(name), name]))
/** Attributes with a column of their own have their default value there. */
const withColumn = ['brand', 'vendor', 'warehouse', 'location', 'bin'] as const

/** Names that an attribute's column cannot have as they are. */
const isReserved = (key: string) => standard.has(key) || key === 'delete' || key.startsWith(PREFIX)

/** What a column of a template file holds: a standard column's content, or else an attribute (IMP-135). */
export function readTemplateHeader(header: string): { column: TemplateColumn } | { attribute: string } {
  const text = restore(header).trim()
  const column = standard.get(nameKey(text))
  if (column) return { column }
  return { attribute: nameKey(text).startsWith(PREFIX) ? text.slice(PREFIX.length) : text }
}

/** The attributes of templates that need a column, each name once whatever its case, in an order that depends on nothing but the names. */
export function templateAttributeColumns(templates: readonly CsvTemplate[]): string[] {
  const names = new Map<string, string>()
  for (const { attributes } of templates) {
    for (const { name } of attributes) {
      const key = nameKey(name)
      if (!withColumn.some((own) => own === key) && !names.has(key)) names.set(key, name)
    }
  }
  return [...names].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, name]) => name)
}

/** The header row of a file with these attributes. */
export const templateHeader = (attributes: readonly string[]): string[] => [
  ...templateColumns,
  ...attributes.map((name) => (isReserved(nameKey(name)) ? PREFIX + name : name)),
]

/** Options in one cell (IMP-141, IMP-142); one that holds what parts them, or that means something by itself, stands in quotes. */
function writeOptions(options: readonly string[]): string {
  if (options.length === 0) return ANY_VALUE
  const [only] = options
  return options.length === 1 && (only === ANY_VALUE || only === ADD) ? `"${only}"` : writeTags(options)
}

/** A template's row. */
export function templateRow(
  { name, details, notes, tags, isStock, title, description, configuration, attributes }: CsvTemplate,
  columns: readonly string[],
): Cell[] {
  const byKey = new Map(attributes.map((a) => [nameKey(a.name), a]))
  const values: Partial<Record<TemplateColumn, string>> = {
    name,
    details,
    notes,
    tags: writeTags(tags),
    isStock: String(isStock),
    title,
    description,
    dynamicMappingEnabled: String(configuration.dynamicMappingEnabled ?? false),
    ...Object.fromEntries(withColumn.map((own) => [own, byKey.get(own)?.defaultValue ?? ''])),
  }
  const options = columns.map((column) => {
    const attribute = byKey.get(nameKey(column))
    return attribute ? writeOptions(attribute.options) : null
  })
  return [...templateColumns.map((column) => values[column] || null), ...options]
}
