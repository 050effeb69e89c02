import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { number, plural } from '#web/ui/format.ts'
import { Pager } from '#web/ui/tables/pager.tsx'
import { Select } from '#web/ui/choices/select.tsx'
import type { ProductRow } from '../columns/columns.ts'
import type { GridModel } from '../grid/model.ts'
import classes from './product-table.module.css'
import { isSelected, none, useSelection } from '../grid/selection.ts'

interface FootProps {
  /** What can be done with what is chosen. */
  children?: ReactNode
  offset: number
  limit: number
  items: number
  itemsCapped?: boolean
  sizes: readonly number[]
  onOffset: (offset: number) => void
  onLimit: (limit: number) => void
}

/** Under a table: what can be done with what is chosen, rows on a page, and the page. */
export function ProductFoot({ children, offset, limit, items, itemsCapped, sizes, onOffset, onLimit }: FootProps) {
  const offered = sizes.includes(limit) ? sizes : [...sizes, limit].sort((a, b) => a - b)
  return (
    <div className={classes.foot}>
      <div className={classes.footLeft}>{children}</div>
      <span aria-hidden="true">Rows</span>
      <Select
        className={classes.size}
        aria-label="Rows on a page"
        size="xs"
        data={offered.map((n) => ({ value: String(n), label: number(n) }))}
        value={String(limit)}
        onChange={(n) => n && onLimit(Number(n))}
      />
      <Pager offset={offset} limit={limit} items={items} itemsCapped={itemsCapped} onChange={onOffset} />
    </div>
  )
}

interface BannerProps {
  model: GridModel
  rows: readonly ProductRow[]
  items: number
  itemsCapped?: boolean
}

/** Once a whole page is chosen: all that the filters find can be, too. */
export function AllMatching({ model, rows, items, itemsCapped }: BannerProps) {
  const selection = useSelection(model.selection)
  const whole = rows.length > 0 && rows.every(({ id }) => isSelected(selection, id))
  if (!(selection.all || (whole && items > rows.length))) return null
  const all = `${number(items)}${itemsCapped ? ' or more' : ''}`
  return (
    <div className={classes.all} role="status">
      {selection.all ? (
        <>
          <span>
            All {all} that match are selected
            {selection.except.size > 0 && <>, but {plural(selection.except.size, 'product')}</>}.
          </span>
          <Button size="xs" variant="subtle" onClick={() => model.selection.set(none)}>
            Clear selection
          </Button>
        </>
      ) : (
        <>
          <span>All {number(rows.length)} on this page are selected.</span>
          <Button size="xs" variant="subtle" onClick={() => model.selection.set({ all: true, except: new Set() })}>
            Select all {all} that match
          </Button>
        </>
      )}
    </div>
  )
}
