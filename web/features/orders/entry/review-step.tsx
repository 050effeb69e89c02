import { filledParts } from '#domain/orders/entry/manual.ts'
import { rowTotal } from '#domain/orders/intake/totals.ts'
import { Facts } from '#web/ui/tables/facts.tsx'
import { date, money, number } from '#web/ui/format.ts'
import { Card, TwoColumns } from '#web/ui/layout/page.tsx'
import { AddressLines } from '../page/address.tsx'
import { amountsOf, type Draft, totalsOf } from './draft.ts'
import classes from './new-order.module.css'

/** Everything once more before it is created (ORD-226..ORD-237). */
export const ReviewStep = ({ draft }: { draft: Draft }) => (
  <TwoColumns
    main={
      <>
        <Card title="Items">
          <ul className={classes.items} aria-label="Items">
            {draft.items.map((item) => (
              <li key={item.key}>
                <span>
                  {item.title} <span className="mono muted">{item.sku}</span>
                </span>
                <span className="tabular nowrap">
                  {number(item.quantity)} × {money(item.price ?? 0)}
                </span>
                <span className="tabular name">{money(rowTotal(amountsOf(item)) / 100)}</span>
              </li>
            ))}
          </ul>
        </Card>
        <Card title="Addresses">
          <div className={classes.form}>
            <section>
              <h3>Shipping Address</h3>
              <AddressLines address={filledParts(draft.shipping)} />
            </section>
            <section>
              <h3>Billing Address</h3>
              {draft.sameBilling ? (
                <span className="muted">Same as shipping</span>
              ) : (
                <AddressLines address={filledParts(draft.billing)} />
              )}
            </section>
          </div>
        </Card>
        <Details draft={draft} />
      </>
    }
    aside={<Summary draft={draft} />}
  />
)

const Details = ({ draft }: { draft: Draft }) => (
  <Card title="Details">
    <Facts>
      {facts(draft).map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd className={classes.notes}>{value || '–'}</dd>
        </div>
      ))}
    </Facts>
  </Card>
)

const facts = (draft: Draft) =>
  [
    ['Source', draft.source],
    ['External Order ID', draft.externalOrderId || 'Generated when the order is created'],
    ['Customer', [draft.name, draft.email, draft.phone].filter(Boolean).join(', ')],
    [
      'Shipping',
      [draft.shippingStatus, draft.shippingMethod, draft.readyToShip && 'Ready to Ship'].filter(Boolean).join(', '),
    ],
    ['Ship Date', day(draft.shippingDate)],
    ['Tracking #', draft.trackingNumber],
    ['Payment', [draft.paymentStatus, draft.paymentMethod].filter(Boolean).join(', ')],
    ['Amount', paidOf(draft)],
    ['Payment Date', day(draft.paymentDate)],
    ['Order Notes', draft.notes],
  ] as const

/** What the server takes for the amount where it was left blank. */
function paidOf(draft: Draft): string {
  if (draft.paymentAmount !== null) return money(draft.paymentAmount)
  return draft.paymentStatus === 'Paid' ? money(totalsOf(draft).total / 100) : ''
}

const day = (text: string) => (text ? date(`${text}T12:00:00`) : '')

/** What the order comes to (ORD-229..ORD-237). */
export function Summary({ draft }: { draft: Draft }) {
  const totals = totalsOf(draft)
  const rows = [
    ['Items Total', totals.itemsTotal],
    ['Tax', totals.tax],
    ['Shipping', totals.shipping],
    ['Fees', totals.fees],
    ['Discount', -totals.discount],
    ['Total', totals.total],
    ['Net', totals.net],
  ] as const
  return (
    <section aria-label="Order Summary">
      <Card title="Order Summary">
        <dl className={classes.summary}>
          {rows.map(([name, cents]) => (
            <div key={name} data-sum={name === 'Total' || undefined}>
              <dt>{name}</dt>
              <dd>{money(cents / 100)}</dd>
            </div>
          ))}
          <div>
            <dt>Items</dt>
            <dd>{number(totals.quantity)}</dd>
          </div>
        </dl>
      </Card>
    </section>
  )
}
