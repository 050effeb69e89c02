import { useEffect, useRef, useState } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import { ApiError, call, messageOf } from '#web/call.ts'
import { AuthLayout } from '#web/outside/auth-layout.tsx'
import auth from '#web/outside/auth.module.css'
import { finishSignOn, proveAccount } from '#web/outside/endpoints.ts'
import { Field } from '#web/outside/field.tsx'
import plain from '#web/outside/plain.module.css'
import { enter, hashed } from '#web/outside/sign-in.ts'
import { useTask } from '#web/outside/use-task.tsx'
import { CodeStep } from '../code-step.tsx'
import { leaveFor } from './provider-buttons.tsx'

type Arrival = CallReply<typeof finishSignOn>

const provider = location.pathname.split('/')[2] ?? ''
const query = location.search.slice(1)
// The code works once; it must not stay in the address, the history or a screenshot.
if (query) history.replaceState(null, '', location.pathname)

/** Where an identity provider sends people back to: their session begins, or the page says why not. */
export function SignOnPage() {
  const [arrival, setArrival] = useState<Arrival>()
  const [failure, setFailure] = useState<string>()
  const task = useTask()
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    call(finishSignOn, { body: { provider, query } })
      .then((reply) => {
        if (reply.next === 'inside') enter(reply.redirectTo)
        else if (reply.next === 'account') location.assign('/account')
        else setArrival(reply)
      })
      .catch((error: unknown) => setFailure(messageOf(error)))
  }, [])
  if (arrival) return <PasswordStep arrival={arrival} onFailure={setFailure} onLeave={() => setArrival(undefined)} />
  if (failure === undefined)
    return (
      <AuthLayout title="Logging in…">
        <p role="status" className={auth.center}>
          Checking the answer of your login provider.
        </p>
      </AuthLayout>
    )
  return (
    <AuthLayout title="Couldn’t log in">
      <p role="alert">{failure}</p>
      <div className={auth.buttons}>
        <a href="/login" className={plain.secondary}>
          Log in another way
        </a>
        <button type="button" className={plain.primary} disabled={task.busy} onClick={() => leaveFor(task, provider)}>
          Try again
        </button>
      </div>
      {task.notice}
    </AuthLayout>
  )
}

/** The account's password links the identity, once; its second factor, too, where that is on. */
function PasswordStep({
  arrival: { email, label, ticket },
  onFailure,
  onLeave,
}: {
  arrival: Arrival
  onFailure: (sentence: string) => void
  onLeave: () => void
}) {
  const [password, setPassword] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const [codeError, setCodeError] = useState<string>()
  const task = useTask()
  const prove = (otp?: string) =>
    task.run(async () => {
      setCodeError(undefined)
      try {
        const { redirectTo } = await call(proveAccount, { body: { ticket, password: hashed(password), otp } })
        enter(redirectTo)
      } catch (error) {
        const code = error instanceof ApiError ? error.code : undefined
        if (code === 'second_factor_required') return setNeedsCode(true)
        if (code === 'second_factor_wrong') return setCodeError(messageOf(error))
        if (code === 'bad_credentials') setNeedsCode(false)
        if (code !== 'sign_on_refused') throw error
        onFailure(messageOf(error))
        onLeave()
      }
    })
  if (needsCode)
    return <CodeStep email={email} task={task} error={codeError} onCode={prove} onBack={() => setNeedsCode(false)} />
  return (
    <AuthLayout
      title={`Link ${label}`}
      lead={
        <>
          <b>{email}</b> already has a Motto account. Enter its password once. From then on, you can log in with {label}
          .
        </>
      }
    >
      <form
        className={auth.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (password) prove()
        }}
      >
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          autoFocus
          required
          value={password}
          onChange={setPassword}
          aside={<a href="/forgotPassword">Forgot password?</a>}
        />
        <div className={auth.buttons}>
          <a href="/login" className={plain.secondary}>
            Cancel
          </a>
          <button type="submit" className={plain.primary} disabled={task.busy || !password}>
            {task.busy ? 'Logging in…' : 'Link and log in'}
          </button>
        </div>
      </form>
      {task.notice}
    </AuthLayout>
  )
}
