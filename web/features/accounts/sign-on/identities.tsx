import { Button, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { linkIdentity, listIdentities, unlinkIdentity } from '#contract/accounts/sign-on.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { useRead, useWrite } from '#web/api.ts'
import { fieldError, messageOf } from '#web/call.ts'
import { hashed } from '#web/outside/sign-in.ts'
import { sessionChanged } from '#web/session.ts'
import { DialogFooter, confirm } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { ago, date } from '#web/ui/format.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { ErrorState } from '#web/ui/layout/empty-state.tsx'
import { Card } from '#web/ui/layout/page.tsx'
import classes from '../account.module.css'

type State = CallReply<typeof listIdentities>
type Identity = State['identities'][number]
type Provider = State['providers'][number]

/** The login providers of one's account; nothing where none is set up. */
export function Identities() {
  const state = useRead(listIdentities)
  const [linking, setLinking] = useState<Provider>()
  const unlink = useWrite(unlinkIdentity, {
    onSuccess: () => {
      sessionChanged()
      toast.success('Unlinked')
    },
  })
  if (state.isError && !state.data)
    return (
      <Card title="Single sign-on">
        <ErrorState error={state.error} retry={() => void state.refetch()} />
      </Card>
    )
  const { identities = [], providers = [], hasPassword = true } = state.data ?? {}
  if (identities.length + providers.length === 0) return null
  const isOnlyWay = !hasPassword && identities.length === 1
  const ask = async ({ id, label, email }: Identity) => {
    const isSure = await confirm({
      title: `Unlink ${label}?`,
      body: `You can no longer log in as ${email || 'this person'} at ${label}. Devices that logged in with it are logged out.`,
      confirm: 'Unlink',
      danger: true,
    })
    if (isSure) unlink.mutate({ body: { identityId: id } })
  }
  return (
    <Card title="Single sign-on" padded={false}>
      <ul className={classes.list}>
        {identities.map((identity) => (
          <li key={identity.id}>
            <div className="grow">
              <b>{identity.label}</b>
              <span className="small subtle">
                {identity.email && `${identity.email} · `}linked {date(identity.createdAt)} · last used{' '}
                {ago(identity.lastUsedAt)}
              </span>
              {isOnlyWay && (
                <span className="small subtle">
                  This is your only way to log in. To unlink it, set a password first: log out and click “Forgot
                  password?”.
                </span>
              )}
            </div>
            <Button
              size="xs"
              variant="default"
              disabled={isOnlyWay}
              loading={unlink.isPending}
              onClick={() => void ask(identity)}
            >
              Unlink<span className="sr-only"> {identity.label}</span>
            </Button>
          </li>
        ))}
        {providers.map((provider) => (
          <li key={provider.id}>
            <div className="grow">
              <b>{provider.label}</b>
              <span className="small subtle">Not linked</span>
            </div>
            <Button size="xs" variant="default" onClick={() => setLinking(provider)}>
              Link<span className="sr-only"> {provider.label}</span>
            </Button>
          </li>
        ))}
      </ul>
      {linking && <LinkDialog provider={linking} onClose={() => setLinking(undefined)} />}
    </Card>
  )
}

function LinkDialog({ provider: { id, label }, onClose }: { provider: Provider; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const link = useWrite(linkIdentity, { quiet: true, onSuccess: ({ url }) => location.assign(url) })
  const refusal = fieldError(link.error, 'password')
  return (
    <FormDialog opened onClose={onClose} title={`Link ${label}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          link.mutate({ body: { provider: id, password: hashed(password) } })
        }}
      >
        <div className="stack">
          <p className="muted">Enter your Motto password, then log in at {label}. From then on, both let you in.</p>
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            data-autofocus
            required
            value={password}
            error={refusal}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {Boolean(link.error) && !refusal && <Callout tone="danger">{messageOf(link.error)}</Callout>}
        </div>
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={link.isPending} disabled={!password}>
            Continue
          </Button>
        </DialogFooter>
      </form>
    </FormDialog>
  )
}
