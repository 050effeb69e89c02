import { change, figuresOf } from '#domain/analytics/figures.ts'
import { hints } from '#domain/analytics/hints.ts'
import type { SearchOf } from '#web/addresses.ts'
import { moneyOf, number } from '#web/ui/format.ts'
import { Link } from '#web/ui/link.tsx'
import { Numbers } from '#web/ui/tables/numbers.tsx'
import classes from './analytics.module.css'
import type { ChannelRows, Summary } from './use-figures.ts'

interface Period {
  sales: ChannelRows
  summary: Summary
}
interface Card {
  name: keyof typeof hints
  value: (of: Period) => number | null
  shown: (value: number) => string
  /** It counts orders, and leads to them. */
  leads?: true
  /** What rises is worse. */
  fewerIsBetter?: true
}

const decimals = (value: number, places: number) => value.toFixed(places).replace('-', '−')

const cards = (currency: string): readonly Card[] => {
  const money = (value: number) => moneyOf(value, currency)
  return [
    { name: 'Total Sales', value: (of) => figuresOf(of.sales).sales, shown: money, leads: true },
    { name: 'Net', value: (of) => figuresOf(of.sales).net, shown: money, leads: true },
    { name: 'Avg. Order Value', value: (of) => figuresOf(of.sales).average, shown: money },
    { name: 'Median Order', value: (of) => of.summary.medianOrderTotal, shown: money },
    { name: 'Orders', value: (of) => figuresOf(of.sales).orders, shown: number, leads: true },
    { name: 'Items Sold', value: (of) => figuresOf(of.sales).items, shown: number, leads: true },
    { name: 'Items / Order', value: (of) => figuresOf(of.sales).perOrder, shown: (value) => decimals(value, 2) },
    {
      name: 'Median Sell-Through',
      // Products that were created as they sold tell nothing.
      value: (of) => of.summary.medianSellThroughDays || null,
      shown: (value) => `${decimals(value, 1)} days`,
      fewerIsBetter: true,
    },
  ]
}

/**
 * Each figure of the range, beside the same of as many days before, where the calendar has them.
 * @param of which orders are counted, in the words of their list's address
 */
export function Kpis({ now, before, of }: { now: Period; before: Period | undefined; of: SearchOf<'/orders'> }) {
  return (
    <div className={classes.kpis}>
      <Numbers label="Key figures">
        {cards(now.summary.currency).map((card) => (
          <Kpi key={card.name} {...card} now={card.value(now)} before={before ? card.value(before) : null} of={of} />
        ))}
      </Numbers>
    </div>
  )
}

function Kpi({
  name,
  now,
  before,
  shown,
  leads,
  fewerIsBetter,
  of,
}: Pick<Card, 'name' | 'shown' | 'leads' | 'fewerIsBetter'> & {
  now: number | null
  before: number | null
  of: SearchOf<'/orders'>
}) {
  const percent = now === null || before === null ? undefined : change(now, before)
  const way = percent === undefined || percent === 0 ? '' : percent > 0 ? '↑ ' : '↓ '
  const tiles = (
    <>
      <span>{name}</span>
      <b>{now === null ? '–' : shown(now)}</b>
      <small>
        {percent !== undefined && (
          <span
            className={classes.change}
            data-good={percent === 0 ? undefined : percent > 0 !== (fewerIsBetter ?? false)}
          >
            {way}
            <span className="sr-only">{percent < 0 ? 'down ' : percent > 0 ? 'up ' : ''}</span>
            {Math.abs(percent)}%{' '}
          </span>
        )}
        {percent === undefined && now !== null && before !== null && before !== 0 && (
          <span title="The previous period is too small to compare">– </span>
        )}
        {before === null ? 'no data for previous period' : `${shown(before)} previously`}
      </small>
    </>
  )
  return (
    <li title={hints[name]}>
      {leads ? (
        <Link to="/orders" search={{ ...of, rate: 'known' }}>
          {tiles}
        </Link>
      ) : (
        tiles
      )}
    </li>
  )
}
