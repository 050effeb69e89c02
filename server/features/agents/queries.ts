import { sql } from 'kysely'
import { type ProposalSubject, proposalSubjects } from '#contract/agents/actions.ts'
import type { ProposalState } from '#contract/agents/proposals.ts'
import { type Scope, holds } from '#contract/tokens/scopes.ts'
import type { Cost } from '#domain/agents/budget.ts'
import type { Ctx } from '../../context.ts'
import type { StoredRows } from '../../db/tables/agents.ts'

const DAY_MS = 24 * 3600 * 1000
/** Proposals are kept so long. */
const KEPT_MS = 90 * DAY_MS
const openStates = ['ready', 'waiting', 'approved'] as const
export type OpenState = (typeof openStates)[number]

/** An AI agent sees its own proposals; people and other programs see those of everybody. */
const agentOf = ({ token }: Ctx): number | undefined => (token?.usedBy === 'agent' ? token.id : undefined)
const readBy: Record<ProposalSubject, Scope> = {
  products: 'products:read',
  orders: 'orders:read',
  publishing: 'listings:read',
}
/** What a token may not read shows in no proposal either. */
const hiddenFrom = ({ token }: Ctx): ProposalSubject[] =>
  token ? proposalSubjects.filter((subject) => !holds(token.scopes, readBy[subject])) : []
const about = sql<ProposalSubject>`coalesce(p.rows -> 0 ->> 'about', 'products')`
const own = (ctx: Ctx) =>
  ctx.db
    .selectFrom('proposals as p')
    .leftJoin('users as u', 'u.id', 'p.userId')
    .leftJoin('users as d', 'd.id', 'p.decidedBy')
    .where('p.organizationId', '=', ctx.organizationId)
    .$if(agentOf(ctx) !== undefined, (q) => q.where('p.tokenId', '=', agentOf(ctx) ?? 0))
    .$if(hiddenFrom(ctx).length > 0, (q) => q.where(sql<boolean>`${about} <> all(${hiddenFrom(ctx)}::text[])`))

const shown = (ctx: Ctx) =>
  own(ctx)
    .select(['p.id', 'p.title', 'p.reason', 'p.products', 'p.units', 'p.money', 'p.pricePercent', 'p.beyond'])
    .select(['p.tokenId', 'p.createdAt', 'p.expiresAt', 'p.decidedAt', 'p.note', 'p.appliedAt', 'p.changeSetId'])
    .select([
      sql<string>`coalesce(nullif(u.name, ''), u.email, '')`.as('userName'),
      sql<string>`coalesce(nullif(d.name, ''), d.email, '')`.as('decidedBy'),
    ])
    .select(
      sql<ProposalState>`case when p.state in ('ready', 'waiting', 'approved') and p.expires_at <= ${ctx.services.clock.now()}
        then 'expired' else p.state end`.as('state'),
    )
    .select(about.as('about'))

export async function list(
  ctx: Ctx,
  query: { state?: ProposalState | undefined; tokenId?: number | undefined; offset: number; limit: number },
) {
  const matching = ctx.db
    .selectFrom(shown(ctx).as('p'))
    .$if(query.state !== undefined, (q) => q.where('p.state', '=', query.state ?? 'ready'))
    .$if(query.tokenId !== undefined, (q) => q.where('p.tokenId', '=', query.tokenId ?? 0))
  const [data, { n }] = await Promise.all([
    matching.selectAll().orderBy('p.id', 'desc').offset(query.offset).limit(query.limit).execute(),
    matching.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
  ])
  return { data: await withTokenNames(ctx, data), items: n }
}

export async function find(ctx: Ctx, id: number) {
  const [proposal] = await withTokenNames(ctx, await shown(ctx).where('p.id', '=', id).execute())
  return proposal
}

/** Tokens are on the coordinator where there are several nodes (server/db/schema/places.ts). */
async function withTokenNames<T extends { tokenId: number | null }>(
  { db, organizationId }: Ctx,
  proposals: readonly T[],
): Promise<(T & { tokenName: string })[]> {
  const ids = [...new Set(proposals.flatMap(({ tokenId }) => (tokenId === null ? [] : [tokenId])))]
  const tokens = ids.length
    ? await db
        .selectFrom('apiTokens')
        .select(['id', 'name'])
        .where('organizationId', '=', organizationId)
        .where('id', 'in', ids)
        .execute()
    : []
  const names = new Map(tokens.map(({ id, name }) => [id, name]))
  return proposals.map((proposal) => ({ ...proposal, tokenName: names.get(proposal.tokenId ?? 0) ?? '' }))
}

/** Of the organization, whoever made it. */
const proposalRow = ({ db, organizationId }: Ctx, id: number) =>
  db.selectFrom('proposals').where('organizationId', '=', organizationId).where('id', '=', id)
const tokenRow = ({ db, organizationId }: Ctx, id: number) =>
  db.selectFrom('apiTokens').where('organizationId', '=', organizationId).where('id', '=', id)

export const rowsOf = async (ctx: Ctx, id: number): Promise<StoredRows> =>
  (await proposalRow(ctx, id).select('rows').executeTakeFirstOrThrow()).rows

/** Keeps what became of one row, which others may do beside it. What is done stays done, whatever another one met afterwards. */
export const updateRow = (ctx: Ctx, id: number, at: number, row: object) =>
  ctx.db
    .updateTable('proposals')
    .set({ rows: sql`jsonb_set(rows, ${[String(at)]}::text[], ${JSON.stringify(row)}::jsonb)` as never })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .where(sql<boolean>`coalesce(rows -> ${at}::int ->> 'outcome', '') <> 'done'`)
    .execute()

