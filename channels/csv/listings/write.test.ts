import { expect, it } from 'vitest'
import { CsvSettings } from '#contract/channels/shapes/csv.ts'
import type { Cell } from '#domain/listings/sheets/cell.ts'
import type { HttpCall } from '../../call.ts'
import type { ExternalListing } from '../../channel.ts'
import { noConnection } from '../../testing/connection.ts'
import { end } from './listings.ts'
import { setStock } from '../stock.ts'

type Grid = Cell[][]
const names = ['SKU', 'Title', 'Quantity', 'Note', 'Motto ID', 'Motto status']
interface Range {
  startRowIndex: number
  startColumnIndex: number
}

/** A sheet in which somebody works while we do. @param byHand what they do right before our first, second … write */
function sheetOf(rows: Grid, ...byHand: ((grid: Grid) => void)[]) {
  const grid: Grid = [names, ...rows].map((row) => [...row])
  const calls: HttpCall[] = []
  const shown = (cell: Cell) => {
    if (cell === '') return {}
    return { effectiveValue: typeof cell === 'number' ? { numberValue: cell } : { stringValue: String(cell) } }
  }
  const answerTo = ({ url, json }: HttpCall) => {
    if (url.endsWith('/values:batchUpdateByDataFilter')) {
      byHand.shift()?.(grid)
      const { data } = json as { data: { dataFilter: { gridRange: Range }; values: Cell[][] }[] }
      for (const { dataFilter, values } of data) {
        const { startRowIndex, startColumnIndex } = dataFilter.gridRange
        ;(grid[startRowIndex] ??= [])[startColumnIndex] = values[0]?.[0] ?? ''
      }
      return { spreadsheetId: 'book' }
    }
    const { dataFilters } = json as { dataFilters: { gridRange: { startRowIndex: number; endRowIndex?: number } }[] }
    const data = dataFilters.map(({ gridRange: { startRowIndex: startRow, endRowIndex } }) => ({
      startRow,
      rowData: grid
        .slice(startRow, endRowIndex)
        .map((row) => ({ values: Array.from(row, (cell) => shown(cell ?? '')) })),
    }))
    const properties = { sheetId: 0, title: 'Products', gridProperties: { rowCount: 99, columnCount: 26 } }
    return { spreadsheetId: 'book', spreadsheetUrl: 'https://docs.example/book', sheets: [{ properties, data }] }
  }
  const http = async (call: HttpCall) => {
    calls.push(call)
    return { status: 200, headers: {}, body: answerTo(call) }
  }
  return { grid, calls, connection: { ...noConnection, settings: CsvSettings.parse({}), http } }
}

const of = (sku: string, id = `M-${sku}`): ExternalListing => ({
  externalId: id,
  url: '',
  state: 'live',
  data: { spreadsheetId: 'book', sheetId: '0', headerRow: '1', sku: 'SKU', quantity: 'Quantity' },
  parts: { [sku]: { sku, ...(id.startsWith('M-') && { id }) } },
})
const level = (sku: string, quantity: number, id?: string) => ({ sku, quantity, listing: of(sku, id), locationId: '' })
const row = (sku: string, quantity: Cell, note = ''): Cell[] => [sku, `A ${sku}`, quantity, note, `M-${sku}`, 'Listed']
const sort = (grid: Grid) => {
  grid.splice(1, grid.length, ...grid.slice(1).sort(([a], [b]) => String(b).localeCompare(String(a))))
}
const quantitiesIn = (grid: Grid) => Object.fromEntries(grid.slice(1).map(([sku, , quantity]) => [sku, quantity]))
const calls = ({ calls }: ReturnType<typeof sheetOf>) =>
  calls.map(({ url }) => (url.endsWith('values:batchUpdateByDataFilter') ? 'write' : 'read'))

