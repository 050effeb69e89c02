import { useState } from 'react'
import type { CallInput } from '#contract/endpoint.ts'
import { tryOrderRule } from '#contract/orders/rules.ts'
import { countries } from '#domain/orders/countries.ts'
import { orderName } from '#domain/orders/name.ts'
import { toOrder } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { date, moneyOf, number, plural } from '#web/ui/format.ts'
import { ChannelMark } from '#web/ui/images/channel-mark.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Pager } from '#web/ui/tables/pager.tsx'
import classes from './rules.module.css'

export type Asked = NonNullable<CallInput<typeof tryOrderRule>['body']>
const limit = 10

/** Tries a rule on past orders while it is asked for. */
export function useTried(query: Asked | undefined) {
  const [offset, setOffset] = useState(0)
  const tried = useRead(
    tryOrderRule,
    { query: { offset, limit }, body: query ?? { conditions: [], actions: none } },
    { enabled: query !== undefined, keepPrevious: true },
  )
  return { tried, offset, setOffset }
}
const none = { addTags: [], service: '', assigneeId: null, hold: false }

/** Which past orders a rule would have matched, and what it would change of each. */
export function Tried({ tried, offset, setOffset }: ReturnType<typeof useTried>) {
  const result = tried.data
  // What is wrong with a field is told there.
  if (tried.isError)
    return Object.keys(tried.error.fields).length > 0 ? null : (
      <ErrorState error={tried.error} retry={() => void tried.refetch()} />
    )
  if (!result)
    return (
      <p className="muted" role="status">
        Testing on past orders…
      </p>
    )
  return (
    <section aria-label="Past orders" className={classes.tried} aria-busy={tried.isPlaceholderData}>
      <p role="status">
        <b>
          {result.looked === 0
            ? 'No orders yet to test it on.'
            : `${number(result.items)} of the last ${plural(result.looked, 'order')} ${result.items === 1 ? 'matches' : 'match'}.`}
        </b>{' '}
        Testing doesn’t change orders.
      </p>
      <ul aria-label="Orders that match">
        {result.data.map((order) => (
          <li key={order.id}>
            <ChannelMark channel={order.channel} />
            <Link {...toOrder(order.id)} target="_blank" className="mono link">
              {orderName(order)}
            </Link>
            <span className="small subtle">
              {[
                date(order.orderDate),
                order.customer,
                countries().get(order.country) ?? order.country,
                moneyOf(order.totalAmount, order.currency),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <span className={classes.change}>
              {order.changes.join(' · ') || <span className="subtle">No change needed</span>}
            </span>
          </li>
        ))}
      </ul>
      {result.items > limit && (
        <Pager label="Orders: pagination" offset={offset} limit={limit} items={result.items} onChange={setOffset} />
      )}
    </section>
  )
}
