import { describe, expect, it } from 'vitest'
import { clear, copyOf, editOf, fillDown, fillFrom, fillWith, pasteInto, type Sheet } from '../grid/block.ts'
import { cellText } from './cells.ts'
import { changesOf } from './change.ts'
import { type ColumnDef, columnOf, type ProductRow } from '../columns/columns.ts'
import {
  apply,
  cellOf,
  keepOnly,
  nothing,
  type Pending,
  rebase,
  redo,
  refused,
  revert,
  sending,
  settle,
  shownText,
  tally,
  undo,
} from './pending.ts'

const product = (id: number, more: Partial<ProductRow> = {}): ProductRow => ({
  id,
  sku: `A-${id}`,
  templateId: 1,
  templateName: 'Lenses',
  title: `Lens ${id}`,
  description: '',
  condition: 'Good',
  notes: '',
  barcode: '',
  vendor: '',
  warehouse: '',
  location: '',
  bin: '',
  tags: '',
  price: 10 * id,
  cost: 1,
  msrp: 0,
  quantity: id,
  reservedQuantity: 0,
  bundled: null,
  sold: 0,
  variations: 0,
  images: [],
  attributes: [
    { templateAttributeId: 1, name: 'Mount', value: 'E', overrideDynamicMapping: false, source: 'template' },
    { templateAttributeId: 2, name: 'Brand', value: 'Sony', overrideDynamicMapping: true, source: 'user' },
  ],
  sizeAndWeight: { weightUnit: 'lb', sizeUnit: 'in', weight: 1, width: 2, length: null, height: null },
  listedOn: [],
  listings: [],
  status: 'ready',
  readiness: 'ready',
  active: true,
  version: 5,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  ...more,
})
const columns = ['sku', 'title', 'price', 'quantity', 'attr.Mount']
  .map((key) => columnOf(key))
  .filter((column): column is ColumnDef => column !== undefined)
const [, title, price, quantity, mount] = columns as [ColumnDef, ColumnDef, ColumnDef, ColumnDef, ColumnDef]
const rows = [product(1), product(2), product(3), product(4)]
const sheet: Sheet = { rows, columns, textOf: cellText }
const type = (pending: Pending, row: ProductRow, column: ColumnDef, typed: string) => {
  const edit = editOf(row, column, typed)
  return edit ? apply(pending, [edit]) : pending
}
const [first, second] = rows as [ProductRow, ProductRow]
const texts = (edits: { row: ProductRow; column: ColumnDef; text: string }[]) =>
  edits.map(({ row, column, text }) => `${row.id} ${column.key} ${text}`)

describe('what is not saved yet', () => {
  it('INV-084 is collected by product, with what it was', () => {
    const pending = type(type(type(nothing, first, price, '12'), first, title, 'New'), second, price, 'abc')
    expect(tally(pending)).toEqual({
      changes: 3,
      products: 2,
      problems: 1,
      sendable: 2,
      saving: false,
      problem: 'A-2, Price: “abc” is not a number. Enter a price like 12.50.',
    })
    expect(cellOf(pending, 1, price)).toMatchObject({ text: '12.00', was: '10.00', state: 'changed' })
    expect(shownText(pending, first, price)).toBe('12.00')
  })
  it('is no change where the saved value is typed again', () => {
    const pending = type(nothing, first, price, '12')
    expect(type(pending, first, price, '10').products.size).toBe(0)
    expect(type(nothing, first, price, '10.0')).toBe(nothing)
    expect(type(pending, first, price, '').products.size).toBe(0)
  })
  it('INV-084 INV-085 takes the largest page that is pasted whole, undoes it, and says what is sent', () => {
    const lines = 1000
    const page: Sheet = { rows: Array.from({ length: lines }, (_, n) => product(n + 1)), columns, textOf: cellText }
    const block = Array.from({ length: lines }, (_, n) => [
      `Pasted ${n}`,
      n === 10 ? 'much' : `${n + 5000}`,
      `${n + 7}`,
    ])
    const { edits, rowsOver } = pasteInto(page, { top: 0, bottom: 0, left: 1, right: 1 }, [
      ...block,
      ['over', '1', '2'],
    ])
    const pending = apply(nothing, edits)
    expect([rowsOver, tally(pending)]).toMatchObject([1, { changes: 3 * lines, products: lines, problems: 1 }])
    expect(undo(pending).products.size).toBe(0)
    expect(changesOf(pending)).toHaveLength(lines)
  })
  it('INV-086 is undone and done again step by step, a pasted block as one', () => {
    const edited = type(nothing, first, title, 'New')
    const two = apply(
      edited,
      pasteInto(sheet, { top: 1, bottom: 1, left: 2, right: 2 }, [
        ['7', '8'],
        ['9', '10'],
      ]).edits,
    )
    expect(tally(two).changes).toBe(5)
    const back = undo(two)
    expect(tally(back)).toMatchObject({ changes: 1, products: 1 })
    expect(tally(redo(back)).changes).toBe(5)
    expect(undo(undo(undo(back))).products.size).toBe(0)
    expect(tally(redo(redo(undo(undo(two))))).changes).toBe(5)
    // A new change ends what could be done again.
    expect(redo(type(back, first, price, '3'))).toEqual(type(back, first, price, '3'))
  })
  it('takes one cell back', () => expect(revert(type(nothing, first, title, 'x'), 1, title).products.size).toBe(0))
})

