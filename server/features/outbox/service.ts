import { type RawBuilder, sql } from 'kysely'
import { type Ctx, forAllAccounts } from '../../context.ts'
import { plannedOnce } from '../../db/connection/prepared.ts'
import { shownPieces, unseenPieces } from '../../db/rules/listing-rules.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { enqueue } from '../../jobs/queue.ts'

/** From weakest to strongest: a stronger debt covers a weaker one. */
const strength = ['quantity', 'revise', 'publish', 'end'] as const
export type Debt = (typeof strength)[number]

/**
 * Notes, in the transaction of the change, that live listings of these products owe their channel something, and wakes the sender.
 * `quantity` concerns every listing that syncs in any way, `revise` those that sync whole; one that is just being sent is sent
 * again, as what was read for it is old now. Many debts of one listing become one. Lowering goes before raising (`urgent`), and what is
 * sold out before all else (`sold_out`).
 * @param hurries false where pieces are as before: finding out what is urgent takes longer to plan than all the rest of a save
 */
export async function owe(
  ctx: Ctx,
  productIds: readonly number[],
  debt: 'quantity' | 'revise',
  hurries = true,
): Promise<void> {
  if (productIds.length > 0) await note(ctx, sql`l.product_id = any(${productIds}::bigint[])`, debt, { hurries })
}

/** The same for a sale, from which on it is measured how long each channel waits to be told. */
export async function oweSale(ctx: Ctx, productIds: readonly number[]): Promise<void> {
  if (productIds.length > 0)
    await note(ctx, sql`l.product_id = any(${productIds}::bigint[])`, 'quantity', { sale: true })
}

/** The same for these listings alone. */
export async function oweListings(ctx: Ctx, ids: readonly number[], debt: 'quantity' | 'revise'): Promise<void> {
  if (ids.length > 0) await note(ctx, sql`l.id = any(${ids}::bigint[])`, debt)
}

/** The same whatever follows changes by itself: what these listings ask has changed, and they are told whole. */
export async function oweWhole(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await note(ctx, sql`l.id = any(${ids}::bigint[])`, 'revise', { all: true })
}

/** The same for a quantity of all but these listings. */
export async function oweOthers(ctx: Ctx, productIds: readonly number[], but: readonly number[]): Promise<void> {
  await note(ctx, sql`l.product_id = any(${productIds}::bigint[]) and l.id <> all(${but}::bigint[])`, 'quantity')
}

/** Listings noted in the transaction of the change; more are a job, so that nobody waits for their locks. */
const MOST_AT_ONCE = 500
/** Listings noted in one transaction of the job. */
const CHUNK = 100

/** The same for all listings of an integration, or of a template on it. */
export const oweAll = (ctx: Ctx, all: AllListings, debt: 'quantity' | 'revise'): Promise<void> =>
  forAllAccounts(ctx, (ctx) => oweThem(ctx, all, debt))
async function oweThem(ctx: Ctx, all: AllListings, debt: 'quantity' | 'revise'): Promise<void> {
  const { rows } = await sql`
    select from listing_products l where l.organization_id = ${ctx.organizationId} and ${among(all)} and l.external_id <> '' limit ${MOST_AT_ONCE + 1}`.execute(
    ctx.db,
  )
  if (rows.length <= MOST_AT_ONCE) return note(ctx, among(all), debt)
  await enqueue(ctx, 'outbox.owe', { organizationId: ctx.organizationId, ...all, debt })
}
/** The same for all listings of a template, whichever their account. */
export const oweTemplate = (ctx: Ctx, templateId: number, debt: 'quantity' | 'revise'): Promise<void> =>
  forAllAccounts(ctx, (ctx) => oweOfTemplate(ctx, templateId, debt))
async function oweOfTemplate(ctx: Ctx, templateId: number, debt: 'quantity' | 'revise'): Promise<void> {
  const { rows } = await sql<{ integrationId: number }>`
    select distinct l.integration_id from listing_products l
    where l.organization_id = ${ctx.organizationId} and l.template_id = ${templateId} and l.external_id <> '' order by 1`.execute(
    ctx.db,
  )
  for (const { integrationId } of rows) await oweAll(ctx, { integrationId, templateId }, debt)
}
export type AllListings = Pick<Jobs['outbox.owe'], 'integrationId' | 'templateId'>

