import { progressOf } from '#domain/orders/intake/progress.ts'
import { orderStates } from '#domain/words/states.ts'
import { toProduct } from '#web/addresses.ts'
import { date, moneyOf, number, plural } from '#web/ui/format.ts'
import { StatusChip } from '#web/ui/images/status-chip.tsx'
import { Thumb } from '#web/ui/images/thumb.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { Link } from '#web/ui/link.tsx'
import type { Order } from '../order.ts'
import { LineCost } from './line-cost.tsx'
import classes from './orders.module.css'

/** The lines of an order and what they come to (ORD-071..ORD-081). */
export function OrderItems({ order }: { order: Order }) {
  const skus = new Set(order.items.map((item) => item.sku)).size
  return (
    <Card
      title="Products"
      padded={false}
      actions={
        <span className="small subtle">
          {plural(order.totalQuantity, 'item')}, {plural(skus, 'SKU')}
        </span>
      }
    >
      <table className={classes.items} aria-label="Products of this order">
        <thead>
          <tr>
            <th scope="col">Title</th>
            <th scope="col" className={classes.hide}>
              SKU
            </th>
            <th scope="col" className={classes.hide}>
              Bin
            </th>
            <th scope="col" className={classes.right}>
              Quantity
            </th>
            <th scope="col" className={classes.right}>
              Price
            </th>
            <th scope="col" className={classes.right}>
              Cost
            </th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <Item key={item.id} item={item} order={order} />
          ))}
        </tbody>
      </table>
      <Totals order={order} />
    </Card>
  )
}

const Sku = ({ item: { sku, productId } }: { item: Order['items'][number] }) =>
  productId === null ? (
    <span className="mono">{sku || '–'}</span>
  ) : (
    <Link className="mono" {...toProduct(productId)}>
      {sku}
    </Link>
  )

function Item({ item, order }: { item: Order['items'][number]; order: Order }) {
  const image = item.product?.images[0]?.url ?? ''
  const progress = progressOf(order.state, item)
  return (
    <tr>
      <td>
        <span className={classes.item}>
          <Thumb url={image} size={30} />
          <span>
            <bdi>{item.itemTitle || item.product?.title}</bdi>
            {item.productId === null && <span className="small subtle"> Not in your inventory</span>}
            {item.soldAs && <span className="small subtle"> Sold as {item.soldAs}</span>}
            <span className={classes.under}>
              <Sku item={item} />
              {item.product?.bin && <span className="muted"> Bin {item.product.bin}</span>}
            </span>
          </span>
        </span>
      </td>
      <td className={classes.hide}>
        <Sku item={item} />
      </td>
      <td className={`mono muted ${classes.hide}`}>{item.product?.bin || '–'}</td>
      <td className={classes.right} data-label="Quantity">
        {item.shortfall > 0 && (
          <>
            <StatusChip of={orderStates.oversold}>{number(item.shortfall)} oversold</StatusChip>{' '}
          </>
        )}
        {progress ? <span className={classes.progress}>{progress}</span> : number(item.quantity)}
      </td>
      <td className={classes.right} data-label="Price">
        {moneyOf(item.price, order.currency)}
      </td>
      <td className={classes.right} data-label="Cost">
        <LineCost item={item} />
      </td>
    </tr>
  )
}

const Totals = ({ order }: { order: Order }) => (
  <>
    <dl className={classes.totals}>
      <dt>Subtotal</dt>
      <dd>{moneyOf(order.totalPrice, order.currency)}</dd>
      {order.discountAmount > 0 && (
        <>
          <dt>Discounts</dt>
          <dd>{moneyOf(-order.discountAmount, order.currency)}</dd>
        </>
      )}
      <dt>Shipping fee</dt>
      <dd>{moneyOf(order.shippingCost, order.currency)}</dd>
      <dt>Tax</dt>
      <dd>{moneyOf(order.taxAmount, order.currency)}</dd>
      {order.channel === 'manual' && order.feeAmount > 0 && (
        <>
          <dt>Fees</dt>
          <dd>{moneyOf(order.feeAmount, order.currency)}</dd>
        </>
      )}
      <dt className={classes.sum}>Total</dt>
      <dd className={classes.sum}>{moneyOf(order.totalAmount, order.currency)}</dd>
      <dt>Amount paid</dt>
      <dd>{moneyOf(order.paymentAmount, order.currency)}</dd>
      {!!order.refundedAmount && (
        <>
          <dt>Refunded</dt>
          <dd>{moneyOf(-order.refundedAmount, order.currency)}</dd>
        </>
      )}
    </dl>
    {order.paymentDate && (
      <div className={classes.paid}>
        <StatusChip of={orderStates.paid}>Paid {date(order.paymentDate)}</StatusChip>
      </div>
    )}
  </>
)