describe('a save', () => {
  const pending = type(
    type(type(type(nothing, first, price, '12'), first, mount, 'Z'), second, quantity, '9'),
    second,
    price,
    'abc',
  )
  it('INV-085 INV-248 sends what can be sent as rows with their versions', () => {
    expect(changesOf(pending)).toEqual([
      {
        id: 1,
        version: 5,
        price: 12,
        attributes: [
          { templateAttributeId: 1, name: 'Mount', value: 'Z', overrideDynamicMapping: false, source: 'user' },
          { templateAttributeId: 2, name: 'Brand', value: 'Sony', overrideDynamicMapping: true, source: 'user' },
        ],
      },
      { id: 2, version: 5, quantity: 9 },
    ])
    const sizes = type(nothing, first, columnOf('weight') as ColumnDef, '2.5')
    expect(changesOf(sizes)[0]?.sizeAndWeight).toEqual({
      weightUnit: 'lb',
      sizeUnit: 'in',
      weight: 2.5,
      width: 2,
      length: null,
      height: null,
    })
    expect(changesOf(type(nothing, first, columnOf('active') as ColumnDef, 'no'))).toEqual([
      { id: 1, version: 5, active: false },
    ])
  })
  it('INV-087 INV-088 marks what is kept, and keeps what is refused with the reason at its cells', () => {
    const sent = sending(pending)
    expect(tally(sent)).toMatchObject({ saving: true, problems: 1 })
    const done = refused(keepOnly(sent, [2]), [
      { id: 1, message: 'Refused.', fields: { 'product.price': 'Too dear.' } },
    ])
    expect(cellOf(done, 1, price)).toMatchObject({ state: 'failed', refusal: 'Too dear.' })
    expect(cellOf(done, 1, mount)).toMatchObject({ state: 'changed' })
    expect(cellOf(done, 2, quantity)).toMatchObject({ state: 'saved' })
    const after = settle(done)
    expect(tally(after)).toEqual({
      changes: 3,
      products: 2,
      problems: 2,
      sendable: 2,
      saving: false,
      problem: 'A-1, Price: Too dear.',
    })
    expect(cellOf(after, 2, quantity)).toBeUndefined()
    const nameless = refused(sending(pending), [{ id: 1, message: 'Someone was faster.', fields: {} }])
    expect([cellOf(nameless, 1, price)?.refusal, cellOf(nameless, 1, mount)?.refusal]).toEqual([
      'Someone was faster.',
      'Someone was faster.',
    ])
  })
  it('does not send again what was kept a moment ago', () => {
    const again = sending(keepOnly(sending(type(nothing, first, price, '12')), [1]))
    expect(cellOf(again, 1, price)?.state).toBe('saved')
  })
  it('goes on top of what somebody else saved meanwhile', () => {
    const newer = rebase(pending, [product(1, { version: 8, title: 'Theirs', price: 99 })])
    expect(cellOf(newer, 1, price)).toMatchObject({ text: '12.00', was: '99.00' })
    expect(changesOf(newer)[0]).toMatchObject({ id: 1, version: 8, price: 12 })
    expect(cellOf(rebase(pending, [product(1, { price: 12 })]), 1, price)).toBeUndefined()
  })
})

