import { Button, Textarea, TextInput } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { createTemplate } from '#contract/templates.ts'
import { useWrite } from '#web/api.ts'
import { type Method, MethodCards } from '#web/form/method-cards.tsx'
import { LookOnly, useMay } from '#web/may.tsx'
import { oneOf } from '#web/search.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Card, Page } from '#web/ui/page.tsx'
import { useLeaveGuard } from '#web/ui/save-bar.tsx'
import { StepFoot } from '#web/ui/step-foot.tsx'
import { StepBar } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.tsx'
import classes from './templates.module.css'

const methods: readonly Method[] = [
  {
    id: 'scratch',
    title: 'From Scratch',
    text: 'Start with an empty template and add your own attributes',
    icon: 'edit',
  },
  {
    id: 'library',
    title: 'Import from Template Library',
    text: 'Take over a ready-made template',
    icon: 'book',
    unavailable: 'Not available yet.',
  },
  {
    id: 'csv',
    title: 'Import from CSV',
    text: 'Upload a spreadsheet to create templates in bulk',
    icon: 'table',
  },
]
const steps = ['Method', 'Details', 'Review & Create']
const csvSteps = ['Method', 'Review & Import']
const nameChars = 120

interface Props {
  /** Takes a file: the first step of importing one. */
  csv: ReactNode
}

/** The new template wizard. */
export const NewTemplatePage = ({ csv }: Props) => (
  <Page title="New Template" name="New" crumbs={[{ label: 'Templates', to: '/templates' }]}>
    {useMay('templates:write') ? <Wizard csv={csv} /> : <LookOnly needs="templates:write" />}
  </Page>
)

const noDetails = { name: '', description: '', notes: '' }
type Details = typeof noDetails

/** The wizard's state: the current step, what was entered, and the request that creates the template. */
function useNewTemplate() {
  const navigate = useNavigate()
  const [step, setStep] = useState(0)
  const [details, setDetails] = useState(noDetails)
  const [touched, setTouched] = useState(false)
  const create = useWrite(createTemplate, {
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
      if (error.code === 'template_taken' || error.fields['productTemplate.name']) setStep(1)
    },
  })
  useLeaveGuard(
    !create.isSuccess && Object.values(details).some(Boolean),
    'This template is not created yet. What you entered',
  )
  const { error } = create
  return {
    step,
    setStep,
    details,
    touched,
    touch: () => setTouched(true),
    change: (next: Partial<Details>) => setDetails({ ...details, ...next }),
    create,
    /** What the server said about the name. */
    nameProblem: error
      ? (error.fields['productTemplate.name'] ?? (error.code === 'template_taken' ? error.message : undefined))
      : undefined,
  }
}
type NewTemplate = ReturnType<typeof useNewTemplate>

function Wizard({ csv }: Props) {
  const asked = useSearch({ from: '/templates/new' }).method
  const made = useNewTemplate()
  const [other, setOther] = useState<string | null>(null)
  const { step, setStep } = made
  return (
    <div className={classes.wizard}>
      <StepBar
        label="Steps"
        current={step}
        steps={(asked ? csvSteps : steps).map((label, index) => ({
          label,
          onSelect: index < step ? () => setStep(index) : undefined,
        }))}
      />
      {step === 0 && <MethodStep csv={csv} asked={asked} other={other} onOther={setOther} onNext={() => setStep(1)} />}
      {step === 1 && <DetailsStep made={made} />}
      {step === 2 && <ReviewStep made={made} />}
    </div>
  )
}

interface MethodProps extends Props {
  /** A method that has an address of its own. */
  asked: 'csv' | undefined
  /** A chosen method without an address. */
  other: string | null
  onOther: (method: string | null) => void
  onNext: () => void
}

function MethodStep({ csv, asked, other, onOther, onNext }: MethodProps) {
  const mayImport = useMay('imports:write')
  const navigate = useNavigate()
  const method = asked ?? other
  // Choosing the same card again takes the choice back (TPL-025..TPL-027).
  const choose = (id: string) => {
    const next = method === id ? null : id
    const file = oneOf(next, ['csv'])
    onOther(file ? null : next)
    void navigate({ to: '/templates/new', search: { method: file }, replace: true })
  }
  return (
    <>
      <MethodCards label="How to make the template" methods={methods} value={method} onChange={choose} />
      {!asked && (
        <StepFoot>
          <Button disabled={method === null} onClick={onNext}>
            Next
          </Button>
        </StepFoot>
      )}
      {asked && (mayImport ? csv : <LookOnly needs="imports:write" />)}
    </>
  )
}

function DetailsStep({ made }: { made: NewTemplate }) {
  const { details, change, touched, touch, create, nameProblem, setStep } = made
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
        maxLength={nameChars}
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

function ReviewStep({ made: { details, create, nameProblem, setStep } }: { made: NewTemplate }) {
  const facts = [
    ['Description', details.description || <span className="subtle">Empty</span>],
    ['Notes', details.notes || <span className="subtle">Empty</span>],
    ['Attributes', 'Brand, Vendor, Location, Warehouse and Bin. You add your own on the template.'],
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
        <Callout tone="danger">{create.error.message} Nothing you entered is lost.</Callout>
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
