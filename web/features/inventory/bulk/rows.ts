import { type Edit, type EditableField, editableFields } from '#contract/changes/changes.ts'
import { readBarcode } from '#contract/products/barcode.ts'
import { fieldOf } from '#contract/products/fields.ts'
import {
  askFor,
  type Entry,
  type EntryRule,
  isBegun,
  measure,
  money,
  nounOf,
  pieces,
  readEntry,
} from '#domain/numbers/entry.ts'
import type { Decimal } from '#domain/numbers/read.ts'
import { labelOf } from '#domain/products/attributes/labels.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { safetyAttributes } from '#domain/safety/names.ts'

/** How a field is edited, which decides what can be done to it. */
export type FieldKind = 'barcode' | 'money' | 'count' | 'measure' | 'text' | 'tags' | 'flag' | 'unit'

const measures: Partial<Record<EditableField, FieldKind>> = {
  weight: 'measure',
  width: 'measure',
  length: 'measure',
  height: 'measure',
  weightUnit: 'unit',
  sizeUnit: 'unit',
}
export function kindOf(field: EditableField): FieldKind {
  const kind = fieldOf(field)?.kind
  return kind === undefined || kind === 'line' || kind === 'html' ? (measures[field] ?? 'text') : kind
}
export const unitsOf = (field: EditableField): readonly string[] =>
  field === 'weightUnit' ? ['kg', 'lb', 'g', 'oz'] : ['cm', 'in']

/** `percent` is a multiplication as people say it. */
export type RowAction = Edit['action'] | 'percent'
const numeric: readonly [RowAction, string][] = [
  ['set', 'Set to'],
  ['add', 'Add'],
  ['percent', 'Change by percent'],
  ['multiply', 'Multiply by'],
  ['round', 'Round'],
]
const actions: Record<FieldKind, readonly (readonly [RowAction, string])[]> = {
  money: numeric,
  count: numeric,
  measure: numeric,
  text: [
    ['set', 'Set to'],
    ['replace', 'Find and replace'],
    ['append', 'Add at the end'],
    ['prepend', 'Add at the start'],
  ],
  barcode: [['set', 'Set to']],
  tags: [
    ['append', 'Add tags'],
    ['set', 'Set to'],
    ['replace', 'Replace a tag'],
  ],
  flag: [['set', 'Set to']],
  unit: [['set', 'Set to']],
}
export const actionsOf = (field: EditableField) => actions[kindOf(field)].map(([value, label]) => ({ value, label }))

/** One line of the dialog while it is being filled in. */
export interface EditRow {
  /** Only for telling rows apart. */
  key: number
  field: EditableField | null
  action: RowAction
  /** What it is set to, by how much it changes, to which multiple it is rounded, or what is added. */
  value: string
  find: string
  with: string
  matchCase: boolean
  less: string
  direction: 'nearest' | 'up' | 'down'
}

export const newRow = (key: number): EditRow => ({
  key,
  field: null,
  action: 'set',
  value: '',
  find: '',
  with: '',
  matchCase: false,
  less: '',
  direction: 'nearest',
})

/** A row for another field: what does not fit that one is dropped. */
export function withField(row: EditRow, field: EditableField | null): EditRow {
  const first = field ? (actionsOf(field)[0]?.value ?? 'set') : 'set'
  return {
    ...newRow(row.key),
    field,
    action: field && actionsOf(field).some(({ value }) => value === row.action) && row.field ? row.action : first,
  }
}
/** Rounding begins with what most prices end in. */
export const withAction = (row: EditRow, action: RowAction): EditRow => ({
  ...row,
  action,
  value: action === 'round' ? '1' : '',
  less: action === 'round' && row.field && kindOf(row.field) === 'money' ? '0.01' : '',
})

/** Fields of the product that lists of attributes name, too. */
const isOwn = (name: string) => editableFields.some((field) => field === name.toLowerCase())

const asItem = (name: string) => ({ value: `attr.${name}` as EditableField, label: name })

/** @param rows what they edit is there, too, though no product has such an attribute. Product safety is of every product. */
export const fieldOptions = (known: readonly string[], rows: readonly Pick<EditRow, 'field'>[] = []) => {
  const edited = rows.flatMap(({ field }) => (field?.startsWith('attr.') ? [field.slice('attr.'.length)] : []))
  const keys = new Set(edited.map(nameKey))
  const attributes = [...edited, ...known.filter((name) => !isOwn(name) && !keys.has(nameKey(name)))]
  const there = new Set(attributes.map(nameKey))
  const safety = Object.values(safetyAttributes).filter((name) => !there.has(nameKey(name)))
  return [
    {
      group: 'Product',
      items: editableFields.map((field) => ({ value: field as EditableField, label: labelOf(field) })),
    },
    ...(attributes.length
      ? [
          {
            group: 'Attributes',
            items: attributes.map(asItem),
          },
        ]
      : []),
    ...(safety.length ? [{ group: 'Product safety', items: safety.map(asItem) }] : []),
  ]
}

