import { useMutationState } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { refresh } from '../cache.ts'
import { useLive } from '../events.ts'
import { useKept, useSending } from '../offline/kept-writes.ts'
import { type KeptWrite, pagesOf } from '../offline/queue.ts'
import { titleOf } from '../offline/words.ts'
import { plural } from '../ui/format.ts'
import { onDemand } from '../ui/layout/on-demand.tsx'
import { toast } from '../ui/dialogs/toast.tsx'
import classes from './offline-banner.module.css'

const KeptDialog = onDemand(async () => (await import('../offline/kept-dialog.tsx')).KeptDialog)

/** A short break heals by itself and is not worth a word. */
const graceMs = 4_000

/** Writes that were begun without a network and are not kept in the browser, such as those of one's account: they wait in this page. */
const useWaitingHere = (): number =>
  useMutationState({ filters: { predicate: ({ state }) => state.isPaused }, select: ({ state }) => state.submittedAt })
    .length

function useLate(connected: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (connected) return setLate(false)
    const timer = setTimeout(() => setLate(true), navigator.onLine ? graceMs : 0)
    return () => clearTimeout(timer)
  }, [connected])
  return late && !connected
}

/** Says at once that there is no network, and what waits for it; what was refused when it was back; and a little later that what is on the screen may be old. */
export function OfflineBanner() {
  const { connected } = useLive()
  const { writes, lasting } = useKept()
  const here = useWaitingHere()
  const late = useLate(connected)
  const [open, setOpen] = useState(false)
  useSending(
    connected,
    useCallback((write: KeptWrite) => {
      void refresh(write.changes)
      toast.success(`${titleOf(write)}: your offline change is saved.`)
    }, []),
  )
  const waiting = here + writes.filter(({ state }) => state === 'waiting').length
  const refused = writes.filter(({ state }) => state === 'refused')
  const path = useRouterState({ select: (state) => state.location.pathname })
  const ofThisPage = refused.find((write) =>
    pagesOf(write).some((page) => path === page || path.startsWith(`${page}/`)),
  )
  const stay = here > 0 || (!lasting && waiting > 0)
  useEffect(() => {
    if (!stay) return undefined
    // What waits lives in this page only.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [stay])
  if (!late && !waiting && !refused.length && !open) return null
  return (
    <div className={classes.banner} role="status">
      {late && 'You’re offline. This page may be out of date; it updates when you’re back online. '}
      {waiting > 0 && (
        <b>
          {plural(waiting, 'change')} will be saved when you’re back online.{' '}
          {stay
            ? 'Keep this page open. '
            : `You can close this page: ${waiting === 1 ? 'it’s' : 'they’re'} saved when you open Motto again. `}
        </b>
      )}
      {refused.length > 0 && (
        <b>
          {plural(refused.length, 'offline change')} couldn’t be saved.{' '}
          {ofThisPage && `One affects this page: ${ofThisPage.message} `}
        </b>
      )}
      {writes.length > 0 && (
        <button type="button" className={classes.show} onClick={() => setOpen(true)}>
          Show
        </button>
      )}
      {open && <KeptDialog onClose={() => setOpen(false)} />}
    </div>
  )
}
