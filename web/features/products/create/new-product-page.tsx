import { useParams, useSearch } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { getTemplate } from '#contract/templates.ts'
import { linkTo } from '#web/addresses.ts'
import { useRead } from '#web/api.ts'
import { LookOnly, useMay } from '#web/may.tsx'
import { oneOf } from '#web/search.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { StepBar } from '#web/ui/layout/tabs.tsx'
import { useNavigate } from '#web/ui/link.tsx'
import { ChooseTemplate, csvSteps, ImportCsv, type MethodId, Methods } from './method.tsx'
import classes from './wizard.module.css'
import { type ListingParts, TemplateWizard, wizardSteps } from './wizard.tsx'

interface Props {
  /** Takes a file: the first step of importing one. */
  csv: ReactNode
  /** Makes products of what stands on a channel, with its steps. */
  Channel: ComponentType<{ methods: ReactNode }>
  listings: ListingParts
}

/** The new product wizard; the method, the chosen template and the step stand in the address. */
export const NewProductPage = ({ csv, Channel, listings }: Props) => (
  <Page title="New Product" crumbs={[{ label: 'Inventory', to: linkTo({ to: '/inventory' }) }]}>
    {useMay('products:write') ? <Wizard {...{ csv, Channel, listings }} /> : <LookOnly needs="products:write" />}
  </Page>
)

function Wizard({ csv, Channel, listings }: Props) {
  const { templateId } = useParams({ from: '/inventory/new/{-$templateId}' })
  const { method, step = 1 } = useSearch({ from: '/inventory/new/{-$templateId}' })
  const navigate = useNavigate()
  // Another method has no template (PRO-010, PRO-011).
  const choose = (next: MethodId) =>
    void navigate({
      to: '/inventory/new/{-$templateId}',
      params: { templateId: undefined },
      search: { method: oneOf(next, ['csv', 'import']) },
    })
  const id = templateId && /^\d+$/.test(templateId) && !method ? Number(templateId) : undefined
  const template = useRead(getTemplate, { params: { id: id ?? 0 } }, { enabled: id !== undefined })
  const setStep = (next: number) =>
    void navigate({ to: '/inventory/new/{-$templateId}', params: { templateId }, search: { step: next } })
  const change = () => void navigate({ to: '/inventory/new/{-$templateId}', params: { templateId: undefined } })
  const current = id === undefined ? 0 : Math.min(step, wizardSteps.length - 1)
  const reached = (index: number) =>
    id !== undefined && index < current ? () => (index === 0 ? change() : setStep(index)) : undefined
  if (method === 'import')
    return (
      <div className={classes.wizard}>
        <Channel methods={<Methods value="import" onMethod={choose} />} />
      </div>
    )
  return (
    <div className={classes.wizard}>
      {method ? (
        <StepBar key="csv" label="Steps" current={0} steps={csvSteps.map((label) => ({ label }))} />
      ) : (
        <StepBar
          key="template"
          label="Steps"
          current={current}
          steps={wizardSteps.map((label, index) => ({ label, onSelect: reached(index) }))}
        />
      )}
      {method ? (
        <ImportCsv onMethod={choose}>{csv}</ImportCsv>
      ) : id === undefined ? (
        <ChooseTemplate
          onMethod={choose}
          onChoose={(chosen) =>
            void navigate({ to: '/inventory/new/{-$templateId}', params: { templateId: String(chosen) } })
          }
        />
      ) : template.data ? (
        <TemplateWizard
          key={id}
          listings={listings}
          template={template.data}
          step={current}
          onStep={setStep}
          onChangeTemplate={change}
        />
      ) : template.error?.status === 404 ? (
        <Callout tone="warning">
          This template was deleted.{' '}
          <button type="button" className="link" onClick={change}>
            Choose another template
          </button>
        </Callout>
      ) : template.isError ? (
        <ErrorState error={template.error} retry={() => void template.refetch()} />
      ) : (
        <FormSkeleton fields={6} label="Loading the template" />
      )}
    </div>
  )
}
