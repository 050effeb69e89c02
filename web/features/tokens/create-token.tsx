import { Modal } from '@mantine/core'
import { createToken } from '#contract/tokens/tokens.ts'
import { useWrite } from '#web/api.ts'
import { NewSecret } from './new-secret.tsx'
import { TokenForm } from './token-form.tsx'

/** Asks what a new token is for, then shows it this once. */
export function CreateToken({ onClose }: { onClose: () => void }) {
  const create = useWrite(createToken, { quiet: true })
  if (!create.data)
    return (
      <TokenForm
        busy={create.isPending}
        error={create.error}
        onClose={onClose}
        onCreate={(body) => create.mutate({ body })}
      />
    )
  return (
    <Modal
      opened
      onClose={onClose}
      title="Your new API token"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <NewSecret secret={create.data.secret} onSaved={onClose} />
    </Modal>
  )
}
