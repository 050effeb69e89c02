import { profitFigures } from '#contract/analytics/profit.ts'
import { type DayRange, periodBefore } from '#domain/analytics/presets.ts'
import { change } from '#domain/analytics/figures.ts'
import { costKnownWords, marginWords } from '#domain/analytics/profit.ts'
import { useRead } from '#web/api.ts'
import { moneyOf } from '#web/ui/format.ts'
import { Link } from '#web/ui/link.tsx'
import { Trend } from './trend.tsx'

const params = { by: 'channel' } as const
const options = { keepPrevious: true }

/** What the range earned. Where no cost is known, there is no profit, and the card leads to where costs are entered. */
export function ProfitCard({ range }: { range: DayRange }) {
  const now = useRead(profitFigures, { params, query: range }, options)
  const before = useRead(profitFigures, { params, query: periodBefore(range) }, options)
  const { profit = null, margin = null, costKnown = null, quantity = 0 } = now.data?.total ?? {}
  const earlier = before.data?.total.profit ?? null
  // A share of a loss says nothing.
  const percent = profit !== null && earlier !== null && earlier > 0 ? change(profit, earlier) : undefined
  return (
    <li title="Net sales minus the cost of goods, where the cost is known.">
      <Link to="/analytics" search={{ ...range, tab: 'profit' }}>
        <span>Profit</span>
        <b>
          {profit === null || !now.data ? '–' : moneyOf(profit, now.data.currency)} <Trend percent={percent} />
        </b>
        <small>{wordsOf()}</small>
      </Link>
    </li>
  )

  function wordsOf(): string {
    if (now.isError && !now.data) return 'Couldn’t load profit'
    if (!now.data) return 'Loading…'
    if (quantity === 0 && profit === null) return 'Nothing sold'
    if (profit === null) return 'Not known: enter costs'
    const share = costKnown === 1 ? '' : `, cost known for ${costKnownWords(costKnown)}`
    return `Margin ${marginWords(margin)}${share}`
  }
}
