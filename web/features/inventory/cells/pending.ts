import { cellText } from './cells.ts'
import type { CellEdit } from '../grid/block.ts'
import type { ColumnDef, ProductRow } from '../columns/columns.ts'

/** A cell with an unsaved value. */
export interface PendingCell {
  column: ColumnDef
  text: string
  /** What is saved. */
  was: string
  /** Why it cannot be saved as it is. */
  problem?: string
  state: 'changed' | 'saving' | 'failed' | 'saved'
  /** What the server said, where it refused. */
  refusal?: string
}

export interface PendingProduct {
  /** As it was when its first cell was changed; its version guards against overwriting somebody else's save. */
  row: ProductRow
  /** By field, so that two columns of one field show the same. */
  cells: ReadonlyMap<string, PendingCell>
}

interface Turn {
  row: ProductRow
  column: ColumnDef
  before: Pick<PendingCell, 'text' | 'problem'>
  after: Pick<PendingCell, 'text' | 'problem'>
}

/** Changes that are not saved yet, by product (INV-084), and the steps that led to them. */
export interface Pending {
  products: ReadonlyMap<number, PendingProduct>
  undo: readonly (readonly Turn[])[]
  redo: readonly (readonly Turn[])[]
}

export const nothing: Pending = { products: new Map(), undo: [], redo: [] }

const fieldOf = (column: ColumnDef): string => column.editable ?? column.key
export const cellOf = ({ products }: Pending, id: number, column: ColumnDef): PendingCell | undefined =>
  products.get(id)?.cells.get(fieldOf(column))

/** What a cell shows: what is pending, or what is saved. */
export const shownText = (pending: Pending, row: ProductRow, column: ColumnDef): string | null =>
  cellOf(pending, row.id, column)?.text ?? cellText(row, column)

type Target = Pick<Turn, 'row' | 'column'> & Pick<PendingCell, 'text' | 'problem'>

/** Sets cells; a cell that is back at its saved value is no longer pending. */
function put(products: Pending['products'], targets: readonly Target[]): Pending['products'] {
  const next = new Map(products)
  const opened = new Map<number, { row: ProductRow; cells: Map<string, PendingCell> }>()
  for (const { row, column, text, problem } of targets) {
    const known = next.get(row.id)
    // A column shown since may need what the list did not tell before; what changed meanwhile is found by the older version.
    const product = opened.get(row.id) ?? { row: known ? { ...row, ...known.row } : row, cells: new Map(known?.cells) }
    opened.set(row.id, product)
    const field = fieldOf(column)
    const was = cellText(product.row, column) ?? ''
    if (text === was) product.cells.delete(field)
    else product.cells.set(field, { column, text, was, state: 'changed', ...(problem ? { problem } : {}) })
  }
  for (const [id, product] of opened) product.cells.size ? next.set(id, product) : next.delete(id)
  return next
}

/** Takes edits as one step that can be undone; what changes nothing is no step. */
export function apply(pending: Pending, edits: readonly CellEdit[]): Pending {
  const turns = edits.flatMap(({ row, column, text, problem }): Turn[] => {
    const now = cellOf(pending, row.id, column)
    const before = { text: now?.text ?? cellText(row, column) ?? '', ...(now?.problem ? { problem: now.problem } : {}) }
    return before.text === text ? [] : [{ row, column, before, after: { text, ...(problem ? { problem } : {}) } }]
  })
  if (!turns.length) return pending
  return {
    products: put(
      pending.products,
      turns.map(({ after, ...where }) => ({ ...where, ...after })),
    ),
    undo: [...pending.undo, turns],
    redo: [],
  }
}

export function undo(pending: Pending): Pending {
  const step = pending.undo.at(-1)
  if (!step) return pending
  const products = put(
    pending.products,
    step.map(({ before, row, column }) => ({ row, column, ...before })),
  )
  return { products, undo: pending.undo.slice(0, -1), redo: [...pending.redo, step] }
}

export function redo(pending: Pending): Pending {
  const step = pending.redo.at(-1)
  if (!step) return pending
  const products = put(
    pending.products,
    step.map(({ after, row, column }) => ({ row, column, ...after })),
  )
  return { products, undo: [...pending.undo, step], redo: pending.redo.slice(0, -1) }
}

