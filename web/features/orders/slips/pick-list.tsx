import { toSend } from '#domain/orders/intake/pieces.ts'
import { reportCodes } from '#domain/orders/packing/reports.ts'
import { type Pick, picksByOrder, picksByPlace } from '#domain/orders/slips/paper.ts'
import { date, number, plural } from '#web/ui/format.ts'
import type { Order } from '../order.ts'
import { Barcode } from './barcode.tsx'
import classes from './paper.module.css'

export type Grouping = 'order' | 'place'

/** What to take from the shelves: order by order, or in one walk past them (ORD-032..ORD-038). */
export function PickList({ orders, by }: { orders: readonly Order[]; by: Grouping }) {
  const pieces = orders.reduce((sum, order) => sum + order.items.reduce((all, item) => all + toSend(order, item), 0), 0)
  return (
    <article className={classes.sheet} aria-label="Pick List">
      <header className={classes.head}>
        <h2>Pick List</h2>
        <p>
          {plural(orders.length, 'order')}, {plural(pieces, 'item')}
        </p>
      </header>
      {by === 'place' ? (
        <Picks picks={picksByPlace(orders)} named />
      ) : (
        picksByOrder(orders).map(({ order, name, picks }) => (
          <section key={order.id} className={classes.group}>
            <h3>
              {name} <small>{[order.customer.name, date(order.orderDate)].filter(Boolean).join(', ')}</small>
            </h3>
            <Picks picks={picks} />
          </section>
        ))
      )}
      <footer className={classes.codes}>
        <p>At the packing desk, scan one of these when an item is</p>
        <p>
          missing <Barcode code={reportCodes.missing} />
        </p>
        <p>
          damaged <Barcode code={reportCodes.damaged} />
        </p>
      </footer>
    </article>
  )
}

/** @param named whether each line says for which orders it is */
const Picks = ({ picks, named }: { picks: readonly Pick[]; named?: boolean }) => (
  <table className={classes.table}>
    <thead>
      <tr>
        <th scope="col">Quantity</th>
        <th scope="col">Title</th>
        <th scope="col">SKU</th>
        <th scope="col">Warehouse</th>
        <th scope="col">Location</th>
        <th scope="col">Bin</th>
        {named && <th scope="col">Orders</th>}
      </tr>
    </thead>
    <tbody>
      {picks.map((pick, at) => (
        <tr key={`${pick.sku} ${at}`}>
          <td className={classes.pieces}>
            {number(pick.pieces)}
            {pick.short > 0 && <small> {number(pick.short)} short</small>}
          </td>
          <td>{pick.title}</td>
          <td>
            <span className="mono">{pick.sku || '–'}</span>
            <Barcode code={pick.sku} />
          </td>
          <td>{pick.warehouse || '–'}</td>
          <td>{pick.location || '–'}</td>
          <td>{pick.bin || '–'}</td>
          {named && <td>{pick.orders.map(({ name, pieces }) => `${name} × ${number(pieces)}`).join(', ')}</td>}
        </tr>
      ))}
    </tbody>
  </table>
)
