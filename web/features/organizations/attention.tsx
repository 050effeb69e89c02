import { Link } from '@tanstack/react-router'
import { plural } from '#web/ui/format.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { Start } from './dashboard-page.tsx'
import classes from './dashboard.module.css'

/** What waits for the seller, by cause, each with its way there; nothing when nothing does. */
export function Attention({ start }: { start: Start }) {
  const causes = [
    {
      n: start.failedListings,
      tone: 'danger',
      to: '/listings',
      verb: 'Review',
      title: `${plural(start.failedListings, 'listing')} refused or failed`,
      words: 'The channel said why; it stands beside each listing.',
    },
    {
      n: start.oversoldOrders,
      tone: 'warning',
      to: '/orders',
      verb: 'Open',
      title: `${plural(start.oversoldOrders, 'order')} oversold`,
      words: 'Sold on a channel when the last piece was already gone.',
    },
  ].filter(({ n }) => n > 0)
  if (!causes.length) return null
  return (
    <section className={classes.attention} aria-label="Needs you">
      {causes.map(({ n, tone, to, verb, title, words }) => (
        <Link key={to} to={to as string}>
          <span className={classes.badge} data-tone={tone} aria-hidden="true">
            {n}
          </span>
          <span className="grow">
            <b>{title}</b>
            <small>{words}</small>
          </span>
          <span className={classes.verb}>
            {verb}
            <Icon name="chevron-right" size="s" />
          </span>
        </Link>
      ))}
    </section>
  )
}
