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

function Wizard({ csv }: Props) {
  const asked = useSearch({ from: '/templates/new' }).method
  const mayImport = useMay('imports:write')
  const [other, setOther] = useState<string | null>(null)
  const method = asked ?? other
  const [step, setStep] = useState(0)
  const [form, setForm] = useState({ name: '', description: '', notes: '' })
  const [touched, setTouched] = useState(false)
  const navigate = useNavigate()
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
    !create.isSuccess && Object.values(form).some(Boolean),
    'This template is not created yet. What you entered',
  )
  const missing = !form.name.trim()
  const taken =
    create.error &&
    (create.error.fields['productTemplate.name'] ??
      (create.error.code === 'template_taken' ? create.error.message : undefined))
  // Choosing the same card again takes the choice back (TPL-025..TPL-027).
  const choose = (id: string) => {
    const next = method === id ? null : id
    const file = oneOf(next, ['csv'])
    setOther(file ? null : next)
    setStep(0)
    void navigate({ to: '/templates/new', search: { method: file }, replace: true })
  }
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
      {step === 0 && (
        <>
          <MethodCards label="How to make the template" methods={methods} value={method} onChange={choose} />
          {asked ? (
            mayImport ? (
              csv
            ) : (
              <LookOnly needs="imports:write" />
            )
          ) : (
            <StepFoot>
              <Button disabled={method === null} onClick={() => setStep(1)}>
                Next
              </Button>
            </StepFoot>
          )}
        </>
      )}
      {step === 1 && (
        <form
          className="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            setTouched(true)
            if (!missing) setStep(2)
          }}
        >
          <TextInput
            label="Name"
            required
            data-autofocus
            maxLength={nameChars}
            value={form.name}
            error={touched && missing ? 'Name field is required.' : taken}
            onChange={(event) => {
              if (create.isError) create.reset()
              setForm({ ...form, name: event.currentTarget.value })
            }}
            onBlur={() => setTouched(true)}
          />
          <Textarea
            label="Description"
            value={form.description}
            maxLength={10_000}
            onChange={(event) => setForm({ ...form, description: event.currentTarget.value })}
          />
          <Textarea
            label="Notes"
            value={form.notes}
            maxLength={10_000}
            onChange={(event) => setForm({ ...form, notes: event.currentTarget.value })}
          />
          <StepFoot onBack={() => setStep(0)} problem={missing ? 'Missing required fields: name' : undefined}>
            <Button type="submit" disabled={missing}>
              Review
            </Button>
          </StepFoot>
        </form>
      )}
      {step === 2 && (
        <>
          <Card
            title={form.name}
            actions={
              <Button variant="default" size="xs" onClick={() => setStep(1)}>
                Edit Details
              </Button>
            }
          >
            <dl className={classes.facts}>
              <div>
                <dt>Description</dt>
                <dd>{form.description || <span className="subtle">Empty</span>}</dd>
              </div>
              <div>
                <dt>Notes</dt>
                <dd>{form.notes || <span className="subtle">Empty</span>}</dd>
              </div>
              <div>
                <dt>Attributes</dt>
                <dd>Brand, Vendor, Location, Warehouse and Bin. You add your own on the template.</dd>
              </div>
            </dl>
          </Card>
          {create.error && !taken && (
            <Callout tone="danger">{create.error.message} Nothing you entered is lost.</Callout>
          )}
          <StepFoot onBack={() => setStep(1)}>
            <Button
              loading={create.isPending}
              onClick={() => create.mutate({ body: { productTemplate: { ...form, name: form.name.trim() } } })}
            >
              Create
            </Button>
          </StepFoot>
        </>
      )}
    </div>
  )
}
