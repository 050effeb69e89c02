import type { ReactNode } from 'react'
import classes from './numbers.module.css'

/** Figures beside each other in one frame: `li` with a `span` that names, a `b` that tells, a `small` that explains. */
export const Numbers = ({
  label,
  inThrees,
  children,
}: {
  label?: string
  /** Six of them stand in lines of three where they have no room in one, not as five and one. */
  inThrees?: boolean
  children: ReactNode
}) => (
  <ul className={classes.numbers} aria-label={label} data-in-threes={inThrees}>
    {children}
  </ul>
)
