import { useState } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import { type attributeSales, MOST_SKUS, MOST_VALUES } from '#contract/analytics/figures.ts'
import { type DayRange, daysOf } from '#domain/analytics/presets.ts'
import { channelColor, channelName, channelsIn, type DayRow } from '#web/ui/charts/channels.ts'
import { ChartCard } from '#web/ui/charts/chart-card.tsx'
import { DaysChart } from '#web/ui/charts/days-chart.tsx'
import { Parts } from '#web/ui/charts/parts.tsx'
import type { Part } from '#web/ui/charts/press.tsx'
import { ChannelMark } from '#web/ui/images/channel-mark.tsx'
import { moneyOf, number } from '#web/ui/format.ts'
import { Select } from '#web/ui/choices/select.tsx'
import type { Queued } from './address.ts'
import classes from './analytics.module.css'
import type { Figures } from './use-figures.ts'

/** As many parts have a row of their own; the rest is one. */
const SHOWN = 8
const ROWS_HEIGHT = (SHOWN + 1) * 28
const REST = '\u0000rest'
const fixed: ReadonlySet<string> = new Set([REST, ''])

export type Enqueue = (change: Queued) => void
interface Of {
  figures: Figures
  range: DayRange
  enqueue: Enqueue
}

/** ANA-077: of the others, orders are counted, but nobody is offered them as a filter (ANA-079). */
const offered: ReadonlySet<string> = new Set(['ebay', 'etsy', 'square', 'shopify', 'bigcommerce', 'manual'])

export function DailyOrders({ figures, range, enqueue }: Of) {
  const rows = (figures.days.data ?? []) as readonly DayRow[]
  const channels = channelsIn(rows)
  const byDay = new Map(rows.map((row) => [String(row.day), row]))
  const days = daysOf(range)
  return (
    <ChartCard
      title="Daily Orders"
      range={range}
      read={figures.days}
      height={264}
      header={['Day', ...channels.map(channelName)]}
      rows={
        rows.length === 0
          ? []
          : days.map((day) => [day, ...channels.map((channel) => Number(byDay.get(day)?.[channel] ?? 0))])
      }
    >
      {() => (
        <DaysChart
          label="Daily Orders"
          unit="order"
          days={days}
          series={channels.map((channel) => ({
            key: channel,
            name: channelName(channel),
            color: channelColor(channel),
            values: days.map((day) => Number(byDay.get(day)?.[channel] ?? 0)),
          }))}
          onPickDay={(value) => enqueue({ kind: 'day', value })}
          onPickSeries={(value) => offered.has(value) && enqueue({ kind: 'channel', value })}
        />
      )}
    </ChartCard>
  )
}

export function SalesByChannel({ figures, range, enqueue }: Of) {
  const rows = figures.sales.data ?? []
  const currency = figures.summary.data?.currency ?? 'USD'
  return (
    <ChartCard
      title="Sales by Channel"
      range={range}
      read={figures.sales}
      height={ROWS_HEIGHT}
      toggle
      currency={currency}
      header={['Channel', 'Orders', 'Items', `Sales (${currency})`, `Net (${currency})`]}
      rows={rows.map((row) => [channelName(row.channel), row.count, row.totalQuantity, row.totalAmount, row.netAmount])}
    >
      {(look) => (
        <Parts
          look={look}
          label="Sales by Channel"
          fixed={new Set(rows.map(({ channel }) => channel).filter((channel) => !offered.has(channel)))}
          onPick={(value) => enqueue({ kind: 'channel', value })}
          parts={rows.map((row) => ({
            key: row.channel,
            label: channelName(row.channel),
            name: (
              <span className="row">
                <ChannelMark channel={row.channel} named />
                {channelName(row.channel)}
              </span>
            ),
            value: row.totalAmount,
            text: moneyOf(row.totalAmount, currency),
            color: channelColor(row.channel),
          }))}
        />
      )}
    </ChartCard>
  )
}

interface Counted {
  key: string
  label: string
  value: number
  mono?: boolean
}
/**
 * The first few, and all others as one.
 * @param most as many are told at most, those that sold most: there may be others beside them
 */
