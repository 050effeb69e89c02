import { count, day, list, oneOf, type RawSearch, text } from '#web/search.ts'
import type { AnalyticsSearch } from './address.ts'

/** What an address asks the page. */
export const readSearch = (s: RawSearch): AnalyticsSearch => ({
  startDate: day(s.startDate),
  endDate: day(s.endDate),
  channels: list(s.channels),
  templates: list(s.templates),
  skus: list(s.skus),
  attributes: text(s.attributes),
  only: oneOf(s.only, ['skus']),
  tab: oneOf(s.tab, ['profit']),
  organization: count(s.organization, 1),
})
