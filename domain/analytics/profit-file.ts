import type { Cell } from '../products/files/cells.ts'

/** What one line of an order earned, in the organization's currency; amounts in hundredths. */
export interface ProfitLine {
  /** `2026-03-31` */
  day: string
  channel: string
  number: string
  sku: string
  quantity: number
  net: number
  /** Of the whole order, in its first line; null in the others, and where the channel does not tell. */
  fees: number | null
  hasFees: boolean
  /** Null where it is not known. */
  cost: number | null
  currency: string
}

export const profitHeader = [
  'Date',
  'Channel',
  'Order',
  'SKU',
  'Units',
  'Net',
  'Order fees',
  'Fees known',
  'Cost of goods',
  'Profit',
  'Currency',
] as const

const money = (hundredths: number | null): Cell => (hundredths === null ? '' : hundredths / 100)

/** What is not known is an empty cell, never 0. */
export const profitRow = (line: ProfitLine): Cell[] => [
  line.day,
  line.channel,
  line.number,
  line.sku,
  line.quantity,
  money(line.net),
  money(line.fees),
  line.hasFees ? 'yes' : 'no',
  money(line.cost),
  money(line.cost === null ? null : line.net - line.cost),
  line.currency,
]
