import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { fieldError, messageOf } from '#web/call.ts'
import { hashed } from '#web/outside/sign-in.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'

interface Props {
  title: string
  verb: string
  danger?: boolean
  busy: boolean
  /** Why the last try was refused. */
  error: unknown
  onClose: () => void
  onProof: (proof: { password: string; code: string }) => void
  children: ReactNode
}

/** Whether an input of this dialog can show the failure. */
const shownAtField = (error: unknown) => Boolean(fieldError(error, 'password') ?? fieldError(error, 'code'))

/** Asks for the password and a code again before something that weakens the sign-in. */
export function ProofDialog({ title, verb, danger, busy, error, onClose, onProof, children }: Props) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  return (
    <FormDialog opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onProof({ password: hashed(password), code: code.trim() })
        }}
      >
        <div className="stack">
          <p className="muted">{children}</p>
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            data-autofocus
            required
            value={password}
            error={fieldError(error, 'password')}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <TextInput
            label="Code"
            autoComplete="one-time-code"
            description="From your authenticator app, or use a backup code."
            required
            value={code}
            error={fieldError(error, 'code')}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          {Boolean(error) && !shownAtField(error) && <Callout tone="danger">{messageOf(error)}</Callout>}
        </div>
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color={danger ? 'red' : undefined} loading={busy} disabled={!password || !code.trim()}>
            {verb}
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}
