import type { ReactNode } from 'react'
import classes from './numbers.module.css'

/** Figures beside each other in one frame: `li` with a `span` that names, a `b` that tells, a `small` that explains. */
export const Numbers = ({ label, children }: { label?: string; children: ReactNode }) => (
  <ul className={classes.numbers} aria-label={label}>
    {children}
  </ul>
)
