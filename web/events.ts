import { useEffect, useSyncExternalStore } from 'react'
import type { Area } from '#contract/endpoint.ts'
import { cache, refresh } from './cache.ts'

/** How a long task stands, as the server tells it while it runs. */
export interface LiveJob {
  jobId: string
  name: string
  state: 'running' | 'done' | 'failed'
  done: number
  total: number
  message: string
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
  setTimeout(() => update({ jobs: live.jobs.filter((other) => other.jobId !== job.jobId || other.state === 'running') }), keepFinishedMs)
}

/** Opens the line and keeps it open; answers how to close it. */
function listen(): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let retryMs = firstRetryMs
  let missed = false

  const open = () => {
    source = new EventSource(address, { withCredentials: true })
    source.addEventListener('open', () => {
      retryMs = firstRetryMs
      // What changed while nobody listened is unknown: everything on the screen is fetched anew.
      if (missed) void cache.invalidateQueries()
      missed = false
      update({ connected: true })
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
      timer = setTimeout(open, retryMs)
      retryMs = Math.min(retryMs * 2, lastRetryMs)
    })
  }
  open()
  return () => {
    clearTimeout(timer)
    source?.close()
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
