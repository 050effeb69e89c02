import { useEffect, useEffectEvent, useState } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import type { readInvitation as readEndpoint } from '#contract/accounts.ts'
import { type RoleId, roleNames } from '#contract/permissions.ts'
import { call, messageOf } from '#web/call.ts'
import { AuthLayout } from '#web/outside/auth-layout.tsx'
import auth from '#web/outside/auth.module.css'
import { joinByInvitation, logout, readInvitation } from '#web/outside/endpoints.ts'
import { Field } from '#web/outside/field.tsx'
import plain from '#web/outside/plain.module.css'
import { hashed } from '#web/outside/sign-in.ts'
import { type Task, useTask } from '#web/outside/use-task.tsx'
import { parseSearch, text } from '#web/search.ts'
import { clearSession, sessionUser } from '#web/session.ts'
import { PasswordPair, refusalOf } from './password-pair.tsx'

type Invitation = CallReply<typeof readEndpoint>

/** Where the link's token waits while its owner logs in: it does not stay in the address. */
const keptAs = 'motto-invitation'

function takeToken(): string {
  const arrived = text(parseSearch(location.search).token)
  if (!arrived) return sessionStorage.getItem(keptAs) ?? ''
  sessionStorage.setItem(keptAs, arrived)
  history.replaceState(null, '', location.pathname)
  return arrived
}
const token = takeToken()

/** An invited person comes in: with a password, or with the account that they have. */
export function InvitationPage() {
  const task = useTask()
  const [invitation, setInvitation] = useState<Invitation>()
  const [failure, setFailure] = useState(token ? '' : 'Open the link from your invitation email again.')
  const load = useEffectEvent(() => {
    if (token)
      call(readInvitation, { body: { token } }).then(setInvitation, (error: unknown) => setFailure(messageOf(error)))
  })
  useEffect(() => load(), [])
  const join = (more: { name?: string; password?: string; checkPassword?: string } = {}) =>
    task.run(async () => {
      await call(joinByInvitation, { body: { token, ...more } })
      sessionStorage.removeItem(keptAs)
      location.assign('/dashboard')
    })
  return (
    <AuthLayout
      title={invitation ? `Join ${invitation.organization}` : 'Invitation'}
      lead={
        invitation &&
        `${invitation.invitedBy} invited you to ${invitation.organization} as ${roleNames[invitation.roleId as RoleId]}.`
      }
    >
      {failure ? (
        <>
          <p role="alert">{failure}</p>
          <a href="/login" className={plain.primary}>
            Log In
          </a>
        </>
      ) : !invitation ? (
        <p className="muted" role="status">
          Loading invitation…
        </p>
      ) : invitation.hasAccount ? (
        <WithAccount email={invitation.email} task={task} onJoin={() => join()} />
      ) : (
        <WithPassword email={invitation.email} task={task} onJoin={join} />
      )}
      {task.notice}
    </AuthLayout>
  )
}

function WithAccount({ email, task, onJoin }: { email: string; task: Task; onJoin: () => void }) {
  const user = sessionUser()
  const asThem = user?.email.toLowerCase() === email.toLowerCase()
  const change = () =>
    task.run(async () => {
      await call(logout)
      clearSession()
      location.assign('/login?redirectTo=/invitation')
    })
  if (asThem)
    return (
      <button type="button" className={plain.primary} disabled={task.busy} onClick={onJoin}>
        Accept Invite
      </button>
    )
  return user ? (
    <>
      <p className="muted">
        This invitation is for <b>{email}</b>. You’re logged in as {user.email}.
      </p>
      <button type="button" className={plain.primary} disabled={task.busy} onClick={change}>
        Log in as {email}
      </button>
    </>
  ) : (
    <>
      <p className="muted">
        <b>{email}</b> already has an account. Log in to accept the invitation.
      </p>
      <a href="/login?redirectTo=/invitation" className={plain.primary}>
        Log In
      </a>
    </>
  )
}

interface PasswordProps {
  email: string
  task: Task
  onJoin: (input: { name: string; password: string; checkPassword: string }) => void
}

function WithPassword({ email, task, onJoin }: PasswordProps) {
  const [form, setForm] = useState({ name: '', password: '', again: '' })
  const [tried, setTried] = useState(false)
  const set = (change: Partial<typeof form>) => setForm((now) => ({ ...now, ...change }))
  const submit = () => {
    setTried(true)
    const refusal = refusalOf(form)
    if (refusal) return task.fail(refusal)
    onJoin({ name: form.name.trim(), password: hashed(form.password), checkPassword: hashed(form.again) })
  }
  return (
    <form
      className={auth.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <p className="muted">
        Your email <b>{email}</b> is already confirmed. Just choose a password.
      </p>
      <Field label="Name" autoComplete="name" value={form.name} onChange={(name) => set({ name })} />
      <PasswordPair labels={['Password', 'Re-Enter Password']} value={form} onChange={set} tried={tried} />
      <button type="submit" className={plain.primary} disabled={task.busy}>
        Join
      </button>
    </form>
  )
}
