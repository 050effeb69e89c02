import { sql } from 'kysely'
import type { ExternalListing } from '#channels/channel.ts'
import { type Ctx, inTransaction } from '../../context.ts'
import { listingRows } from '../../db/rules/listing-rows.ts'
import { sends } from '../../db/rules/listing-rules.ts'
import { type ListingRow, type Pending, type StoredResult, debtColumns } from '../../db/tables/listings.ts'
import { saleSeconds } from '../../observing/metrics.ts'
import * as known from './sending/known.ts'

/** Short, so that the work of a killed process is soon taken over; renewed while it goes on. */
export const LEASE_SECONDS = 15

/**
 * Takes the next listings that owe their channel something, what is sold out first, then other quantities that fell. What others hold is passed over.
 * Nothing is taken while the channel is not connected, asked us to wait, or is in shadow mode.
 */
export async function claim(
  ctx: Ctx,
  integrationId: number,
  limit: number,
  worker: string,
  /** Only what takes few calls (quantities, ends, and what lowers), or what owes this. */
  only?: 'quick' | 'publish' | 'revise',
): Promise<ListingRow[]> {
  const due = ctx.db
    .selectFrom('listingDebts as d')
    .innerJoin('integrations as i', (j) =>
      j.onRef('i.organizationId', '=', 'd.organizationId').onRef('i.id', '=', 'd.integrationId'),
    )
    .select('d.listingId')
    .where('d.organizationId', '=', ctx.organizationId)
    .where('d.integrationId', '=', integrationId)
    .where('d.pending', 'is not', null)
    .$if(only === 'quick', (q) => q.where(sql<boolean>`(d.urgent or d.pending in ('quantity', 'end'))`))
    .$if(only === 'publish' || only === 'revise', (q) => q.where('d.pending', '=', sql<Pending>`${only}`))
    .where(sends)
    .where('d.nextTryAt', '<=', sql<Date>`now()`)
    .where((e) => e.or([e('d.claimedUntil', 'is', null), e('d.claimedUntil', '<', sql<Date>`now()`)]))
    .orderBy('d.soldOut', 'desc')
    .orderBy('d.urgent', 'desc')
    .orderBy('d.nextTryAt')
    .limit(limit)
    .forUpdate('d')
    .skipLocked()
  // As CTEs each is evaluated once; in a condition the first might be for each row, taking more than asked for.
  const rows = await ctx.db
    .with('due', () => due)
    .with('d', (db) =>
      db
        .updateTable('listingDebts as d')
        .from('due')
        .set({ claimedBy: worker, claimedUntil: lease() })
        .where('d.organizationId', '=', ctx.organizationId)
        .whereRef('d.listingId', '=', 'due.listingId')
        .returningAll('d'),
    )
    .selectFrom('d')
    .innerJoin('listingProducts as l', (j) =>
      j.onRef('l.organizationId', '=', 'd.organizationId').onRef('l.id', '=', 'd.listingId'),
    )
    .selectAll('l')
    .select(debtColumns.map((column) => `d.${column}` as const))
    .where('l.organizationId', '=', ctx.organizationId)
    .execute()
  return rows.sort(
    (a, b) => Number(b.soldOut) - Number(a.soldOut) || Number(b.urgent) - Number(a.urgent) || a.id - b.id,
  )
}
const lease = () => sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`

export const renew = (ctx: Ctx, worker: string) =>
  ctx.db
    .updateTable('listingDebts')
    .set({ claimedUntil: lease() })
    .where('organizationId', '=', ctx.organizationId)
    .where('claimedBy', '=', worker)
    .where('pending', 'is not', null)
    .execute()

/** Live listings that keep their quantity in step, and owe nothing just now. */
export const quiet = (ctx: Ctx, integrationId: number, after: number, limit: number): Promise<ListingRow[]> =>
  listingRows(ctx)
    .where('l.integrationId', '=', integrationId)
    .where('l.id', '>', after)
    .where('l.externalId', '<>', '')
    .where('l.status', '<>', 'unlisted')
    .where('d.pending', 'is', null)
    .where((e) => e.or([e('l.sync', '=', true), e('l.syncQuantity', '=', true)]))
    .orderBy('l.id')
    .limit(limit)
    .execute()

/** What a look found of one that owes nothing, such as that it ended there. What came to be owed meanwhile meets that itself. */
export const keepQuiet = (ctx: Ctx, row: ListingRow, settled: Settled) =>
  inTransaction(ctx, async (ctx) => {
    const rows = await listingRows(ctx)
      .where('l.id', '=', row.id)
      .where('d.pending', 'is', null)
      .where('d.pendingVersion', '=', row.pendingVersion)
      .forUpdate()
      .executeTakeFirst()
    if (!rows) return
    await keep(ctx, row, settled)
    const pushed = toldOf(settled)
    if (Object.keys(pushed).length > 0) await debtOf(ctx, row).set(pushed).execute()
  })

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
    update listing_products l set result = jsonb_build_object(
      'status', 'queued', 'reason', ${reason}::text, 'code', '', 'fields', '{}'::jsonb, 'warnings', '[]'::jsonb, 'at', ${ctx.services.clock.now().toISOString()}::text,
      'about', d.pending, 'version', d.pending_version)
    from listing_debts d
    where l.organization_id = ${ctx.organizationId} and d.organization_id = l.organization_id and d.listing_id = l.id
      and d.integration_id = ${integrationId} and d.pending is not null
      and coalesce(l.result->>'status', '') <> 'rejected' and coalesce(l.result->>'reason', '') <> ${reason}`.execute(
    ctx.db,
  )

