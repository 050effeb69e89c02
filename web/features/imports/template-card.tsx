import { Button, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import type { ImportMapping } from '#contract/imports.ts'
import { createTemplate, listTemplates, templateNameChars } from '#contract/templates.ts'
import { useRead, useWrite } from '#web/api.ts'
import { nameRefused } from '#web/form/words/template-name.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { CouldNotLoad } from '#web/ui/layout/could-not-load.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import { SearchSelect } from '#web/ui/choices/search-select.tsx'
import { Segments } from '#web/ui/choices/segments.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { ColumnSelect } from './column-select.tsx'
import classes from './imports.module.css'
import { modeOf, type TemplateMode } from './mapping.ts'
import type { Import } from './upload.ts'

type Templates = CallReply<typeof listTemplates>

interface Props {
  record: Import
  mapping: ImportMapping
  onChange: (next: ImportMapping) => void
}

/** Which template the rows get: one for all, or the one that a column names (IMP-112). A new kind of product gets one on the spot. */
export function TemplateCard({ record, mapping, onChange }: Props) {
  const templates = useRead(listTemplates)
  const mode = modeOf(mapping)
  const setMode = (next: TemplateMode) =>
    onChange(
      next === 'single'
        ? { ...mapping, templateColumn: null, createTemplates: false }
        : { ...mapping, template: null, templateColumn: mapping.templateColumn ?? '' },
    )
  return (
    <Card title="Template">
      <CouldNotLoad what="Your templates" read={templates} />
      <div className={classes.template}>
        <Segments
          aria-label="Template for these products"
          data={[
            { value: 'single', label: 'One template for all rows' },
            { value: 'row', label: 'From a column' },
          ]}
          value={mode}
          onChange={setMode}
        />
        {mode === 'single' ? (
          <OneForAll templates={templates.data} mapping={mapping} onChange={onChange} />
        ) : (
          <ColumnSelect
            label="Column with template names"
            columns={record.columns}
            value={mapping.templateColumn || null}
            onChange={(column) => onChange({ ...mapping, templateColumn: column ?? '' })}
          />
        )}
      </div>
      {mode === 'row' && (
        <Switch
          className={classes.under}
          label="Create missing templates"
          description={
            mapping.createTemplates
              ? 'Rows without a template are skipped.'
              : 'If off, rows without an existing template are skipped.'
          }
          checked={mapping.createTemplates}
          onChange={(event) => onChange({ ...mapping, createTemplates: event.currentTarget.checked })}
        />
      )}
    </Card>
  )
}

function OneForAll({ templates, mapping, onChange }: Omit<Props, 'record'> & { templates: Templates | undefined }) {
  const [making, setMaking] = useState(false)
  return (
    <>
      <SearchSelect
        label="Template"
        placeholder="Choose a template"
        options={(templates ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={mapping.template === null ? null : String(mapping.template)}
        onChange={(id) => onChange({ ...mapping, template: id === null ? null : Number(id) })}
        description={templates?.length === 0 ? 'No templates yet. Create one for these products.' : undefined}
      />
      <Button variant="default" onClick={() => setMaking(true)}>
        New Template
      </Button>
      {making && (
        <NewTemplate
          onClose={() => setMaking(false)}
          // What the file has more than the template is what a new kind of product is described by.
          onMade={(template) => onChange({ ...mapping, template, addAttributes: true })}
        />
      )}
    </>
  )
}

function NewTemplate({ onClose, onMade }: { onClose: () => void; onMade: (id: number) => void }) {
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const create = useWrite(createTemplate, {
    once: true,
    quiet: true,
    onSuccess: () => toast.success('Template Created.'),
  })
  const missing = !name.trim()
  const { error } = create
  const nameProblem = nameRefused(error)
  const save = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (missing) return
    create.mutate(
      { body: { productTemplate: { name: name.trim(), description: '', notes: '' } } },
      {
        // Not once the dialog was closed: what was mapped since stays.
        onSuccess: ({ id }) => {
          onMade(id)
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog opened onClose={onClose} title="New Template">
      <form className="stack" noValidate onSubmit={save}>
        <TextInput
          label="Name"
          description="The kind of product, such as “Mugs” or “T-shirts”."
          required
          data-autofocus
          maxLength={templateNameChars}
          value={name}
          error={tried && missing ? 'Name field is required.' : nameProblem}
          onChange={(event) => {
            if (create.isError) create.reset()
            setName(event.currentTarget.value)
          }}
        />
        <p className="muted small">
          It starts with Brand, Vendor, Location, Warehouse and Bin. Columns that you map to new attributes are added
          when you import.
        </p>
        {error && !nameProblem && <Callout tone="danger">{error.message} Your entries are still here.</Callout>}
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}
