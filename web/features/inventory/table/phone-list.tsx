import { Checkbox } from '@mantine/core'
import { shownText } from '#web/form/mentions/mention.ts'
import { money, number } from '#web/ui/format.ts'
import { Thumb } from '#web/ui/images/thumb.tsx'
import { Link } from '#web/ui/link.tsx'
import type { ProductRow } from '../columns/columns.ts'
import type { GridModel } from '../grid/model.ts'
import { isSelected, toggleAll, useSelection } from '../grid/selection.ts'
import classes from './product-table.module.css'

interface Props {
  label: string
  rows: readonly ProductRow[]
  model: GridModel
  stale: boolean
  onOpen: (row: ProductRow) => void
}

/** Products on a phone: picture, title with the SKU under it, price and quantity; the rest is one tap away. */
export function PhoneList({ label, rows, model, stale, onOpen }: Props) {
  const selection = useSelection(model.selection)
  const chosen = rows.filter(({ id }) => isSelected(selection, id)).length
  return (
    <>
      <Checkbox
        className={classes.whole}
        label="All on this page"
        checked={rows.length > 0 && chosen === rows.length}
        indeterminate={chosen > 0 && chosen < rows.length}
        onChange={() => model.selection.set(toggleAll(selection, rows))}
      />
      <ul className={classes.cards} aria-label={label} aria-busy={stale} data-stale={stale || undefined}>
        {rows.map((row, at) => (
          <li key={row.id} data-selected={isSelected(selection, row.id) || undefined}>
            <Checkbox
              aria-label={`Select ${row.sku}`}
              checked={isSelected(selection, row.id)}
              onChange={(event) => model.toggle(at, (event.nativeEvent as MouseEvent).shiftKey)}
            />
            <Link
              to="/product/$productId"
              params={{ productId: String(row.id) }}
              className={classes.card}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                onOpen(row)
              }}
            >
              <Thumb url={row.images?.[0]?.url ?? ''} size={36} />
              <span className={classes.names}>
                <span className={classes.name}>{shownText(row.title) || 'No title'}</span>
                <span className={`mono subtle ${classes.name}`}>{row.sku}</span>
              </span>
              <span className={classes.figures}>
                <span>{money(row.price)}</span>
                <span className={row.quantity === 0 ? classes.out : 'subtle'}>
                  {number(row.quantity)} <span className="sr-only">in stock</span>
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
