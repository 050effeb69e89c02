import { Button, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'

interface Props {
  name: string
  opened: boolean
  loading: boolean
  onClose: () => void
  onDelete: () => void
}

/** Deletes only after the template's name was typed (TPL-116, TPL-117). */
export function DeleteDialog({ name, opened, loading, onClose, onDelete }: Props) {
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const close = () => {
    setTyped('')
    setTried(false)
    onClose()
  }
  return (
    <Modal opened={opened} onClose={close} title={`Delete the template "${name}"?`}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (typed === name) onDelete()
          else setTried(true)
        }}
      >
        <p>This also deletes its attributes and listing templates. You can’t undo this.</p>
        <TextInput
          label="Template Name"
          description={`Enter ${name} to continue`}
          data-autofocus
          autoComplete="off"
          value={typed}
          error={tried && typed !== name ? 'Template Name does not match.' : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => setTried(typed !== '')}
        />
        <DialogFooter>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={loading}>
            Delete template
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  )
}
