import type { Address } from '#contract/orders/orders.ts'
import { addressLines, cityLine } from '#domain/orders/address.ts'
import classes from './orders.module.css'

/** Whether two addresses put the same lines on a parcel; none is like no other. */
export const sameAddress = (a: Address, b: Address): boolean =>
  addressLines(a).length > 0 && addressLines(a).join('\n') === addressLines(b).join('\n')

/** Where a map shows the address; '' when there is nothing to show. */
export function mapUrl({ line1, line2, country, ...rest }: Address): string {
  const place = [line1, line2, cityLine(rest), country].filter(Boolean).join(', ')
  return place ? `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}` : ''
}

export function AddressLines({ address }: { address: Address }) {
  const lines = addressLines(address)
  if (!lines.length) return <p className="subtle">No address</p>
  return (
    <address className={classes.lines}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  )
}
