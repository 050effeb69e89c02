import type { Edit, SandboxItem, SandboxListing, SimContext } from '../../kit/simulator.ts'
import { cellAt, grow, put, shift, shown, usedRows } from '../sheets/grid.ts'
import { blankTab, draftOf, type File, filesOf, keep, newFile, ownerOf, type Tab, users } from '../state.ts'

/** What people call the columns that everybody has. */
const columns = { sku: 'sku', title: 'title', price: 'price', quantity: 'quantity' } as const
type Name = keyof typeof columns

/** The columns of a sheet by their headers in the first row, without case, blanks and stars. */
function columnsOf(tab: Tab): Partial<Record<Name, number>> {
  const headers = (tab.cells[0] ?? []).map((cell) =>
    shown(cell)
      .toLowerCase()
      .replaceAll(/[^a-z]/g, ''),
  )
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, header]) =>
      headers.includes(header) ? [[name, headers.indexOf(header)]] : [],
    ),
  )
}
/** The columns that an app noted something at, in the order in which it did. */
const noted = (tab: Tab): number[] =>
  tab.notes.filter(({ dimension }) => dimension === 'COLUMNS').map(({ index }) => index)

interface Row {
  file: File
  tab: Tab
  row: number
  sku: string
  at: (name: Name) => number | undefined
}
/** Every row with a SKU of the spreadsheets of these accounts. */
function rowsOf(context: SimContext, owners: readonly string[]): Row[] {
  return owners
    .flatMap((email) => filesOf(context, email))
    .flatMap((file) =>
      file.tabs.flatMap((tab) => {
        const known = columnsOf(tab)
        const { sku: column } = known
        if (column === undefined) return []
        return Array.from({ length: Math.max(0, usedRows(tab) - 1) }, (_, i) => i + 1).flatMap((row) => {
          const sku = shown(cellAt(tab, row, column))
          return sku === '' ? [] : [{ file, tab, row, sku, at: (name: Name) => known[name] }]
        })
      }),
    )
}

const read = ({ tab, row, at }: Row, name: Name): string => {
  const column = at(name)
  return column === undefined ? '' : shown(cellAt(tab, row, column))
}

/** A row is known by what an app wrote into its first noted column, else by its place and SKU. */
export const listings = (context: SimContext, account?: string): SandboxListing[] =>
  rowsOf(context, [ownerOf(context, account) ?? []].flat()).map((row) => {
    const [id, status] = noted(row.tab).map((column) => shown(cellAt(row.tab, row.row, column)))
    return {
      externalId: id || `${row.file.id}/${row.tab.sheetId}/${row.sku}`,
      sku: row.sku,
      title: read(row, 'title'),
      price: Number(read(row, 'price')) || 0,
      quantity: Number(read(row, 'quantity')) || 0,
      status: status || 'By hand',
      url: `${context.baseUrl}/spreadsheets/d/${row.file.id}/edit`,
    }
  })

/** The spreadsheet that somebody types into: the account's first, or a new one that the app may see. */
function workbook(context: SimContext, account: string | undefined): File {
  const owner = ownerOf(context, account)
  if (!owner) throw new Error('Nobody has signed in to Google yet.')
  const [known] = filesOf(context, owner)
  if (known) return draftOf(known)
  const tab = blankTab(0, 'Products')
  ;['SKU', 'Title', 'Price', 'Quantity'].forEach((name, column) => put(tab, 0, column, name))
  return draftOf(
    newFile(context, { owner, title: 'Stock', locale: 'en_US', timeZone: 'Etc/GMT', tabs: [tab], byApp: true }),
  )
}

/** Rows typed in by hand below the others. */
export function addItems(context: SimContext, items: SandboxItem[], account?: string): void {
  const file = workbook(context, account)
  const tab = file.tabs.find((candidate) => columnsOf(candidate).sku !== undefined)
  if (!tab) throw new Error('No sheet has a column SKU in its first row.')
  const known = columnsOf(tab)
  for (const item of items) {
    const row = usedRows(tab)
    if (row >= tab.rowCount) grow(tab, 'ROWS', 100)
    for (const name of Object.keys(columns) as Name[]) {
      const column = known[name]
      if (column !== undefined) put(tab, row, column, item[name])
    }
  }
  keep(context, file)
}

/** Somebody changes cells of a row by hand; ending one is deleting its row. @throws Error when the SKU is in no row */
export function edit(context: SimContext, change: Edit, account?: string): void {
  const owners =
    account === undefined ? users(context).map(({ email }) => email) : [ownerOf(context, account) ?? []].flat()
  const row = rowsOf(context, owners).findLast(({ sku }) => sku === change.sku)
  if (!row) throw new Error(`No row has the SKU ${change.sku}.`)
  const file = draftOf(row.file)
  const tab = file.tabs.find(({ sheetId }) => sheetId === row.tab.sheetId)
  if (!tab) return
  if (change.status === 'ended') shift(tab, 'ROWS', row.row, -1)
  else if (change.status === 'hidden') throw new Error('A row cannot be taken off sale, only deleted.')
  else
    for (const name of ['title', 'price', 'quantity'] as const) {
      const column = row.at(name)
      const value = change[name]
      if (column !== undefined && value !== undefined) put(tab, row.row, column, value)
    }
  keep(context, file)
}
