import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { planImport } from '#contract/imports.ts'
import { useWrite } from '#web/api.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { StepFoot } from '#web/ui/dialogs/step-foot.tsx'
import type { Import } from './upload.ts'
import { Working } from './working.tsx'

/** The columns of a file of templates have fixed names, so it is worked out without asking (IMP-113). */
export function PlanTemplates({ record, onBack }: { record: Import; onBack: () => void }) {
  const plan = useWrite(planImport, { quiet: true })
  const begun = useRef(false)
  const begin = useEffectEvent(() => {
    if (begun.current) return
    begun.current = true
    plan.mutate({ params: { id: record.id }, body: record.mapping })
  })
  useEffect(() => begin(), [])
  // Another tab may have been quicker.
  if (!plan.isError || plan.error.code === 'import_busy')
    return <Working record={{ ...record, state: 'planning', done: 0 }} />
  return (
    <>
      <Callout tone="danger">Failed to import CSV. {plan.error.message}</Callout>
      <StepFoot onBack={onBack}>
        <Button onClick={() => plan.mutate({ params: { id: record.id }, body: record.mapping })}>Try again</Button>
      </StepFoot>
    </>
  )
}
