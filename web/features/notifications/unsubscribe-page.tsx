import { useEffect, useEffectEvent, useState } from 'react'
import type { CallReply } from '#contract/endpoint.ts'
import type { readUnsubscribe as readEndpoint } from '#contract/notifications.ts'
import { kindWords } from '#domain/notifications/words.ts'
import { call, messageOf } from '#web/call.ts'
import { AuthLayout } from '#web/outside/auth-layout.tsx'
import { readUnsubscribe, unsubscribe } from '#web/outside/endpoints.ts'
import plain from '#web/outside/plain.module.css'
import { useTask } from '#web/outside/use-task.tsx'
import { parseSearch, text } from '#web/search.ts'

type Subscription = CallReply<typeof readEndpoint>

/** The link's token does not stay in the address. */
function takeToken(): string {
  const arrived = text(parseSearch(location.search).token) ?? ''
  if (arrived) history.replaceState(null, '', location.pathname)
  return arrived
}
const token = takeToken()

/** Where the link at the end of a mail leads: one press stops mails of its kind, without signing in. */
export function UnsubscribePage() {
  const task = useTask()
  const [found, setFound] = useState<Subscription>()
  const [failure, setFailure] = useState(token ? '' : 'Open the link in the mail again.')
  const load = useEffectEvent(() => {
    if (token)
      call(readUnsubscribe, { query: { token } }).then(setFound, (error: unknown) => setFailure(messageOf(error)))
  })
  useEffect(() => load(), [])
  const stop = () =>
    task.run(async () => {
      await call(unsubscribe, { query: { token } })
      setFound((now) => now && { ...now, stopped: true })
    })
  return (
    <AuthLayout title={found?.stopped ? 'Mails stopped' : 'Stop these mails?'}>
      {failure ? (
        <p role="alert">{failure}</p>
      ) : !found ? (
        <p className="muted" role="status">
          Looking up the mail…
        </p>
      ) : (
        <>
          <p className="muted" role="status">
            {found.stopped
              ? `${found.organization} mails you no more about ${kindWords[found.kind]}.`
              : `${found.organization} mails you about ${kindWords[found.kind]}.`}{' '}
            Your account page has all mails and notifications.
          </p>
          {!found.stopped && (
            <button type="button" className={plain.primary} disabled={task.busy} onClick={stop}>
              Stop mails about {kindWords[found.kind]}
            </button>
          )}
        </>
      )}
      <a href="/account">Go to your account</a>
      {task.notice}
    </AuthLayout>
  )
}
