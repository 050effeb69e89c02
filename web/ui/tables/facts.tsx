import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** Names left, values right, a line each: `dt` and `dd` in pairs. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={classes.facts}>{children}</dl>
