import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { linkTo } from '#web/addresses.ts'
import { type Method, MethodCards } from '#web/form/method-cards.tsx'
import { LookOnly, useMay } from '#web/may.tsx'
import { oneOf } from '#web/search.ts'
import { StepFoot } from '#web/ui/dialogs/step-foot.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { StepBar } from '#web/ui/layout/tabs.tsx'
import { useNavigate } from '#web/ui/link.tsx'
import { type CategoryChoice, FromCategory } from './from-category.tsx'
import { FromScratch } from './from-scratch.tsx'
import classes from './templates.module.css'
import type { WizardStep } from './wizard-step.ts'

const methods = [
  {
    id: 'scratch',
    title: 'From Scratch',
    text: 'Start with an empty template and add your own attributes',
    icon: 'edit',
  },
  {
    id: 'category',
    title: 'From a Marketplace Category',
    text: 'Begin with the attributes that its buyers look for',
    icon: 'tag',
  },
  {
    id: 'library',
    title: 'Import from Template Library',
    text: 'Start from a ready-made template',
    icon: 'book',
  },
  {
    id: 'csv',
    title: 'Import from CSV',
    text: 'Upload a spreadsheet to create templates in bulk',
    icon: 'table',
  },
] as const satisfies Method[]
type MethodId = (typeof methods)[number]['id']
const ids = methods.map(({ id }) => id)

/** TPL-021..TPL-024. */
const steps: Record<MethodId, readonly string[]> = {
  scratch: ['Method', 'Details', 'Review & Create'],
  category: ['Method', 'Details', 'Review & Create'],
  library: ['Method', 'Details', 'Create'],
  csv: ['Method', 'Review & Import'],
}

/** Methods that go on below their card. */
const goOnHere = new Set<MethodId | undefined>(['csv'])

interface Props {
  /** Takes a file: the first step of importing one. */
  csv: ReactNode
  /** Chooses among the categories of a marketplace. */
  categories: CategoryChoice
  /** Chooses from the template library. */
  library: (o: { onTaken: () => void }) => ReactNode
}

/** The new template wizard. */
export const NewTemplatePage = (props: Props) => (
  <Page title="New Template" name="New" crumbs={[{ label: 'Templates', to: linkTo({ to: '/templates' }) }]}>
    {useMay('templates:write') ? <Wizard {...props} /> : <LookOnly needs="templates:write" />}
  </Page>
)

function Wizard({ csv, categories, library: Library }: Props) {
  const { method } = useSearch({ from: '/templates/new' })
  const [step, setStep] = useState(0)
  const at = { step, setStep }
  return (
    <div className={classes.wizard} data-wide={(method === 'library' && step > 0) || undefined}>
      <StepBar
        label="Steps"
        current={step}
        steps={steps[method ?? 'scratch'].map((label, index) => ({
          label,
          onSelect: index < step ? () => setStep(index) : undefined,
        }))}
      />
      {step === 0 && <MethodStep csv={csv} method={method} setStep={setStep} />}
      {method === 'scratch' && <FromScratch {...at} />}
      {method === 'category' && <FromCategory {...at} categories={categories} />}
      {method === 'library' && step > 0 && (
        <>
          <Library onTaken={() => setStep(2)} />
          <StepFoot onBack={() => setStep(0)}>{null}</StepFoot>
        </>
      )}
    </div>
  )
}

interface MethodProps {
  csv: ReactNode
  method: MethodId | undefined
  setStep: WizardStep['setStep']
}

function MethodStep({ csv, method, setStep }: MethodProps) {
  const mayImport = useMay('imports:write')
  const navigate = useNavigate()
  // Choosing the same card again takes the choice back; another one begins at its first step (TPL-025..TPL-027).
  const choose = (id: string) => {
    setStep(0)
    void navigate({
      to: '/templates/new',
      search: { method: method === id ? undefined : oneOf(id, ids) },
      replace: true,
    })
  }
  return (
    <>
      <MethodCards label="How to create the template" methods={methods} value={method ?? null} onChange={choose} />
      {goOnHere.has(method) ? (
        mayImport ? (
          csv
        ) : (
          <LookOnly needs="imports:write" />
        )
      ) : (
        <StepFoot>
          <Button disabled={method === undefined} onClick={() => setStep(1)}>
            Next
          </Button>
        </StepFoot>
      )}
    </>
  )
}
