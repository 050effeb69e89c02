import { orderError, refuse } from '../api/errors.ts'
import { orderStatus } from './order-view.ts'
import type { Order } from '../shapes.ts'

interface Span {
  from: number
  to: number
}
export interface OrderFilter {
  created?: Span
  modified?: Span
  statuses?: string[]
}

const dayMs = 86_400_000
/** Clocks differ a little: a date this far ahead is not yet "in the future". */
const clockSlackMs = 60_000

/** @throws EbayError 400 in the words of getOrders */
export function readFilter(text: string, now: Date): OrderFilter {
  const filter: OrderFilter = {}
  for (const [, name = '', value = ''] of parts(text)) {
    if (name === 'creationdate') filter.created = readSpan(name, value, now)
    else if (name === 'lastmodifieddate') filter.modified = readSpan(name, value, now)
    else if (name === 'orderfulfillmentstatus') filter.statuses = readStatuses(value)
    else throw refuse(400, orderError(30700, `Invalid filter name: ${name}`))
  }
  // With both, only the creation date counts. With neither, the last 90 days are meant.
  if (filter.created) delete filter.modified
  if (!filter.created && !filter.modified) filter.created = { from: now.getTime() - 90 * dayMs, to: Infinity }
  return filter
}

function parts(text: string): RegExpMatchArray[] {
  if (text.trim() === '') return []
  const filters = [...text.matchAll(/([^:,\s]+):(\[[^\]]*\]|\{[^}]*\}|[^,]*)(?:,|$)/g)]
  if (filters.length === 0) throw refuse(400, orderError(30700, `Invalid filter name: ${text}`))
  return filters
}

function readSpan(name: string, value: string, now: Date): Span {
  const [, from = '', to = ''] = /^\[([^\]]*?)\.\.([^\]]*)\]$/.exec(value) ?? []
  if (!value.includes('..')) throw refuse(400, orderError(30800, `Invalid filter value ${value} for filter ${name}`))
  if (from === '') throw refuse(400, orderError(30820, 'Start date is missing'))
  const span = { from: readDate(from), to: to === '' ? Infinity : readDate(to) }
  if (span.from > now.getTime() + clockSlackMs || (span.to !== Infinity && span.to > now.getTime() + clockSlackMs)) {
    throw refuse(400, orderError(30850, "Start and end dates can't be in the future"))
  }
  if (span.from > span.to) throw refuse(400, orderError(30840, 'Start date should be before end date'))
  if (span.from < now.getTime() - 2 * 366 * dayMs)
    throw refuse(400, orderError(30830, "Time range between start date and end date must be within '2' years."))
  return span
}
function readDate(text: string): number {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw refuse(400, orderError(30810, 'Invalid date format'))
  return time
}
/** eBay takes two sets: what is not finished, and what is. */
function readStatuses(value: string): string[] {
  const statuses = /^\{([A-Z_|]+)\}$/.exec(value)?.[1]?.split('|') ?? []
  if (
    statuses.length === 0 ||
    !statuses.every((status) => ['NOT_STARTED', 'IN_PROGRESS', 'FULFILLED'].includes(status))
  ) {
    throw refuse(400, orderError(30800, `Invalid filter value ${value} for filter orderfulfillmentstatus`))
  }
  return statuses
}

export function matches(order: Order, { created, modified, statuses }: OrderFilter): boolean {
  const within = (date: string, span: Span | undefined) =>
    !span || (Date.parse(date) >= span.from && Date.parse(date) <= span.to)
  return (
    within(order.creationDate, created) &&
    within(order.lastModifiedDate, modified) &&
    (!statuses || statuses.includes(orderStatus(order)))
  )
}