describe('blocks of cells', () => {
  const at = (row: number, column: number) => ({ top: row, bottom: row, left: column, right: column })
  it('are pasted from the corner on; what cannot be changed or has no room is told', () => {
    const pasted = pasteInto(sheet, at(3, 0), [
      ['X', 'T', '5'],
      ['Y', 'U', '6'],
    ])
    expect(texts(pasted.edits)).toEqual(['4 title T', '4 price 5.00'])
    expect(pasted).toMatchObject({ readOnly: 1, rowsOver: 1, columnsOver: 0 })
    expect(pasteInto(sheet, at(0, 4), [['Z', 'W']])).toMatchObject({ columnsOver: 1 })
  })
  it('are repeated over a target that is a multiple of them', () => {
    expect(texts(pasteInto(sheet, { top: 0, bottom: 3, left: 2, right: 2 }, [['5'], ['6']]).edits)).toEqual([
      '1 price 5.00',
      '2 price 6.00',
      '3 price 5.00',
      '4 price 6.00',
    ])
    expect(pasteInto(sheet, { top: 0, bottom: 1, left: 1, right: 2 }, [['7']]).edits).toHaveLength(4)
  })
  it('are filled downwards, from the row above where only one is chosen', () => {
    expect(texts(fillDown(sheet, { top: 0, bottom: 2, left: 2, right: 3 }))).toEqual([
      '2 price 10.00',
      '2 quantity 1',
      '3 price 10.00',
      '3 quantity 1',
    ])
    expect(texts(fillDown(sheet, at(1, 2)))).toEqual(['2 price 10.00'])
    expect(fillDown(sheet, at(0, 2))).toEqual([])
    expect(
      texts(fillFrom(sheet, { top: 0, bottom: 1, left: 3, right: 3 }, { top: 0, bottom: 3, left: 3, right: 3 })),
    ).toEqual(['3 quantity 1', '4 quantity 2'])
    expect(texts(fillWith(sheet, { top: 0, bottom: 1, left: 1, right: 1 }, 'Same'))).toEqual([
      '1 title Same',
      '2 title Same',
    ])
  })
  it('are copied as they are typed, and cleared', () => {
    expect(copyOf(sheet, { top: 0, bottom: 1, left: 0, right: 3 })).toEqual([
      ['A-1', 'Lens 1', '10.00', '1'],
      ['A-2', 'Lens 2', '20.00', '2'],
    ])
    expect(texts(clear(sheet, { top: 0, bottom: 0, left: 0, right: 4 }))).toEqual([
      '1 title ',
      '1 price 10.00',
      '1 quantity 1',
      '1 attr.Mount ',
    ])
  })

  it('INV-084 keeps all attributes when one is edited whose column was hidden as the product was first edited', () => {
    const whole = product(1, {
      attributes: ['Mount', 'Colour'].map((name) => ({ name, value: 'old', source: 'user' })),
    })
    const { attributes: _, ...short } = whole
    const [price, mount] = [columnOf('price'), columnOf('attr.Mount')]
    if (!price || !mount) throw new Error('No such column')
    const first = apply(nothing, [{ row: short, column: price, text: '5.00' }])
    const both = apply(first, [{ row: whole, column: mount, text: 'new' }])
    expect(changesOf(both)).toMatchObject([
      {
        id: 1,
        price: 5,
        attributes: [
          { name: 'Mount', value: 'new' },
          { name: 'Colour', value: 'old' },
        ],
      },
    ])
  })
})