it('numbers of a sheet that nobody touches are written once and looked at once', async () => {
  const sheet = sheetOf([row('A', 5), row('B', 7), row('C', 9)])
  expect(await setStock(sheet.connection, [level('A', 4), level('B', 6)])).toEqual([{ ok: true }, { ok: true }])
  expect(quantitiesIn(sheet.grid)).toEqual({ A: 4, B: 6, C: 9 })
  expect(calls(sheet)).toEqual(['read', 'write', 'read'])
})

it('somebody sorts the sheet between our read and our write: each row says its own number in the end, also those that were hit', async () => {
  const before = [row('A', 5), row('B', 7, 'gift'), ['OTHER', 'Not ours', 70, 'do not touch', '', ''], row('D', 2)]
  const sheet = sheetOf(before, sort)
  expect(await setStock(sheet.connection, [level('A', 4), level('B', 6)])).toEqual([{ ok: true }, { ok: true }])
  expect(quantitiesIn(sheet.grid)).toEqual({ A: 4, B: 6, OTHER: 70, D: 2 })
  expect(sheet.grid[1]).toEqual(['OTHER', 'Not ours', 70, 'do not touch', '', ''])
})

it('a row that is put in above, and one that is deleted, move no number into another row', async () => {
  const below = sheetOf([row('A', 5), row('B', 7)], (grid) => void grid.splice(1, 0, ['', '', '', '', '', '']))
  expect(await setStock(below.connection, [level('A', 4)])).toEqual([{ ok: true }])
  expect(below.grid.slice(1)).toEqual([['', '', '', '', '', ''], row('A', 4), row('B', 7)])
  const sheet = sheetOf([row('A', 5), row('B', 7), row('C', 9)], (grid) => void grid.splice(1, 1))
  await setStock(sheet.connection, [level('A', 4), level('C', 8)])
  expect(sheet.grid.slice(1, 3)).toEqual([row('B', 7), row('C', 8)])
  expect(sheet.grid[3]?.filter((cell) => cell !== '')).toEqual([])
})

it('a column that is put in before the others moves no number into another column', async () => {
  const sheet = sheetOf([row('A', 5), row('B', 7)], (grid) => {
    grid.forEach((cells, n) => cells.splice(0, 0, n === 0 ? 'Shelf' : `S${n}`))
  })
  await setStock(sheet.connection, [level('A', 4)])
  expect(sheet.grid.slice(1)).toEqual([
    ['S1', ...row('A', 4)],
    ['S2', ...row('B', 7)],
  ])
})

it('a row that was linked and has no mark of ours is found by its SKU after a sort', async () => {
  const theirs = (sku: string, quantity: number): Cell[] => [sku, `A ${sku}`, quantity, '', '', '']
  const sheet = sheetOf([theirs('A', 5), theirs('B', 7)], sort)
  await setStock(sheet.connection, [level('A', 4, 'book/0/A')])
  expect(quantitiesIn(sheet.grid)).toEqual({ B: 7, A: 4 })
})

it('ending marks the rows that were meant when somebody sorts at that moment', async () => {
  const sheet = sheetOf([row('A', 5), row('B', 7), row('C', 9)], sort)
  expect(await end(sheet.connection, [of('A')])).toEqual([{ ok: true }])
  expect(sheet.grid.slice(1)).toEqual([row('C', 9), row('B', 7), ['A', 'A A', 0, '', 'M-A', 'Ended']])
})

it('who sorts again and again is waited for: after three tries it is said, and nothing else is overwritten', async () => {
  const back = (grid: Grid) => void grid.splice(1, grid.length, ...grid.slice(1).reverse())
  const sheet = sheetOf([row('A', 5), row('B', 7)], back, back, back, back)
  expect(await setStock(sheet.connection, [level('A', 4)])).toMatchObject([
    { ok: false, error: { kind: 'unavailable', message: expect.stringContaining('keep moving while Motto writes') } },
  ])
  expect(calls(sheet).filter((call) => call === 'write')).toHaveLength(3)
})
