import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { messageOf } from '../call.ts'
import { parseSearch, text } from '../search.ts'
import { AuthLayout } from './auth-layout.tsx'
import plain from './plain.module.css'
import { useTask } from './use-task.tsx'

/** The link's token does not stay in the address. */
function takeToken(): string {
  const arrived = text(parseSearch(location.search).token) ?? ''
  if (arrived) history.replaceState(null, '', location.pathname)
  return arrived
}
const token = takeToken()

interface Shown<T> {
  title: string
  words: string
  /** Nothing is done before it is pressed: mail programs open links by themselves. */
  press?: { label: string; isUndo?: boolean; run: () => Promise<T> }
}

/** Where the link at the end of a mail leads: one press stops such mails, another brings them back, without signing in. */
export function StopMails<T>({
  read,
  show,
  children,
}: {
  read: (token: string) => Promise<T>
  show: (state: T, token: string) => Shown<T>
  /** Where to go from here. */
  children: (state: T | undefined) => ReactNode
}) {
  const task = useTask()
  const [subscription, setFound] = useState<T>()
  const [failure, setFailure] = useState(token ? '' : 'Open the link from the email again.')
  const load = useEffectEvent(() => {
    if (token) read(token).then(setFound, (error: unknown) => setFailure(messageOf(error)))
  })
  useEffect(() => load(), [])
  const shown = subscription && show(subscription, token)
  return (
    <AuthLayout title={shown?.title ?? 'Unsubscribe?'}>
      {failure ? (
        <p role="alert">{failure}</p>
      ) : (
        <p className="muted" role="status">
          {shown?.words ?? 'Checking the link…'}
        </p>
      )}
      {shown?.press && (
        <Press {...shown.press} busy={task.busy} run={() => task.run(async () => setFound(await shown.press?.run()))} />
      )}
      {children(subscription)}
      {task.notice}
    </AuthLayout>
  )
}

const Press = ({ label, isUndo, busy, run }: { label: string; isUndo?: boolean; busy: boolean; run: () => void }) => (
  // Not disabled: it would lose the keyboard's place, and stands for what takes this back a moment later.
  <button
    type="button"
    className={isUndo ? plain.secondary : plain.primary}
    aria-disabled={busy}
    onClick={busy ? undefined : run}
  >
    {label}
  </button>
)
