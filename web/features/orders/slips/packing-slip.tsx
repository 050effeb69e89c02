import type { SlipSettings } from '#contract/orders/slips.ts'
import { date, number } from '#web/ui/format.ts'
import { returnLines } from '#domain/orders/slips/sheets.ts'
import { slipOf, totalOf } from '#domain/orders/slips/slip.ts'
import type { Order } from '../order.ts'
import { Barcode } from './barcode.tsx'
import classes from './paper.module.css'

/** What lies in a parcel: one page for each order, without prices, as it may be a gift (ORD-046). The same slip is printed as a PDF. */
export function PackingSlip({ order, sender, look }: { order: Order; sender: string; look: SlipSettings | undefined }) {
  const slip = slipOf(
    {
      ...order,
      orderDate: new Date(order.orderDate),
      buyerName: order.customer.name,
      shippingAddress: order.shippingDetails.shippingAddress,
    },
    order.items.map((item) => ({ ...item, title: item.product?.title ?? null })),
  )
  return (
    <article className={classes.sheet} aria-label={`Packing slip of ${slip.name}`}>
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
          <address>
            {slip.to.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </div>
        <div>
          <h3>Order</h3>
          <p className="mono">{slip.name}</p>
          <Barcode code={slip.name} />
          <p>{date(slip.orderDate)}</p>
        </div>
      </div>
      <table className={classes.table}>
        <thead>
          <tr>
            <th colSpan={3} className="mono">
              {slip.name}
            </th>
          </tr>
          <tr>
            <th scope="col">Quantity</th>
            <th scope="col">Title</th>
            <th scope="col">SKU</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(slip.lines).map(([at, { quantity, title, sku }]) => (
            <tr key={at}>
              <td className={classes.pieces}>{number(quantity)}</td>
              <td>{title}</td>
              <td>
                <span className="mono">{sku || '–'}</span>
                <Barcode code={sku} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <footer className={classes.foot}>{totalOf(slip)}</footer>
    </article>
  )
}
