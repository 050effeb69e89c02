import { Button, Checkbox, TextInput, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { createView } from '#contract/views.ts'
import { useWrite } from '#web/api.ts'
import { useMay } from '#web/may.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { createProblem, viewsPage } from './active-view.ts'
import type { Views } from './use-views.ts'
import classes from './views.module.css'

/** Keeps the columns, widths, filters and sort of now under a name (INV-168..INV-171). */
export function CreateView({ views, onDone }: { views: Pick<Views, 'now' | 'settle'>; onDone: () => void }) {
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const mayShare = useMay('products:write')
  // The form may be closed before the answer.
  const create = useWrite(createView, {
    quiet: true,
    onSuccess: (view) => {
      toast.success(`View “${view.name}” created.`)
      views.settle(view)
      onDone()
    },
  })
  const trimmed = name.trim()
  const submit = () =>
    create.mutate({
      params: { page: viewsPage },
      body: { page: viewsPage, type: 'table', name: trimmed, config: views.now, shared },
    })
  return (
    <form
      className={classes.create}
      aria-label="New view"
      onSubmit={(event) => {
        event.preventDefault()
        if (trimmed) submit()
      }}
    >
      <TextInput
        label="Name"
        autoFocus
        maxLength={100}
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value)
          create.reset()
        }}
        error={create.error ? createProblem(create.error) : undefined}
      />
      {mayShare && (
        <Checkbox
          label="Share with everyone in the organization"
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      )}
      <Tooltip label="Must set name" disabled={trimmed !== ''}>
        <span className={classes.submit}>
          <Button
            type="submit"
            disabled={!trimmed}
            loading={create.isPending}
            title={trimmed ? undefined : 'Must set name'}
          >
            Create View
          </Button>
        </span>
      </Tooltip>
    </form>
  )
}
