import type { Generated, GeneratedAlways } from 'kysely'
import type { ReportFilter, ReportMailState, ReportRhythm } from '#contract/reports.ts'
import type { At, Json, Owned } from './columns.ts'

export interface MailedReportsTable extends Owned {
  name: string
  every: ReportRhythm
  filter: Json<ReportFilter>
  /** A day like 2026-11-23. */
  nextDay: string
  createdAt: At
}
export interface ReportReadersTable {
  organizationId: number
  reportId: number
  userId: number
  /** When they left it by themselves. */
  leftAt: Generated<Date | null>
}
/** How long a sale took to reach a channel; the database notes it. */
export interface SaleTellingsTable extends Owned {
  integrationId: number
  listingId: number
  soldAt: Date
  toldAt: Date
}
/** How listings stood on a channel on a day of the organization. */
export interface ListingDaysTable {
  organizationId: number
  day: string
  channel: string
  listed: number
  refused: number
  ended: number
}
/** What was earned on a day of the organization, by channel, SKU and product; product 0: none that we know. */
export interface ProfitDaysTable {
  organizationId: number
  day: string
  channel: string
  sku: string
  productId: number
  quantity: number
  net: number
  knownQuantity: number
  knownNet: number
  cost: number
  unknownFeesNet: number
}
/** When orders were placed that changed: their days are counted again. */
export interface ProfitMarksTable extends Owned {
  at: Date
}
/** How many products or listings are in a state, as server/db/functions/counts.sql keeps it. */
export interface TalliesTable {
  organizationId: number
  name: string
  integrationId: number
  n: number
}
/** The sums of an organization's stock, as server/db/functions/stock-counting.sql keeps them. */
export interface StockSumsTable {
  organizationId: number
  timeZone: string
  began: Date | null
  lastMark: number
  ready: Generated<boolean>
}
/** Products to be counted again, and what was moved since. */
export interface StockNotesTable extends Owned {
  productId: number
  levelId: number | null
  reason: string | null
  at: Date | null
  pieces: Generated<number>
}
/** What a level was last counted with. */
export interface LevelWorthTable {
  organizationId: number
  levelId: number
  productId: number
  productSku: string
  onHand: number
  available: number
  unitCost: number
  unitPrice: number
  day: string
  otherDay: string
  worth: GeneratedAlways<number>
}
/** The stock by its age. */
export interface StockDaysTable {
  organizationId: number
  day: string
  otherDay: string
  skus: number
  pieces: number
  available: number
  cost: number
  retail: number
  withoutCost: number
}
export interface LevelMovesTable {
  organizationId: number
  levelId: number
  day: string
  reason: string
  pieces: number
}
export interface MoveDaysTable {
  organizationId: number
  day: string
  reason: string
  pieces: number
  cost: number
  retail: number
}
/** What one unit of a currency is in another, from a day on. */
export interface ExchangeRatesTable {
  organizationId: number
  intoCurrency: string
  currency: string
  /** A day like 2026-11-23. */
  day: string
  rate: string
}
/** Saved, but not counted yet. Without a rate: that of the day is to go. */
export interface WaitingRatesTable extends Omit<ExchangeRatesTable, 'rate'> {
  rate: string | null
}
/** The orders of a day, column by column: docs/decisions/0023-orders-by-columns.md. */
export interface DayColumnsTable {
  organizationId: number
  day: string
  timeZone: string
  currency: string
  orders: number
  lines: number
  channels: string[]
  channel: Buffer
  lineCount: Buffer
  amount: Buffer
  fees: Buffer
  tax: Buffer
  discount: Buffer
  refunded: Buffer
  product: Buffer
  quantity: Buffer
  age: Buffer
}
export interface ReportMailsTable extends Owned {
  reportId: number
  userId: number
  firstDay: string
  lastDay: string
  asked: boolean
  state: Generated<ReportMailState>
  reason: Generated<string>
  tries: Generated<number>
  at: Date
}

export interface ReportTables {
  mailedReports: MailedReportsTable
  reportReaders: ReportReadersTable
  reportMails: ReportMailsTable
  saleTellings: SaleTellingsTable
  exchangeRates: ExchangeRatesTable
  waitingRates: WaitingRatesTable
  listingDays: ListingDaysTable
  dayColumns: DayColumnsTable
  profitDays: ProfitDaysTable
  profitMarks: ProfitMarksTable
  tallies: TalliesTable
  tallyNotes: TalliesTable & Owned
  stockSums: StockSumsTable
  stockNotes: StockNotesTable
  levelWorth: LevelWorthTable
  stockDays: StockDaysTable
  levelMoves: LevelMovesTable
  moveDays: MoveDaysTable
}
