import { setTimeout as pause } from 'node:timers/promises'
import type { CheckResult } from '#contract/integrations/checks.ts'
import { walk } from '#channels/certify/walk.ts'
import type { WalkOptions } from '#channels/certify/walking.ts'
import { channelOf } from '#channels/registry.ts'
import { mayRemain } from '#domain/integrations/test-product.ts'
import { type Ctx, announce, inTransaction, jobContext, type Services } from '../../../context.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import { withConnection } from '../connections/connections.ts'
import { find, type IntegrationRow } from '../service.ts'
import * as queries from './queries.ts'

const MOST_MS = 600_000
/** Well below the silence after which a worker counts as dead. */
const SIGN_MS = 10_000

/** How a check reaches its account, and waits for it. */
export interface Tools {
  connect: typeof withConnection
  wait: WalkOptions['wait']
}

/** A check that this worker has taken. */
interface Claim {
  id: number
  attempt: number
}

/**
 * Takes a test product through an account. A worker that dies leaves the check as it stood; whoever takes the job then begins anew, and first
 * deletes what was left.
 */
export async function certifyJob(
  services: Services,
  { organizationId, integrationId, checkId }: Jobs['integrations.certify'],
  tools: Tools = { connect: withConnection, wait: (milliseconds) => pause(milliseconds) },
): Promise<void> {
  const ctx = jobContext(services, organizationId)
  const claim = await take(ctx, checkId)
  const integration = await find(ctx, integrationId)
  if (!claim || !integration) return
  const lost = new AbortController()
  const note = async (change?: Parameters<typeof queries.note>[3]) => {
    if (!(await queries.note(ctx, claim.id, claim.attempt, change))) lost.abort()
  }
  const signs = setInterval(
    () =>
      void note().catch((error: unknown) =>
        services.log.warn({ err: error }, 'a check could not say that it is alive'),
      ),
    SIGN_MS,
  )
  try {
    const { results, exchanges } = await walk({
      ...optionsOf(services, integration, tools),
      signal: AbortSignal.any([services.stopping, lost.signal]),
      report: reporter(ctx, (results) => note({ results })),
    })
    const state = services.stopping.aborted ? 'interrupted' : 'done'
    await note({ state, results, exchanges, endedAt: services.clock.now() })
  } finally {
    clearInterval(signs)
    announce(ctx, ['jobs', 'integrations'])
  }
}

/** @returns undefined when it has ended, or is gone */
const take = (ctx: Ctx, id: number): Promise<Claim | undefined> =>
  inTransaction(ctx, async (ctx) => {
    const check = await queries.lockOpen(ctx, id)
    if (!check) return undefined
    const attempt = check.attempt + 1
    await queries.note(ctx, id, check.attempt, {
      state: 'running',
      attempt,
      leftBefore: mayRemain(check.leftBefore, check.results),
      results: [],
    })
    return { id, attempt }
  })

function optionsOf(
  services: Services,
  { id, organizationId, channel, accessExpiresAt, hookedAt, hooksProblem }: IntegrationRow,
  { connect, wait }: Tools,
): Pick<WalkOptions, 'channel' | 'connected' | 'known' | 'whole' | 'wait' | 'deadline' | 'now'> {
  const { now } = services.clock
  const key = { organizationId, integrationId: id }
  return {
    channel: channelOf(channel),
    connected: (work) => connect(services, key, ({ connection }) => work(connection)),
    known: { endsAt: accessExpiresAt, notices: { heard: hookedAt !== null, problem: hooksProblem } },
    whole: true,
    wait,
    deadline: new Date(now().getTime() + MOST_MS),
    now,
  }
}

/** Keeps each step as it begins and as it ends. */
function reporter(ctx: Ctx, save: (results: readonly CheckResult[]) => Promise<void>): WalkOptions['report'] {
  const results: CheckResult[] = []
  return async (result) => {
    const at = results.findIndex(({ step }) => step === result.step)
    results.splice(at < 0 ? results.length : at, 1, result)
    await save(results)
    announce(ctx, ['jobs'])
  }
}
