import type { Services } from '../../context.ts'
import { deliver } from './deliver.ts'
import { dueEndpoints } from './due.ts'
import { forget } from './queries.ts'

/** How soon an event is noticed. */
const LOOK_MS = 1000
const HOUR_MS = 3_600_000
/** Endpoints that one process sends to at the same time. */
const ENDPOINTS = 6
/** Rows deleted in one statement, of each endpoint. */
const FORGOTTEN = 2000

/** Sends everything that is due now, to all endpoints. @returns how many events were sent */
export async function deliverDue(services: Services): Promise<number> {
  const due = await dueEndpoints(services.database.system, services.clock.now(), ENDPOINTS)
  const counts = await Promise.all(due.map((endpoint) => deliver(services, endpoint)))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Deletes deliveries that nobody looks up any more. */
export async function forgetDeliveries(services: Services): Promise<void> {
  while ((await forget(services.database.system, services.clock.now(), FORGOTTEN)) > 0) {
    /* until nothing is left */
  }
}

/** Looks for events to send while a worker runs: each endpoint on its own, so that a slow one delays no other. */
export function startWebhooks(services: Services): { stop(): Promise<void> } {
  const sending = new Map<string, Promise<unknown>>()
  const warn = (message: string) => (error: unknown) => services.log.warn({ err: error }, message)
  const look = async () => {
    if (sending.size >= ENDPOINTS) return
    const due = await dueEndpoints(services.database.system, services.clock.now(), ENDPOINTS)
    for (const endpoint of due) {
      const key = `${endpoint.organizationId}:${endpoint.id}`
      if (sending.has(key) || sending.size >= ENDPOINTS) continue
      sending.set(
        key,
        deliver(services, endpoint)
          .catch(warn('webhooks could not be sent'))
          .finally(() => sending.delete(key)),
      )
    }
  }
  let looking: Promise<void> | undefined
  const timers = [
    setInterval(() => {
      looking ??= look()
        .catch(warn('looking for webhooks to send failed'))
        .finally(() => (looking = undefined))
    }, LOOK_MS),
    setInterval(() => void forgetDeliveries(services).catch(warn('deleting old webhook deliveries failed')), HOUR_MS),
  ]
  return {
    stop: async () => {
      timers.forEach(clearInterval)
      await looking
      await Promise.all(sending.values())
    },
  }
}
