import type { ReactNode } from 'react'
import classes from './status-chip.module.css'

/** ● fine, ◆ wants attention, ■ failed, ○ open or under way, grey ● neither. */
export type Tone = 'success' | 'warning' | 'danger' | 'info' | 'neutral'

/** A state as shape and word, in the channel's own spelling; `title` says why. */
export const StatusChip = ({
  tone = 'neutral',
  title,
  children,
}: {
  tone?: Tone
  title?: string
  children: ReactNode
}) => (
  <span className={classes.chip} data-tone={tone} title={title}>
    {children}
  </span>
)

/** A small number beside a name; `danger` and `warning` where it means work. */
export const Count = ({
  tone = 'neutral',
  children,
}: {
  tone?: 'neutral' | 'danger' | 'warning'
  children: ReactNode
}) => (
  <span className={classes.count} data-tone={tone}>
    {children}
  </span>
)
