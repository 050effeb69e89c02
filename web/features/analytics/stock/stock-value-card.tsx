import type { UseQueryResult } from '@tanstack/react-query'
import type { CallReply } from '#contract/endpoint.ts'
import type { stockValue } from '#contract/analytics/stock-figures.ts'
import { change } from '#domain/analytics/figures.ts'
import { hints } from '#domain/analytics/hints.ts'
import { movementReasons } from '#domain/words/movements.ts'
import { csvName, saveCsv } from '#web/ui/charts/csv-file.ts'
import { date, moneyOf, number, plural } from '#web/ui/format.ts'
import { Numbers } from '#web/ui/tables/numbers.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { Bar } from '#web/ui/layout/skeleton.tsx'
import classes from '../analytics.module.css'
import { ExportCsv } from './export-csv.tsx'
import { Failed } from './failed.tsx'

type Value = CallReply<typeof stockValue>
/** Of a day before the ledger began nothing is known: not that the stock was worth nothing. */
const isKnown = ({ ledgerBegan, startDate, endDate }: Value) => ({
  before: ledgerBegan !== null && startDate > ledgerBegan,
  end: ledgerBegan !== null && endDate >= ledgerBegan,
})
const signed = (shown: string, value: number) => (value > 0 ? `+${shown}` : shown)

/** What the stock is worth at the end of the range, what it was worth before, and what made the difference. */
export function StockValueCard({ value }: { value: UseQueryResult<Value> }) {
  const { data } = value
  return (
    <Card
      title="Stock value"
      padded={false}
      actions={<ExportCsv title="Stock value" disabled={!data} save={() => data && saveCsv(...fileOf(data))} />}
    >
      {data ? (
        <Worth value={data} />
      ) : value.isError ? (
        <Failed read={value} />
      ) : (
        <div className={classes.waiting} role="status" aria-label="Stock value, loading">
          <Bar height={72} />
        </div>
      )}
    </Card>
  )
}

const reasonOf = (reason: string) => movementReasons[reason] ?? reason

/** From the stock that was, by what moved, to the stock that is: the last row is the sum of those before. */
function fileOf(value: Value) {
  const { startDate, endDate, currency, before, changes, pieces, cost, retail } = value
  const known = isKnown(value)
  return [
    csvName('Stock value', { startDate, endDate }),
    ['Day', 'What', 'Units', `At cost (${currency})`, `At price (${currency})`],
    [
      [startDate, 'Opening stock', ...(known.before ? [before.pieces, before.cost] : ['', '']), ''],
      ...changes.map((change) => ['', reasonOf(change.reason), change.pieces, change.cost, '']),
      [endDate, 'Closing stock', ...(known.end ? [pieces, cost, retail] : ['', '', ''])],
    ],
  ] satisfies Parameters<typeof saveCsv>
}

function Worth({ value }: { value: Value }) {
  const money = (amount: number) => moneyOf(amount, value.currency)
  const known = isKnown(value)
  const by = value.cost - value.before.cost
  const percent = change(value.cost, value.before.cost)
  const start = date(`${value.startDate}T12:00:00`)
  return (
    <>
      <div className={classes.panel}>
        <Numbers label="Stock value">
          <li title={hints['Stock value']}>
            <span>At cost</span>
            <b>{known.end ? money(value.cost) : 'Not known'}</b>
            <small>{known.end ? `${plural(value.pieces, 'unit')} on hand` : 'before the first stock record'}</small>
          </li>
          <li title={hints.Change}>
            <span>Change</span>
            <b>{known.before ? signed(money(by), by) : 'Not known'}</b>
            <small>
              {known.before && percent !== undefined && `${signed(String(percent).replace('-', '−'), percent)}%, `}
              {known.before ? money(value.before.cost) : 'not known'} at the start of {start}
            </small>
          </li>
          <li title={hints['At price']}>
            <span>At price</span>
            <b>{known.end ? money(value.retail) : 'Not known'}</b>
            <small>if everything sells</small>
          </li>
        </Numbers>
      </div>
      {(value.changes.length > 0 || value.withoutCost > 0) && (
        <p className={`small subtle ${classes.told}`}>
          {value.changes.length > 0 &&
            `By reason: ${value.changes
              .map(
                ({ reason, pieces, cost }) =>
                  `${reasonOf(reason).toLowerCase()} ${signed(number(pieces), pieces)} (${signed(money(cost), cost)})`,
              )
              .join(', ')}. `}
          {value.withoutCost > 0 &&
            `${plural(value.withoutCost, 'SKU')} in stock ${value.withoutCost === 1 ? 'has' : 'have'} no cost and ${value.withoutCost === 1 ? 'counts' : 'count'} as 0.`}
        </p>
      )}
    </>
  )
}
