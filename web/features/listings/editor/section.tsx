import type { ReactNode } from 'react'
import classes from './editor.module.css'

interface Props {
  title: string
  actions?: ReactNode
  /** Its heading closes and opens it. */
  collapsible?: boolean
  children: ReactNode
}

/** A part of an editor, under its heading. */
export const Section = ({ title, actions, collapsible, children }: Props) => (
  <section className={classes.section} aria-label={title}>
    {collapsible ? (
      <details className={classes.fold} open>
        <summary>
          <h2>{title}</h2>
        </summary>
        <div className={classes.folded}>{children}</div>
      </details>
    ) : (
      <>
        <header>
          <h2>{title}</h2>
          {actions}
        </header>
        {children}
      </>
    )}
  </section>
)
