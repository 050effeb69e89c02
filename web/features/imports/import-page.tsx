import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { linkTo, toNewProduct } from '#web/addresses.ts'
import { LookOnly, useMay } from '#web/may.tsx'
import { Callout } from '#web/ui/layout/callout.tsx'
import { EmptyState, ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { StepBar } from '#web/ui/layout/tabs.tsx'
import { LinkButton, useNavigate } from '#web/ui/link.tsx'
import { ImportOver } from './import-over.tsx'
import classes from './imports.module.css'
import { MapStep } from './map-step.tsx'
import { PlanTemplates } from './plan-templates.tsx'
import { ReadValues } from './read-values.tsx'
import { ReadingSettings } from './reading-settings.tsx'
import { ReviewStep } from './review-step.tsx'
import type { Import } from './upload.ts'
import { backOf, isBusy, isOver, useImport } from './use-import.ts'
import { recognised, titleOf } from './words.ts'
import { Working } from './working.tsx'

const steps = {
  products: ['Method', 'Map Fields', 'Review & Import'],
  templates: ['Method', 'Review & Import'],
  channel: ['Method', 'Map Fields', 'Review & Import'],
} as const
const above = {
  products: [
    { label: 'Inventory', to: linkTo({ to: '/inventory' }) },
    { label: 'New Product', to: toNewProduct() },
  ],
  templates: [
    { label: 'Templates', to: linkTo({ to: '/templates' }) },
    { label: 'New Template', to: linkTo({ to: '/templates/new' }) },
  ],
} as const
/** One import, from the file to what it did. Where it is stands on the server, so one may leave at any step. */
export function ImportPage() {
  const { importId } = useParams({ from: '/inventory/import/$importId' })
  const id = /^\d{1,15}$/.test(importId) ? Number(importId) : 0
  const importQuery = useImport(id)
  const may = useMay('imports:write')
  const record = importQuery.data
  const kind = record?.kind ?? 'products'
  return (
    <Page
      title={record ? titleOf(record) : 'Import CSV'}
      name={record?.channel ? titleOf(record) : 'Import CSV'}
      crumbs={record?.integrationId ? [{ label: 'Existing listings', to: backOf(record) }] : above[kind]}
    >
      {!may ? (
        <LookOnly needs="imports:write" />
      ) : record ? (
        <Steps key={record.id} record={record} />
      ) : importQuery.error?.status === 404 ? (
        <EmptyState
          title="Import not found"
          drawing={false}
          actions={<LinkButton {...toNewProduct(undefined, { method: 'csv' })}>Import another file</LinkButton>}
        >
          It may belong to another organization, or it’s older than 30 days.
        </EmptyState>
      ) : importQuery.isError ? (
        <ErrorState error={importQuery.error} retry={() => void importQuery.refetch()} />
      ) : (
        <FormSkeleton fields={6} label="Loading the import" />
      )}
    </Page>
  )
}

/** Where the steps stand: what is shown follows from the import's state and from whether one went back to the mapping. */
function useSteps(record: Import) {
  const navigate = useNavigate()
  // One may go back to the mapping from a plan that is ready; what was mapped is kept with the import.
  const [mappingAgain, setMappingAgain] = useState(false)
  const kind = record.channel ? 'channel' : record.kind
  const products = kind === 'products'
  const ready = record.state === 'ready'
  const mapping = products && (record.state === 'mapping' || (ready && mappingAgain))
  const names = steps[kind]
  const isEarly = products && (record.state === 'reading' || mapping)
  const toMethod = () => void navigate(backOf(record))
  const toMapping = () => setMappingAgain(true)
  // Of a channel's listings there is nothing to map: the template and what becomes of products that are here were chosen before.
  const selects = [isBusy(record) ? undefined : toMethod, products && ready ? toMapping : undefined]
  return {
    current: isOver(record) ? names.length : isEarly ? 1 : names.length - 1,
    bar: names.map((label, index) => ({ label, onSelect: selects[index] })),
    mapping,
    planning: record.state === 'mapping' && kind === 'templates',
    reviewing: ready && !mapping,
    /** How the file is read may still be changed. */
    mayReread: kind !== 'channel' && (mapping || ready),
    toMethod,
    fromReview: products ? toMapping : toMethod,
    endMapping: () => setMappingAgain(false),
  }
}

function Steps({ record }: { record: Import }) {
  const at = useSteps(record)
  // Whoever comes back to an import that is over is led nowhere.
  const [seenUnfinished] = useState(!isOver(record))
  return (
    <div className={classes.page}>
      <StepBar label="Steps" current={at.current} steps={at.bar} />
      {!isOver(record) && record.state !== 'reading' && !record.channel && (
        <Recognised record={record} mayReread={at.mayReread} />
      )}
      {isBusy(record) && <Working record={record} />}
      {at.mapping && (
        <MapStep
          key={record.columns.map(({ name }) => name).join('\n')}
          record={record}
          onPlanned={at.endMapping}
          onBack={at.toMethod}
        />
      )}
      {at.planning && <PlanTemplates record={record} onBack={at.toMethod} />}
      {at.reviewing && <ReviewStep record={record} onBack={at.fromReview} />}
      {isOver(record) && <ImportOver record={record} justNow={seenUnfinished} />}
    </div>
  )
}

/** How the file was read, and the way to have it read otherwise. */
const Recognised = ({ record, mayReread }: { record: Import; mayReread: boolean }) => (
  <Callout
    tone="info"
    action={
      mayReread && <ReadingSettings key={`${record.encoding}${record.separator}${record.headerRow}`} record={record} />
    }
  >
    <b>{record.fileName}</b>: {recognised(record)}.{mayReread && <ReadValues columns={record.columns} />}
  </Callout>
)
