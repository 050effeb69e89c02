import { ActionIcon } from '@mantine/core'
import { Icon } from '../images/icon.tsx'
import { number } from '../format.ts'
import classes from './data-table.module.css'

interface Props {
  /** Name for screen readers, where a page has several. */
  label?: string
  offset: number
  limit: number
  items: number
  /** The total stopped counting: there are more. */
  itemsCapped?: boolean
  onChange: (offset: number) => void
}

/** `1–25 of 684` and a step in each direction. */
export function Pager({ label = 'Pages', offset, limit, items, itemsCapped, onChange }: Props) {
  const last = Math.min(offset + limit, items)
  return (
    <nav className={classes.pager} aria-label={label}>
      <span>
        <b>{items ? `${number(offset + 1)}–${number(last)}` : '0'}</b> of {number(items)}
        {itemsCapped && ' or more'}
      </span>
      <ActionIcon
        data-unprinted
        aria-label="Previous page"
        disabled={offset === 0}
        onClick={() => onChange(Math.max(0, offset - limit))}
      >
        <Icon name="chevron-left" />
      </ActionIcon>
      <ActionIcon
        data-unprinted
        aria-label="Next page"
        disabled={last >= items && !itemsCapped}
        onClick={() => onChange(offset + limit)}
      >
        <Icon name="chevron-right" />
      </ActionIcon>
    </nav>
  )
}
