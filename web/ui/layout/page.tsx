import type { ReactNode } from 'react'
import { Icon } from '../images/icon.tsx'
import { type Crumb, usePageMeta } from './page-meta.ts'
import classes from './page.module.css'

interface Props {
  title: string
  /** Where the title leads, outside of Motto. */
  titleLink?: { href: string; hint: string } | undefined
  /** Name in the breadcrumbs and the browser's tab, where it is not the title. */
  name?: string
  /** Stands beside the title, e.g. the number of rows. */
  count?: ReactNode
  /** Right of the title: secondary actions first, at most one filled button, last. */
  actions?: ReactNode
  /** Pages above this one. */
  crumbs?: readonly Crumb[]
  /** Tabs, saved views or a toolbar: between the title and the content, edge to edge. */
  below?: ReactNode
  /** Lets a table touch the edges of the sheet. */
  flush?: boolean
  /** Leaves title and actions off the paper. */
  unprinted?: boolean
  children?: ReactNode
}

/** One page on the sheet: title, actions, content. Sets the title of the browser's tab and the breadcrumbs. */
export function Page({
  title,
  titleLink,
  name = title,
  count,
  actions,
  crumbs,
  below,
  flush,
  unprinted,
  children,
}: Props) {
  usePageMeta(name, crumbs)
  return (
    <>
      <div className={classes.head} data-unprinted={unprinted || undefined}>
        <h1>
          {titleLink ? (
            <a href={titleLink.href} title={titleLink.hint} target="_blank" rel="noreferrer">
              {title}
              <Icon name="external" />
            </a>
          ) : (
            title
          )}
        </h1>
        {count !== undefined && count !== null && <span className={classes.count}>{count}</span>}
        <span className={classes.space} />
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {below}
      <div className={flush ? classes.flush : classes.content}>{children}</div>
    </>
  )
}

/** A bordered region with a title of its own. */
export function Card({
  title,
  actions,
  footer,
  padded = true,
  children,
}: {
  title?: ReactNode
  actions?: ReactNode
  footer?: ReactNode
  /** Lists and tables touch the card's edges. */
  padded?: boolean
  children?: ReactNode
}) {
  return (
    <section className={classes.card}>
      {(title || actions) && (
        <header className={classes.cardHead}>
          {title && <h2>{title}</h2>}
          {actions}
        </header>
      )}
      {children !== undefined && (
        <div className={padded ? (title ? classes.cardBody : classes.cardAll) : undefined}>{children}</div>
      )}
      {footer && <footer className={classes.cardFoot}>{footer}</footer>}
    </section>
  )
}

/** A wide column and, right of it, one of 320 px; below each other where there is no room. */
export const TwoColumns = ({ main, aside }: { main: ReactNode; aside: ReactNode }) => (
  <div className={classes.two}>
    <div className="stack">{main}</div>
    <div className="stack">{aside}</div>
  </div>
)

/** Tabs of a page stand inside its padding; a table in one touches the sheet's edges. */
export const ToEdges = ({ children }: { children: ReactNode }) => <div className={classes.edges}>{children}</div>
