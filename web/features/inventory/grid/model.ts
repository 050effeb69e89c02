import {
  type CellEdit,
  clear,
  copyOf,
  editOf,
  fillDown,
  fillFrom,
  fillWith,
  type Pasted,
  pasteInto,
  type Sheet,
} from './block.ts'
import type { Decimal } from '#domain/numbers/read.ts'
import { type Doubt, priceDoubt } from '#domain/products/price-doubt.ts'
import type { ColumnDef, ProductRow } from '../columns/columns.ts'
import {
  apply,
  cellOf,
  nothing,
  type Pending,
  type PendingCell,
  redo,
  revert,
  shownText,
  undo,
} from '../cells/pending.ts'
import { contains, isMany, type Range, type Rectangle, rectangleOf } from './range.ts'
import { choose, isSelected, type SelectionStore } from './selection.ts'
import { createStore, type Store } from '#web/form/store.ts'
import { money } from '#web/ui/format.ts'
import type { Block } from '#web/ui/tables/tsv.ts'

/** A cell about which something is to be said. */
export interface Spot {
  id: number
  key: string
  /** It was just typed there: the note stays when the focus moves on, once. */
  typed: boolean
}

interface Shown {
  rows: readonly ProductRow[]
  /** From left to right, the pinned ones first. */
  columns: readonly ColumnDef[]
  mayEdit: boolean
}

/** What the parts of one table share outside React: what it shows, what is chosen, what is not saved yet. */
export interface GridModel {
  pending: Store<Pending>
  range: Store<Range | null>
  /** Cells that a handle is being drawn over. */
  filling: Store<Rectangle | null>
  note: Store<Spot | null>
  selection: SelectionStore
  /** Tags that a cell shows; how many more there are follows. */
  tagsAtMost: number
  /** Before the decimals of what is typed, pasted and copied. */
  decimal: Decimal
  /** Every shown row as it was last read; cells follow it though their own text is pending. */
  fresh: Store<ReadonlyMap<number, ProductRow>>
  shown: () => Shown
  show: (shown: Shown) => void
  columnIndex: (key: string) => number
  textOf: (row: ProductRow, column: ColumnDef) => string | null
  inRange: (row: number, key: string) => boolean
  /** The chosen cells, or none where nothing has the focus. */
  target: () => Rectangle | null
  /** The focus came to a cell. */
  look: (id: number, key: string) => void
  type: (row: ProductRow, column: ColumnDef, typed: string) => void
  edit: (edits: readonly CellEdit[]) => void
  paste: (block: Block) => Pasted | null
  copy: () => string[][] | null
  clear: () => void
  fillDown: () => void
  fillRange: (typed: string) => void
  fillTo: (source: Rectangle, target: Rectangle) => void
  undo: () => void
  redo: () => void
  revert: (id: number, column: ColumnDef) => void
  /** Chooses one row or, with `through`, all from the last one on. */
  toggle: (row: number, through: boolean) => void
}

/** INV-127. */
const shownTags = 5

