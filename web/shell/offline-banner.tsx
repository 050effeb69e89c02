import { useMutationState } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLive } from '../events.ts'
import { plural } from '../ui/format.ts'
import classes from './offline-banner.module.css'

/** A short break heals by itself and is not worth a word. */
const graceMs = 4_000

/** Writes that were begun without a network: they are kept, and sent when it is back, one after another without waiting for each other's answers. */
const useWaiting = (): number =>
  useMutationState({ filters: { predicate: ({ state }) => state.isPaused }, select: ({ state }) => state.submittedAt })
    .length

/** Says at once that there is no network, and what waits for it; and a little later that what is on the screen may be old. */
export function OfflineBanner() {
  const { connected } = useLive()
  const waiting = useWaiting()
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (connected) return setLate(false)
    const timer = setTimeout(() => setLate(true), navigator.onLine ? graceMs : 0)
    return () => clearTimeout(timer)
  }, [connected])
  useEffect(() => {
    if (!waiting) return undefined
    // What waits lives in this page only.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [waiting])
  if ((!late || connected) && !waiting) return null
  return (
    <div className={classes.banner} role="status">
      No connection to Motto. What you see may be old; it updates by itself once the connection is back.
      {waiting > 0 && (
        <b>
          {' '}
          {plural(waiting, 'change')} {waiting === 1 ? 'waits' : 'wait'} here and {waiting === 1 ? 'is' : 'are'} sent
          then. Keep this page open.
        </b>
      )}
    </div>
  )
}
