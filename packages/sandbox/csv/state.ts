import { randomBytes } from 'node:crypto'
import type { SimContext } from '../kit/simulator.ts'

/** What a cell holds; a formula is kept and not computed. */
export type Cell = string | number | boolean | null | { formula: string }
/** Rows and columns from 0, the ends not included; an end that is absent is that of the sheet. */
export interface Area {
  startRow: number
  endRow?: number
  startColumn: number
  endColumn?: number
}
export type Rule = Record<string, unknown> & { condition: { type: string } }
/** What an app noted at a row or column; it moves along when that moves. */
export interface Note {
  id: number
  key: string
  value: string
  visibility: string
  dimension: 'ROWS' | 'COLUMNS'
  index: number
}
export interface Tab {
  sheetId: number
  title: string
  rowCount: number
  columnCount: number
  frozenRowCount: number
  cells: Cell[][]
  rules: { area: Area; rule: Rule }[]
  notes: Note[]
}
export interface File {
  id: string
  owner: string
  title: string
  locale: string
  timeZone: string
  tabs: Tab[]
  /** Made by the app, or opened with it: others it cannot see (scope drive.file). */
  byApp: boolean
  modified: string
}
export interface User {
  id: string
  email: string
  /** Which consent was last: the greatest is meant where nobody says who. */
  connected: number
}

export const users = (context: SimContext): User[] =>
  context.store.list<User>('user').toSorted((a, b) => a.connected - b.connected)

/** Whose spreadsheets are meant; without a name those of who connected last. @throws Error when nobody has that name */
export function ownerOf(context: SimContext, account: string | undefined): string | undefined {
  const all = users(context).map(({ email }) => email)
  if (account === undefined) return all.at(-1)
  if (!all.includes(account))
    throw new Error(`Google knows no account ${account}. Known: ${all.join(', ') || 'nobody'}.`)
  return account
}

/** Signs in; whoever is new gets an account. */
export function signIn(context: SimContext, email: string): User {
  const known = context.store.get<User>('user', email)
  const id = known?.id ?? String(112_233_445_566_000_000_000n + BigInt(context.store.nextNumber('user')))
  const user = { id, email, connected: context.store.nextNumber('connected') }
  context.store.put('user', email, user)
  return user
}

export const filesOf = (context: SimContext, owner: string): File[] =>
  context.store.list<File>('file').filter((file) => file.owner === owner)
export const fileById = (context: SimContext, id: string): File | undefined => context.store.get<File>('file', id)

export function keep(context: SimContext, file: File): File {
  const saved = { ...file, modified: context.now().toISOString() }
  context.store.put('file', file.id, saved)
  return saved
}
export const newFile = (context: SimContext, file: Omit<File, 'id' | 'modified'>): File =>
  keep(context, { ...file, id: randomBytes(33).toString('base64url'), modified: '' })

/** A copy that may be changed, and is then kept. */
export const draftOf = (file: File): File => structuredClone(file)

export const blankTab = (sheetId: number, title: string, more: Partial<Tab> = {}): Tab => ({
  sheetId,
  title,
  rowCount: 1000,
  columnCount: 26,
  frozenRowCount: 0,
  cells: [],
  rules: [],
  notes: [],
  ...more,
})
