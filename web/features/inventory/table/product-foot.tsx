import type { ReactNode } from 'react'
import { number } from '#web/ui/format.ts'
import { onDemand } from '#web/ui/layout/on-demand.tsx'
import { Pager } from '#web/ui/tables/pager.tsx'
import { Select } from '#web/ui/choices/select.tsx'
import type { BannerProps } from './matching-banner.tsx'
import classes from './product-table.module.css'
import { isSelected, useSelection } from '../grid/selection.ts'

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

/** Most pages are never chosen as a whole. */
const MatchingBanner = onDemand(async () => (await import('./matching-banner.tsx')).MatchingBanner)

/** Once a whole page is chosen: all that the filters find can be, too. */
export function AllMatching(props: BannerProps) {
  const { model, rows, items } = props
  const selection = useSelection(model.selection)
  const whole = rows.length > 0 && rows.every(({ id }) => isSelected(selection, id))
  return (selection.all || (whole && items > rows.length)) && <MatchingBanner {...props} />
}
