import { listTemplates } from '#contract/templates.ts'
import { attributesOf } from '#domain/analytics/attributes.ts'
import { DEMAND_DAYS, figuresOf, YEAR_DAYS } from '#domain/analytics/figures.ts'
import { hints } from '#domain/analytics/hints.ts'
import { lastDays } from '#domain/analytics/presets.ts'
import { linkTo, type PageLink, type SearchOf } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { moneyOf, number, plural } from '#web/ui/format.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { WithoutRate } from '#web/ui/layout/without-rate.tsx'
import { Link } from '#web/ui/link.tsx'
import { Numbers } from '#web/ui/tables/numbers.tsx'
import { type AnalyticsSearch, attributesText, ordersOf } from './address.ts'
import classes from './analytics.module.css'
import type { ChannelRows, Signal, Summary } from './use-figures.ts'

export const LowInventory = ({ signal }: { signal: Signal }) =>
  signal.isLow ? (
    <Callout tone="warning">
      <b>Low inventory: stock may not cover demand.</b> {plural(signal.availableQty, 'unit')} available,{' '}
      {number(Math.round(signal.demandQty))} sold {paceOf(signal)}.
    </Callout>
  ) : null

const paceOf = ({ basis }: Signal) =>
  basis === 'last30d' ? 'in the last 30 days' : 'in an average month of the last year'

/**
 * The products whose pieces are told, in the words of the inventory's address; undefined where it knows none of the templates.
 * @param templates all there are, where the query names some
 */
function productsOf(search: AnalyticsSearch, templates: readonly { id: number; name: string }[] | undefined) {
  if (search.only) return {}
  const templateIds = templates?.filter(({ name }) => search.templates?.includes(name)).map(({ id }) => id)
  if (search.templates && !templateIds?.length) return undefined
  const attributes = attributesOf(search)
  return {
    templateIds: search.templates && templateIds,
    skus: search.skus,
    attributes: attributesText(attributes),
    matchAllAttributes: attributes.length > 1 || undefined,
  }
}

/** What is there, against what a month asks for; each figure leads to what it counts. */
export function InventoryPanel({ signal, search, today }: { signal: Signal; search: AnalyticsSearch; today: string }) {
  const templates = useRead(listTemplates, undefined, { enabled: search.templates !== undefined })
  const products = productsOf(search, templates.data)
  const sold = ordersOf(search, lastDays(signal.basis === 'last30d' ? DEMAND_DAYS : YEAR_DAYS, today))
  return (
    <Card title="Inventory against demand" padded={false}>
      <div className={classes.panel}>
        <Numbers label="Inventory against demand">
          <Figure
            hint="Available stock. Opens products in stock."
            name="Available"
            value={number(signal.availableQty)}
            words="units"
            link={products && linkTo({ to: '/inventory', search: { ...products, minQuantity: 1 } })}
          />
          <Figure
            hint={`Units sold ${paceOf(signal)}. Opens these orders.`}
            name="Demand"
            value={number(Math.round(signal.demandQty))}
            words={signal.basis === 'last30d' ? 'last 30 days' : 'monthly average'}
            link={linkTo({ to: '/orders', search: { ...sold, rate: 'known' } })}
          />
          <Figure
            hint="Available stock divided by demand. Below 1 means stock is low. Opens sold products, lowest stock first."
            name="Coverage"
            value={signal.coverageRatio === null ? '–' : signal.coverageRatio.toFixed(2)}
            words={coverageWords(signal)}
            link={
              products &&
              linkTo({ to: '/inventory', search: { ...products, minSold: 1, sortBy: 'Quantity', orderBy: 'asc' } })
            }
          />
        </Numbers>
      </div>
    </Card>
  )
}

function Figure(o: { hint: string; name: string; value: string; words: string; link: PageLink | undefined }) {
  const cards = (
    <>
      <span>{o.name}</span>
      <b>{o.value}</b>
      <small>{o.words}</small>
    </>
  )
  return <li title={o.hint}>{o.link ? <Link {...o.link}>{cards}</Link> : cards}</li>
}

const coverageWords = ({ coverageRatio, isLow }: Signal) =>
  coverageRatio === null ? 'no sales' : `times the demand${isLow ? ', low' : ''}`

/** How much of the sales is kept, and the parts that the net is made of. */
export function Health({ sales, summary, of }: { sales: ChannelRows; summary: Summary; of: SearchOf<'/orders'> }) {
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
          aria-valuetext={`${number(health)}%`}
        >
          <i style={{ width: `${Math.min(100, Math.max(0, health))}%` }} />
        </div>
        <b>{number(health)}%</b>
      </div>
      <p className="small subtle">
        {`Net ${moneyOf(net, summary.currency)} = sales ${sum('totalAmount')} − fees ${sum('feeAmount')} − tax ${sum('taxAmount')} − discount ${sum('discountAmount')} − fully refunded orders ${sum('refundedAmount')}.`}
      </p>
      <WithoutRate orders={summary.withoutRate} of={of} />
    </div>
  )
}
