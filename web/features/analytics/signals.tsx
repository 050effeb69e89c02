import { figuresOf } from '#domain/analytics/figures.ts'
import { hints } from '#domain/analytics/hints.ts'
import { Callout } from '#web/ui/callout.tsx'
import { moneyOf, number, plural } from '#web/ui/format.ts'
import { Numbers } from '#web/ui/numbers.tsx'
import { Card } from '#web/ui/page.tsx'
import { WithoutRate } from '#web/ui/without-rate.tsx'
import classes from './analytics.module.css'
import type { ChannelRows, Signal, Summary } from './use-figures.ts'

export const LowInventory = ({ signal }: { signal: Signal }) =>
  signal.isLow ? (
    <Callout tone="warning">
      <b>Low inventory: stock may not cover demand.</b> {plural(signal.availableQty, 'piece')} available,{' '}
      {number(Math.round(signal.demandQty))} asked for {paceOf(signal)}.
    </Callout>
  ) : null

const paceOf = ({ basis }: Signal) =>
  basis === 'last30d' ? 'in the last 30 days' : 'in an average month of the last year'

/** What is there, against what a month asks for. */
export const InventoryPanel = ({ signal }: { signal: Signal }) => (
  <Card title="Inventory against demand" padded={false}>
    <div className={classes.panel}>
      <Numbers label="Inventory against demand">
        <li title="Pieces that can be sold now.">
          <span>Available</span>
          <b>{number(signal.availableQty)}</b>
          <small>pieces now</small>
        </li>
        <li title={`Pieces sold ${paceOf(signal)}.`}>
          <span>Demand</span>
          <b>{number(Math.round(signal.demandQty))}</b>
          <small>{signal.basis === 'last30d' ? 'last 30 days' : 'monthly average'}</small>
        </li>
        <li title="Available divided by demand; below 1, stock is low.">
          <span>Coverage</span>
          <b>{signal.coverageRatio === null ? '–' : signal.coverageRatio.toFixed(2)}</b>
          <small>{coverageWords(signal)}</small>
        </li>
      </Numbers>
    </div>
  </Card>
)

const coverageWords = ({ coverageRatio, isLow }: Signal) =>
  coverageRatio === null ? 'nothing asked for' : `times the demand${isLow ? ', low' : ''}`

/** How much of the sales is kept, and the parts that the net is made of. */
export function Health({ sales, summary, of }: { sales: ChannelRows; summary: Summary; of: object }) {
  const { health, net } = figuresOf(sales)
  const sum = (part: 'totalAmount' | 'feeAmount' | 'taxAmount' | 'discountAmount' | 'refundedAmount') =>
    moneyOf(
      sales.reduce((all, row) => all + row[part], 0),
      summary.currency,
    )
  return (
    <div>
      <div className={classes.health} title={hints.Health}>
        <span className="muted">Health: Net / Sales</span>
        <div
          className={classes.meter}
          role="progressbar"
          aria-label="Health: Net / Sales"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.min(100, Math.max(0, health))}
          aria-valuetext={`${health}%`}
        >
          <i style={{ width: `${Math.min(100, Math.max(0, health))}%` }} />
        </div>
        <b>{health}%</b>
      </div>
      <p className="small subtle">
        {`Net ${moneyOf(net, summary.currency)} = sales ${sum('totalAmount')} − fees ${sum('feeAmount')} − tax ${sum('taxAmount')} − discount ${sum('discountAmount')} − orders refunded whole ${sum('refundedAmount')}.`}
      </p>
      <WithoutRate orders={summary.withoutRate} of={of} />
    </div>
  )
}
