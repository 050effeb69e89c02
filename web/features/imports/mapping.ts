import type { CallReply } from '#contract/endpoint.ts'
import type { ImportMapping, suggestColumns } from '#contract/imports.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import type { Import, ImportColumn } from './upload.ts'

/** Single: one template for all rows. Per row: a column names it (IMP-112). */
export type TemplateMode = 'single' | 'row'
export const modeOf = ({ templateColumn }: Pick<ImportMapping, 'templateColumn'>): TemplateMode =>
  templateColumn === null ? 'single' : 'row'

/** A mapping with every column by the name it has in this file: one that is remembered comes from a file that may spell them otherwise. */
export function mappingFor(
  columns: readonly Pick<ImportColumn, 'name'>[],
  mapping: Partial<ImportMapping>,
): ImportMapping {
  const byKey = new Map(columns.map(({ name }) => [nameKey(name), name]))
  const here = (column: string) => byKey.get(nameKey(column))
  const all = (map: Record<string, string> = {}) =>
    Object.fromEntries(
      Object.entries(map).flatMap(([key, column]) => {
        const target = here(column)
        return target === undefined ? [] : [[key, target]]
      }),
    )
  return {
    fieldMappings: all(mapping.fieldMappings),
    attributeMappings: all(mapping.attributeMappings),
    newAttributes: (mapping.newAttributes ?? []).flatMap(({ name, column }) => {
      const target = here(column)
      return target === undefined ? [] : [{ name, column: target }]
    }),
    addAttributes: mapping.addAttributes ?? false,
    createTemplates: mapping.createTemplates ?? false,
    updateExisting: mapping.updateExisting ?? true,
    template: mapping.template ?? null,
    templateColumn: (mapping.templateColumn && here(mapping.templateColumn)) || null,
  }
}

export const emptyMapping: ImportMapping = mappingFor([], {})

/** Whether two files have the same columns: what was mapped for one is remembered for the other. */
export const sameShape = (a: Pick<Import, 'kind' | 'columns'>, b: Pick<Import, 'kind' | 'columns'>): boolean =>
  a.kind === b.kind &&
  a.columns.length === b.columns.length &&
  a.columns.every(({ name }, n) => nameKey(name) === nameKey(b.columns[n]?.name ?? ''))

/** One attribute to fill, of a template or new. */
export interface AttributeLine {
  name: string
  column: string | null
  /** It becomes an attribute of the template by this import. */
  isNew: boolean
}

/** Every attribute that can be filled: the templates' own, then the new ones; by name, each once. */
export function attributeLines(
  names: readonly string[],
  { attributeMappings, newAttributes }: ImportMapping,
): AttributeLine[] {
  const fresh = newAttributes.filter(({ name }) => !names.includes(name))
  return [
    ...names.map((name) => ({ name, column: attributeMappings[name] ?? null, isNew: false })),
    ...Object.entries(attributeMappings)
      .filter(([name]) => !names.includes(name) && !fresh.some((attribute) => attribute.name === name))
      .map(([name, column]) => ({ name, column, isNew: false })),
    ...fresh.map(({ name, column }) => ({ name, column, isNew: true })),
  ]
}

/** What the search and the switch leave of them (IMP-012, IMP-013). */
export const shownLines = (lines: readonly AttributeLine[], words: string, unmappedOnly: boolean) =>
  lines.filter(
    ({ name, column }) => name.toLowerCase().includes(words.trim().toLowerCase()) && !(unmappedOnly && column !== null),
  )

export const withField = (mapping: ImportMapping, field: string, column: string | null): ImportMapping => ({
  ...mapping,
  fieldMappings: put(mapping.fieldMappings, field, column),
})

export function withAttribute(
  mapping: ImportMapping,
  { name, isNew }: AttributeLine,
  column: string | null,
): ImportMapping {
  if (!isNew) return { ...mapping, attributeMappings: put(mapping.attributeMappings, name, column) }
  const others = mapping.newAttributes.filter((attribute) => attribute.name !== name)
  return { ...mapping, newAttributes: column === null ? others : [...others, { name, column }] }
}

const put = (map: Record<string, string>, key: string, column: string | null) => {
  const { [key]: _, ...others } = map
  return column === null ? others : { ...others, [key]: column }
}

/** Columns that fill nothing yet: each could become an attribute (IMP-017). */
export function unusedColumns(columns: readonly ImportColumn[], mapping: ImportMapping): ImportColumn[] {
  const used = new Set([
    ...Object.values(mapping.fieldMappings),
    ...Object.values(mapping.attributeMappings),
    ...mapping.newAttributes.map(({ column }) => column),
    mapping.templateColumn,
  ])
  return columns.filter(({ name, filled }) => filled > 0 && !used.has(name))
}

/** Why one cannot go on to the review (IMP-018). */
export const problemOf = (mapping: ImportMapping): string | undefined =>
  mapping.template === null &&
  !mapping.templateColumn &&
  !mapping.fieldMappings.templateId &&
  !mapping.fieldMappings.template
    ? 'Choose a template, or the column that names it.'
    : undefined

/** Which template rows go to, as a key; undefined while none is chosen. */
export const choiceOf = ({ template, templateColumn }: ImportMapping): string | undefined =>
  template === null ? (templateColumn ? 'row' : undefined) : String(template)

export type Suggestion = CallReply<typeof suggestColumns>[number]
const letters = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Attributes without a column get the unused one of their name. */
export function withSuggested(
  mapping: ImportMapping,
  suggestions: readonly Suggestion[],
  unused: readonly Pick<ImportColumn, 'name'>[],
): ImportMapping {
  const free = new Map(unused.map(({ name }) => [letters(name), name]))
  const attributes = suggestions.flatMap(({ attribute }) => {
    const column = mapping.attributeMappings[attribute] === undefined ? free.get(letters(attribute)) : undefined
    return column === undefined ? [] : [[attribute, column] as const]
  })
  return { ...mapping, attributeMappings: { ...mapping.attributeMappings, ...Object.fromEntries(attributes) } }
}
