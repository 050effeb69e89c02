import { REPORT_HOUR } from '#domain/analytics/report-days.ts'
import type { ReportFilter, ReportRhythm } from '#contract/reports.ts'
import { filterLines } from '#domain/analytics/query-address.ts'
import { channelName } from '#web/ui/charts/channels.ts'
import { date } from '#web/ui/format.ts'
import { attributesOf } from '#domain/analytics/attributes.ts'
import type { AnalyticsSearch } from '../address.ts'

/** What a report of this query counts. */
export const filterOf = (search: AnalyticsSearch): ReportFilter => ({
  channels: search.channels ?? [],
  templateNames: search.templates ?? [],
  skus: search.skus ?? [],
  attributes: attributesOf(search).map((row) => ({ action: 'in', ...row })),
  ...(search.only && { only: search.only }),
})

/** The page's address for these days; what is not narrowed stands nowhere. */
export function searchOf(
  { channels, templateNames, skus, attributes, only }: ReportFilter,
  days: { firstDay: string; lastDay: string },
): AnalyticsSearch {
  const some = (list: string[]) => (list.length > 0 ? list : undefined)
  return {
    startDate: days.firstDay,
    endDate: days.lastDay,
    channels: some(channels),
    templates: some(templateNames),
    skus: some(skus),
    attributes: attributes.length > 0 ? JSON.stringify(attributes) : undefined,
    only,
  }
}

export const rhythms: Record<ReportRhythm, { label: string; when: string; what: string }> = {
  week: { label: 'Every week', when: `Mondays at ${REPORT_HOUR}:00`, what: 'the week before, Monday to Sunday' },
  month: { label: 'Every month', when: `the 1st at ${REPORT_HOUR}:00`, what: 'the month before' },
}

export const narrowedBy = (filter: ReportFilter) => filterLines(filter, channelName).join(' · ') || 'Everything'

export const dayOf = (day: string) => date(`${day}T12:00:00`)
