import { useEffect, useEffectEvent, useState } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import { afterLogin } from '#domain/accounts/after-login.ts'
import { confirmation, confirmEmail, confirmHere, logout, sendConfirmationEmail } from '#web/outside/endpoints.ts'
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
  error instanceof ApiError && error.code
    ? Object.keys(error.fields).length
      ? 'This link is incomplete. Open it from your email again, or send a new one.'
      : error.message
    : 'Unknown Error. Try again later.'

type Ways = CallReply<typeof confirmation>

export function ConfirmEmailPage() {
  const task = useTask()
  const [done, setDone] = useState(false)
  const [isLoggedOut, setLoggedOut] = useState(false)
  const [ways, setWays] = useState<Ways>()
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
        setLoggedOut(true)
        setTimeout(() => location.assign('/login'), redirectMs)
      }, refusal)
    } else if (sessionUser()?.emailConfirmed) location.replace('/dashboard')
    // Without an answer the page says what holds everywhere: a link was sent.
    else call(confirmation).then(setWays, () => setWays({ mailed: true, here: false }))
  })
  // Once, on arrival.
  useEffect(() => arrive(), [])
  const sendAgain = () =>
    task.run(async () => {
      await call(sendConfirmationEmail)
      task.succeed('Sent confirmation email.')
    })
  const confirmNow = () =>
    task.run(async () => {
      await call(confirmHere)
      const user = sessionUser()
      location.assign(user ? afterLogin(user, undefined).to : '/login')
    })
  const email = sessionUser()?.email
  const isSent = !code && Boolean(email)
  return (
    <AuthLayout title="Confirm Email" lead={isSent && ways && !done && <Where ways={ways} email={email} />}>
      {done ? (
        <p role="status">
          Email confirmed. Please log in again. (redirecting...) {isLoggedOut && <a href="/login">Go now</a>}
        </p>
      ) : isSent && !ways ? (
        <p className="muted" role="status">
          Checking how to confirm…
        </p>
      ) : (
        <p className="muted">Email confirmation links are valid up to 30 minutes.</p>
      )}
      {ways?.here && (
        <button type="button" className={plain.primary} disabled={task.busy} onClick={confirmNow}>
          Confirm email now
        </button>
      )}
      <div className={auth.buttons}>
        <a href="/login" className={plain.secondary}>
          Back
        </a>
        <button
          type="button"
          className={ways?.here ? plain.secondary : plain.primary}
          disabled={task.busy || done}
          onClick={sendAgain}
        >
          Send New Email
        </button>
      </div>
      {task.notice}
    </AuthLayout>
  )
}

/** Where the link is, or that none is needed. */
function Where({ ways: { mailed, here }, email }: { ways: Ways; email: string | undefined }) {
  if (mailed)
    return (
      <>
        Open the link sent to <b>{email}</b>.
      </>
    )
  if (here)
    return (
      <>
        No email server is set up, so you can confirm <b>{email}</b> here.
      </>
    )
  return (
    <>
      Motto can’t send email yet. Your administrator has the link: it’s in Motto’s terminal and in its folder{' '}
      <code>outbox</code>.
    </>
  )
}
