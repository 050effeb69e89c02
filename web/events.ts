import { useEffect, useSyncExternalStore } from 'react'
import { getUser } from '#contract/accounts.ts'
import type { Area } from '#contract/endpoint.ts'
import { cache, isHeeded, refresh } from './cache.ts'
import { call } from './call.ts'

/** How a long task stands, as the server tells it while it runs. */
export interface LiveJob {
  jobId: string
  name: string
  state: 'running' | 'done' | 'failed'
  done: number
  total: number
  message: string
}

/** What the server tells first on a line: how many milliseconds ago each area changed last, and how far back it knows. */
interface Recent {
  areas: Partial<Record<Area, number>>
  known: number
}

interface Live {
  /** False from the moment the line breaks until it stands again. */
  connected: boolean
  jobs: readonly LiveJob[]
}

const address = '/api/v2/events'
const firstRetryMs = 1_000
const lastRetryMs = 30_000
/** Finished tasks stay visible this long. */
const keepFinishedMs = 60_000

let live: Live = { connected: true, jobs: [] }
const listeners = new Set<() => void>()

function update(change: Partial<Live>): void {
  live = { ...live, ...change }
  for (const listener of listeners) listener()
}

function takeJob(job: LiveJob): void {
  update({ jobs: [job, ...live.jobs.filter((other) => other.jobId !== job.jobId)] })
  if (job.state === 'running') return
  setTimeout(
    () => update({ jobs: live.jobs.filter((other) => other.jobId !== job.jobId || other.state === 'running') }),
    keepFinishedMs,
  )
}

/** Since when nobody has listened, in milliseconds of this document's life: what was read after that may be older than the line. */
let deafSince = 0

/** The areas that changed while a page had begun to read and its line did not stand; null for "nobody knows". */
export function missedAreas({ areas, known }: Recent, deafMs: number): Area[] | null {
  if (known < deafMs) return null
  return Object.entries(areas).flatMap(([area, ago]) => (ago <= deafMs ? [area as Area] : []))
}

/** Makes up for what changed between the first reads and now. */
function catchUp(recent: Recent): void {
  const areas = missedAreas(recent, performance.now() - deafSince)
  if (areas === null) void cache.invalidateQueries()
  else if (areas.length > 0) void refresh(areas)
}

/** Opens the line and keeps it open; answers how to close it. */
function listen(): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let retryMs = firstRetryMs
  let missed = false
  let isReported = false

  const open = () => {
    source = new EventSource(address, { withCredentials: true })
    source.addEventListener('open', () => {
      retryMs = firstRetryMs
      // What changed while nobody listened is unknown: everything on the screen is fetched anew.
      if (missed) {
        void cache.invalidateQueries()
        isReported = true
      }
      missed = false
      update({ connected: true })
    })
    source.addEventListener('recent', (event) => {
      if (!isReported) catchUp(JSON.parse((event as MessageEvent<string>).data) as Recent)
      isReported = true
    })
    source.addEventListener('change', (event) => {
      void refresh((JSON.parse((event as MessageEvent<string>).data) as { areas: Area[] }).areas)
    })
    source.addEventListener('job', (event) => takeJob(JSON.parse((event as MessageEvent<string>).data) as LiveJob))
    source.addEventListener('error', () => {
      missed = true
      update({ connected: false })
      // A browser retries a broken line by itself, but gives up on one that was refused.
      if (source?.readyState !== EventSource.CLOSED) return
      // It does not tell why. If the session is over, a call does.
      void call(getUser).catch(isHeeded)
      timer = setTimeout(open, retryMs)
      retryMs = Math.min(retryMs * 2, lastRetryMs)
    })
  }
  open()
  // The line itself notices only when its silence has lasted long enough.
  const away = () => {
    missed = true
    update({ connected: false })
  }
  const back = () => {
    clearTimeout(timer)
    source?.close()
    retryMs = firstRetryMs
    open()
  }
  addEventListener('offline', away)
  addEventListener('online', back)
  return () => {
    removeEventListener('offline', away)
    removeEventListener('online', back)
    clearTimeout(timer)
    source?.close()
    if (isReported) deafSince = performance.now()
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Keeps the page current while an organization is selected. */
export function useLiveEvents(organizationId: number | null): void {
  useEffect(() => (organizationId === null ? undefined : listen()), [organizationId])
}

export const useLive = (): Live => useSyncExternalStore(subscribe, () => live)
