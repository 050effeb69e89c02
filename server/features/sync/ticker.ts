import { sql } from 'kysely'
import { channels } from '#channels/registry.ts'
import { type Services, jobContext } from '../../context.ts'
import { open, sends } from '../../db/rules/listing-rules.ts'
import { enqueue } from '../../jobs/queue.ts'
import { wakeSender } from '../outbox/service.ts'
import { sweepAccounts } from '../accounts/jobs.ts'
import { lookForOrders } from '../integrations/polling/looks.ts'
import { dueToReread, takeDue } from '../integrations/polling/order-reading.ts'
import { forgetTellings, forgetUnseen, heedHidden } from './forget.ts'
import { heedSandbox, mendSetBack } from './reconciling/set-back.ts'
import { foldValueChanges } from '../products/list/values.ts'
import { sweepChanges } from '../changes/jobs.ts'
import { sweepPublishing } from '../publishing/jobs.ts'
import { lookForRequirements } from '../requirements/jobs.ts'

const TICK_MS = 250
const HOURLY_MS = 3_600_000
const FOLD_MS = 3000
const FORGET_MS = 30_000

/** Finds work whose time has come: orders to look for, listings to try again, and what a killed process left. Any number may run. */
export function startTicker(services: Services, tick = ticking(services)): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  let idle = true
  const timer = setInterval(() => {
    if (!idle) return
    idle = false
    running = tick()
      .catch((error: unknown) => services.log.warn({ err: error }, 'looking for due work failed'))
      .finally(() => (idle = true))
  }, TICK_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

/** One look at what is due, the first at everything; what may wait is looked at seldom. */
export function ticking(services: Services): () => Promise<void> {
  let swept = 0
  let folded = 0
  let forgot = 0
  return async () => {
    await Promise.all([lookWhereDue(services), tryAgain(services)])
    const now = services.clock.now().getTime()
    // Also where the clock was set back.
    const isOver = (since: number, ms: number) => Math.abs(now - since) > ms
    if (isOver(folded, FOLD_MS)) {
      folded = now
      await mendSetBack(services)
      await heedSandbox(services)
      await foldValueChanges(services)
      await lookForPrices(services)
      await lookForUnplanned(services)
    }
    if (isOver(forgot, FORGET_MS)) {
      forgot = now
      await forgetUnseen(services)
      await heedHidden(services)
      await readBackDue(services)
      await rereadDue(services)
      await lookForRequirements(services)
    }
    if (isOver(swept, HOURLY_MS)) {
      swept = now
      await sweepAccounts(services)
      await sweepChanges(services)
      await sweepPublishing(services)
      await forgetTellings(services)
      await checkConnections(services)
    }
  }
}

/** Each channel's own pace; a webhook makes it sooner. */
async function lookWhereDue(services: Services): Promise<void> {
  const mode = services.config.channelMode
  const paces = new Map(
    Object.values(channels).flatMap(({ id, orders }) => (orders ? [[id, orders.pollSeconds[mode]] as const] : [])),
  )
  for (const { organizationId, id } of await takeDue(services.database.system, paces))
    await lookForOrders(jobContext(services, organizationId), id)
}

async function tryAgain(services: Services): Promise<void> {
  const due = await services.database.system
    .selectFrom('listingDebts as d')
    .innerJoin('integrations as i', (j) =>
      j.onRef('i.organizationId', '=', 'd.organizationId').onRef('i.id', '=', 'd.integrationId'),
    )
    .select(['d.organizationId', 'd.integrationId'])
    .distinct()
    .where('d.pending', 'is not', null)
    .where('d.nextTryAt', '<=', sql<Date>`now()`)
    .where((e) => e.or([e('d.claimedUntil', 'is', null), e('d.claimedUntil', '<', sql<Date>`now()`)]))
    .where(sends)
    .limit(500)
    .execute()
  for (const { organizationId, integrationId } of due)
    await wakeSender(jobContext(services, organizationId), integrationId)
}

/** In shadow mode: what a stopped process left to be computed, or a wake-up that was lost. */
async function lookForUnplanned(services: Services): Promise<void> {
  const { rows } = await sql<{ organizationId: number; integrationId: number }>`
    select i.organization_id, i.id as integration_id from integrations i
    where i.shadow_since is not null and ${open} and exists (
      select from listing_debts d left join shadow_changes c on c.organization_id = d.organization_id and c.listing_id = d.listing_id
      where d.organization_id = i.organization_id and d.integration_id = i.id and d.pending is not null and c.version is distinct from d.pending_version)
    limit 500`.execute(services.database.system)
  for (const { organizationId, integrationId } of rows)
    await wakeSender(jobContext(services, organizationId), integrationId)
}

/** Every night, and after an outage: a channel of which it is not known that it shows what we say. */
async function readBackDue(services: Services): Promise<void> {
  const rows = await services.database.system
    .selectFrom('integrations as i')
    .select(['i.organizationId', 'i.id'])
    .where(open)
    .where((e) =>
      e.or([e('i.stockCheckedAt', 'is', null), e('i.stockCheckedAt', '<', sql<Date>`now() - interval '24 hours'`)]),
    )
    .limit(500)
    .execute()
  for (const { organizationId, id } of rows) {
    const job = { organizationId, integrationId: id }
    await enqueue(jobContext(services, organizationId), 'sync.reconcile', job, { key: `${organizationId}:${id}` })
  }
}

/** Once a day what looks may have missed is looked for. */
export async function rereadDue(services: Services): Promise<void> {
  const selling = Object.values(channels).flatMap(({ id, orders }) => (orders ? [id] : []))
  for (const { organizationId, id } of await dueToReread(services.database.system, selling)) {
    const job = { organizationId, integrationId: id }
    await enqueue(jobContext(services, organizationId), 'orders.reread', job, { key: `${organizationId}:${id}` })
  }
}

/** Listings whose price falls, or that are listed anew. */
export async function lookForPrices(services: Services): Promise<void> {
  const due = await services.database.system
    .selectFrom('listingPrices')
    .select('organizationId')
    .distinct()
    .where('nextAt', '<=', services.clock.now())
    .limit(500)
    .execute()
  for (const { organizationId } of due)
    await enqueue(
      jobContext(services, organizationId),
      'listings.price',
      { organizationId },
      { key: String(organizationId) },
    )
}

async function checkConnections(services: Services): Promise<void> {
  const rows = await services.database.system
    .selectFrom('integrations')
    .select(['organizationId', 'id'])
    .where('status', '=', 'authenticated')
    .execute()
  for (const { organizationId, id } of rows) {
    await enqueue(
      jobContext(services, organizationId),
      'integrations.check',
      { organizationId, integrationId: id },
      { key: `${organizationId}:${id}` },
    )
  }
}