const among = ({ integrationId, templateId }: AllListings) =>
  sql`l.integration_id = ${integrationId}${templateId === undefined ? sql`` : sql` and l.template_id = ${templateId}`}`

/** Notes the next listings of many. None is urgent: what is sold meanwhile goes before. @returns the last id; undefined when there are no more */
export async function oweSome(ctx: Ctx, all: AllListings, debt: 'quantity' | 'revise', after: number) {
  const { rows } = await sql<{ id: number }>`
    select l.id from listing_products l where l.organization_id = ${ctx.organizationId} and ${among(all)} and l.id > ${after} order by l.id limit ${CHUNK}`.execute(
    ctx.db,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await note(ctx, sql`l.id = any(${ids}::bigint[])`, debt, { hurries: false })
  return ids.length === CHUNK ? ids.at(-1) : undefined
}

/** Live listings of these products that follow every change of them. */
export async function countLive(ctx: Ctx, productIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from listing_products l where l.organization_id = ${ctx.organizationId} and l.product_id = any(${productIds}::bigint[])
      and l.external_id <> '' and l.status <> 'unlisted' and l.sync`.execute(ctx.db)
  return rows[0]?.n ?? 0
}

interface Manner {
  hurries?: boolean
  all?: boolean
  sale?: boolean
}
const note = (ctx: Ctx, which: RawBuilder<unknown>, debt: 'quantity' | 'revise', manner: Manner = {}): Promise<void> =>
  forAllAccounts(ctx, (ctx) => noteIn(ctx, which, debt, manner))

async function noteIn(
  ctx: Ctx,
  which: RawBuilder<unknown>,
  debt: 'quantity' | 'revise',
  { hurries = true, all = false, sale = false }: Manner,
): Promise<void> {
  const lowers = sql`coalesce((select ${shownPieces(ctx.organizationId)} from integrations i where i.organization_id = ${ctx.organizationId} and i.id = l.integration_id) < d.pushed_quantity, false)`
  const soldOut = sql`exists (select from integrations i
    join stock_levels s on s.organization_id = i.organization_id and s.product_id = l.product_id
    join listing_stock k on k.organization_id = s.organization_id and k.listing_id = l.id and k.sku = s.sku and k.expected > 0
    where i.organization_id = ${ctx.organizationId} and i.id = l.integration_id and s.available - ${unseenPieces(ctx.organizationId)} <= i.buffer)`
  // Locked in one order, here and below, so that two changes of the same listings never wait in a circle.
  const { rows } = await sql<{ integrationId: number }>`
    ${plannedOnce} update listing_debts d set
      pending = case when d.pending is null or array_position(${strength}::text[], d.pending) < array_position(${strength}::text[], ${debt}) then ${debt} else d.pending end,
      pending_version = d.pending_version + 1, pending_since = coalesce(d.pending_since, (select now())), next_try_at = now(), attempts = 0,
      sold_at = ${sale ? sql`coalesce(d.sold_at, (select now()))` : sql`d.sold_at`},
      urgent = d.urgent or ${hurries ? lowers : sql`false`},
      sold_out = ${hurries ? soldOut : sql`d.sold_out`}
    from (
      select l.organization_id, l.id, l.product_id, l.integration_id
      from listing_products l join listing_debts owed on owed.organization_id = l.organization_id and owed.listing_id = l.id
      where l.organization_id = ${ctx.organizationId} and ${which}
        and (owed.pending in ('publish', 'revise') or (l.external_id <> '' and l.status <> 'unlisted' and (l.sync or ${all} or (l.sync_quantity and ${debt === 'quantity'}))))
      order by l.id for no key update
    ) l
    where d.organization_id = ${ctx.organizationId} and d.listing_id = l.id
    returning d.integration_id`.execute(ctx.db)
  const integrations = [...new Set(rows.map((r) => r.integrationId))].sort((a, b) => a - b)
  for (const integrationId of integrations) await wakeSender(ctx, integrationId)
}

/** Queues the job that sends what an integration's listings owe. */
export const wakeSender = (ctx: Ctx, integrationId: number) =>
  enqueue(
    ctx,
    'sync.push',
    { organizationId: ctx.organizationId, integrationId },
    { key: `${ctx.organizationId}:${integrationId}` },
  )
