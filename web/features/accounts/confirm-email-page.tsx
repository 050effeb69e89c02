import { useEffect, useEffectEvent, useState } from 'react'
import { confirmEmail, logout, sendConfirmationEmail } from '#web/outside/endpoints.ts'
import { ApiError, call } from '#web/call.ts'
import { AuthLayout } from '#web/outside/auth-layout.tsx'
import auth from '#web/outside/auth.module.css'
import plain from '#web/outside/plain.module.css'
import { useTask } from '#web/outside/use-task.tsx'
import { parseSearch, text } from '#web/search.ts'
import { clearSession, sessionUser } from '#web/session.ts'

/** Time to read that it worked, in milliseconds (ACC-128). */
const redirectMs = 2000

const arrival = parseSearch(location.search)
const uuid = text(arrival.uuid)
const code = text(arrival.code)
let codeSent = false

/** A refusal of ours has a code; without one nobody said anything, and the message is only a stand-in (ACC-130). */
const refusal = (error: unknown) =>
  error instanceof ApiError && error.code ? error.message : 'Unknown Error. Try again later.'

export function ConfirmEmailPage() {
  const task = useTask()
  const [done, setDone] = useState(false)
  const arrive = useEffectEvent(() => {
    if (uuid && code) {
      if (codeSent) return
      codeSent = true
      task.run(async () => {
        await call(confirmEmail, { body: { uuid, code } })
        setDone(true)
        // The session still says "unconfirmed": it ends here, whether the server hears of it or not.
        await call(logout).catch(() => undefined)
        clearSession()
        setTimeout(() => location.assign('/login'), redirectMs)
      }, refusal)
    } else if (sessionUser()?.emailConfirmed) location.replace('/dashboard')
  })
  // Once, on arrival.
  useEffect(() => arrive(), [])
  const sendAgain = () =>
    task.run(async () => {
      await call(sendConfirmationEmail)
      task.succeed('Sent confirmation email.')
    })
  const email = sessionUser()?.email
  return (
    <AuthLayout
      title="Confirm Email"
      lead={
        email && !code ? (
          <>
            Open the link that was sent to <b>{email}</b>.
          </>
        ) : undefined
      }
    >
      {done ? (
        <p role="status">Email confirmed. Please log in again. (redirecting...)</p>
      ) : (
        <p className="muted">
          Email confirmation links are valid up to 30 minutes. Look into the spam folder too, or have a new one sent.
        </p>
      )}
      <div className={auth.buttons}>
        <a href="/login" className={plain.secondary}>
          Back
        </a>
        <button type="button" className={plain.primary} disabled={task.busy || done} onClick={sendAgain}>
          Send New Email
        </button>
      </div>
      {task.notice}
    </AuthLayout>
  )
}
