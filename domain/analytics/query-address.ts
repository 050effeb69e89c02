import type { ReportFilter } from '#contract/reports.ts'
import type { DayRange } from './presets.ts'

/** The analytics page that shows a query: its address without the installation's own, as the page itself writes it (ANA-036..042). */
export function queryAddress(filter: ReportFilter, { startDate, endDate }: DayRange): string {
  const { channels, templateNames, skus, attributes, only } = filter
  const list = (name: string, values: readonly string[]) =>
    values.length > 0 ? [`${name}=${values.map(encodeURIComponent).join('+')}`] : []
  const parts = [
    `startDate=${startDate}`,
    `endDate=${endDate}`,
    ...list('channels', channels),
    ...list('templates', templateNames),
    ...list('skus', skus),
    ...(attributes.length > 0 ? [`attributes=${encodeURIComponent(JSON.stringify(attributes))}`] : []),
    ...(only ? [`only=${only}`] : []),
  ]
  return `/analytics?${parts.join('&')}`
}

/** What a query is narrowed by, a line each. @param channelName how a channel is called */
export function filterLines(filter: ReportFilter, channelName: (channel: string) => string): string[] {
  const { channels, templateNames, skus, attributes, only } = filter
  const line = (name: string, values: readonly string[]) => (values.length > 0 ? [`${name}: ${values.join(', ')}`] : [])
  const products = [
    ...line('Templates', templateNames),
    ...line('SKUs', skus),
    ...attributes.flatMap(({ name, values, action }) => line(action === 'in' ? name : `${name} (not)`, values)),
  ]
  return [
    ...line('Channels', channels.map(channelName)),
    ...products,
    ...(only && products.length > 0 ? ['Product filters apply to Sales by SKU only.'] : []),
  ]
}
