import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './wizard.module.css'

interface Props {
  onBack?: () => void
  /** Pressed also while there is a problem, to show where it is. */
  onNext: () => void
  next?: string
  loading?: boolean
  /** Why one cannot go on. */
  problem?: string
  /** What comes next, when one can. */
  hint?: ReactNode
}

/** The foot of a step: back, why not or what comes next, next. */
export const WizardFoot = ({ onBack, onNext, next = 'Next', loading, problem, hint }: Props) => (
  <div className={classes.foot}>
    {onBack && (
      <Button variant="default" onClick={onBack}>
        Back
      </Button>
    )}
    <span className={classes.hint} role="status" data-problem={Boolean(problem) || undefined}>
      {problem ?? hint}
    </span>
    <Button onClick={onNext} loading={loading} data-disabled={Boolean(problem) || undefined} aria-disabled={Boolean(problem)}>
      {next}
    </Button>
  </div>
)
