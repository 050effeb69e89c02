import { change } from '#domain/analytics/figures.ts'
import { costKnownWords, feesWords, isComparable, marginWords } from '#domain/analytics/profit.ts'
import { moneyOf } from '#web/ui/format.ts'
import { Numbers } from '#web/ui/tables/numbers.tsx'
import classes from '../analytics.module.css'
import type { ProfitFigures } from './profit-table.tsx'

type Total = ProfitFigures['total']
interface Figure {
  name: string
  hint: string
  /** Null where it is not known. */
  value: (of: Total) => number | null
  shown: (value: number) => string
  /** A share is told in percentage points. */
  isShare?: true
  needs: { costs: boolean; fees: boolean }
  fewerIsBetter?: true
}

const figures = (money: (value: number) => string): readonly Figure[] => [
  {
    name: 'Net',
    hint: 'Sales minus fees, tax, discounts and refunds.',
    value: ({ net }) => net,
    shown: money,
    needs: { costs: false, fees: true },
  },
  {
    name: 'Cost of goods',
    hint: 'What the sold units cost when they sold.',
    value: ({ profit, cost }) => (profit === null ? null : cost),
    shown: money,
    needs: { costs: true, fees: false },
    fewerIsBetter: true,
  },
  {
    name: 'Profit',
    hint: 'Net minus cost of goods, for units whose cost is known.',
    value: ({ profit }) => profit,
    shown: money,
    needs: { costs: true, fees: true },
  },
  {
    name: 'Margin',
    hint: 'Profit as a share of net, for units whose cost is known.',
    value: ({ margin }) => margin,
    shown: marginWords,
    isShare: true,
    needs: { costs: true, fees: true },
  },
  {
    name: 'Cost known',
    hint: 'The share of net sales whose cost is known.',
    value: ({ costKnown }) => costKnown,
    shown: costKnownWords,
    isShare: true,
    needs: { costs: false, fees: false },
  },
]

interface Props {
  now: Total
  /** The same of as many days before; undefined where there are none, or they could not be read. */
  before: Total | undefined
  /** Whether the days before could not be read. */
  isUnread: boolean
  currency: string
}

/** What was earned in all, beside the same of as many days before. What is not known stays unknown on both sides. */
export const KeyFigures = ({ now, before, isUnread, currency }: Props) => (
  <Numbers label="Profit figures">
    {figures((value) => moneyOf(value, currency)).map((figure) => {
      const value = figure.value(now)
      return (
        <li key={figure.name} title={figure.hint}>
          <span>{figure.name}</span>
          <b>{value === null ? (figure.isShare ? '–' : 'Not known') : figure.shown(value)}</b>
          <small>
            {before && <Change figure={figure} now={now} before={before} />}
            {isUnread ? 'previous period not loaded' : beforeWords(figure, before)}
          </small>
        </li>
      )
    })}
  </Numbers>
)

/** How much it rose or fell, where both periods are known alike. */
function Change({ figure, now, before }: { figure: Figure; now: Total; before: Total }) {
  const [value, then] = [figure.value(now), figure.value(before)]
  if (value === null || then === null || !isComparable(now, before, figure.needs)) return null
  const by = figure.isShare ? Math.round((value - then) * 1000) / 10 : change(value, then)
  if (by === undefined) return null
  const [way, direction] = by > 0 ? ['↑ ', 'up '] : by < 0 ? ['↓ ', 'down '] : ['', '']
  const isGood = by === 0 || figure.fewerIsBetter ? undefined : by > 0
  return (
    <span className={classes.change} data-good={isGood}>
      {way}
      <span className="sr-only">{direction}</span>
      {Math.abs(by)}
      {figure.isShare ? ' points ' : '% '}
    </span>
  )
}

function beforeWords(figure: Figure, before: Total | undefined): string {
  if (!before || (before.quantity === 0 && before.net === 0)) return 'no data for previous period'
  const value = figure.value(before)
  if (value === null) return 'not known previously'
  const { costs, fees } = figure.needs
  const limits = [
    costs && before.costKnown !== null && before.costKnown < 1 ? `cost known: ${costKnownWords(before.costKnown)}` : '',
    fees ? feesWords(before) : '',
  ].filter(Boolean)
  return [`${figure.shown(value)} previously`, ...limits].join(', ')
}
