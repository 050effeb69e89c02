import { getSales } from '#contract/analytics/analytics.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { getClient } from '#contract/organizations/organizations.ts'
import { LOW_STOCK } from '#domain/stock/low.ts'
import { linkTo, type PageLink } from '../../addresses.ts'
import { useRead } from '../../api.ts'
import { money, number, plural } from '../format.ts'
import { channelOrder } from '../images/channel-mark.tsx'
import { Numbers } from '../tables/numbers.tsx'
import { Link } from '../link.tsx'
import { onDemand } from './on-demand.tsx'
import { Bar } from './skeleton.tsx'

/** Rarely needed on a page that opens often. */
const CountedAnew = onDemand(async () => (await import('./counted-anew.tsx')).CountedAnew)

type Sales = CallReply<typeof getSales>
interface Figure {
  label: string
  value: (sales: Sales) => string
  note: (sales: Sales) => string
  /** Without figures yet, the whole list. */
  link: (sales: Sales | undefined) => PageLink
}
const sum = (label: string, range: 'today' | 'week' | 'month'): Figure => ({
  label,
  value: (sales) => money(sales[range].amount),
  note: (sales) => plural(sales[range].orders, 'order'),
  link: (sales) =>
    linkTo({ to: '/orders', search: sales ? { startDate: sales[range].from, sold: true, rate: 'known' } : {} }),
})
const figures: readonly Figure[] = [
  sum('Sales today', 'today'),
  sum('Last 7 days', 'week'),
  // How many orders these were stands below, on every page that has these figures.
  {
    ...sum('Last 30 days', 'month'),
    note: ({ month: { amount, orders } }) => `${money(orders && amount / orders)} per order`,
  },
  {
    label: 'Orders to ship',
    value: (sales) => number(sales.toShip),
    note: () => 'Paid, not shipped',
    link: () => linkTo({ to: '/orders', search: { tab: 'readyToShip', anyTime: true } }),
  },
  {
    label: 'Low stock',
    value: (sales) => number(sales.lowStock),
    note: () => `Live, ${LOW_STOCK} or fewer left`,
    link: () => linkTo({ to: '/inventory', search: { maxQuantity: LOW_STOCK, listedOn: [...channelOrder] } }),
  },
]

/** What came in and what waits, each figure with the list of exactly what it counts. Cancelled orders and those without exchange rate count nowhere; days are the organization's, as in that list. */
export function SalesFigures() {
  const read = useRead(getSales)
  const sales = read.data
  const { data: client } = useRead(getClient, { query: {} })
  return (
    <>
      {(client?.figuresIn || client?.ratesWait) && <CountedAnew client={client} />}
      <Numbers label="Sales">
        {figures.map(({ label, value, note, link }, at) => (
          <li key={label}>
            {!sales && read.isError ? (
              // As high as the figure would be.
              <>
                <span>{label}</span>
                <b>–</b>
                {at === 0 && (
                  <small role="alert">
                    Couldn’t load.{' '}
                    <button type="button" className="link" onClick={() => void read.refetch()}>
                      Try again
                    </button>
                  </small>
                )}
              </>
            ) : (
              <Link {...link(sales)}>
                <span>{label}</span>
                <b>{sales ? value(sales) : <Bar width={64} height={20} />}</b>
                <small>{sales ? note(sales) : '\u00A0'}</small>
              </Link>
            )}
          </li>
        ))}
      </Numbers>
    </>
  )
}
