import { createToken } from '#contract/tokens/tokens.ts'
import { useWrite } from '#web/api.ts'
import { NewSecret } from '#web/ui/dialogs/new-secret.tsx'
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
  return <NewSecret title="Your new API token" noun="token" secret={create.data.secret} onSaved={onClose} />
}