const ruleOf = (field: EditableField, kind: 'money' | 'count' | 'measure'): EntryRule =>
  kind === 'money'
    ? money(nounOf(labelOf(field)))
    : kind === 'count'
      ? pieces(field === 'sold' ? 'number of units' : 'quantity')
      : { ...measure(nounOf(labelOf(field))), most: 1e6 }

/** What a number does to another one. The result is rounded, so parts of a piece are no mistake here. */
const by = (noun: string, least: number | null, most = 1e10): EntryRule => ({ noun, decimals: 8, least, most })
const byRules: Partial<Record<RowAction, EntryRule>> = {
  add: by('number', null),
  percent: by('percentage', null),
  multiply: by('factor', 0, 1e6),
  round: by('number', 0),
}
const lessRule = by('number', 0)

type Made = { edit: Edit } | { problem: string }
const problem = (sentence: string): Made => ({ problem: sentence })

/** The edit that a row stands for, or what it lacks. @param decimal the sign of who typed @returns undefined while no field is chosen */
export function editOf(row: EditRow, decimal: Decimal): Made | undefined {
  const { field, action } = row
  if (!field) return undefined
  if (action === 'replace')
    return row.find
      ? { edit: { field, action, find: row.find, with: row.with, matchCase: row.matchCase } }
      : problem('Enter the text to find.')
  if (action === 'append' || action === 'prepend')
    return row.value ? { edit: { field, action, text: row.value } } : problem('Enter text.')
  return action === 'set' ? setOf(field, row.value, decimal) : computed(field, row, decimal)
}

function setOf(field: EditableField, value: string, decimal: Decimal): Made {
  const kind = kindOf(field)
  if (kind === 'flag' || kind === 'unit')
    return value ? { edit: { field, action: 'set', value } } : problem('Select a value.')
  if (kind === 'barcode') {
    const read = readBarcode(value)
    return 'problem' in read ? read : { edit: { field, action: 'set', value: read.value } }
  }
  if (kind === 'text' || kind === 'tags' || (kind === 'measure' && !value.trim()))
    return { edit: { field, action: 'set', value } }
  const rule = ruleOf(field, kind)
  const entry = readEntry(value, rule, decimal)
  if ('problem' in entry) return entry
  return entry.value === null
    ? problem(askFor(rule, decimal))
    : { edit: { field, action: 'set', value: String(entry.value) } }
}

function computed(field: EditableField, { action, value, less, direction }: EditRow, decimal: Decimal): Made {
  const rule = byRules[action] ?? by('number', null)
  const entry = readEntry(action === 'percent' ? value.replace('%', '') : value, rule, decimal)
  if ('problem' in entry) return entry
  const n = entry.value
  if (n === null) return problem(askFor(rule, decimal))
  if (action === 'add') return n === 0 ? problem('Adding 0 changes nothing.') : { edit: { field, action, amount: n } }
  if (action === 'round') return rounded(field, n, readEntry(less, lessRule, decimal), direction)
  // In hundredths, so that 7 % is 1.07 and not 1.0700000000000001.
  const factor = action === 'percent' ? Number(((100 + n) / 100).toFixed(8)) : n
  if (factor < 0) return problem('The maximum decrease is 100%.')
  return factor > 1e6 ? problem('The maximum is 1,000,000 times.') : { edit: { field, action: 'multiply', factor } }
}

function rounded(field: EditableField, to: number, less: Entry, direction: EditRow['direction']): Made {
  if (to <= 0) return problem('Enter a number above 0.')
  if ('problem' in less) return less
  return { edit: { field, action: 'round', to, less: less.value ?? 0, direction } }
}

/** What the dialog asks for: the edits, or why not yet. @param decimal the sign of who typed */
export function editsOf(rows: readonly EditRow[], decimal: Decimal): { edits: Edit[]; problems: Map<number, string> } {
  const edits: Edit[] = []
  const problems = new Map<number, string>()
  for (const row of rows) {
    const made = editOf(row, decimal)
    if (made && 'edit' in made) edits.push(made.edit)
    else if (made) problems.set(row.key, made.problem)
  }
  return { edits, problems }
}

/** Whether a number is being typed that can be judged already. */
export const isTyped = ({ field, action, value }: EditRow): boolean => {
  const kind = field && kindOf(field)
  const numeric = kind === 'money' || kind === 'count' || kind === 'measure'
  return numeric && action !== 'replace' && !isBegun(value)
}
