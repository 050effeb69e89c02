import { AuthLayout } from '#web/outside/auth-layout.tsx'
import auth from '#web/outside/auth.module.css'
import plain from '#web/outside/plain.module.css'
import { sessionUser } from '#web/session.ts'

/** Asks before a sign-in link opens a session: a page elsewhere could lead here, too, and the work of the visitor would go on in its account. */
export function LinkStep({
  email,
  busy,
  onSignIn,
  onOther,
}: {
  email: string
  busy: boolean
  onSignIn: () => void
  onOther: () => void
}) {
  const present = sessionUser()?.email
  const other = present !== undefined && present.toLowerCase() !== email.toLowerCase()
  return (
    <AuthLayout
      title={`Log in as ${email}?`}
      lead={
        other ? (
          <>
            You’re logged in as <b>{present}</b> and will be logged out. Continue only if you requested this link.
          </>
        ) : (
          'You opened a login link. Continue only if you requested it.'
        )
      }
    >
      <button type="button" className={plain.primary} disabled={busy} onClick={onSignIn}>
        Log in
      </button>
      <p className={auth.center}>
        {present === undefined ? (
          <button type="button" className={auth.textButton} onClick={onOther}>
            Log in another way
          </button>
        ) : (
          <a href="/">Stay logged in</a>
        )}
      </p>
    </AuthLayout>
  )
}
