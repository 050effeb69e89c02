import { type Kysely, sql } from 'kysely'
import type { Budget } from '#contract/tokens/budget.ts'
import type { TokenKind } from '#contract/tokens/tokens.ts'
import type { Ctx, Services } from '../../context.ts'
import type { DB } from '../../db/types.ts'
import type { Use } from '../../http/tokens/grants.ts'

/** A revoked or expired token is listed for so long. */
const SHOWN_DAYS = 30
const DAY_MS = 24 * 3600 * 1000

const shown = (ctx: Ctx) =>
  ctx.db
    .selectFrom('apiTokens as t')
    .leftJoin('users as u', 'u.id', 't.userId')
    .select([
      't.id',
      't.name',
      't.kind',
      't.usedBy',
      't.hint',
      't.scopes',
      't.integrationIds',
      't.networks',
      't.userId as createdBy',
    ])
    .select(['t.productsPerDay', 't.unitsPerDay', 't.moneyPerDay', 't.pricePercent'])
    .select(['t.createdAt', 't.expiresAt', 't.lastUsedAt', 't.lastUsedFrom', 't.revokedAt'])
    .select(sql<string>`coalesce(nullif(u.name, ''), u.email, '')`.as('createdByName'))
    .where('t.organizationId', '=', ctx.organizationId)

/** @param userId only this person's own tokens; null: everybody's */
export function list(ctx: Ctx, userId: number | null) {
  const since = new Date(ctx.services.clock.now().getTime() - SHOWN_DAYS * DAY_MS)
  return shown(ctx)
    .$if(userId !== null, (q) => q.where('t.kind', '=', 'person').where('t.userId', '=', userId ?? 0))
    .where((e) => e.or([e('t.revokedAt', 'is', null), e('t.revokedAt', '>', since)]))
    .where((e) => e.or([e('t.expiresAt', 'is', null), e('t.expiresAt', '>', since)]))
    .orderBy('t.createdAt', 'desc')
    .orderBy('t.id', 'desc')
    .execute()
}
export const find = (ctx: Ctx, id: number) => shown(ctx).where('t.id', '=', id).executeTakeFirstOrThrow()

export async function countActive(ctx: Ctx): Promise<number> {
  const { n } = await ctx.db
    .selectFrom('apiTokens')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('organizationId', '=', ctx.organizationId)
    .where('revokedAt', 'is', null)
    .where((e) => e.or([e('expiresAt', 'is', null), e('expiresAt', '>', ctx.services.clock.now())]))
    .executeTakeFirstOrThrow()
  return n
}

/** Those of these accounts that the organization has. */
export const accountsOf = async (ctx: Ctx, ids: readonly number[]): Promise<number[]> =>
  (
    await ctx.db
      .selectFrom('integrations')
      .select('id')
      .where('organizationId', '=', ctx.organizationId)
      .where('id', '=', sql<number>`any(${ids}::bigint[])`)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

export interface NewToken {
  name: string
  kind: TokenKind
  usedBy: 'program' | 'agent'
  roleId: number
  hash: Buffer
  hint: string
  scopes: string[]
  integrationIds: number[] | null
  networks: string[]
  createdAt: Date
  expiresAt: Date | null
  budget?: Budget | undefined
}
export const add = (ctx: Ctx, { budget, ...token }: NewToken) =>
  ctx.db
    .insertInto('apiTokens')
    .values({
      ...token,
      ...budget,
      organizationId: ctx.organizationId,
      userId: ctx.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** @param userId only when it is this person's own @returns what it was before */
export async function setBudget(ctx: Ctx, id: number, budget: Budget, userId: number | null) {
  const token = await ctx.db
    .selectFrom('apiTokens')
    .select(['name', 'productsPerDay', 'unitsPerDay', 'moneyPerDay', 'pricePercent'])
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .$if(userId !== null, (q) => q.where('kind', '=', 'person').where('userId', '=', userId ?? 0))
    .forUpdate()
    .executeTakeFirst()
  if (token)
    await ctx.db
      .updateTable('apiTokens')
      .set(budget)
      .where('organizationId', '=', ctx.organizationId)
      .where('id', '=', id)
      .execute()
  return token
}

/** Proposals that nobody applied yet end with their token. */
async function endProposals(db: Kysely<DB>, at: Date, tokens: readonly { organizationId: number; id: number }[]) {
  for (const [organizationId, some] of Map.groupBy(tokens, (token) => token.organizationId))
    await db
      .updateTable('proposals')
      .set({ expiresAt: at })
      .where('organizationId', '=', organizationId)
      .where('tokenId', '=', sql<number>`any(${some.map(({ id }) => id)}::bigint[])`)
      .where('state', 'in', ['ready', 'waiting', 'approved'])
      .where('expiresAt', '>', at)
      .execute()
}

/** @param userId only when it is this person's own @returns what was revoked */
export async function revoke(ctx: Ctx, id: number, userId: number | null) {
  const at = ctx.services.clock.now()
  const token = await ctx.db
    .updateTable('apiTokens')
    .set({ revokedAt: at, revokedBy: ctx.userId })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .$if(userId !== null, (q) => q.where('kind', '=', 'person').where('userId', '=', userId ?? 0))
    .returning(['organizationId', 'id', 'name'])
    .executeTakeFirst()
  if (token) await endProposals(ctx.db, at, [token])
  return token
}

/** Revokes the tokens that a person made for themselves in an organization that they are no longer a member of. */
export async function revokeOfLeaver(ctx: Ctx, userId: number): Promise<void> {
  const member = await ctx.db
    .selectFrom('members')
    .select('userId')
    .where('organizationId', '=', ctx.organizationId)
    .where('userId', '=', userId)
    .where('status', '=', 'accepted')
    .executeTakeFirst()
  if (member) return
  const at = ctx.services.clock.now()
  const tokens = await ctx.db
    .updateTable('apiTokens')
    .set({ revokedAt: at, revokedBy: ctx.userId })
    .where('organizationId', '=', ctx.organizationId)
    .where('userId', '=', userId)
    .where('kind', '=', 'person')
    .where('revokedAt', 'is', null)
    .returning(['organizationId', 'id'])
    .execute()
  await endProposals(ctx.db, at, tokens)
}

/** Revokes the tokens that a person made for themselves, in all organizations. */
export async function revokeAllOf(db: Kysely<DB>, userId: number, at: Date): Promise<void> {
  const tokens = await db
    .updateTable('apiTokens')
    .set({ revokedAt: at, revokedBy: userId })
    .where('userId', '=', userId)
    .where('kind', '=', 'person')
    .where('revokedAt', 'is', null)
    .returning(['organizationId', 'id'])
    .execute()
  await endProposals(db, at, tokens)
}

/** Notes the last use of many tokens in one statement. */
export const noteUses = ({ database }: Services, uses: readonly Use[]) =>
  sql`
    update api_tokens t set last_used_at = u.at, last_used_from = u."from"
    from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as u(id bigint, "organizationId" bigint, at timestamptz, "from" text)
    where t.organization_id = u."organizationId" and t.id = u.id`.execute(database.system)
