import { number, plural } from '#web/ui/format.ts'
import { useOpened } from './editor.ts'
import classes from './products.module.css'

/** On hand − reserved = available, as the stock is kept now; of all variations together. */
export function StockBoxes() {
  const { product } = useOpened()
  const { variations } = product
  return (
    <div className={classes.stock} role="group" aria-label="Stock">
      <Box label="On hand" value={product.onHand} />
      <span aria-hidden="true">−</span>
      <Box label="Reserved" value={product.reservedQuantity} />
      <span aria-hidden="true">=</span>
      <Box label="Available" value={product.quantity} strong />
      <span className="muted">
        {variations.length > 0 && (
          <>
            Total of {plural(variations.length, 'variation')}. <a href="#variations">Edit them</a>.{' '}
          </>
        )}
        {product.reservedQuantity > 0 ? 'Reserved units are in open orders that haven’t shipped.' : 'No open orders.'}
      </span>
    </div>
  )
}

const Box = ({ label, value, strong }: { label: string; value: number; strong?: boolean }) => (
  <div className={classes.box} data-strong={strong || undefined}>
    <span>{label}</span>
    <b>{number(value)}</b>
  </div>
)