/** Every cell of some products anew; one that becomes undefined is no longer pending. What was done before cannot be undone any more. */
function remake(
  pending: Pending,
  ids: Iterable<number>,
  make: (cell: PendingCell, product: PendingProduct) => PendingCell | undefined,
): Pending {
  const products = new Map(pending.products)
  for (const id of ids) {
    const product = products.get(id)
    if (!product) continue
    const cells = new Map(
      [...product.cells].flatMap(([field, cell]) => {
        const made = make(cell, product)
        return made ? [[field, made] as const] : []
      }),
    )
    cells.size ? products.set(id, { ...product, cells }) : products.delete(id)
  }
  return { products, undo: [], redo: [] }
}

/** What can be sent is on its way. */
export const sending = (pending: Pending): Pending =>
  remake(pending, pending.products.keys(), (cell) =>
    cell.problem || cell.state === 'saved'
      ? cell
      : { column: cell.column, text: cell.text, was: cell.was, state: 'saving' },
  )

/** These products are kept now; their cells say so until `settle`. */
export const keepOnly = (pending: Pending, ids: readonly number[]): Pending =>
  remake(pending, ids, (cell) => (cell.state === 'saving' ? { ...cell, state: 'saved' } : cell))

export interface Refusal {
  id: number
  message: string
  /** Field → sentence, as the server names fields. */
  fields: Readonly<Record<string, string>>
}

/** A refused product keeps its changes; the cells at fault tell why, all of them where the server named none. */
export function refused(pending: Pending, refusals: readonly Refusal[]): Pending {
  return refusals.reduce((now, { id, message, fields }) => {
    const product = now.products.get(id)
    if (!product) return now
    const blame = new Map(
      [...product.cells.values()].flatMap((cell) => {
        const sentence = sentenceFor(cell, fields)
        return sentence ? [[cell, sentence] as const] : []
      }),
    )
    return remake(now, [id], (cell) => {
      if (cell.state !== 'saving') return cell
      const sentence = blame.size ? blame.get(cell) : message
      return sentence ? { ...cell, state: 'failed', refusal: sentence } : { ...cell, state: 'changed' }
    })
  }, pending)
}

const sentenceFor = ({ column }: PendingCell, fields: Readonly<Record<string, string>>): string | undefined => {
  const field = fieldOf(column)
  const entry = Object.entries(fields).find(
    ([path]) => path === field || path.endsWith(`.${field}`) || path === column.key,
  )
  return entry?.[1]
}

/** Takes away what is kept and was shown for a moment. */
export const settle = (pending: Pending): Pending => ({
  ...remake(pending, pending.products.keys(), (cell) => (cell.state === 'saved' ? undefined : cell)),
  undo: pending.undo,
  redo: pending.redo,
})

/** Builds the changes of a product upon its newest form: what somebody else saved meanwhile stays but for these cells. */
export function rebase(pending: Pending, rows: readonly ProductRow[]): Pending {
  const products = new Map(pending.products)
  for (const row of rows) {
    const product = products.get(row.id)
    if (!product) continue
    const cells = new Map(
      [...product.cells].flatMap(([field, cell]) => {
        const was = cellText(row, cell.column) ?? ''
        return was === cell.text && cell.state !== 'saved' ? [] : [[field, { ...cell, was }] as const]
      }),
    )
    cells.size ? products.set(row.id, { row, cells }) : products.delete(row.id)
  }
  return { ...pending, products }
}

/** Takes one cell, or with no column everything, back to what is saved. */
export const revert = (pending: Pending, id: number, column: ColumnDef): Pending => {
  const cell = cellOf(pending, id, column)
  const product = pending.products.get(id)
  return cell && product ? apply(pending, [{ row: product.row, column, text: cell.was }]) : pending
}

export interface Tally {
  changes: number
  products: number
  /** Of the changes: those that cannot be saved as they are, and those that were refused. */
  problems: number
  /** Of the changes: those that a save would send. */
  sendable: number
  saving: boolean
  /** The first of the problems, with its cell: `NL-1, Price: Enter a price of 0 or more.` */
  problem?: string
}

export function tally({ products }: Pending): Tally {
  const counts: Tally = { changes: 0, products: 0, problems: 0, sendable: 0, saving: false }
  for (const { row, cells } of products.values()) {
    let open = 0
    for (const { column, state, problem, refusal } of cells.values()) {
      if (state === 'saved') continue
      open++
      if (problem || state === 'failed') {
        counts.problems++
        counts.problem ??= `${row.sku}, ${column.label}: ${problem ?? refusal ?? 'Not saved.'}`
      }
      if (!problem) counts.sendable++
      if (state === 'saving') counts.saving = true
    }
    counts.changes += open
    if (open) counts.products++
  }
  return counts
}