function partsOf(rows: readonly Counted[], what: string, most = Infinity): Part[] {
  const others = rows.length < most ? `All other ${what}` : `The next ${number(rows.length - SHOWN)} ${what}`
  const parts = rows.slice(0, SHOWN).map(({ key, label, value, mono }) => ({
    key,
    label,
    value,
    text: number(value),
    name: mono ? <span className="mono">{label}</span> : label,
  }))
  const rest = rows.slice(SHOWN).reduce((sum, { value }) => sum + value, 0)
  return rest > 0 ? [...parts, { key: REST, label: others, name: others, value: rest, text: number(rest) }] : parts
}

/** Beside a chart that is cut off. */
const cutAt = (count: number, most: number, what: string) =>
  count >= most && `Showing the ${number(most)} best-selling ${what}.`

export function SalesByTemplate({ figures, range, enqueue }: Of) {
  const rows = (figures.templates.data ?? []).map(({ templateName, quantity }) => ({
    key: templateName,
    label: templateName || 'No product',
    value: quantity,
  }))
  return (
    <ChartCard
      title="Sales by Template"
      range={range}
      read={figures.templates}
      height={ROWS_HEIGHT}
      toggle
      header={['Template', 'Items']}
      rows={rows.map(({ label, value }) => [label, value])}
    >
      {(look) => (
        <Parts
          look={look}
          label="Sales by Template"
          fixed={fixed}
          onPick={(value) => enqueue({ kind: 'template', value })}
          parts={partsOf(rows, 'templates')}
        />
      )}
    </ChartCard>
  )
}

export function SalesBySku({ figures, range, enqueue, note }: Of & { note?: React.ReactNode }) {
  const rows = (figures.skus.data ?? []).map(({ sku, quantity }) => ({
    key: sku,
    label: sku || 'No SKU',
    value: quantity,
    mono: sku !== '',
  }))
  return (
    <ChartCard
      title="Sales by SKU"
      range={range}
      read={figures.skus}
      height={ROWS_HEIGHT}
      toggle
      header={['SKU', 'Items']}
      rows={rows.map(({ label, value }) => [label, value])}
      note={
        (note || rows.length >= MOST_SKUS) && (
          <>
            {note} {cutAt(rows.length, MOST_SKUS, 'SKUs')}
          </>
        )
      }
    >
      {(look) => (
        <Parts
          look={look}
          label="Sales by SKU"
          fixed={fixed}
          onPick={(value) => enqueue({ kind: 'sku', value })}
          parts={partsOf(rows, 'SKUs', MOST_SKUS)}
        />
      )}
    </ChartCard>
  )
}

/** Where a piece lies is nothing that sells it. */
const places: ReadonlySet<string> = new Set(['Vendor', 'Location', 'Warehouse', 'Bin'])

/** The attribute that most pieces have, first; places last. */
function namesOf(rows: CallReply<typeof attributeSales>): string[] {
  const sums = new Map<string, number>()
  for (const { attributeName, count } of rows) sums.set(attributeName, (sums.get(attributeName) ?? 0) + count)
  return [...sums]
    .toSorted(([a, n], [b, m]) => Number(places.has(a)) - Number(places.has(b)) || m - n || a.localeCompare(b))
    .map(([name]) => name)
}

export function AttributeInsights({ figures, range, enqueue }: Of) {
  const all = figures.attributes.data ?? []
  const names = namesOf(all)
  const [chosen, setChosen] = useState<string>()
  const name = chosen !== undefined && names.includes(chosen) ? chosen : names[0]
  const rows = all
    .filter(({ attributeName }) => attributeName === name)
    .map(({ attributeValue, count }) => ({ key: attributeValue, label: attributeValue, value: count }))
  return (
    <ChartCard
      title="Attribute Insights"
      range={range}
      read={figures.attributes}
      height={ROWS_HEIGHT}
      toggle
      header={['Attribute', 'Value', 'Items']}
      rows={all.map(({ attributeName, attributeValue, count }) => [attributeName, attributeValue, count])}
      note={cutAt(rows.length, MOST_VALUES, `values of ${name}`)}
      choices={
        names.length > 0 && (
          <Select
            size="xs"
            className={classes.attribute}
            aria-label="Attribute"
            searchable
            allowDeselect={false}
            data={names}
            value={name ?? null}
            onChange={(value) => value && setChosen(value)}
          />
        )
      }
    >
      {(look) => (
        <Parts
          look={look}
          label={`Attribute Insights, ${name}`}
          fixed={fixed}
          onPick={(value) => name !== undefined && enqueue({ kind: 'attribute', name, value })}
          parts={partsOf(rows, 'values', MOST_VALUES)}
        />
      )}
    </ChartCard>
  )
}
