import type { Selectable } from 'kysely'
import { FAILING_MS, holdAfter, nextTry } from '#domain/webhooks/schedule.ts'
import { type Ctx, type Services, inTransaction, jobContext } from '../../context.ts'
import { type Connections, keepConnections } from '../../http/outgoing/post.ts'
import type { WebhookEndpointsTable } from '../../db/tables/webhooks.ts'
import { type Due, type Outcome, keepLease, keepOutcomes, nextDue, takeLease } from './due.ts'
import { tellPaused } from './paused.ts'
import { type EndpointChange, update } from './queries.ts'
import { type Sent, send } from './send.ts'

/** Requests to one endpoint at the same time. */
const AT_ONCE = 8
/** Events that are looked up, and whose outcomes are kept, together. */
const BATCH = 64
/** Longer than the slowest batch: two rounds of timeouts. A process that dies meanwhile leaves the endpoint to others after it. */
const LEASE_MS = 120_000
/** An endpoint gives its place to others after this, if more is waiting. */
const TURN_MS = 20_000

type Endpoint = Selectable<WebhookEndpointsTable>
interface Tried {
  due: Due
  sent: Sent
  at: Date
}

/** Sends what is due to one endpoint: in order for each record, several records at once. What is not noted as sent is sent again, under the same id. @returns how many were sent */
export async function deliver(
  services: Services,
  { organizationId, id }: { organizationId: number; id: number },
): Promise<number> {
  const ctx = jobContext(services, organizationId)
  const now = () => services.clock.now()
  const leased = () => new Date(now().getTime() + LEASE_MS)
  let count = 0
  let endpoint = await takeLease(ctx, id, now(), leased())
  const end = performance.now() + TURN_MS
  const connections = keepConnections(AT_ONCE)
  try {
    while (endpoint && isOpen(endpoint, now()) && performance.now() < end && !services.stopping.aborted) {
      const tried = await tryBatch(ctx, endpoint, connections)
      if (tried.length === 0) return count
      count += tried.length
      await keep(ctx, endpoint, tried)
      endpoint = await keepLease(ctx, id, leased())
    }
  } finally {
    connections.close()
    if (endpoint) await keepLease(ctx, id, now())
  }
  return count
}

const isOpen = ({ state, holdUntil }: Endpoint, now: Date) => state === 'active' && (!holdUntil || holdUntil <= now)

/** One event alone finds out whether a receiver that failed is back. */
async function tryBatch({ services, ...rest }: Ctx, endpoint: Endpoint, connections: Connections): Promise<Tried[]> {
  const { clock } = services
  const limit = endpoint.failures > 0 ? 1 : BATCH
  const waiting = await nextDue({ services, ...rest }, endpoint.id, clock.now(), limit)
  const tried: Tried[] = []
  let isFailing = false
  const work = async () => {
    for (let due = waiting.shift(); due && !isFailing; due = waiting.shift()) {
      const sent = await send(services, endpoint, due, connections)
      isFailing ||= !sent.ok
      tried.push({ due, sent, at: clock.now() })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return tried
}

async function keep(ctx: Ctx, endpoint: Endpoint, tried: readonly Tried[]): Promise<void> {
  const change = tried.reduce(afterTry, {
    failures: endpoint.failures,
    failingSince: endpoint.failingSince,
    holdUntil: endpoint.holdUntil,
  })
  await inTransaction(ctx, async (inner) => {
    await keepOutcomes(
      inner,
      endpoint.id,
      tried.map((it) => outcomeOf(it, ctx.services.clock.random())),
    )
    await update(inner, endpoint.id, change)
    if (change.state) await tellPaused(inner, endpoint, change.state)
  })
}

type State = EndpointChange & { failures: number; failingSince: Date | null }

function afterTry(before: State, { sent, at }: Tried): State {
  if (sent.ok) return { ...before, failures: 0, failingSince: null, holdUntil: null }
  const failures = before.failures + 1
  const failingSince = before.failingSince ?? at
  const failing = { ...before, failures, failingSince, holdUntil: holdAfter(at, failures, sent) ?? null }
  if (sent.status === 410) return { ...failing, state: 'ended', reason: 'gone' }
  if (at.getTime() - failingSince.getTime() >= FAILING_MS) return { ...failing, state: 'paused', reason: 'failing' }
  return failing
}

function outcomeOf({ due, sent, at }: Tried, chance: number): Outcome {
  const attempts = due.attempts + 1
  const nextAt = sent.ok || sent.status === 410 ? undefined : nextTry(at, attempts, chance)
  const { status, answer, tookMs } = sent
  const state = sent.ok ? 'delivered' : nextAt ? 'waiting' : 'failed'
  return { id: due.id, state, attempts, nextAt: nextAt ?? null, triedAt: at, status, answer, tookMs }
}
