import type { ReactNode } from 'react'
import type { Stated } from '#domain/words/states.ts'
import classes from './status-chip.module.css'

interface Props {
  /** A state of domain/words/states.ts: its word and its colour. */
  of: Stated
  /** Why; what the state means when left out. */
  title?: string | undefined
  /** More than the word: `Paid Nov 20`, `2 oversold`. */
  children?: ReactNode
}

/** A state as shape and word: ● fine, ◆ work to do, ■ failed, ○ open or under way, grey ● neither. */
export const StatusChip = ({ of: { label, tone, why }, title = why, children = label }: Props) => (
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
