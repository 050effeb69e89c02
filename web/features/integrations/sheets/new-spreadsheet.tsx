import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '#web/api.ts'
import { useOfAccount } from '#web/form/channels/account.tsx'
import { createSpreadsheetCall } from '#web/lookups.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'

/** Asks for a title and makes a spreadsheet; says how an existing one comes into it (CHN-067..CHN-074). */
export function NewSpreadsheet({ onClose }: { onClose: () => void }) {
  const { integrationId } = useOfAccount()
  const [title, setTitle] = useState('')
  const make = useWrite(createSpreadsheetCall, {
    quiet: true,
    onSuccess: () => {
      onClose()
      toast.success('Spreadsheet created')
    },
  })
  const isBlank = title.trim() === ''
  return (
    <FormDialog opened onClose={onClose} title="New Spreadsheet">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBlank && !make.isPending)
            make.mutate({ body: { title: title.trim(), ...(integrationId !== undefined && { integrationId }) } })
        }}
      >
        <TextInput
          label="Spreadsheet title"
          required
          withAsterisk
          maxLength={200}
          autoComplete="off"
          data-autofocus
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <p className="muted small">
          Only sheets that Motto creates here can be accessed. To use an existing sheet, create a spreadsheet here and
          import yours into it:
        </p>
        <ol className="muted small">
          <li>Open the new spreadsheet in Google Sheets.</li>
          <li>Choose File, then Import, and select your sheet.</li>
          <li>Choose “Insert new sheet(s)”, or “Replace” to use your own columns only.</li>
          <li>Come back and re-sync the spreadsheet.</li>
        </ol>
        {make.error && <Callout tone="danger">{make.error.message}</Callout>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isBlank} loading={make.isPending}>
            Create
          </Button>
        </Group>
      </form>
    </FormDialog>
  )
}
