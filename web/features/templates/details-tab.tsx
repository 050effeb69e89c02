import { Button, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { deleteTemplate, saveTemplate } from '#contract/templates.ts'
import { useWrite } from '#web/api.ts'
import { useMay, Writable } from '#web/may.tsx'
import { plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/page.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { toast } from '#web/ui/toast.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { useTemplate } from './editor.ts'
import { SharingCard } from './sharing-card.tsx'

/** The message stays readable this long before the page changes (TPL-119), in milliseconds. */
const leaveMs = 2000

/** Name, details and notes of a template, and its end. */
export function DetailsTab() {
  const template = useTemplate()
  const mayDelete = useMay('templates:write')
  const kept = { name: template.name, details: template.details, notes: template.notes }
  const [edits, setEdits] = useState<Partial<typeof kept>>({})
  const [deleting, setDeleting] = useState(false)
  const form = { ...kept, ...edits }
  const changed = (Object.keys(kept) as (keyof typeof kept)[]).filter((field) => form[field] !== kept[field])
  const navigate = useNavigate()
  const save = useWrite(saveTemplate, {
    quiet: true,
    onSuccess: () => {
      setEdits({})
      toast.success('Template Saved.')
    },
    onError: (error) => toast.error(error.message),
  })
  const remove = useWrite(deleteTemplate, {
    onSuccess: () => {
      setDeleting(false)
      toast.success('Deleted Template. Navigating to Templates.')
      setTimeout(() => void navigate({ to: '/templates', ignoreBlocker: true }), leaveMs)
    },
  })
  const missing = !form.name.trim()
  const taken =
    save.error?.fields['productTemplate.name'] ??
    (save.error?.code === 'template_taken' ? save.error.message : undefined)
  return (
    <div className="stack">
      <Writable needs="templates:write">
        <Card title="Details">
          <div className="stack">
            <TextInput
              label="Name"
              required
              maxLength={120}
              value={form.name}
              error={missing ? 'Name is required.' : taken}
              onChange={(event) => setEdits({ ...edits, name: event.currentTarget.value })}
            />
            <Textarea
              label="Template Details"
              maxLength={10_000}
              value={form.details}
              onChange={(event) => setEdits({ ...edits, details: event.currentTarget.value })}
            />
            <Textarea
              label="Notes"
              maxLength={10_000}
              value={form.notes}
              onChange={(event) => setEdits({ ...edits, notes: event.currentTarget.value })}
            />
          </div>
        </Card>
      </Writable>
      <SharingCard />
      {mayDelete && (
        <Card title="Delete this template">
          <div className="row wrap">
            <p className="grow muted">
              {template.products > 0
                ? `${plural(template.products, 'product still uses', 'products still use')} it. Delete them or move them to another template first.`
                : 'Its attributes and its listing templates go with it.'}
            </p>
            <Button
              color="red"
              loading={remove.isPending}
              disabled={remove.isSuccess}
              onClick={() => setDeleting(true)}
            >
              Delete
            </Button>
          </div>
        </Card>
      )}
      <DeleteDialog
        name={template.name}
        opened={deleting}
        loading={remove.isPending}
        onClose={() => setDeleting(false)}
        onDelete={() => remove.mutate({ params: { id: template.id } })}
      />
      <SaveBar
        dirty={changed.length > 0}
        summary="Unsaved changes"
        problem={missing ? 'Name is required.' : undefined}
        saving={save.isPending}
        saveLabel="Save"
        onSave={() =>
          save.mutate({
            params: { id: template.id },
            body: { productTemplate: Object.fromEntries(changed.map((field) => [field, form[field]])) },
          })
        }
        onDiscard={() => {
          setEdits({})
          save.reset()
        }}
      />
    </div>
  )
}
