import type { DayRange } from '#domain/analytics/presets.ts'
import { stockAge, stockCover, stockValue } from '#contract/analytics/stock-figures.ts'
import { listingHealth } from '#contract/analytics/listing-days.ts'
import { channelTelling, oversold } from '#contract/analytics/sold-figures.ts'
import { useRead } from '#web/api.ts'
import { type AnalyticsSearch, queryOf } from '../address.ts'
import { ListingHealthCard } from './listing-health-card.tsx'
import { OversoldCard } from './oversold-card.tsx'
import { StockAgeCard } from './stock-age-card.tsx'
import { StockCoverCard } from './stock-cover-card.tsx'
import { StockValueCard } from './stock-value-card.tsx'
import { TellingCard } from './telling-card.tsx'

const options = { keepPrevious: true }

/** What only the ledger of stock can say: what it is worth, what runs out, what lies. The page loads it when the rest stands. */
export function StockSection({ search, range, today }: { search: AnalyticsSearch; range: DayRange; today: string }) {
  const now = { startDate: today, endDate: today }
  const query = queryOf(search, range, search.only === undefined)
  const value = useRead(stockValue, { query }, options)
  const cover = useRead(stockCover, { query }, options)
  const age = useRead(stockAge, { query }, options)
  const short = useRead(oversold, { query }, options)
  const health = useRead(listingHealth, { query }, options)
  const telling = useRead(channelTelling, { query }, options)
  return (
    <section className="stack" aria-label="Stock">
      <StockValueCard value={value} />
      <StockCoverCard cover={cover} range={now} channels={search.channels} />
      <StockAgeCard age={age} range={now} />
      <OversoldCard query={short} range={range} />
      <TellingCard telling={telling} range={range} />
      <ListingHealthCard health={health} range={range} {...(search.channels && { channels: search.channels })} />
    </section>
  )
}
