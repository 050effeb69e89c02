import type { ReactNode } from 'react'
import classes from './callout.module.css'
import { Icon, type IconName } from '../images/icon.tsx'
import type { Tone } from '#domain/words/states.ts'

const icons: Record<Tone, IconName> = {
  success: 'check-circle',
  warning: 'warning',
  danger: 'alert',
  info: 'alert',
  neutral: 'help',
}

/** A few words inside a page about its state, with the remedy beside them. */
export const Callout = ({
  tone = 'neutral',
  children,
  action,
}: {
  tone?: Tone
  children: ReactNode
  action?: ReactNode
}) => (
  <div className={classes.call} data-tone={tone} role={tone === 'danger' ? 'alert' : undefined}>
    <Icon name={icons[tone]} />
    <div className={classes.words}>{children}</div>
    {action}
  </div>
)

/** A cell that says an attribute does not exist here, and a value that is a real blank. */
export const NoValue = ({ kind = 'empty' }: { kind?: 'empty' | 'none' }) => (
  <span className="subtle">{kind === 'none' ? 'No attribute' : 'Empty'}</span>
)
