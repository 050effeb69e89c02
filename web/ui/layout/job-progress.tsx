import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { number } from '../format.ts'
import classes from './job-progress.module.css'

interface Props {
  /** "Listing 120 products to Etsy" */
  title: string
  /** Before the title. */
  mark?: ReactNode
  done: number
  failed?: number
  total: number
  /** What it is doing, or how it ended. */
  message?: string
  running?: boolean
  onStop?: () => void
}

/** Long work: how much is done and failed, that one may leave, and a way to stop it. */
export function JobProgress({ title, mark, done, failed = 0, total, message, running = true, onStop }: Props) {
  const part = (n: number) => `${total ? Math.min(100, (n / total) * 100) : 0}%`
  return (
    <div className={classes.job} role="group" aria-label={title}>
      <b>
        {mark} {title}
      </b>
      <span className="subtle tabular">
        {number(done + failed)} of {number(total)}
      </span>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done + failed}
      >
        <i style={{ width: part(done) }} />
        {failed > 0 && <i className={classes.failed} style={{ width: part(failed) }} />}
      </div>
      <span className={`small subtle ${classes.message}`}>
        {message}
        {message && running ? ' ' : ''}
        {running && 'You can leave this page.'}
      </span>
      {onStop && running && (
        <Button variant="subtle" size="xs" onClick={onStop}>
          Stop
        </Button>
      )}
    </div>
  )
}
