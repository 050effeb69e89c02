import { Button } from '@mantine/core'
import { useState } from 'react'
import { deleteTemplate } from '#contract/templates.ts'
import { useWrite } from '#web/api.ts'
import { useMay } from '#web/may.tsx'
import { leaveSoon } from '#web/ui/dialogs/leave-soon.ts'
import { plural } from '#web/ui/format.ts'
import { Card } from '#web/ui/layout/page.tsx'
import { useNavigate } from '#web/ui/link.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { useTemplate } from './editor.ts'
import { leaveMs } from './leave.ts'

/** The end of a template, after its name was typed. */
export function DeleteCard() {
  const template = useTemplate()
  const mayDelete = useMay('templates:write')
  const [deleting, setDeleting] = useState(false)
  const navigate = useNavigate()
  const remove = useWrite(deleteTemplate, {
    onSuccess: () => {
      setDeleting(false)
      leaveSoon(
        'Deleted Template. Navigating to Templates.',
        () => void navigate({ to: '/templates', ignoreBlocker: true }),
        leaveMs.deleted,
      )
    },
  })
  if (!mayDelete) return null
  return (
    <>
      <Card title="Delete this template">
        <div className="row wrap">
          <p className="grow muted">
            {template.products > 0
              ? `${plural(template.products, 'product still uses', 'products still use')} it. Delete them or move them to another template first.`
              : 'Its attributes and listing templates are deleted too.'}
          </p>
          <Button color="red" loading={remove.isPending} disabled={remove.isSuccess} onClick={() => setDeleting(true)}>
            Delete
          </Button>
        </div>
      </Card>
      <DeleteDialog
        name={template.name}
        opened={deleting}
        loading={remove.isPending}
        onClose={() => setDeleting(false)}
        onDelete={() => remove.mutate({ params: { id: template.id } })}
      />
    </>
  )
}
