import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { createTemplate, templateNameChars } from '#contract/templates.ts'
import { useWrite } from '#web/api.ts'
import { nameRefused } from '#web/form/words/template-name.ts'
import { useLeaveGuard } from '#web/ui/dialogs/leave-guard.ts'
import { StepFoot } from '#web/ui/dialogs/step-foot.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { useNavigate } from '#web/ui/link.tsx'
import classes from './templates.module.css'
import type { WizardStep } from './wizard-step.ts'

const noDetails = { name: '', description: '', notes: '' }
type Details = typeof noDetails

/** What was entered, and the request that creates the template. */
function useNewTemplate({ setStep }: WizardStep) {
  const navigate = useNavigate()
  const [details, setDetails] = useState(noDetails)
  const [touched, setTouched] = useState(false)
  const create = useWrite(createTemplate, {
    once: true,
    quiet: true,
    onSuccess: (made) => {
      if (!made?.id) return toast.error('Unknown response from server.')
      toast.success('Template Created.')
      void navigate({
        to: '/template/$templateId/listing/{-$channel}',
        params: { templateId: String(made.id) },
        search: { create: true },
        ignoreBlocker: true,
      })
    },
    onError: (error) => {
      if (nameRefused(error)) setStep(1)
    },
  })
  useLeaveGuard(!create.isSuccess && Object.values(details).some(Boolean), 'This new template')
  return {
    details,
    touched,
    touch: () => setTouched(true),
    change: (next: Partial<Details>) => setDetails({ ...details, ...next }),
    create,
    /** What the server said about the name. */
    nameProblem: nameRefused(create.error),
  }
}
type NewTemplate = ReturnType<typeof useNewTemplate> & WizardStep

/** Name, description and notes of an empty template. */
export function FromScratch(at: WizardStep) {
  const made = { ...useNewTemplate(at), ...at }
  if (at.step === 1) return <DetailsStep {...made} />
  return at.step === 2 ? <ReviewStep {...made} /> : null
}

function DetailsStep({ details, change, touched, touch, create, nameProblem, setStep }: NewTemplate) {
  const missing = !details.name.trim()
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        touch()
        if (!missing) setStep(2)
      }}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        maxLength={templateNameChars}
        value={details.name}
        error={touched && missing ? 'Name field is required.' : nameProblem}
        onChange={(event) => {
          if (create.isError) create.reset()
          change({ name: event.currentTarget.value })
        }}
        onBlur={touch}
      />
      <Textarea
        label="Description"
        value={details.description}
        maxLength={10_000}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <Textarea
        label="Notes"
        value={details.notes}
        maxLength={10_000}
        onChange={(event) => change({ notes: event.currentTarget.value })}
      />
      <StepFoot onBack={() => setStep(0)} problem={missing ? 'Missing required fields: name' : undefined}>
        <Button type="submit" disabled={missing}>
          Review
        </Button>
      </StepFoot>
    </form>
  )
}

function ReviewStep({ details, create, nameProblem, setStep }: NewTemplate) {
  const facts = [
    ['Description', details.description || <span className="subtle">Empty</span>],
    ['Notes', details.notes || <span className="subtle">Empty</span>],
    ['Attributes', 'Brand, Vendor, Location, Warehouse and Bin. Add your own after creating the template.'],
  ] as const
  return (
    <>
      <Card
        title={details.name}
        actions={
          <Button variant="default" size="xs" onClick={() => setStep(1)}>
            Edit Details
          </Button>
        }
      >
        <dl className={classes.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
      {create.error && !nameProblem && (
        <Callout tone="danger">{create.error.message} Your entries are still here.</Callout>
      )}
      <StepFoot onBack={() => setStep(1)}>
        <Button
          loading={create.isPending}
          onClick={() => create.mutate({ body: { productTemplate: { ...details, name: details.name.trim() } } })}
        >
          Create
        </Button>
      </StepFoot>
    </>
  )
}
