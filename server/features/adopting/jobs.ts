import { ChannelError } from '#channels/channel.ts'
import { type Ctx, type Services, announce, inTransaction, jobContext } from '../../context.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { enqueue } from '../../jobs/queue.ts'
import { withConnection } from '../integrations/connections/connections.ts'
import { fillDefaults } from '../integrations/connecting/defaults.ts'
import { find } from '../integrations/service.ts'
import { backoffSeconds } from '../sync/sending/backoff.ts'
import type { Connect } from '../sync/sending/send.ts'
import { keepPage } from './keep-page.ts'
import { linkSome, settleSome } from './link.ts'
import { matchSome } from './matching.ts'
import * as links from './link-queries.ts'
import * as queries from './queries.ts'
import { unlink } from './service.ts'

type JobName = 'adopting.read' | 'adopting.link'

/**
 * Reads a channel's listings, page by page, and finds out what they may be. How far it has come is kept with each page: a restart goes
 * on from there.
 */
export async function readJob(
  services: Services,
  { organizationId, integrationId }: Jobs['adopting.read'],
  connect: Connect = withConnection,
): Promise<void> {
  const ctx = jobContext(services, organizationId)
  for (;;) {
    services.stopping.throwIfAborted()
    const read = await queries.readOf(ctx, integrationId)
    if (read?.state === 'done') return matchAgain(ctx, integrationId, read.run)
    if (read?.state !== 'reading') return
    try {
      if (!(await readPage(ctx, integrationId, read, connect))) break
    } catch (error) {
      return waitOrStop(ctx, integrationId, 'adopting.read', read.tries, error)
    }
  }
}

/** @returns whether there is more */
async function readPage(
  ctx: Ctx,
  integrationId: number,
  { run, cursor, listings }: { run: number; cursor: string | null; listings: number },
  connect: Connect,
): Promise<boolean> {
  // The last page is kept: what was begun after it goes on.
  if (cursor === null && listings > 0) return finish(ctx, integrationId, run)
  const key = { organizationId: ctx.organizationId, integrationId }
  const page = await connect(ctx.services, key, async (connected) => {
    // Who has just connected may be ahead of the check of the connection, and numbers are looked at where the account keeps its stock.
    if (cursor === null) await fillDefaults(ctx, connected)
    return connected.channel.listings.pull(connected.connection, cursor ?? undefined)
  })
  // What has ended, or was never listed, is nobody's to adopt.
  const standing = page.items.filter(({ externalId, state }) => externalId && state !== 'ended')
  await inTransaction(ctx, (ctx) => keepPage(ctx, integrationId, run, standing, page.next))
  announce(ctx, ['integrations'])
  return page.next === undefined ? finish(ctx, integrationId, run) : true
}

/** Finds out what those listings may be that lost their match since the scan. */
async function matchAgain(ctx: Ctx, integrationId: number, run: number): Promise<void> {
  while (await matchSome(ctx, integrationId, run)) ctx.services.stopping.throwIfAborted()
  announce(ctx, ['integrations', 'listings'])
}

/** Finds out what was read. @returns that there is no more */
async function finish(ctx: Ctx, integrationId: number, run: number): Promise<false> {
  while (await matchSome(ctx, integrationId, run)) ctx.services.stopping.throwIfAborted()
  await inTransaction(ctx, async (ctx) => {
    await queries.forgetGone(ctx, integrationId, run)
    await queries.noteRead(ctx, integrationId, { state: 'done' })
  })
  announce(ctx, ['integrations', 'listings'])
  return false
}

/** Links what was decided, until nothing is left; listings that show another number are settled as somebody said. */
export async function linkJob(
  services: Services,
  { organizationId, integrationId }: Jobs['adopting.link'],
  connect: Connect = withConnection,
): Promise<void> {
  const ctx = jobContext(services, organizationId)
  const integration = await find(ctx, integrationId)
  if (!integration) return
  try {
    for (const some of [linkSome, settleSome])
      while (await some(ctx, integration, connect)) {
        services.stopping.throwIfAborted()
        announce(ctx, ['integrations', 'listings'])
      }
    await queries.noteRead(ctx, integrationId, { linking: false, tries: 0 })
  } catch (error) {
    const read = await queries.readOf(ctx, integrationId)
    return waitOrStop(ctx, integrationId, 'adopting.link', read?.tries ?? 0, error)
  } finally {
    announce(ctx, ['integrations', 'listings', 'products'])
  }
}

/** Listings let go in one transaction. */
const UNLINKED = 100

/** Undoes all links that were made until a moment, some at a time: what is done when it dies is done. */
export async function unlinkJob(
  services: Services,
  { organizationId, integrationId, userId, until }: Jobs['adopting.unlink'],
): Promise<void> {
  const ctx = { ...jobContext(services, organizationId), userId }
  if (!(await find(ctx, integrationId))) return
  for (;;) {
    services.stopping.throwIfAborted()
    const ids = await links.adoptedUntil(ctx, integrationId, new Date(until), UNLINKED)
    if (ids.length === 0) break
    await unlink(ctx, integrationId, ids)
    announce(ctx, ['integrations', 'listings'])
  }
  announce(ctx, ['integrations', 'listings', 'products'])
}

/** The channel did not answer, or asked us to wait: we come back. What it refuses for good stops, and says so. @throws what is not the channel's */
async function waitOrStop(ctx: Ctx, integrationId: number, job: JobName, tries: number, error: unknown): Promise<void> {
  if (!(error instanceof ChannelError)) throw error
  const ends = ['revoked', 'forbidden', 'invalid', 'not_found', 'too_expensive'].includes(error.kind)
  await inTransaction(ctx, async (ctx) => {
    await queries.noteRead(ctx, integrationId, {
      problem: error.message,
      tries: tries + 1,
      ...(ends && job === 'adopting.read' ? { state: 'failed' } : {}),
      ...(ends && job === 'adopting.link' ? { linking: false } : {}),
    })
    if (ends) return
    const { organizationId } = ctx
    const now = ctx.services.clock.now().getTime()
    const reset = error.resetAt ? (error.resetAt.getTime() - now) / 1000 : undefined
    const seconds = error.retryAfterSeconds ?? reset ?? backoffSeconds(tries, ctx.services.clock.random)
    const startAfter = new Date(Date.now() + seconds * 1000)
    await enqueue(
      ctx,
      job,
      { organizationId, integrationId },
      { key: `${organizationId}:${integrationId}`, startAfter },
    )
  })
  announce(ctx, ['integrations'])
}
