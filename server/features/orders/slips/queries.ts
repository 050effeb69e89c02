import { type Kysely, sql } from 'kysely'
import { MOST_AT_WORK, type SlipDocument, type SlipPaper, type SlipState } from '#contract/orders/slips.ts'
import type { Ctx } from '../../../context.ts'
import { claimEach } from '../../../db/claims.ts'
import type { DB } from '../../../db/types.ts'

/** Shown at once; they are gone after a day anyway. */
const SHOWN = 20

const columns = sql`id, paper, state, cardinality(order_ids) as orders, done, slips, held, unwritten, bytes, created_at, expires_at`

export async function list(ctx: Ctx, id?: number): Promise<SlipDocument[]> {
  const { rows } = await sql<SlipDocument>`
    select ${columns} from slip_documents
    where organization_id = ${ctx.organizationId} and expires_at > ${ctx.services.clock.now()} and ${id === undefined ? sql`true` : sql`id = ${id}`}
    order by id desc limit ${SHOWN}`.execute(ctx.db)
  return rows
}

/** @returns undefined where too many are at work already: two who ask at once wait for each other */
export async function insert(
  ctx: Ctx,
  document: { paper: SlipPaper; orderIds: readonly number[]; expiresAt: Date },
): Promise<number | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`slips ${ctx.organizationId}`}, 0))`.execute(ctx.db)
  const now = ctx.services.clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into slip_documents (organization_id, user_id, paper, order_ids, created_at, touched_at, expires_at)
    select ${ctx.organizationId}, ${ctx.userId}::bigint, ${document.paper}, ${document.orderIds}::bigint[], ${now}::timestamptz, ${now}::timestamptz, ${document.expiresAt}::timestamptz
    where (select count(*) from slip_documents where organization_id = ${ctx.organizationId} and state in ('waiting', 'making')) < ${MOST_AT_WORK}
    returning id`.execute(ctx.db)
  return rows[0]?.id
}

/** Whoever begins makes it anew: what a worker that died had made is gone. @returns undefined where there is nothing to do */
export async function begin(ctx: Ctx, id: number): Promise<{ paper: SlipPaper; orderIds: number[] } | undefined> {
  const { rows } = await sql<{ paper: SlipPaper; orderIds: number[] }>`
    update slip_documents set state = 'making', done = 0, slips = 0, held = 0, unwritten = '[]', bytes = 0, touched_at = ${ctx.services.clock.now()}
    where organization_id = ${ctx.organizationId} and id = ${id} and state in ('waiting', 'making') returning paper, to_json(order_ids) as order_ids`.execute(
    ctx.db,
  )
  await clear(ctx, id)
  return rows[0]
}

export const clear = (ctx: Ctx, id: number) =>
  ctx.db.deleteFrom('slipParts').where('organizationId', '=', ctx.organizationId).where('documentId', '=', id).execute()

export interface Progress {
  done: number
  slips: number
  held: number
  unwritten: { id: number; name: string }[]
  bytes: number
}

/** @returns whether it is still to be made: somebody may have cancelled it */
export async function note(
  ctx: Ctx,
  id: number,
  { unwritten, ...counts }: Progress,
  state: SlipState = 'making',
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('slipDocuments')
    .set({ ...counts, unwritten: JSON.stringify(unwritten), state, touchedAt: ctx.services.clock.now() })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .where('state', '=', 'making')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export const addPart = (ctx: Ctx, documentId: number, position: number, content: Buffer) =>
  ctx.db.insertInto('slipParts').values({ organizationId: ctx.organizationId, documentId, position, content }).execute()

export async function part(ctx: Ctx, documentId: number, position: number): Promise<Buffer | undefined> {
  const row = await ctx.db
    .selectFrom('slipParts')
    .select('content')
    .where('organizationId', '=', ctx.organizationId)
    .where('documentId', '=', documentId)
    .where('position', '=', position)
    .executeTakeFirst()
  return row?.content
}

export const end = (ctx: Ctx, id: number, state: 'cancelled' | 'failed') =>
  ctx.db
    .updateTable('slipDocuments')
    .set({ state, touchedAt: ctx.services.clock.now() })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'making'])
    .execute()

/** Deletes some of all organizations' documents whose time is over. @returns how many */
export async function forget(system: Kysely<DB>, now: Date, limit: number): Promise<number> {
  const isOver = sql`expires_at <= ${now}`
  const { affected } = await claimEach(
    system,
    sql`select distinct organization_id from slip_documents where ${isOver} limit ${limit}`,
    (organizationId) => sql`
      delete from slip_documents d using (
        select id from slip_documents where organization_id = ${organizationId} and ${isOver} order by expires_at limit ${limit} for update skip locked) old
      where d.organization_id = ${organizationId} and d.id = old.id`,
  )
  return affected
}
