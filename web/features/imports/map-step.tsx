import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import { type ImportMapping, listImports, planImport } from '#contract/imports.ts'
import { isAwaited, useRead, useWrite } from '#web/api.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { CouldNotLoad } from '#web/ui/layout/could-not-load.tsx'
import { ago } from '#web/ui/format.ts'
import { Card } from '#web/ui/layout/page.tsx'
import { FormSkeleton } from '#web/ui/layout/skeleton.tsx'
import { useLeaveGuard } from '#web/ui/dialogs/leave-guard.ts'
import { SearchSelect } from '#web/ui/choices/search-select.tsx'
import { StepFoot } from '#web/ui/dialogs/step-foot.tsx'
import { ColumnSelect } from './column-select.tsx'
import classes from './imports.module.css'
import { MapAttributes } from './map-attributes.tsx'
import { emptyMapping, mappingFor, sameShape, problemOf, unusedColumns, withField } from './mapping.ts'
import { TemplateCard } from './template-card.tsx'
import type { Import } from './upload.ts'
import { fieldNames } from './words.ts'

interface Props {
  record: Import
  onPlanned: () => void
  onBack: () => void
}

/** Which column says what (IMP-008..020). It begins with what the file's shape and its values suggest. */
export function MapStep(props: Props) {
  // Where a mapping comes from stands above it, so that nothing is drawn before that is known.
  const imports = useImportsBefore()
  return isAwaited(imports) ? <FormSkeleton fields={6} label="Loading the mapping" /> : <Mapping {...props} />
}

const useImportsBefore = () => useRead(listImports, { query: { limit: 100 } })

function Mapping({ record, onPlanned, onBack }: Props) {
  const [mapping, setMapping] = useState<ImportMapping>(() => mappingFor(record.columns, record.mapping))
  const [begun, setBegun] = useState(false)
  const [also, setAlso] = useState<readonly string[]>([])
  const plan = useWrite(planImport, {
    once: true,
    quiet: true,
    onSuccess: () => {
      setBegun(false)
      onPlanned()
    },
  })
  useLeaveGuard(begun && !plan.isPending && !plan.isSuccess, 'Your column mapping')
  const change = (next: ImportMapping) => {
    setBegun(true)
    if (plan.isError) plan.reset()
    setMapping(next)
  }
  const problem = problemOf(mapping)
  const unused = unusedColumns(record.columns, mapping)
  const isShown = (field: string) =>
    isUsual(field) || also.includes(field) || mapping.fieldMappings[field] !== undefined
  return (
    <>
      <Remembered record={record} onForget={() => change(emptyMapping)} />
      <NothingKnown record={record} />
      <TemplateCard record={record} mapping={mapping} onChange={change} />
      <Card title="Product fields">
        <div className={classes.fields} role="group" aria-label="Product fields">
          {fieldNames
            .filter(([field]) => isShown(field))
            .map(([field, label]) => (
              <ColumnSelect
                key={field}
                label={label}
                columns={record.columns}
                value={mapping.fieldMappings[field] ?? null}
                onChange={(column) => change(withField(mapping, field, column))}
              />
            ))}
        </div>
        <SearchSelect
          key={also.length}
          className={classes.another}
          label="Another field"
          placeholder="Choose a field to map"
          options={fieldNames.filter(([field]) => !isShown(field)).map(([value, label]) => ({ value, label }))}
          value={null}
          onChange={(field) => field && setAlso([...also, field])}
        />
      </Card>
      <MapAttributes record={record} mapping={mapping} unused={unused} onChange={change} onSuggest={setMapping} />
      <Switch
        label="Add mapped attributes to templates that lack them"
        description="If off, the values are added to the imported products only."
        checked={mapping.addAttributes}
        onChange={(event) => change({ ...mapping, addAttributes: event.currentTarget.checked })}
      />
      {plan.isError && <Callout tone="danger">{plan.error.message} Your mapping is saved.</Callout>}
      <StepFoot
        onBack={onBack}
        problem={problem}
        hint="Nothing changes yet. Next, you’ll review what will be imported."
      >
        <Button
          disabled={problem !== undefined}
          loading={plan.isPending}
          onClick={() => plan.mutate({ params: { id: record.id }, body: mapping })}
        >
          Continue to Review
        </Button>
      </StepFoot>
    </>
  )
}

/** Says where a mapping comes from that was not thought up for this file. */
function Remembered({ record, onForget }: { record: Import; onForget: () => void }) {
  const imports = useImportsBefore()
  const before = imports.data?.data.find(
    (other) => other.id < record.id && other.state === 'done' && sameShape(other, record),
  )
  if (!before) return <CouldNotLoad what="Previous mapping" read={imports} />
  return (
    <Callout
      action={
        <Button variant="subtle" size="xs" onClick={onForget}>
          Start over
        </Button>
      }
    >
      Using the mapping from {before.fileName} ({ago(before.createdAt)}).
    </Callout>
  )
}

/** So many columns are named in a sentence. */
const namedColumns = 5

/** Says that no column was recognized: such a file is often not the one that was meant. */
function NothingKnown({ record: { columns, mapping } }: { record: Import }) {
  const { fieldMappings, attributeMappings, newAttributes, templateColumn } = mappingFor(columns, mapping)
  const filled = [...Object.keys(fieldMappings), ...Object.keys(attributeMappings), ...newAttributes]
  if (filled.length > 0 || templateColumn !== null) return null
  const names = columns.slice(0, namedColumns).map(({ name }) => `“${name}”`)
  const more = columns.length - names.length
  return (
    <Callout tone="warning">
      No column was recognized: {names.join(', ')}
      {more > 0 && ` and ${more} more`}. Check that this is the right file. If it is, choose a column for each field
      below.
    </Callout>
  )
}

/** Fields that are always offered; the others come by choosing. */
const usual = new Set<string>([
  'sku',
  'title',
  'description',
  'tags',
  'price',
  'msrp',
  'cost',
  'quantity',
  'condition',
  'weight',
  'notes',
  'images',
])
const isUsual = (field: string) => usual.has(field)