/** Gives back what this worker took and did not get to. */
export const release = (ctx: Ctx, worker: string) =>
  ctx.db
    .updateTable('listingDebts')
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

/** What changes on the listing itself. */
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
  ...(s.listed ? { listedAt: row.listedAt ?? sql<Date>`now()` } : {}),
})
const toldOf = ({ pushedQuantity }: Settled) =>
  pushedQuantity === undefined ? {} : { pushedQuantity, pushedAt: sql<Date>`now()` }

async function keep(ctx: Ctx, row: ListingRow, s: Settled): Promise<void> {
  const changes = basics(row, s)
  if (s.external !== undefined && !s.external?.externalId) await known.ended(ctx, row.id)
  if (Object.keys(changes).length === 0) return
  await ctx.db
    .updateTable('listingProducts')
    .set({ ...changes, updatedAt: sql<Date>`now()` })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', row.id)
    .execute()
}

const debtOf = (ctx: Ctx, row: ListingRow) =>
  ctx.db.updateTable('listingDebts').where('organizationId', '=', ctx.organizationId).where('listingId', '=', row.id)

/** Runs only while this worker holds the claim. The listing is locked before its debt, as where debts are noted; one whose debt alone changes is not touched. */
async function whileClaimed(ctx: Ctx, row: ListingRow, s: Settled, pay: (ctx: Ctx) => Promise<unknown>): Promise<void> {
  if (Object.keys(basics(row, s)).length === 0) return void (await pay(ctx))
  await inTransaction(ctx, async (ctx) => {
    const rows = await listingRows(ctx)
      .where('l.id', '=', row.id)
      .where('d.claimedBy', '=', row.claimedBy)
      .forUpdate()
      .executeTakeFirst()
    if (!rows) return
    await keep(ctx, row, s)
    await pay(ctx)
  })
}

/**
 * The channel has answered for good. What came to be owed meanwhile stays owed: a publish that is done turns into a revise, and
 * whoever wanted a listing revised while it was being ended wants it listed again.
 * Only the worker that holds the claim may say so.
 */
export const settle = (ctx: Ctx, row: ListingRow, s: Settled) => whileClaimed(ctx, row, s, (ctx) => pay(ctx, row, s))

async function pay(ctx: Ctx, row: ListingRow, s: Settled): Promise<void> {
  const rest = await debtOf(ctx, row)
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
        ...toldOf(s),
        pending: e.case().when(same).then(after).else(owed).end() as never,
        ...(after
          ? {
              urgent: e
                .case()
                .when(same)
                .then(after === 'quantity' && row.urgent)
                .else(e.ref('urgent'))
                .end(),
              soldOut: e
                .case()
                .when(same)
                .then(after === 'quantity' && row.soldOut)
                .else(e.ref('soldOut'))
                .end(),
            }
          : {
              pendingSince: e.case().when(same).then(null).else(e.ref('pendingSince')).end(),
              urgent: e.case().when(same).then(false).else(e.ref('urgent')).end(),
              soldOut: e.case().when(same).then(false).else(e.ref('soldOut')).end(),
            }),
        attempts: 0,
        nextTryAt: sql<Date>`now()`,
        claimedBy: null,
        claimedUntil: null,
      }
    })
    .where('claimedBy', '=', row.claimedBy)
    .returning('pending')
    .executeTakeFirst()
  // As where the database notes how long a sale took: one that came meanwhile is still to be told.
  if (rest?.pending === null && row.soldAt && s.pushedQuantity !== undefined)
    saleSeconds.observe(
      { channel: row.channel },
      Math.max(0, (ctx.services.clock.now().getTime() - row.soldAt.getTime()) / 1000),
    )
}

/** What a try that failed left on the channel: the next one goes on with it. */
export const keepMade = (ctx: Ctx, row: ListingRow, made: ExternalListing) =>
  inTransaction(ctx, async (ctx) => {
    const rows = await listingRows(ctx)
      .where('l.id', '=', row.id)
      .where('d.claimedBy', '=', row.claimedBy)
      .forUpdate()
      .executeTakeFirst()
    if (rows)
      await ctx.db
        .updateTable('listingProducts')
        .set({ external: JSON.stringify(made) })
        .where('organizationId', '=', ctx.organizationId)
        .where('id', '=', row.id)
        .execute()
  })

/** Not done: tried again later. @param inSeconds from now; 0 when the connection itself must be mended first */
export const postpone = (
  ctx: Ctx,
  row: ListingRow,
  inSeconds: number,
  result: StoredResult | undefined,
  counts: boolean,
) =>
  whileClaimed(ctx, row, result ? { result } : {}, (ctx) =>
    debtOf(ctx, row)
      .set((e) => ({
        attempts: counts ? e('attempts', '+', 1) : e.ref('attempts'),
        // Something newer is owed at once.
        nextTryAt: e
          .case()
          .when('pendingVersion', '=', row.pendingVersion)
          .then(sql<Date>`(select now() + make_interval(secs => ${inSeconds}))`)
          .else(e.ref('nextTryAt'))
          .end(),
        claimedBy: null,
        claimedUntil: null,
      }))
      .where('claimedBy', '=', row.claimedBy)
      .execute(),
  )
