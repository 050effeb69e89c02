import { useEffect, useState } from 'react'
import { clientLogin, getUserClients } from '#web/outside/endpoints.ts'
import { safeTarget } from '#domain/accounts/after-login.ts'
import { isSuperAdmin } from '#domain/accounts/session.ts'
import { call, messageOf } from '#web/call.ts'
import { AuthLayout } from '#web/outside/auth-layout.tsx'
import auth from '#web/outside/auth.module.css'
import plain from '#web/outside/plain.module.css'
import { useTask } from '#web/outside/use-task.tsx'
import { parseSearch, text } from '#web/search.ts'
import { sessionUser } from '#web/session.ts'

const redirectTo = safeTarget(text(parseSearch(location.search).redirectTo))

export function SelectClientPage() {
  const [clients, setClients] = useState<readonly { id: number; displayName: string }[]>()
  const [failure, setFailure] = useState<string>()
  const [chosen, setChosen] = useState('')
  const [error, setError] = useState<string>()
  const task = useTask()
  const load = () => {
    setFailure(undefined)
    call(getUserClients).then(setClients, (reason: unknown) => setFailure(messageOf(reason)))
  }
  useEffect(load, [])
  const user = sessionUser()
  const submit = () => {
    if (!chosen) return setError('You must select a client.')
    setError(undefined)
    task.run(
      async () => {
        await call(clientLogin, { body: { clientLoginId: Number(chosen) } })
        location.assign(redirectTo ?? '/dashboard')
      },
      () => 'Error logging into client.',
    )
  }
  return (
    <AuthLayout
      title="Select Organization"
      lead={
        user && isSuperAdmin(user)
          ? 'This account is a super-admin. Select an organization to log in'
          : 'This account belongs to multiple clients. Please select the organization to log in'
      }
    >
      {failure ? (
        <p role="alert">
          {failure}{' '}
          <button type="button" className={auth.textButton} onClick={load}>
            Try again
          </button>
        </p>
      ) : (
        <form
          className={auth.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <div className={auth.field}>
            <label className={auth.label} htmlFor="organization">
              Organization
            </label>
            <select
              id="organization"
              className={auth.input}
              value={chosen}
              disabled={!clients}
              aria-invalid={Boolean(error)}
              aria-describedby={error ? 'organization-error' : undefined}
              onChange={(event) => setChosen(event.currentTarget.value)}
            >
              <option value="">{clients ? 'None' : 'Loading…'}</option>
              {clients?.map(({ id, displayName }) => (
                <option key={id} value={id}>
                  {displayName}
                </option>
              ))}
            </select>
            {error && (
              <span id="organization-error" className={auth.hint} data-error role="alert">
                {error}
              </span>
            )}
          </div>
          <button type="submit" className={plain.primary} disabled={!clients || task.busy}>
            Submit
          </button>
        </form>
      )}
      <p className={auth.center}>
        <a href="/login">Log in as someone else</a>
      </p>
      {task.notice}
    </AuthLayout>
  )
}