/** @param decimal the sign before decimals of who types and pastes */
export function createModel(selection: SelectionStore, tagsAtMost = shownTags, decimal: Decimal = '.'): GridModel {
  const pending = createStore<Pending>(nothing)
  const range = createStore<Range | null>(null)
  const note = createStore<Spot | null>(null)
  const fresh = createStore<ReadonlyMap<number, ProductRow>>(new Map())
  let shown: Shown = { rows: [], columns: [], mayEdit: false }
  let places = new Map<string, number>()
  let lastToggled: number | null = null
  const textOf = (row: ProductRow, column: ColumnDef) => shownText(pending.get(), row, column)
  const sheet = (): Sheet => ({ rows: shown.rows, columns: shown.columns, textOf })
  const target = () => {
    const now = range.get()
    return now && rectangleOf(now)
  }
  const edit = (edits: readonly CellEdit[]) => shown.mayEdit && pending.set(apply(pending.get(), edits))
  const onTarget = (make: (sheet: Sheet, target: Rectangle) => CellEdit[]) => {
    const where = target()
    if (where) edit(make(sheet(), where))
  }
  return {
    pending,
    range,
    note,
    fresh,
    selection,
    tagsAtMost,
    decimal,
    textOf,
    target,
    edit,
    filling: createStore<Rectangle | null>(null),
    shown: () => shown,
    show: (next) => {
      if (next.rows !== shown.rows) fresh.set(new Map(next.rows.map((row) => [row.id, row])))
      shown = next
      places = new Map(next.columns.map(({ key }, at) => [key, at]))
    },
    columnIndex: (key) => places.get(key) ?? -1,
    inRange: (row, key) => {
      const now = range.get()
      return now !== null && isMany(now) && contains(rectangleOf(now), { row, column: places.get(key) ?? -1 })
    },
    look: (id, key) => {
      const now = note.get()
      if (!now?.typed) note.set({ id, key, typed: false })
      else if (now.id !== id || now.key !== key) note.set({ ...now, typed: false })
    },
    type: (row, column, typed) => {
      // An editor that was opened and closed without typing has the cell's value.
      if (typed === textOf(row, column)) return
      const made = editOf(row, column, typed, decimal)
      if (!made || !shown.mayEdit) return
      edit([made])
      const worth = made.problem !== undefined || doubtOf(pending.get(), row, column) !== undefined
      note.set(worth ? { id: row.id, key: column.key, typed: true } : null)
    },
    paste: (block) => {
      const where = target()
      if (!where || !shown.mayEdit) return null
      const pasted = pasteInto(sheet(), where, block, decimal)
      edit(pasted.edits)
      return pasted
    },
    copy: () => {
      const where = target()
      return where && copyOf(sheet(), where, decimal)
    },
    clear: () => onTarget(clear),
    fillDown: () => onTarget(fillDown),
    fillRange: (typed) => onTarget((on, where) => fillWith(on, where, typed, decimal)),
    fillTo: (source, drawn) => edit(fillFrom(sheet(), source, drawn)),
    undo: () => pending.set(undo(pending.get())),
    redo: () => pending.set(redo(pending.get())),
    revert: (id, column) => pending.set(revert(pending.get(), id, column)),
    toggle: (at, through) => {
      const row = shown.rows[at]
      if (!row) return
      const on = !isSelected(selection.get(), row.id)
      const from = through && lastToggled !== null ? lastToggled : at
      selection.set(choose(selection.get(), shown.rows.slice(Math.min(from, at), Math.max(from, at) + 1), on))
      lastToggled = at
    },
  }
}

const doubted = (pending: Pending, row: ProductRow, column: ColumnDef, cell: PendingCell | undefined): boolean =>
  cell !== undefined &&
  !cell.problem &&
  (column.editable === 'price' || column.editable === 'cost') &&
  pending.products.has(row.id)

/** What may be wrong with a changed price, though it can be saved. */
export function doubtOf(pending: Pending, row: ProductRow, column: ColumnDef): Doubt | undefined {
  if (!doubted(pending, row, column, cellOf(pending, row.id, column))) return undefined
  return doubtAbout(pending, row.id)
}

/** Of a product whose price or cost is pending. A product with variations is sold at theirs; its own is what they take where they have none. */
export function doubtAbout({ products }: Pending, id: number): Doubt | undefined {
  const product = products.get(id)
  if (!product) return undefined
  const { row, cells } = product
  const [price, cost] = [cells.get('price'), cells.get('cost')]
  if (!(price ?? cost) || price?.problem || cost?.problem) return undefined
  return priceDoubt(
    {
      sku: row.sku,
      price: Number(price?.text ?? row.price),
      cost: Number(cost?.text ?? row.cost),
      was: row.price,
    },
    money,
  )
}
