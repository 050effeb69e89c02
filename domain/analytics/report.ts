import type { WithoutRate } from '#contract/shapes.ts'
import type { ReportFilter } from '#contract/reports.ts'
import { type Sold, change, figuresOf } from './figures.ts'
import { amountIn } from '../numbers/money.ts'
import { daysOf, type DayRange } from './presets.ts'
import { goneWords } from './gone.ts'
import { costKnownWords } from './profit.ts'
import { filterLines } from './query-address.ts'

/** Amounts in minor units. */
export interface ReportFacts {
  name: string
  organization: string
  timeZone: string
  currency: string
  filter: ReportFilter
  days: DayRange
  withoutRate: readonly WithoutRate[]
  /** Names in the query that no longer exist. */
  missing: { templates: readonly string[]; attributes: readonly string[] }
  now: Period
  before: Period
  /** The orders of the days that have some, by channel. */
  byDay: readonly Readonly<Record<string, string | number>>[]
  templates: readonly { templateName: string; quantity: number }[]
  skus: readonly { sku: string; quantity: number }[]
  channelName: (channel: string) => string
}
/** As the profit page has it; null is not known, never nothing. */
interface Profit {
  net: number
  cost: number
  profit: number | null
  margin: number | null
  costKnown: number | null
  unknownFeesNet: number
}
interface Period {
  channels: readonly (Sold & { channel: string })[]
  profit: { total: Profit; rows: readonly (Profit & { name: string })[] }
  medianOrderTotal: number | null
  medianSellThroughDays: number | null
}

/** A cell is what it is, not how it is shown: a file takes numbers as numbers. */
export type ReportCell = string | number | null
export interface ReportTable {
  title: string
  columns: readonly { name: string; kind: 'text' | 'count' | 'money' | 'decimal' | 'percent' }[]
  rows: readonly (readonly ReportCell[])[]
  /** The column whose share a bar shows on paper. */
  bar?: number
  /** Said where there are no rows. */
  empty: string
  /** So many rows are printed; the file has all. */
  printed: number
}
export interface ReportDocument {
  title: string
  lines: string[]
  notes: string[]
  currency: string
  figures: readonly {
    name: string
    kind: ReportTable['columns'][number]['kind']
    now: ReportCell
    before: ReportCell
  }[]
  tables: readonly ReportTable[]
}

/** What a report says, before anybody decides how it looks. */
export function reportOf(facts: ReportFacts): ReportDocument {
  const { name, organization, timeZone, currency, filter, days, channelName } = facts
  return {
    title: name,
    lines: [
      organization,
      `${days.startDate} to ${days.endDate}, days in ${timeZone}. Amounts in ${currency}.`,
      ...filterLines(filter, channelName),
    ],
    notes: [
      ...facts.withoutRate.map(
        ({ currency: other, orders }) =>
          `${orders} ${orders === 1 ? 'order' : 'orders'} in ${other} ${orders === 1 ? 'has' : 'have'} no exchange rate into ${currency} and ${orders === 1 ? 'is' : 'are'} left out of every figure.`,
      ),
      ...profitNotes(facts),
      goneWords(facts.missing),
    ].filter(Boolean),
    currency,
    figures: figuresTable(facts),
    tables: [channelTable(facts), profitTable(facts), ordersTable(facts), templateTable(facts), skuTable(facts)],
  }
}

function figuresTable({ now, before }: ReportFacts): ReportDocument['figures'] {
  const [a, b] = [figuresOf(now.channels), figuresOf(before.channels)]
  const row = (name: string, kind: ReportTable['columns'][number]['kind'], of: ReportCell, was: ReportCell) => ({
    name,
    kind,
    now: of,
    before: was,
  })
  return [
    row('Total Sales', 'money', a.sales, b.sales),
    row('Net', 'money', a.net, b.net),
    row('Avg. Order Value', 'money', Math.round(a.average), Math.round(b.average)),
    row('Median Order', 'money', now.medianOrderTotal, before.medianOrderTotal),
    row('Orders', 'count', a.orders, b.orders),
    row('Items Sold', 'count', a.items, b.items),
    row('Items / Order', 'decimal', Math.round(a.perOrder * 100) / 100, Math.round(b.perOrder * 100) / 100),
    row('Median Sell-Through (days)', 'decimal', now.medianSellThroughDays, before.medianSellThroughDays),
    row('Health: Net / Sales', 'percent', a.health, b.health),
    row('Cost of Goods', 'money', costIn(now.profit.total), costIn(before.profit.total)),
    row('Profit', 'money', now.profit.total.profit, before.profit.total.profit),
    row('Margin', 'percent', percentOf(now.profit.total.margin), percentOf(before.profit.total.margin)),
  ]
}

