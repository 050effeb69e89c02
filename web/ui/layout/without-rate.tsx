import type { SearchOf } from '../../addresses.ts'
import { useMay } from '../../may.tsx'
import { plural } from '../format.ts'
import { Link } from '../link.tsx'

/**
 * Orders that the figures beside leave out, as no exchange rate tells what they come to; by currency, with the list of them and where to add a rate.
 * @param of which orders the figures count, in the words of the list's address
 */
export function WithoutRate({
  orders,
  of,
}: {
  orders: readonly { currency: string; orders: number }[]
  of: SearchOf<'/orders'>
}) {
  const mayAdd = useMay('organization:write')
  return orders.map(({ currency, orders: n }) => {
    const words = `${plural(n, 'order')} in ${currency}`
    return (
      <p key={currency} className="small subtle">
        <Link to="/orders" search={{ ...of, sold: true, rate: 'missing', currency }}>
          {words}
        </Link>{' '}
        {n === 1 ? 'has' : 'have'} no exchange rate and {n === 1 ? 'is' : 'are'} left out of these figures
        {mayAdd ? ': ' : '.'}
        {mayAdd && (
          <Link to="/admin/rates" search={{ currency }}>
            add one
          </Link>
        )}
        {mayAdd && '.'}
      </p>
    )
  })
}
