import { type Edit, type EditableField, editableFields } from '#contract/changes.ts'
import { labelOf } from '#domain/products/labels.ts'

/** How a field is edited, which decides what can be done to it. */
export type FieldKind = 'money' | 'count' | 'measure' | 'text' | 'tags' | 'flag' | 'unit'

const kinds: Partial<Record<EditableField, FieldKind>> = {
  cost: 'money',
  price: 'money',
  msrp: 'money',
  quantity: 'count',
  sold: 'count',
  weight: 'measure',
  width: 'measure',
  length: 'measure',
  height: 'measure',
  tags: 'tags',
  active: 'flag',
  weightUnit: 'unit',
  sizeUnit: 'unit',
}
export const kindOf = (field: EditableField): FieldKind => kinds[field] ?? 'text'
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

export const fieldOptions = (known: readonly string[]) => {
  const attributes = known.filter((name) => !isOwn(name))
  return [
    {
      group: 'Product',
      items: editableFields.map((field) => ({ value: field as EditableField, label: labelOf(field) })),
    },
    ...(attributes.length
      ? [
          {
            group: 'Attributes',
            items: attributes.map((name) => ({ value: `attr.${name}` as EditableField, label: name })),
          },
        ]
      : []),
  ]
}

/** A number as people write it: `1,250.50`, `-3`, `10 %`. */
function number(text: string): number | undefined {
  const given = text.replace(/[\s%$]/g, '').replace('−', '-')
  // A comma parts thousands; one that stands elsewhere might mean something else.
  const plain = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(given) ? given.replaceAll(',', '') : given
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined
}

type Made = { edit: Edit } | { problem: string }
const problem = (sentence: string): Made => ({ problem: sentence })

/** The edit that a row stands for, or what it lacks. @returns undefined while no field is chosen */
export function editOf(row: EditRow): Made | undefined {
  const { field, action } = row
  if (!field) return undefined
  if (action === 'replace')
    return row.find
      ? { edit: { field, action, find: row.find, with: row.with, matchCase: row.matchCase } }
      : problem('Enter what to find.')
  if (action === 'append' || action === 'prepend')
    return row.value ? { edit: { field, action, text: row.value } } : problem('Enter a text.')
  return action === 'set' ? setOf(field, row.value) : computed(field, row)
}

function setOf(field: EditableField, value: string): Made {
  const kind = kindOf(field)
  if (kind === 'flag' || kind === 'unit')
    return value ? { edit: { field, action: 'set', value } } : problem('Choose one.')
  if (kind === 'text' || kind === 'tags' || (kind === 'measure' && !value.trim()))
    return { edit: { field, action: 'set', value } }
  const n = number(value)
  if (n === undefined)
    return problem(
      kind === 'money' ? 'Enter an amount.' : kind === 'count' ? 'Enter a whole number.' : 'Enter a number.',
    )
  if (n < 0) return problem('Must be 0 or more.')
  if (kind === 'count' && !Number.isInteger(n)) return problem('Enter a whole number.')
  return { edit: { field, action: 'set', value: String(n) } }
}

function computed(field: EditableField, { action, value, less, direction }: EditRow): Made {
  const n = number(value)
  if (n === undefined) return problem('Enter a number.')
  if (action === 'add') return n === 0 ? problem('Adding 0 changes nothing.') : { edit: { field, action, amount: n } }
  if (action === 'round') return rounded(field, n, less, direction)
  // In hundredths, so that 7 % is 1.07 and not 1.0700000000000001.
  const factor = action === 'percent' ? Number(((100 + n) / 100).toFixed(8)) : n
  if (factor < 0) return problem(action === 'percent' ? 'At most 100 % less.' : 'Must be 0 or more.')
  return factor > 1e6 ? problem('Too large.') : { edit: { field, action: 'multiply', factor } }
}

function rounded(field: EditableField, to: number, given: string, direction: EditRow['direction']): Made {
  const less = given.trim() ? number(given) : 0
  if (to <= 0) return problem('Enter a number above 0.')
  if (less === undefined || less < 0) return problem('Enter how much less, or leave it empty.')
  return { edit: { field, action: 'round', to, less, direction } }
}

/** What the dialog asks for: the edits, or why not yet. */
export function editsOf(rows: readonly EditRow[]): { edits: Edit[]; problems: Map<number, string> } {
  const edits: Edit[] = []
  const problems = new Map<number, string>()
  for (const row of rows) {
    const made = editOf(row)
    if (made && 'edit' in made) edits.push(made.edit)
    else if (made) problems.set(row.key, made.problem)
  }
  return { edits, problems }
}
