import { sql } from 'kysely'
import type { ExternalListing } from '#channels/channel.ts'
import type { Ctx } from '../../context.ts'
import { open } from '../../db/listing-rules.ts'
import type { ListingRow, StoredResult } from '../../db/tables/listings.ts'

/** Short, so that the work of a killed process is soon taken over; renewed while it goes on. */
const LEASE_SECONDS = 15

/**
 * Takes the next listings that owe their channel something, lowering quantities first. What others hold is passed over.
 * Nothing is taken while the channel is not connected or asked us to wait.
 */
export async function claim(
  ctx: Ctx,
  integrationId: number,
  limit: number,
  worker: string,
  /** Only what takes few calls: quantities, ends, and what lowers. */
  only?: 'quick',
): Promise<ListingRow[]> {
  const due = ctx.db
    .selectFrom('listingProducts as l')
    .innerJoin('integrations as i', (j) =>
      j.onRef('i.organizationId', '=', 'l.organizationId').onRef('i.id', '=', 'l.integrationId'),
    )
    .select('l.id')
    .where('l.organizationId', '=', ctx.organizationId)
    .where('l.integrationId', '=', integrationId)
    .where('l.pending', 'is not', null)
    .$if(only === 'quick', (q) => q.where(sql<boolean>`(l.urgent or l.pending in ('quantity', 'end'))`))
    .where(open)
    .where('l.nextTryAt', '<=', sql<Date>`now()`)
    .where((e) => e.or([e('l.claimedUntil', 'is', null), e('l.claimedUntil', '<', sql<Date>`now()`)]))
    .orderBy('l.urgent', 'desc')
    .orderBy('l.nextTryAt')
    .limit(limit)
    .forUpdate('l')
    .skipLocked()
  // As a CTE it is evaluated once; in a condition it might be for each row, taking more than asked for.
  const rows = await ctx.db
    .with('due', () => due)
    .updateTable('listingProducts as l')
    .from('due')
    .set({ claimedBy: worker, claimedUntil: lease() })
    .where('l.organizationId', '=', ctx.organizationId)
    .whereRef('l.id', '=', 'due.id')
    .returningAll('l')
    .execute()
  return rows.sort((a, b) => Number(b.urgent) - Number(a.urgent) || a.id - b.id)
}
const lease = () => sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`

export const renew = (ctx: Ctx, worker: string) =>
  ctx.db
    .updateTable('listingProducts')
    .set({ claimedUntil: lease() })
    .where('organizationId', '=', ctx.organizationId)
    .where('claimedBy', '=', worker)
    .where('pending', 'is not', null)
    .execute()

/** Live listings that keep their quantity in step, and owe nothing just now. */
export const quiet = (ctx: Ctx, integrationId: number, after: number, limit: number): Promise<ListingRow[]> =>
  ctx.db
    .selectFrom('listingProducts')
    .selectAll()
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .where('id', '>', after)
    .where('externalId', '<>', '')
    .where('status', '<>', 'unlisted')
    .where('pending', 'is', null)
    .where((e) => e.or([e('sync', '=', true), e('syncQuantity', '=', true)]))
    .orderBy('id')
    .limit(limit)
    .execute()

/** It ended there. What came to be owed meanwhile meets that itself. */
export const endQuiet = (ctx: Ctx, row: ListingRow, ended: Settled) =>
  ctx.db
    .updateTable('listingProducts')
    .set({ ...basics(row, ended), updatedAt: sql<Date>`now()` })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', row.id)
    .where('pending', 'is', null)
    .where('pendingVersion', '=', row.pendingVersion)
    .execute()

/** The channel of an integration that is not connected. */
export const closedChannel = (ctx: Ctx, integrationId: number) =>
  ctx.db
    .selectFrom('integrations')
    .select('channel')
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', integrationId)
    .where('status', '<>', 'authenticated')
    .executeTakeFirst()

/** Lets everything that waits say why. A refusal that the seller has yet to mend is not covered. */
export const tellWaiting = (ctx: Ctx, integrationId: number, reason: string) =>
  sql`
    update listing_products set result = jsonb_build_object(
      'status', 'queued', 'reason', ${reason}::text, 'code', '', 'fields', '{}'::jsonb, 'warnings', '[]'::jsonb, 'at', ${ctx.services.clock.now().toISOString()}::text,
      'about', pending, 'version', pending_version)
    where organization_id = ${ctx.organizationId} and integration_id = ${integrationId} and pending is not null
      and coalesce(result->>'status', '') <> 'rejected' and coalesce(result->>'reason', '') <> ${reason}`.execute(
    ctx.db,
  )

/** Gives back what this worker took and did not get to. */
export const release = (ctx: Ctx, worker: string) =>
  ctx.db
    .updateTable('listingProducts')
    .set({ claimedBy: null, claimedUntil: null })
    .where('organizationId', '=', ctx.organizationId)
    .where('claimedBy', '=', worker)
    .execute()

/** What is kept of a listing once the channel has answered. Fields left out stay. */
export interface Settled {
  status?: ListingRow['status']
  external?: ExternalListing | null
  result?: StoredResult
  pushedQuantity?: number
  locationId?: string
  listed?: boolean
  /** Still owed after this, unless something newer is. */
  next?: 'quantity' | 'revise'
}

const basics = (row: ListingRow, s: Settled) => ({
  ...(s.status ? { status: s.status } : {}),
  ...(s.external !== undefined
    ? {
        external: s.external ? JSON.stringify(s.external) : null,
        externalId: s.external?.externalId ?? '',
        url: s.external?.url ?? '',
      }
    : {}),
  ...(s.result ? { result: JSON.stringify(s.result) } : {}),
  ...(s.locationId !== undefined ? { locationId: s.locationId } : {}),
  ...(s.pushedQuantity !== undefined ? { pushedQuantity: s.pushedQuantity, pushedAt: sql<Date>`now()` } : {}),
  ...(s.listed ? { listedAt: row.listedAt ?? sql<Date>`now()` } : {}),
})

/**
 * The channel has answered for good. What came to be owed meanwhile stays owed: a publish that is done turns into a revise, and
 * whoever wanted a listing revised while it was being ended wants it listed again.
 * Only the worker that holds the claim may say so.
 */
export const settle = (ctx: Ctx, row: ListingRow, s: Settled) =>
  ctx.db
    .updateTable('listingProducts')
    .set((e) => {
      const same = e('pendingVersion', '=', row.pendingVersion)
      const after = s.next ?? null
      const ended = s.external !== undefined && !s.external?.externalId
      const owed = ended
        ? e
            .case()
            .when('pending', 'in', row.pending === 'end' ? ['publish', 'revise'] : ['publish'])
            .then('publish')
            .else(null)
            .end()
        : e
            .case()
            .when('pending', '=', 'publish')
            .then(s.external?.externalId ? 'revise' : 'publish')
            .else(e.ref('pending'))
            .end()
      return {
        ...basics(row, s),
        pending: e.case().when(same).then(after).else(owed).end() as never,
        ...(after
          ? {
              urgent: e
                .case()
                .when(same)
                .then(after === 'quantity' && row.urgent)
                .else(e.ref('urgent'))
                .end(),
            }
          : {
              pendingSince: e.case().when(same).then(null).else(e.ref('pendingSince')).end(),
              urgent: e.case().when(same).then(false).else(e.ref('urgent')).end(),
            }),
        attempts: 0,
        nextTryAt: sql<Date>`now()`,
        claimedBy: null,
        claimedUntil: null,
        updatedAt: sql<Date>`now()`,
      }
    })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', row.id)
    .where('claimedBy', '=', row.claimedBy)
    .execute()

/** Not done: tried again later. @param inSeconds from now; 0 when the connection itself must be mended first */
export const postpone = (
  ctx: Ctx,
  row: ListingRow,
  inSeconds: number,
  result: StoredResult | undefined,
  counts: boolean,
) =>
  ctx.db
    .updateTable('listingProducts')
    .set((e) => ({
      ...(result ? { result: JSON.stringify(result) } : {}),
      attempts: counts ? e('attempts', '+', 1) : e.ref('attempts'),
      // Something newer is owed at once.
      nextTryAt: e
        .case()
        .when('pendingVersion', '=', row.pendingVersion)
        .then(sql<Date>`now() + make_interval(secs => ${inSeconds})`)
        .else(e.ref('nextTryAt'))
        .end(),
      claimedBy: null,
      claimedUntil: null,
    }))
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', row.id)
    .where('claimedBy', '=', row.claimedBy)
    .execute()
