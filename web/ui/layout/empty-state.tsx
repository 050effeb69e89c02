import type { ReactNode } from 'react'
import { messageOf } from '../../call.ts'
import classes from './state.module.css'

const Shelf = () => (
  <svg width="120" height="72" viewBox="0 0 120 72" aria-hidden="true" className={classes.drawing}>
    <rect x="11" y="36" width="26" height="25" rx="4" />
    <path d="M18.5 36v7.5h11V36" />
    <rect x="47" y="36" width="26" height="25" rx="4" strokeDasharray="4 4" />
    <rect x="83" y="36" width="26" height="25" rx="4" strokeDasharray="4 4" />
    <path d="M2 66.5h116" />
    <path className={classes.spot} d="M24 28V13m-6 6 6-6 6 6" />
  </svg>
)

/** Nothing here yet: names what is missing, says what to do, offers one filled and at most one plain button. */
export const EmptyState = ({
  title,
  children,
  actions,
  drawing = true,
}: {
  title: string
  children?: ReactNode
  actions?: ReactNode
  drawing?: boolean
}) => (
  <div className={classes.state}>
    {drawing && <Shelf />}
    <h2>{title}</h2>
    {children && <p>{children}</p>}
    {actions && <div className={classes.actions}>{actions}</div>}
  </div>
)

/** Something could not be read: what happened, what it means for the seller's data, a button. */
export const ErrorState = ({
  title = 'Couldn’t load this',
  error,
  retry,
  again = 'Try again',
  children,
}: {
  title?: string
  error?: unknown
  retry?: () => void
  /** What its button says. */
  again?: string
  children?: ReactNode
}) => (
  <div className={classes.state} role="alert">
    <h2>{title}</h2>
    <p>{children ?? <>{messageOf(error)} Your data is safe.</>}</p>
    {retry && (
      <div className={classes.actions}>
        <button type="button" className={classes.retry} onClick={retry}>
          {again}
        </button>
      </div>
    )}
  </div>
)
