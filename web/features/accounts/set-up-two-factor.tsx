import { Button, Modal, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { beginTwoFactor, confirmTwoFactor } from '#contract/accounts.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { cache } from '#web/cache.ts'
import { useWrite } from '#web/api.ts'
import { fieldError, messageOf } from '#web/call.ts'
import { hashed } from '#web/outside/sign-in.ts'
import { sessionChanged } from '#web/session.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { DialogFooter } from '#web/ui/dialogs/confirm.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { BackupCodes } from './backup-codes.tsx'
import classes from './account.module.css'

/** Password, then the app's first code, then the backup codes. */
export function SetUpTwoFactor({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<CallReply<typeof beginTwoFactor>>()
  const [codes, setCodes] = useState<readonly string[]>()
  const finish = () => {
    onClose()
    sessionChanged()
    // An organization that was closed without it is open now.
    void cache.invalidateQueries()
    toast.success('Two-factor authentication is on.')
  }
  return (
    <Modal
      opened
      onClose={codes ? finish : onClose}
      title={codes ? 'Your backup codes' : 'Set up two-factor authentication'}
      withCloseButton={!codes}
      closeOnClickOutside={false}
      closeOnEscape={!codes}
    >
      {codes ? (
        <BackupCodes codes={codes} onKept={finish} />
      ) : secret ? (
        <FirstCode secret={secret} onBack={() => setSecret(undefined)} onDone={setCodes} />
      ) : (
        <Password onClose={onClose} onSecret={setSecret} />
      )}
    </Modal>
  )
}

function Password({
  onClose,
  onSecret,
}: {
  onClose: () => void
  onSecret: (secret: CallReply<typeof beginTwoFactor>) => void
}) {
  const [password, setPassword] = useState('')
  const begin = useWrite(beginTwoFactor, { quiet: true, onSuccess: onSecret })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        begin.mutate({ body: { password: hashed(password) } })
      }}
    >
      <div className="stack">
        <p className="muted">
          You need an authenticator app, such as 1Password or Google Authenticator. First, confirm your password.
        </p>
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          data-autofocus
          required
          value={password}
          error={fieldError(begin.error, 'password')}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {begin.error && !fieldError(begin.error, 'password') && (
          <Callout tone="danger">{messageOf(begin.error)}</Callout>
        )}
      </div>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={begin.isPending} disabled={!password}>
          Next
        </Button>
      </DialogFooter>
    </form>
  )
}

interface FirstCodeProps {
  secret: CallReply<typeof beginTwoFactor>
  onBack: () => void
  onDone: (codes: readonly string[]) => void
}

/** In groups of four, so that it can be typed off. */
const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

function FirstCode({ secret: { secret, url, qr }, onBack, onDone }: FirstCodeProps) {
  const [code, setCode] = useState('')
  const confirm = useWrite(confirmTwoFactor, { quiet: true, onSuccess: ({ backupCodes }) => onDone(backupCodes) })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate({ body: { code: code.trim() } })
      }}
    >
      <div className="stack">
        <p className="muted">
          Scan the QR code with your authenticator app, then enter the code it shows. You’ll be logged out on other\n
          devices.
        </p>
        <div className={classes.secret}>
          <img
            className={classes.qr}
            src={`data:image/svg+xml;utf8,${encodeURIComponent(qr)}`}
            alt="QR code for the authenticator app"
          />
          <div>
            <span className="small subtle">Can’t scan it? Enter this key in the app</span>
            <code className={classes.key} aria-label="Secret">
              {grouped(secret)}
            </code>
            <a className="small" href={url}>
              Open authenticator app
            </a>
          </div>
        </div>
        <TextInput
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          required
          value={code}
          error={fieldError(confirm.error, 'code')}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        {confirm.error && !fieldError(confirm.error, 'code') && (
          <Callout tone="danger">{messageOf(confirm.error)}</Callout>
        )}
      </div>
      <DialogFooter>
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" loading={confirm.isPending} disabled={!code.trim()}>
          Turn on
        </Button>
      </DialogFooter>
    </form>
  )
}
