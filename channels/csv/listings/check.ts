import { nameKey } from '#domain/products/attributes/values.ts'
import { csv as described } from '#contract/channels/csv.ts'
import type { CsvSchema, CsvSettings, SheetHeader } from '#contract/channels/shapes/csv.ts'
import type { FieldRule } from '#contract/mappings/values.ts'
import { bare } from '#domain/listings/content/columns.ts'
import { problem, spoken } from '#domain/listings/problems/problem.ts'
import { targetOf } from '#domain/listings/sheets/choices.ts'
import { type Channel, ChannelError } from '../../channel.ts'
import type { Checked } from '../../checked.ts'
import type { CsvConnection } from '../calls.ts'
import { aboutSheet } from '../errors.ts'
import { headersOf } from '../lookups.ts'
import { missingColumn } from './plan.ts'
import { type CsvListing, chosenOf, sheetOf, wantedRows } from './rows.ts'

const minute = { seconds: 60, burst: 30 } as const

export const csvLimits: Channel<CsvSchema, CsvSettings>['limits'] = {
  ...described.limits,
  // One call takes the rows of all of them.
  together: { publish: 50, revise: 50 },
  requestsPerSecond: 5,
  concurrency: 2,
  quotas: [
    { per: 'account', lane: 'read', calls: 60, ...minute },
    // Two writers of one sheet would miss each other's rows.
    { per: 'account', lane: 'write', calls: 60, ...minute, atOnce: 1 },
    { per: 'app', lane: 'read', calls: 300, ...minute },
    { per: 'app', lane: 'write', calls: 300, ...minute },
  ],
}

/** What the sheet of a listing says now. */
interface Facts {
  headers: SheetHeader[]
  /** What is wrong with it as a whole. */
  problem: string
}

export async function facts(c: CsvConnection, listing: CsvListing): Promise<Facts> {
  const target = sheetOf(c, listing)
  if ('problem' in target) return { headers: [], problem: target.problem }
  const { spreadsheet, sheet } = target
  const { sheetId, headerRow } = sheet
  const ask = (rowCount: number) => {
    const properties = { sheetId, title: '', index: 0, sheetType: 'GRID', gridProperties: { rowCount, columnCount: 0 } }
    return headersOf(c, spreadsheet.spreadsheetId, [{ sheet: { properties, data: [], tables: [] }, headerRow }])
  }
  const last = headerRow ?? 1
  try {
    // A sheet may end with its header row.
    const all = await ask(last + 1).catch((error: unknown) => {
      if (error instanceof ChannelError && /exceeds grid limits/i.test(error.message)) return ask(last)
      throw error
    })
    return { headers: all.get(sheetId) ?? [], problem: '' }
  } catch (error) {
    const sentence = aboutSheet(error, { spreadsheet: spreadsheet.title, sheet: sheet.sheetTitle })
    if (sentence instanceof ChannelError && sentence.fields['spreadsheets'])
      return { headers: [], problem: sentence.message }
    throw sentence
  }
}

/** What the columns of its sheet take, by the names of the attributes that fill them. */
export const offers = (known: unknown): FieldRule[] =>
  ((known as Facts | undefined)?.headers ?? []).map(({ name, required, strict, options }) => ({
    name: bare(name),
    required,
    strict,
    options,
  }))

/** What the sheet takes, as it stands: its columns, their options, what has to be filled (LST-334, LST-335). */
export function check(listing: CsvListing, known: unknown, settings?: CsvSettings): Checked {
  const target = targetOf(chosenOf(listing), settings?.spreadsheets ?? [])
  if ('problem' in target) return unusable(target.problem)
  const { headers, problem: sentence } = (known as Facts | undefined) ?? { headers: target.sheet.headers, problem: '' }
  if (sentence) return unusable(sentence)
  const { sheet } = target
  const now = (header: SheetHeader) => {
    const same = headers.filter(({ name }) => nameKey(name) === nameKey(header.name))
    return same.find(({ cellId }) => cellId === header.cellId) ?? same[0]
  }
  const fresh = sheet.headers.map((header) => ({ ...header, ...now(header), cellId: header.cellId }))
  const { fills, rows, causes, warnings } = wantedRows(listing, { ...target, sheet: { ...sheet, headers: fresh } })
  sheet.headers.forEach((header, i) => {
    const isFilled = rows.some(({ cells }) => cells[i] !== '' && cells[i] !== undefined)
    if (!now(header) && isFilled && fills[i])
      causes[`spreadsheets.${header.name}`] = problem('column_gone', {
        about: header.name,
        sentence: missingColumn({ title: sheet.sheetTitle }, header.name).message,
      })
  })
  return { ...spoken('csv', causes), warnings }
}

const unusable = (sentence: string) => ({
  ...spoken('csv', { spreadsheets: problem('sheet_unusable', { sentence }) }),
  warnings: {},
})
