import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from '../images/icon.tsx'
import classes from './filters.module.css'

/** What narrows a list, in words: "Price over $40.00". */
interface FilterWords {
  name: string
  relation?: string
  value?: string
}

interface BarProps {
  /** What is filtered: "Filter orders". */
  label: string
  /** The search field, then the menus of filters. */
  children: ReactNode
  /** Takes every filter away; undefined while none is on. */
  onClear: (() => void) | undefined
}

/** The filters of a list in one line; on a phone the line scrolls, so that the list begins at the same height. */
export const FilterBar = ({ label, children, onClear }: BarProps) => (
  <search className={classes.bar} aria-label={label}>
    {children}
    {onClear && (
      <Button variant="subtle" size="xs" onClick={onClear}>
        Clear
      </Button>
    )}
  </search>
)

export const Words = ({ name, relation, value }: FilterWords) => (
  <>
    <span className={classes.name}>{name}</span> {relation && <span className={classes.relation}>{relation} </span>}
    {value && <span className={classes.value}>{value}</span>}
  </>
)

/** A filter that is on, with the way to take it off. */
export const FilterChip = ({ onRemove, ...words }: FilterWords & { onRemove: () => void }) => (
  <span className={classes.chip}>
    <span className={classes.words}>
      <Words {...words} />
    </span>
    <RemoveFilter name={words.name} onRemove={onRemove} />
  </span>
)

export const RemoveFilter = ({ name, onRemove }: { name: string; onRemove: () => void }) => (
  <button type="button" className={classes.remove} aria-label={`Remove filter ${name}`} onClick={onRemove}>
    <Icon name="close" size="s" />
  </button>
)
