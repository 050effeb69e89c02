import { QueryObserver } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { cancelChangeSet, getChangeSet, undoChangeSet } from '#contract/changes/changes.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { read } from '#web/api.ts'
import { cache, refresh } from '#web/cache.ts'
import { ApiError, call, messageOf } from '#web/call.ts'
import { plural } from '#web/ui/format.ts'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { createStore } from '../store.ts'

export type ChangeSet = CallReply<typeof getChangeSet>

/** The message when a change set ends. */
export interface Told {
  done: string
  failed: string
  /** Leads to what was refused, and why. */
  show: (id: number) => void
}

/** Events tell what changed; this often it is asked for all the same, in milliseconds, should the line be broken. */
const askAgainMs = 3000
const areas = ['products', 'listings', 'templates', 'changes'] as const

export const isOver = ({ state }: ChangeSet) => state === 'done' || state === 'cancelled' || state === 'failed'

const watched = createStore<readonly ChangeSet[]>([])
const put = (set: ChangeSet) => watched.set([...watched.get().filter(({ id }) => id !== set.id), set])
const drop = (id: number) => watched.set(watched.get().filter((set) => set.id !== id))

/** The change sets that were begun here and still run. */
export const useRunning = () => useSyncExternalStore(watched.subscribe, watched.get)

/** Follows a change set to its end, on whatever page one is by then, and tells how it ended. */
export function watch(set: ChangeSet, callbacks: Told): void {
  if (isOver(set)) return tell(set, callbacks)
  put(set)
  const observer = new QueryObserver(cache, {
    ...read(getChangeSet, { params: { id: set.id } }),
    staleTime: 0,
    refetchInterval: askAgainMs,
  })
  const stop = observer.subscribe(({ data, error }) => {
    // Gone, or not ours any more: nobody is left to tell.
    if (error && [401, 403, 404].includes(error.status)) end()
    if (!data) return
    if (!isOver(data)) return put(data)
    end()
    tell(data, callbacks)
  })
  const end = () => {
    stop()
    drop(set.id)
    void refresh(areas)
  }
}

function tell(set: ChangeSet, callbacks: Told): void {
  if (set.state === 'failed' || (set.failed > 0 && set.changed === 0)) {
    const detail = set.state === 'failed' ? set.error : `${plural(set.failed, 'product')} couldn’t be changed.`
    return toast.error(callbacks.failed, detail || undefined, { label: 'Show why', run: () => callbacks.show(set.id) })
  }
  const ended = set.state === 'cancelled' ? `Stopped after ${plural(set.changed, 'product')}.` : callbacks.done
  const detail = set.changed > 0 ? plural(set.changed, 'product') : undefined
  if (set.undoUntil && set.changed > 0)
    toast.undo(ended, () => void undo(set.id, callbacks.show), {
      detail: `${detail}. You can undo this from History for 30 days.`,
      about: callbacks.failed,
    })
  else toast.success(ended, { detail, about: callbacks.failed })
  if (set.failed > 0)
    toast.error(`${plural(set.failed, 'product')} couldn’t be changed.`, undefined, {
      label: 'Show why',
      run: () => callbacks.show(set.id),
    })
}

/** Takes a change set back and tells when that is done. */
export async function undo(id: number, show: Told['show']): Promise<void> {
  try {
    const set = await call(undoChangeSet, { params: { id } })
    void refresh(areas)
    watch(set, { done: 'Undone.', failed: 'Couldn’t undo this change.', show })
  } catch (error) {
    toast.error(messageOf(error))
  }
}

export async function cancel(id: number): Promise<void> {
  try {
    await call(cancelChangeSet, { params: { id } })
    void refresh(areas)
  } catch (error) {
    toast.error(messageOf(error))
  }
}

/** The message for a failure without one of its own. */
const unsaid = ['Error', 'Request failed.', 'No response.']
/** The server's sentence; without one, ours (INV-213). */
export const sentenceOf = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && !unsaid.includes(error.message) ? error.message : otherwise
