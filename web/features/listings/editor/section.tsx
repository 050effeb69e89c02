import type { ReactNode } from 'react'
import classes from '../listings.module.css'

/** A part of an editor, under its heading. */
export const Section = ({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) => (
  <section className={classes.section} aria-label={title}>
    <header>
      <h2>{title}</h2>
      {actions}
    </header>
    {children}
  </section>
)
