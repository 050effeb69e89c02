import type { CallInput } from '#contract/endpoint.ts'
import type { channelSales } from '#contract/analytics/figures.ts'
import { type AttributeChoice, attributesOf } from '#domain/analytics/attributes.ts'
import { type DayRange, lastDays, periodBefore } from '#domain/analytics/presets.ts'

/** The part of the address that says what is counted (ANA-036..042). Days are those of the organization. */
export interface AnalyticsSearch {
  startDate?: string | undefined
  endDate?: string | undefined
  channels?: string[] | undefined
  templates?: string[] | undefined
  skus?: string[] | undefined
  /** JSON: a list of `name`, `values` and `action`. */
  attributes?: string | undefined
  /** The filters of products narrow the chart of SKUs alone, as Search leaves them (ANA-035). */
  only?: 'skus' | undefined
  /** What the page tells; left out, sales. */
  tab?: 'profit' | undefined
  /** Of a link in a mail: the one whose figures are meant. */
  organization?: number | undefined
}

export type FigureQuery = NonNullable<CallInput<typeof channelSales>['query']>

/** Attributes as the address and the calls take them; undefined where none is chosen. */
export function attributesText(rows: readonly AttributeChoice[]): string | undefined {
  const filled = rows.filter(({ name, values }) => name && values.length > 0)
  return filled.length > 0
    ? JSON.stringify(filled.map(({ name, values, action = 'in' }) => ({ name, values, action })))
    : undefined
}

export const blankAsNone = <T extends { length: number }>(value: T | undefined): T | undefined =>
  value?.length ? value : undefined

/** The first that any figure knows. */
export const FIRST_DAY = '1970-01-01'

/** Whether it stands in the calendar: a browser reads the 31st of February as the 3rd of March. */
const isDay = (day: string) => new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) === true

/** The days that are shown: the address's as far as there are figures, or the last 30. */
export function rangeOf({ startDate, endDate }: AnalyticsSearch, today: string): DayRange {
  const end = endDate && isDay(endDate) && endDate >= FIRST_DAY && endDate <= today ? endDate : today
  const start = startDate && isDay(startDate) && startDate <= end ? startDate : lastDays(30, end).startDate
  return { startDate: start < FIRST_DAY ? FIRST_DAY : start, endDate: end }
}

/** As many days before, as far as the calendar of figures goes; undefined before its first day. */
export function rangeBefore(range: DayRange): DayRange | undefined {
  const { startDate, endDate } = periodBefore(range)
  return endDate < FIRST_DAY ? undefined : { startDate: startDate < FIRST_DAY ? FIRST_DAY : startDate, endDate }
}

/** What the calls are asked. @param products whether its filters of products count, too */
export const queryOf = (search: AnalyticsSearch, range: DayRange, products: boolean): FigureQuery => ({
  ...range,
  ...(search.channels && { channels: search.channels }),
  ...(products && search.templates && { templateNames: search.templates }),
  ...(products && search.skus && { skus: search.skus }),
  ...(products && search.attributes && { attributes: attributesText(attributesOf(search)) }),
})

/** The list of orders that counts the same, but for those without a rate. */
export const ordersOf = ({ channels, templates, skus, only, ...search }: AnalyticsSearch, range: DayRange) => ({
  ...range,
  sold: true as const,
  channels,
  ...(!only && { templates, skus, attributes: attributesText(attributesOf(search)) }),
})

/** Something of a chart that was pressed, to filter by. */
export type Queued =
  | { kind: 'channel' | 'template' | 'sku' | 'day'; value: string }
  | { kind: 'attribute'; name: string; value: string }

const added = (list: readonly string[] | undefined, values: readonly string[]) => [
  ...new Set([...(list ?? []), ...values]),
]

/** Merges what was queued into the filters (ANA-076); days become one range. */
export function merged(search: AnalyticsSearch, queue: readonly Queued[]): AnalyticsSearch {
  const of = (kind: Exclude<Queued['kind'], 'attribute'>) =>
    queue.flatMap((change) => (change.kind === kind ? [change.value] : []))
  const days = of('day').toSorted()
  const attributes = attributesOf(search)
  for (const change of queue) {
    if (change.kind !== 'attribute') continue
    const row = attributes.find(({ name, action }) => name === change.name && !action)
    if (row) row.values = added(row.values, [change.value])
    else attributes.push({ name: change.name, values: [change.value] })
  }
  return {
    startDate: days[0] ?? search.startDate,
    endDate: days.at(-1) ?? search.endDate,
    channels: blankAsNone(added(search.channels, of('channel'))),
    templates: blankAsNone(added(search.templates, of('template'))),
    skus: blankAsNone(added(search.skus, of('sku'))),
    attributes: attributesText(attributes),
  }
}