/** To a tenth, as the page shows it. */
const percentOf = (share: number | null) => (share === null ? null : Math.round(share * 1000) / 10)
/** Without any known cost there is no profit, and no cost either. */
const costIn = ({ profit, cost }: Profit) => (profit === null ? null : cost)

/** What profit and margin leave out. */
function profitNotes({ now: { profit }, currency }: ReportFacts): string[] {
  const { costKnown, unknownFeesNet } = profit.total
  return [
    costKnown !== null &&
      costKnown < 1 &&
      (costKnown === 0
        ? 'No item sold has a known cost, so profit and margin are unknown.'
        : `The cost of goods is known for ${costKnownWords(costKnown)} of sales. Profit and margin leave out the rest.`),
    unknownFeesNet > 0 &&
      `Channel fees are unknown for ${amountIn(unknownFeesNet / 100, currency)} of net sales. Their profit is before fees.`,
  ].filter((note) => note !== false)
}

const profitTable = ({ now, channelName }: ReportFacts): ReportTable => ({
  title: 'Profit by Channel',
  columns: [
    text('Channel'),
    { name: 'Net', kind: 'money' },
    { name: 'Cost of Goods', kind: 'money' },
    { name: 'Profit', kind: 'money' },
    { name: 'Margin', kind: 'percent' },
  ],
  rows: now.profit.rows.map((row) => [channelName(row.name), row.net, costIn(row), row.profit, percentOf(row.margin)]),
  empty: 'No Data',
  printed: 20,
})

/** Percent since the period before, as the page shows it; blank where it began at nothing. */
export function changeText(now: ReportCell, before: ReportCell): string {
  if (typeof now !== 'number' || typeof before !== 'number') return ''
  const by = change(now, before)
  return by === undefined ? '' : `${by > 0 ? '+' : ''}${by}%`.replace('-', '−')
}

const text = (name: string) => ({ name, kind: 'text' as const })
const count = (name: string) => ({ name, kind: 'count' as const })

function ordersTable({ byDay, days }: ReportFacts): ReportTable {
  const totals = new Map(
    byDay.map(({ day, ...channels }) => [
      String(day),
      Object.values(channels).reduce<number>((all, n) => all + Number(n), 0),
    ]),
  )
  return {
    title: 'Daily Orders',
    columns: [text('Day'), count('Orders')],
    rows: daysOf(days).map((day) => [day, totals.get(day) ?? 0]),
    bar: 1,
    empty: 'No Data',
    printed: 31,
  }
}

const channelTable = ({ now, channelName }: ReportFacts): ReportTable => ({
  title: 'Sales by Channel',
  columns: [
    text('Channel'),
    count('Orders'),
    count('Items'),
    { name: 'Sales', kind: 'money' },
    { name: 'Net', kind: 'money' },
  ],
  rows: now.channels.map((row) => [
    channelName(row.channel),
    row.count,
    row.totalQuantity,
    row.totalAmount,
    row.netAmount,
  ]),
  bar: 3,
  empty: 'No Data',
  printed: 20,
})

const templateTable = ({ templates }: ReportFacts): ReportTable => ({
  title: 'Sales by Template',
  columns: [text('Template'), count('Items')],
  rows: templates.map(({ templateName, quantity }) => [templateName || 'No product', quantity]),
  bar: 1,
  empty: 'No Data',
  printed: 15,
})

const skuTable = ({ skus }: ReportFacts): ReportTable => ({
  title: 'Sales by SKU',
  columns: [text('SKU'), count('Items')],
  rows: skus.map(({ sku, quantity }) => [sku || 'No SKU', quantity]),
  bar: 1,
  empty: 'No Data',
  printed: 25,
})

/** As a spreadsheet takes it: one long table, each figure in a row of its own. */
export function reportRows({ figures, tables, notes, currency }: ReportDocument): ReportCell[][] {
  const plain = (kind: string, cell: ReportCell) => (kind === 'money' && typeof cell === 'number' ? cell / 100 : cell)
  const named = (name: string, kind: string) => (kind === 'money' ? `${name} (${currency})` : name)
  return [
    ['Table', 'Row', 'Figure', 'Value', 'Period before'],
    // Who has the file alone has to know it, too.
    ...notes.map((note) => ['Note', note, '', null, null]),
    ...figures.map(({ name, kind, now, before }) => [
      'Key figures',
      '',
      named(name, kind),
      plain(kind, now),
      plain(kind, before),
    ]),
    ...tables.flatMap(({ title, columns, rows }) =>
      rows.flatMap(([row = '', ...cells]) =>
        cells.map((cell, n) => {
          const { name, kind } = columns[n + 1] ?? { name: '', kind: 'count' }
          return [title, row, named(name, kind), plain(kind, cell), null]
        }),
      ),
    ),
  ]
}
