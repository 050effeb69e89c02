import { completionOf } from '#domain/analytics/figures.ts'
import { hints } from '#domain/analytics/hints.ts'
import type { SearchOf } from '#web/addresses.ts'
import { number } from '#web/ui/format.ts'
import { channelOrder } from '#web/ui/images/channel-mark.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { Link, LinkButton } from '#web/ui/link.tsx'
import classes from './dashboard-content.module.css'
import type { Overview } from './use-dashboard.ts'

const counts: readonly {
  name: 'Total' | 'Listed' | 'Unlisted' | 'Sold'
  of: keyof Overview
  search: SearchOf<'/inventory'>
}[] = [
  { name: 'Total', of: 'count', search: {} },
  { name: 'Listed', of: 'listed', search: { listedOn: [...channelOrder] } },
  { name: 'Unlisted', of: 'unlisted', search: { notListedOn: [...channelOrder] } },
  { name: 'Sold', of: 'sold', search: { minSold: 1 } },
]

/** How many products there are and how far they are listed; each count leads to the products that it counts. */
export function ProductsOverview({ overview }: { overview: Overview }) {
  const percent = completionOf(overview)
  return (
    <Card
      title="Products Overview"
      actions={
        <LinkButton to="/products" variant="subtle" size="xs">
          View all
        </LinkButton>
      }
    >
      <ul className={classes.counts} aria-label="Products">
        {counts.map(({ name, of, search }) => (
          <li key={name} title={hints[name]}>
            <Link to="/inventory" search={search}>
              <span>{name}</span>
              <b>{number(overview[of])}</b>
            </Link>
          </li>
        ))}
      </ul>
      <p className={classes.completion} title={hints['Listing completion']}>
        <span className="muted">Listing completion</span>
        <b>{percent}%</b>
      </p>
      <div
        className={classes.meter}
        role="progressbar"
        aria-label="Listing completion"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <i style={{ width: `${percent}%` }} />
      </div>
    </Card>
  )
}
