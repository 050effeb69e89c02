import type { ReactNode } from 'react'
import classes from './tone-list.module.css'

/** Rows of a card: a sign, words, at most one action each. `data-tone` on a row colours its sign. */
export const ToneList = ({ children }: { children: ReactNode }) => <ul className={classes.list}>{children}</ul>

/** The same with an order that means something. */
export const OrderedToneList = ({ children }: { children: ReactNode }) => <ol className={classes.list}>{children}</ol>
