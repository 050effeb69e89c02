import { describe, expect, it } from 'vitest'
import { actionOf } from './keys.ts'
import { defaultLayout, differs, readLayout } from '../columns/layout.ts'
import { contains, extend, isMany, rectangleOf, single } from './range.ts'
import { choose, countOf, isSelected, none, toProductSelection } from './selection.ts'
import { steady } from './steady.ts'
import { widthFor } from '../columns/widths.ts'

describe('the width of a column', () => {
  const measure = (text: string) => text.length * 10
  it('INV-222 looks at 50 rows', () => {
    const texts = [...Array.from({ length: 50 }, () => 'x'.repeat(12)), 'x'.repeat(40)]
    expect(widthFor('Title', texts, measure)).toBe(142)
    expect(widthFor('Title', texts.slice(1), measure)).toBe(420)
  })
  it('INV-223 is 100 at least', () => expect(widthFor('Bin', ['a'], measure)).toBe(100))
  it('INV-224 is 420 at most', () => expect(widthFor('Title', ['x'.repeat(900)], measure)).toBe(420))
})

describe('chosen cells', () => {
  const size = { rows: 10, columns: 5 }
  it('reach from where they began to where one is', () => {
    const range = extend(extend(single({ row: 3, column: 2 }), 'up', false, size), 'right', false, size)
    expect(rectangleOf(range)).toEqual({ top: 2, bottom: 3, left: 2, right: 3 })
    expect([isMany(range), isMany(single({ row: 1, column: 1 }))]).toEqual([true, false])
    expect([
      contains(rectangleOf(range), { row: 2, column: 3 }),
      contains(rectangleOf(range), { row: 4, column: 3 }),
    ]).toEqual([true, false])
  })
  it('end at the edge of the table', () => {
    expect(extend(single({ row: 3, column: 2 }), 'down', true, size).head).toEqual({ row: 9, column: 2 })
    expect(extend(single({ row: 0, column: 0 }), 'left', false, size).head).toEqual({ row: 0, column: 0 })
  })
})

describe('keys', () => {
  const resting = { editing: false, editable: true, toggles: false }
  const key = (name: string, modifiers: Partial<{ ctrl: boolean; shift: boolean; alt: boolean }> = {}) => ({
    key: name,
    ctrl: false,
    shift: false,
    alt: false,
    ...modifiers,
  })
  it.each([
    [key('ArrowDown', { shift: true }), { do: 'extend', step: 'down', edge: false }],
    [key('ArrowRight', { shift: true, ctrl: true }), { do: 'extend', step: 'right', edge: true }],
    [key('Delete'), { do: 'clear' }],
    [key('d', { ctrl: true }), { do: 'fill-down' }],
    [key('Enter', { ctrl: true }), { do: 'fill-range' }],
    [key('z', { ctrl: true }), { do: 'undo' }],
    [key('Z', { ctrl: true, shift: true }), { do: 'redo' }],
    [key('y', { ctrl: true }), { do: 'redo' }],
    [key(' ', { shift: true }), { do: 'toggle' }],
    [key('Enter', { alt: true }), { do: 'note' }],
    // The grid's own: moving, typing, Enter.
    [key('ArrowDown'), undefined],
    [key('Enter'), undefined],
    [key('x'), undefined],
    [key('c', { ctrl: true }), undefined],
    [key(' '), undefined],
  ])('%o in a cell', (pressed, action) => expect(actionOf(pressed, resting)).toEqual(action))
  it('while typing only end it', () => {
    const typing = { ...resting, editing: true }
    expect(actionOf(key('Tab'), typing)).toEqual({ do: 'commit', next: 'right' })
    expect(actionOf(key('Tab', { shift: true }), typing)).toEqual({ do: 'commit', next: 'left' })
    expect(actionOf(key('Enter', { ctrl: true }), typing)).toEqual({ do: 'commit', next: 'range' })
    expect(actionOf(key('s', { ctrl: true }), typing)).toEqual({ do: 'commit', next: 'stay' })
    expect(actionOf(key('Delete'), typing)).toBeUndefined()
  })
  it('INV-005 Enter opens the product from a cell that is not typed into', () =>
    expect(actionOf(key('Enter'), { ...resting, editable: false })).toEqual({ do: 'open' }))
})

describe('chosen products', () => {
  const a = { id: 1, sku: 'A' }
  const b = { id: 2, sku: 'B' }
  it('INV-022 are kept by id, with their SKUs, until they are cleared', () => {
    const both = choose(choose(none, [a], true), [b], true)
    expect([countOf(both, 999), isSelected(both, 2)]).toEqual([2, true])
    expect(toProductSelection(both, { minPrice: 3 })).toEqual({ ids: [1, 2] })
    expect(toProductSelection(choose(both, [a, b], false), {})).toBeUndefined()
  })
  it('INV-022 all that match but some', () => {
    const all = choose({ all: true, except: new Set() }, [a], false)
    expect([countOf(all, 12345), isSelected(all, 1), isSelected(all, 2)]).toEqual([12344, false, true])
    expect(toProductSelection(all, { minPrice: 3 })).toEqual({ filter: { minPrice: 3 }, except: [1] })
    expect(countOf(choose(all, [a], true), 12345)).toBe(12345)
  })
})

describe('the layout', () => {
  it('is the standard one where nothing useful was kept', () => {
    for (const stored of [null, 'x', [], { columns: [] }, { columns: ['nonsense'] }])
      expect(readLayout(stored).columns).toEqual(defaultLayout.columns)
  })
  it('keeps known columns once, and widths that make sense', () => {
    expect(
      readLayout({
        columns: ['sku', 'sku', 'attr.Mount', 'gone', 3],
        widths: { sku: 140.4, title: 5, price: 'x' },
        density: 'comfortable',
      }),
    ).toEqual({
      columns: ['sku', 'attr.Mount'],
      widths: { sku: 140 },
      density: 'comfortable',
    })
  })
  it('INV-174 tells whether it differs from a view', () => {
    expect(differs({ columns: ['sku'], widths: { title: 3 } }, { columns: ['sku'], widths: {} })).toBe(false)
    expect(differs({ columns: ['sku'], widths: { sku: 3 } }, { columns: ['sku'], widths: {} })).toBe(true)
    expect(differs({ columns: ['sku', 'title'], widths: {} }, { columns: ['title', 'sku'], widths: {} })).toBe(true)
  })
})

describe('rows after a save', () => {
  const rows = [{ id: 3 }, { id: 1 }, { id: 2 }]
  it('stay where they stood while the page holds the same products', () =>
    expect(steady(rows, [1, 2, 3]).map(({ id }) => id)).toEqual([1, 2, 3]))
  it('come as the server sorts them when others are among them', () => {
    expect(steady(rows, [1, 2, 4])).toBe(rows)
    expect(steady(rows, [1, 2])).toBe(rows)
  })
})
