import { Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { saveTemplate } from '#contract/templates.ts'
import { isSuperAdmin } from '#domain/accounts/session.ts'
import { useWrite } from '#web/api.ts'
import { nameRefused } from '#web/form/words/template-name.ts'
import { Writable } from '#web/may.tsx'
import { useSession } from '#web/session.ts'
import { Card } from '#web/ui/layout/page.tsx'
import { SaveBar } from '#web/ui/dialogs/save-bar.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { DeleteCard } from './delete-card.tsx'
import { since } from './draft.ts'
import { useTemplate } from './editor.ts'
import { SharingCard } from './sharing-card.tsx'

/** Name, details and notes of a template, whether it is one for the library, and its end. */
export function DetailsTab() {
  const template = useTemplate()
  const user = useSession()
  const saved = { name: template.name, details: template.details, notes: template.notes, isStock: template.isStock }
  const [edits, setEdits] = useState<Partial<typeof saved>>({})
  const form = { ...saved, ...edits }
  const changed = (Object.keys(saved) as (keyof typeof saved)[]).filter((field) => form[field] !== saved[field])
  const save = useWrite(saveTemplate, {
    quiet: true,
    onSuccess: () => toast.success('Template Saved.'),
    onError: (error) => toast.error(error.message),
  })
  const missing = !form.name.trim()
  const nameProblem = nameRefused(save.error)
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
              error={missing ? 'Name is required.' : nameProblem}
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
            {user && isSuperAdmin(user) && (
              <Switch
                label="Is Stock Template"
                description="Can be added to the template library for all organizations."
                checked={form.isStock}
                onChange={(event) => setEdits({ ...edits, isStock: event.currentTarget.checked })}
              />
            )}
          </div>
        </Card>
      </Writable>
      <SharingCard />
      <DeleteCard />
      <SaveBar
        dirty={changed.length > 0}
        summary="Unsaved changes"
        problem={missing ? 'Name is required.' : undefined}
        saving={save.isPending}
        saveLabel="Save"
        onSave={() =>
          save.mutate(
            {
              params: { id: template.id },
              body: { productTemplate: Object.fromEntries(changed.map((field) => [field, form[field]])) },
            },
            { onSuccess: () => setEdits((now) => since(now, edits)) },
          )
        }
        onDiscard={() => {
          setEdits({})
          save.reset()
        }}
      />
    </div>
  )
}
