import type { Target } from '#domain/listings/sheets/choices.ts'
import { ChannelError, type ExternalListing, isOfAccount, type Outcome } from '../../channel.ts'
import { ok, refused, throwIfWhole } from '../../kit/batch.ts'
import type { CsvConnection } from '../calls.ts'
import { atSheet } from '../errors.ts'
import { end } from './listings.ts'
import { type Plan, planFor } from './plan.ts'
import { type CsvListing, sheetOf } from './rows.ts'
import { appendRows, readTable, type Table, withOwnColumns } from './table.ts'
import { writeCells } from './write.ts'

type Outcomes = Map<CsvListing, Outcome<ExternalListing>>

export const publish = (c: CsvConnection, batch: CsvListing[]) => bySheet(c, batch, false)
export const revise = (c: CsvConnection, batch: CsvListing[]) => bySheet(c, batch, true)

/** Sheet by sheet, one after the other: each is read once and written at most three times for the whole batch. */
async function bySheet(c: CsvConnection, batch: CsvListing[], isRevise: boolean): Promise<Outcome<ExternalListing>[]> {
  const outcomes: Outcomes = new Map()
  const groups = new Map<string, Member[]>()
  for (const listing of batch) {
    const target = sheetOf(c, listing)
    if ('problem' in target) {
      outcomes.set(listing, refused(atSheet(target.problem)))
      continue
    }
    const before = movesFrom(listing, target)
    const [ended] = before ? await end(c, [before]) : []
    if (ended && !ended.ok) {
      outcomes.set(listing, ended)
      continue
    }
    const key = `${target.spreadsheet.spreadsheetId} ${target.sheet.sheetId}`
    const member = { listing, target, revises: isRevise && before === undefined }
    groups.set(key, [...(groups.get(key) ?? []), member])
  }
  let stopped: ChannelError | undefined
  for (const group of groups.values()) {
    const fail = (error: ChannelError) => {
      for (const { listing } of group) if (!outcomes.has(listing)) outcomes.set(listing, refused(error))
      if (isOfAccount(error)) stopped = error
    }
    if (stopped) fail(stopped)
    else
      await intoSheet(c, group, outcomes).catch((error: unknown) => {
        if (!(error instanceof ChannelError)) throw error
        fail(error)
      })
  }
  return throwIfWhole(
    batch.map((listing) => outcomes.get(listing) ?? refused(new ChannelError('unavailable', 'Nothing was done.'))),
  )
}

interface Member {
  listing: CsvListing
  target: Target
  /** Only what stands there is changed. */
  revises: boolean
}

/** Whether a listing's rows are in another sheet than the one that it is now written to. */
function movesFrom({ external }: CsvListing, { spreadsheet, sheet }: Target): ExternalListing | undefined {
  const { spreadsheetId, sheetId } = external?.data ?? {}
  const isThere = spreadsheetId === spreadsheet.spreadsheetId && Number(sheetId) === sheet.sheetId
  return external && spreadsheetId && !isThere ? external : undefined
}

async function intoSheet(c: CsvConnection, group: readonly Member[], outcomes: Outcomes): Promise<void> {
  const [first] = group
  if (!first) return
  const { spreadsheet, sheet } = first.target
  const place = { spreadsheetId: spreadsheet.spreadsheetId, sheetId: sheet.sheetId, headerRow: sheet.headerRow ?? 1 }
  const table = await readTable(c, place)
  // Before anything is made: nothing is added to a sheet for what it refuses.
  if (group.every((member) => !planned(table, member, outcomes))) return
  const complete = await withOwnColumns(c, table)
  const plans: { member: Member; plan: Plan }[] = []
  const members = group.filter(({ listing }) => !outcomes.has(listing))
  for (const member of members) {
    const plan = planned(complete, member, outcomes)
    if (!plan) continue
    plans.push({ member, plan })
    // What one listing adds is there for the next.
    plan.added.forEach((cells) => complete.rows.push({ index: -1, cells }))
  }
  try {
    await send(
      c,
      complete,
      plans.map(({ plan }) => plan),
    )
  } catch (error) {
    if (!(error instanceof ChannelError) || error.kind !== 'invalid' || plans.length === 1) throw error
    // One that Google refuses does not keep its neighbours.
    for (const { member, plan } of plans)
      await send(c, complete, [plan]).catch((failure: unknown) => {
        if (!(failure instanceof ChannelError) || isOfAccount(failure)) throw failure
        outcomes.set(member.listing, refused(failure))
      })
  }
  for (const { member, plan } of plans)
    if (!outcomes.has(member.listing)) outcomes.set(member.listing, ok(plan.external))
}

function planned(table: Table, { listing, target, revises }: Member, outcomes: Outcomes): Plan | undefined {
  try {
    return planFor(table, listing, target, revises)
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    outcomes.set(listing, refused(error))
    return undefined
  }
}

async function send(c: CsvConnection, table: Table, plans: readonly Plan[]): Promise<void> {
  await writeCells(
    c,
    table,
    plans.flatMap(({ writes }) => writes),
  )
  await appendRows(
    c,
    table,
    plans.flatMap(({ added }) => added),
  )
}