/** Locks a proposal of the caller, so that it is decided, applied or undone once. */
export const lock = (ctx: Ctx, id: number) =>
  proposalRow(ctx, id)
    .selectAll()
    .$if(agentOf(ctx) !== undefined, (q) => q.where('tokenId', '=', agentOf(ctx) ?? 0))
    .forUpdate()
    .executeTakeFirst()

export interface NewProposal extends Cost {
  title: string
  reason: string
  state: 'ready' | 'waiting'
  beyond: string[]
  rows: StoredRows
  expiresAt: Date
}
export async function add(ctx: Ctx, { rows, ...proposal }: NewProposal): Promise<number> {
  const now = ctx.services.clock.now()
  await ctx.db
    .deleteFrom('proposals')
    .where('organizationId', '=', ctx.organizationId)
    .where('createdAt', '<', new Date(now.getTime() - KEPT_MS))
    .execute()
  const { id } = await ctx.db
    .insertInto('proposals')
    .values({
      ...proposal,
      organizationId: ctx.organizationId,
      tokenId: ctx.token?.id ?? null,
      userId: ctx.userId,
      createdAt: now,
      rows: JSON.stringify(rows),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface ProposalChange {
  state: Exclude<ProposalState, 'expired'>
  beyond?: string[]
  decidedAt?: Date
  decidedBy?: number | null
  note?: string
  appliedAt?: Date
  changeSetId?: number
  undoSetId?: number
}
export const update = (ctx: Ctx, id: number, change: ProposalChange) =>
  ctx.db
    .updateTable('proposals')
    .set(change)
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .execute()

const budget = (ctx: Ctx, tokenId: number) =>
  tokenRow(ctx, tokenId).select(['productsPerDay', 'unitsPerDay', 'moneyPerDay', 'pricePercent'])
export const budgetOf = (ctx: Ctx, tokenId: number) => budget(ctx, tokenId).executeTakeFirstOrThrow()
/** The budget of a token, and its end. Locked, so that two proposals do not use the same rest of it, and none comes after its end. */
export const lockToken = (ctx: Ctx, tokenId: number) =>
  budget(ctx, tokenId).select(['revokedAt', 'expiresAt']).forUpdate().executeTakeFirstOrThrow()

/** Who proposed it; undefined where a person did. */
export const tokenOf = async (ctx: Ctx, id: number): Promise<number | undefined> =>
  (await proposalRow(ctx, id).select('tokenId').executeTakeFirst())?.tokenId ?? undefined

export const isRevoked = async (ctx: Ctx, tokenId: number): Promise<boolean> =>
  (await tokenRow(ctx, tokenId).select('revokedAt').executeTakeFirst())?.revokedAt !== null

/** What a token applied in the last 24 hours without approval. What was undone counts, too. */
export const usedBy = (ctx: Ctx, tokenId: number) =>
  ctx.db
    .selectFrom('proposals')
    .select([
      sql<number>`coalesce(sum(products), 0)::int`.as('products'),
      sql<number>`coalesce(sum(units), 0)::int`.as('units'),
      sql<number>`coalesce(sum(money), 0)::float8`.as('money'),
    ])
    .where('organizationId', '=', ctx.organizationId)
    .where('tokenId', '=', tokenId)
    .where('appliedAt', '>', new Date(ctx.services.clock.now().getTime() - DAY_MS))
    .where('decidedAt', 'is', null)
    .executeTakeFirstOrThrow()

/** What a token applied since a moment and was not undone, newest first. */
export const appliedSince = (ctx: Ctx, tokenId: number, since: Date) =>
  ctx.db
    .selectFrom('proposals')
    .select('id')
    .where('organizationId', '=', ctx.organizationId)
    .where('tokenId', '=', tokenId)
    .where('state', '=', 'applied')
    .where('appliedAt', '>=', since)
    .orderBy('appliedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Whether another proposal of a token waits that was made since a moment. */
export const waitsSince = async (ctx: Ctx, tokenId: number, but: number, since: Date): Promise<boolean> =>
  (await ctx.db
    .selectFrom('proposals')
    .select('id')
    .where('organizationId', '=', ctx.organizationId)
    .where('tokenId', '=', tokenId)
    .where('id', '<>', but)
    .where('state', '=', 'waiting')
    .where('createdAt', '>=', since)
    .where('expiresAt', '>', ctx.services.clock.now())
    .limit(1)
    .executeTakeFirst()) !== undefined

export const tokenName = async (ctx: Ctx, id: number): Promise<string> =>
  (await tokenRow(ctx, id).select('name').executeTakeFirstOrThrow()).name

export const tokenExists = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await tokenRow(ctx, id).select('id').executeTakeFirst()) !== undefined

/** Channels on which products are live. */
export async function liveOn(ctx: Ctx, productIds: readonly number[]) {
  if (productIds.length === 0) return []
  return ctx.db
    .selectFrom('listingProducts')
    .select(['productId', 'channel'])
    .distinct()
    .where('organizationId', '=', ctx.organizationId)
    .where('productId', '=', sql<number>`any(${productIds}::bigint[])`)
    .where('status', '=', 'listed')
    .orderBy('channel')
    .execute()
}
