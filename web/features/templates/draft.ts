import type { CallInput } from '#contract/endpoint.ts'
import type { SizeAndWeight } from '#contract/shapes.ts'
import type { saveTemplate, TemplateAttribute } from '#contract/templates.ts'
import { renameReferences } from '#domain/products/attributes/references.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { isBuiltInName } from '#domain/templates/built-in.ts'
import { wholeSize, wholeTemplateAttribute } from '#web/form/products/whole.ts'
import type { Template } from './editor.ts'

/** An attribute in the form; `key` tells rows apart before they have an id. */
export interface DraftAttribute extends Omit<TemplateAttribute, 'id' | 'index'> {
  key: string
  id?: number
}

/** A template as its form holds it. */
export interface Draft {
  title: string
  description: string
  tags: string[]
  sizeAndWeight: SizeAndWeight
  attributes: DraftAttribute[]
  variations: string[]
  configuration: { dynamicMappingEnabled: boolean }
}
export type Field = keyof Draft

export const fieldLabels: Record<Field, string> = {
  title: 'Title',
  description: 'Description',
  tags: 'Tags',
  sizeAndWeight: 'Size and weight',
  attributes: 'Attributes',
  variations: 'Variations',
  configuration: 'Dynamic mapping',
}

/** Keys of rows that were made in this form, by the ids that they got: a row stays the same when it is saved. */
export type RowKeys = Readonly<Record<number, string>>

function rowOf(attribute: TemplateAttribute, keys: RowKeys): DraftAttribute {
  const { index: _, ...row } = attribute
  return { ...row, key: keys[row.id] ?? String(row.id) }
}

export const draftOf = (template: Template, keys: RowKeys): Draft => ({
  title: template.title,
  description: template.description,
  tags: template.tags.split(',').filter(Boolean),
  sizeAndWeight: wholeSize(template.sizeAndWeight),
  variations: template.variations,
  configuration: { dynamicMappingEnabled: template.configuration.dynamicMappingEnabled ?? false },
  attributes: template.attributes
    .map(wholeTemplateAttribute)
    .toSorted((a, b) => a.index - b.index)
    .map((attribute) => rowOf(attribute, keys)),
})

export const isBuiltIn = ({ id, name }: Pick<DraftAttribute, 'id' | 'name'>) => id !== undefined && isBuiltInName(name)

export const newAttribute = (key: string, name = ''): DraftAttribute => ({
  key,
  name,
  type: 'text',
  defaultValue: '',
  constraint: 'optional',
  options: [],
})

/** What is wrong with an attribute's name (TPL-146, TPL-147). */
export function nameProblem(attributes: readonly DraftAttribute[], index: number): string | undefined {
  const key = nameKey(attributes[index]?.name ?? '')
  if (!key) return 'Name is required.'
  return attributes.some((other, at) => at !== index && nameKey(other.name) === key) ? 'Duplicate name' : undefined
}

/** Gives an attribute another name; what mentions it or varies by it follows. */
export function renamed(
  draft: Draft,
  index: number,
  name: string,
): Pick<Draft, 'attributes' | 'variations'> & Partial<Pick<Draft, 'title' | 'description'>> {
  const before = draft.attributes[index]?.name ?? ''
  const attributes = draft.attributes.map((a, at) => (at === index ? { ...a, name } : a))
  const follow = (text: string) => (before.trim() && name.trim() ? renameReferences(text, before, name.trim()) : text)
  const variations = draft.variations.map((v) => (before.trim() && nameKey(v) === nameKey(before) ? name : v))
  return { attributes, variations, title: follow(draft.title), description: follow(draft.description) }
}

export const changedIn = (before: Draft, after: Draft): Field[] =>
  (Object.keys(before) as Field[]).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))

/** What was typed since a save took the edits. */
export const since = <T extends object>(now: T, sent: T): Partial<T> =>
  Object.fromEntries(Object.entries(now).filter(([field, value]) => value !== sent[field as keyof T])) as Partial<T>

/** The keys of the attributes that a save made. */
export function madeIn(sent: Partial<Draft>, saved: Template): RowKeys {
  const keys = new Map(sent.attributes?.filter(({ id }) => id === undefined).map((row) => [nameKey(row.name), row.key]))
  return Object.fromEntries(
    saved.attributes.flatMap(({ id, name }) => {
      const key = keys.get(nameKey(name))
      return key === undefined ? [] : [[id, key]]
    }),
  )
}

/** The same of a template's form: attributes that the save made are changed from now on, not made once more. */
export function draftSince(now: Partial<Draft>, sent: Partial<Draft>, made: RowKeys): Partial<Draft> {
  const left = since(now, sent)
  if (!left.attributes) return left
  const ids = new Map(Object.entries(made).map(([id, key]) => [key, Number(id)]))
  return { ...left, attributes: left.attributes.map((row) => ({ ...row, id: row.id ?? ids.get(row.key) })) }
}

type Change = NonNullable<CallInput<typeof saveTemplate>['body']>['productTemplate']

function sentRow(attribute: DraftAttribute) {
  const { key: _, ...row } = attribute
  return { ...row, name: row.name.trim() }
}

/** Only what was edited is sent. */
export const changeOf = (draft: Draft, fields: readonly Field[]): Change => ({
  ...(Object.fromEntries(fields.map((field) => [field, draft[field]])) as Change),
  ...(fields.includes('attributes') ? { attributes: draft.attributes.map(sentRow) } : {}),
})
