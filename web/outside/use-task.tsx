import { type ReactNode, useEffect, useState } from 'react'
import { messageOf } from '../call.ts'
import { Icon } from '../ui/images/icon.tsx'
import classes from './auth.module.css'

/** How long a success stays (NAV-089), in milliseconds; a failure stays until closed. */
const successMs = 5000

interface Message {
  tone: 'success' | 'danger'
  text: string
  /** Where to go from here. */
  next?: { label: string; href: string } | undefined
}

export interface Task {
  busy: boolean
  /** Runs one thing at a time; what it throws becomes a toast. */
  run: (work: () => Promise<void>, sayOnFailure?: (error: unknown) => string) => void
  succeed: (text: string, next?: { label: string; href: string }) => void
  fail: (text: string) => void
  /** Put this somewhere on the page. */
  notice: ReactNode
}

/** One request at a time, and a toast about how it went, for pages outside the shell. */
export function useTask(): Task {
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<Message | null>(null)
  useEffect(() => {
    if (message?.tone !== 'success') return
    const timer = setTimeout(() => setMessage(null), successMs)
    return () => clearTimeout(timer)
  }, [message])
  const fail = (text: string) => setMessage({ tone: 'danger', text })
  const run: Task['run'] = (work, sayOnFailure = messageOf) => {
    if (busy) return
    setBusy(true)
    setMessage(null)
    work()
      .catch((error: unknown) => fail(sayOnFailure(error)))
      .finally(() => setBusy(false))
  }
  const notice = message && (
    <div className={classes.notice} data-tone={message.tone} role={message.tone === 'danger' ? 'alert' : 'status'}>
      <Icon name={message.tone === 'danger' ? 'alert' : 'check-circle'} />
      <span>
        {message.text} {message.next && <a href={message.next.href}>{message.next.label}</a>}
      </span>
      <button type="button" aria-label="Close" onClick={() => setMessage(null)}>
        <Icon name="close" size="s" />
      </button>
    </div>
  )
  return { busy, run, succeed: (text, next) => setMessage({ tone: 'success', text, next }), fail, notice }
}
