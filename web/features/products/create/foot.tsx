import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { StepFoot } from '#web/ui/dialogs/step-foot.tsx'

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
  <StepFoot onBack={onBack} hint={hint} problem={problem}>
    <Button
      onClick={onNext}
      loading={loading}
      data-disabled={Boolean(problem) || undefined}
      aria-disabled={Boolean(problem)}
    >
      {next}
    </Button>
  </StepFoot>
)
