import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './step-foot.module.css'

interface Props {
  onBack?: () => void
  /** What comes next; `problem` says why one cannot go on. */
  hint?: ReactNode
  problem?: string
  /** The button that goes on. */
  children: ReactNode
}

/** The foot of a wizard's step, always in sight: back, why not or what comes next, next. */
export const StepFoot = ({ onBack, hint, problem, children }: Props) => (
  <div className={classes.foot}>
    {onBack && (
      <Button variant="default" onClick={onBack}>
        Back
      </Button>
    )}
    <span className={classes.hint} role="status" data-problem={Boolean(problem) || undefined}>
      {problem ?? hint}
    </span>
    {children}
  </div>
)
