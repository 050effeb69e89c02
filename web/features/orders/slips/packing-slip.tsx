import type { SlipSettings } from '#contract/orders/slips.ts'
import { orderName } from '#domain/orders/name.ts'
import { date, number, plural } from '#web/ui/format.ts'
import { addressLines } from '#domain/orders/address.ts'
import { returnLines } from '#domain/orders/slips/sheets.ts'
import { toSend } from '#domain/orders/intake/pieces.ts'
import type { Order } from '../order.ts'
import { Barcode } from './barcode.tsx'
import classes from './paper.module.css'

/** What lies in a parcel: one page for each order, without prices, as it may be a gift (ORD-046). */
export function PackingSlip({ order, sender, look }: { order: Order; sender: string; look: SlipSettings | undefined }) {
  const lines = addressLines(order.shippingDetails.shippingAddress)
  const items = order.items.flatMap((item) => {
    const pieces = toSend(order, item)
    return pieces > 0 ? [{ ...item, pieces }] : []
  })
  return (
    <article className={classes.sheet} aria-label={`Packing slip of ${orderName(order)}`}>
      <header className={classes.head}>
        <h2>Packing Slip</h2>
        <div>
          {look?.logo && <img className={classes.logo} src={look.logo} alt="" />}
          <p>{sender}</p>
          {returnLines(look?.returnAddress ?? '').map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      </header>
      <div className={classes.facts}>
        <div>
          <h3>Ship To</h3>
          {lines.length > 0 ? (
            <address>
              {lines.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
          ) : (
            <p>{order.customer.name || 'No address'}</p>
          )}
        </div>
        <div>
          <h3>Order</h3>
          <p className="mono">{orderName(order)}</p>
          <Barcode code={orderName(order)} />
          <p>{date(order.orderDate)}</p>
        </div>
      </div>
      <table className={classes.table}>
        <thead>
          <tr>
            <th colSpan={3} className="mono">
              {orderName(order)}
            </th>
          </tr>
          <tr>
            <th scope="col">Quantity</th>
            <th scope="col">Title</th>
            <th scope="col">SKU</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <td className={classes.pieces}>{number(item.pieces)}</td>
              <td>{item.itemTitle || item.product?.title}</td>
              <td>
                <span className="mono">{item.sku || '–'}</span>
                <Barcode code={item.sku} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <footer className={classes.foot}>
        {plural(
          items.reduce((sum, item) => sum + item.pieces, 0),
          'piece',
        )}
      </footer>
    </article>
  )
}
