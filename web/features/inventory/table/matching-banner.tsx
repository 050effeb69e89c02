import { Button } from '@mantine/core'
import { number, plural } from '#web/ui/format.ts'
import type { ProductRow } from '../columns/columns.ts'
import type { GridModel } from '../grid/model.ts'
import { none, useSelection } from '../grid/selection.ts'
import classes from './product-table.module.css'

export interface BannerProps {
  model: GridModel
  rows: readonly ProductRow[]
  items: number
  itemsCapped?: boolean
}

/** Says what is chosen of all that the filters find, and offers the rest. */
export function MatchingBanner({ model, rows, items, itemsCapped }: BannerProps) {
  const selection = useSelection(model.selection)
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
