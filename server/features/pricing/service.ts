import { sql } from 'kysely'
import { type Act, type Pace, afterStep, atStart } from '#domain/listings/pricing/pricing.ts'
import type { Ctx } from '../../context.ts'
import { oweWhole } from '../outbox/service.ts'

/** How far a listing has come, and what it is in the midst of. */
export interface Paced extends Pace {
  listingId: number
  /** It is being ended in order to be listed anew. */
  relisting: boolean
  /** When it was last looked whether it is still on sale there, and it was. */
  seenAt: Date | null
}

const columns = [
  'listingId',
  'reductions',
  'lastReduced',
  'auctions',
  'since',
  'upSince',
  'relisting',
  'seenAt',
] as const

/** How far these listings have come; one that never was listed stands in none of them. */
export async function pacesOf(ctx: Ctx, listingIds: readonly number[]): Promise<Map<number, Paced>> {
  if (listingIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('listingPrices')
    .select(columns)
    .where('organizationId', '=', ctx.organizationId)
    .where('listingId', 'in', listingIds)
    .execute()
  return new Map(rows.map((row) => [row.listingId, row]))
}

/** The pace that counts: what a seller ended, and lists again, begins anew. */
export const paceOf = (paced: Paced | undefined, live: boolean): Pace =>
  paced && (live || paced.relisting) ? paced : atStart

/** These listings went live just now, each anew: from now on their days count. What was relisted by its schedule goes on with it. */
export async function wentUp(ctx: Ctx, listingIds: readonly number[]): Promise<void> {
  if (listingIds.length === 0) return
  const now = ctx.services.clock.now()
  await sql`
    insert into listing_prices as p (organization_id, listing_id, since, up_since, next_at)
    select ${ctx.organizationId}, id, ${now}, ${now}, ${now} from unnest(${listingIds}::bigint[]) id
    on conflict (organization_id, listing_id) do update set up_since = excluded.up_since, next_at = excluded.next_at, relisting = false, seen_at = null,
      since = case when p.relisting then p.since else excluded.since end,
      reductions = case when p.relisting then p.reductions else 0 end,
      last_reduced = case when p.relisting then p.last_reduced end,
      auctions = case when p.relisting then p.auctions else 0 end`.execute(ctx.db)
}

/** How these listings are priced may have changed: what comes next is worked out anew, and the days to the next reduction count from now. */
export async function replan(
  ctx: Ctx,
  of: { listingId: number } | { templateId: number; integrationId: number },
): Promise<void> {
  const now = ctx.services.clock.now()
  const which =
    'listingId' in of
      ? sql`l.id = ${of.listingId}`
      : sql`l.template_id = ${of.templateId} and l.integration_id = ${of.integrationId}`
  await sql`
    insert into listing_prices (organization_id, listing_id, since, up_since, next_at)
    select l.organization_id, l.id, ${now}, ${now}, ${now} from listing_products l
    where l.organization_id = ${ctx.organizationId} and ${which} and l.external_id <> '' and l.status <> 'unlisted' order by l.id
    on conflict (organization_id, listing_id) do update set next_at = excluded.next_at, since = excluded.since`.execute(
    ctx.db,
  )
}

const dueBy = (ctx: Ctx, limit: number) =>
  ctx.db
    .selectFrom('listingPrices')
    .select(columns)
    .where('organizationId', '=', ctx.organizationId)
    .where('nextAt', '<=', ctx.services.clock.now())
    .orderBy('nextAt')
    .limit(limit)

/** Takes listings for which there is something to do, in the caller's transaction. What others hold is passed over. */
export const takeDue = (ctx: Ctx, limit: number): Promise<Paced[]> =>
  dueBy(ctx, limit).forUpdate().skipLocked().execute()

/** As `takeDue`, without taking them: what has to be asked of a channel is asked outside of any transaction. */
export const due = (ctx: Ctx, limit: number): Promise<Paced[]> => dueBy(ctx, limit).execute()

/** These are on sale there: just looked. */
export const seen = (ctx: Ctx, listingIds: readonly number[]) =>
  ctx.db
    .updateTable('listingPrices')
    .set({ seenAt: ctx.services.clock.now() })
    .where('organizationId', '=', ctx.organizationId)
    .where('listingId', 'in', listingIds)
    .execute()

/** When there is something to do next. */
export const wait = (ctx: Ctx, listingId: number, nextAt: Date | null) => set(ctx, listingId, { nextAt })

/** It is being ended to be listed anew, or that is over without one. */
export const relisting = (ctx: Ctx, listingId: number, on: boolean, nextAt: Date | null) =>
  set(ctx, listingId, { relisting: on, nextAt })

const set = (
  ctx: Ctx,
  listingId: number,
  change: Partial<Pick<Paced, keyof Pace | 'relisting'>> & { nextAt: Date | null },
) =>
  ctx.db
    .updateTable('listingPrices')
    .set(change)
    .where('organizationId', '=', ctx.organizationId)
    .where('listingId', '=', listingId)
    .execute()

/** Notes that something was done. @returns how far it is now */
export async function advance(ctx: Ctx, paced: Paced, act: Act): Promise<Pace> {
  const now = ctx.services.clock.now()
  const { reductions, lastReduced, auctions, upSince } = afterStep(paced, act, now)
  const isRelisted = act === 'relist' || act === 'again'
  await set(ctx, paced.listingId, {
    reductions,
    lastReduced,
    auctions,
    upSince,
    relisting: isRelisted,
    nextAt: act === 'stop' ? null : now,
  })
  if (act === 'reduce') await oweWhole(ctx, [paced.listingId])
  return { ...paced, reductions, lastReduced, auctions, upSince }
}

/** The price goes back to its maximum, and its days count from now (LST-230). @returns how far it was; undefined where it never was listed */
export async function restart(ctx: Ctx, listingId: number): Promise<Paced | undefined> {
  const now = ctx.services.clock.now()
  const before = await locked(ctx, listingId)
  if (!before) return undefined
  await set(ctx, listingId, { reductions: 0, lastReduced: null, since: now, nextAt: now })
  await oweWhole(ctx, [listingId])
  return before
}

const locked = (ctx: Ctx, listingId: number): Promise<Paced | undefined> =>
  ctx.db
    .selectFrom('listingPrices')
    .select(columns)
    .where('organizationId', '=', ctx.organizationId)
    .where('listingId', '=', listingId)
    .forUpdate()
    .executeTakeFirst()

/** What a change set keeps of a listing's pricing. */
export interface KeptPrice {
  /** Hundredths. */
  price: number
  reductions: number
  lastReduced: string
}

/** Takes a change of a listing's price back. @returns whether that is still possible: nothing changed it since */
export async function putBack(
  ctx: Ctx,
  { listingId, before, after }: { listingId: number; before: KeptPrice; after: KeptPrice },
): Promise<boolean> {
  const now = await locked(ctx, listingId)
  if (now?.reductions !== after.reductions || (now.lastReduced?.toISOString() ?? '') !== after.lastReduced) return false
  const at = ctx.services.clock.now()
  // It holds for a whole period again: otherwise the schedule would do at once what was just taken back.
  await set(ctx, listingId, {
    reductions: before.reductions,
    lastReduced: before.lastReduced ? new Date(before.lastReduced) : null,
    since: at,
    nextAt: at,
  })
  await oweWhole(ctx, [listingId])
  return true
}
