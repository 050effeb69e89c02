import type { Kysely } from 'kysely'
import { may, roles } from '#contract/permissions.ts'
import { type Scope, mayGive, scopesOfAllAccounts } from '#contract/tokens/scopes.ts'
import type { Budget } from '#contract/tokens/budget.ts'
import { MOST_TOKENS, type createToken } from '#contract/tokens/tokens.ts'
import type { HandlerInput } from '#contract/endpoint.ts'
import { type Ctx, type Services, inTransaction } from '../../context.ts'
import type { DB } from '../../db/types.ts'
import { AppError, invalid } from '../../errors.ts'
import type { Use } from '../../http/tokens/grants.ts'
import { readNetwork } from '../../http/tokens/networks.ts'
import { hashOf, hintOf, newSecret } from '../../http/tokens/secret.ts'
import { audit } from '../audit.ts'
import * as queries from './queries.ts'

const DAY_MS = 24 * 3600 * 1000
const isAdmin = (ctx: Ctx) => may(ctx.roleId, 'organization:write')

type Shown = Awaited<ReturnType<typeof queries.find>>
const toShape = ({ productsPerDay, unitsPerDay, moneyPerDay, pricePercent, ...token }: Shown) => ({
  ...token,
  scopes: token.scopes as Scope[],
  budget: { productsPerDay, unitsPerDay, moneyPerDay, pricePercent },
})

/** Your own tokens; an Admin sees those of everybody. Their secrets are known to nobody. */
export async function listTokens(ctx: Ctx) {
  const rows = await queries.list(ctx, isAdmin(ctx) ? null : ctx.userId)
  return rows.map(toShape)
}

/** @throws forbidden for what the maker may not do, unsupported when there are too many */
export async function create(ctx: Ctx, { expiresInDays, ...chosen }: HandlerInput<typeof createToken>['body']) {
  refuseMore(ctx, { ...chosen, expiresInDays })
  const networks = chosen.networks.map((text) => {
    const network = readNetwork(text)
    if (network === undefined) throw invalid('networks', `${text} isn’t an IP address or network.`)
    return network
  })
  const secret = newSecret(chosen.kind)
  const createdAt = ctx.services.clock.now()
  const expiresAt = expiresInDays === null ? null : new Date(createdAt.getTime() + expiresInDays * DAY_MS)
  return inTransaction(ctx, async (inner) => {
    if ((await queries.countActive(inner)) >= MOST_TOKENS)
      throw new AppError(
        'unsupported',
        `An organization can have up to ${MOST_TOKENS} active tokens. Revoke one first.`,
      )
    const integrationIds = chosen.integrationIds && (await ownAccounts(inner, chosen.integrationIds))
    const { id } = await queries.add(inner, {
      ...chosen,
      integrationIds,
      networks,
      createdAt,
      expiresAt,
      // A Super Admin is an Admin here: no token reaches another organization.
      roleId: Math.max(inner.roleId ?? roles.guest, roles.admin),
      hash: hashOf(secret),
      hint: hintOf(secret),
    })
    const { name, kind, usedBy, scopes } = chosen
    await audit(inner, {
      entity: 'token',
      entityId: id,
      action: 'create',
      new: { name, kind, usedBy, scopes, integrationIds, networks, expiresAt },
    })
    return { secret, token: toShape(await queries.find(inner, id)) }
  })
}

/** @throws invalid_input for an account of nobody, or of another organization */
async function ownAccounts(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  const own = await queries.accountsOf(ctx, ids)
  if (ids.some((id) => !own.includes(id))) throw invalid('integrationIds', 'One of these accounts is not connected.')
  return own
}

interface Chosen {
  kind: string
  scopes: readonly Scope[]
  integrationIds: readonly number[] | null
  expiresInDays: number | null
}
function refuseMore(ctx: Ctx, { kind, scopes, integrationIds, expiresInDays }: Chosen): void {
  if (kind === 'organization' && !isAdmin(ctx))
    throw new AppError('forbidden', 'Only Admins can create tokens for the organization.')
  if (expiresInDays === null && !isAdmin(ctx))
    throw new AppError('forbidden', 'Only Admins can create tokens that never expire.')
  const beyond = scopes.filter((scope) => !mayGive(ctx.roleId, scope))
  if (beyond.length > 0) throw new AppError('forbidden', `Your role does not allow ${beyond.join(', ')}.`)
  const ofAll = integrationIds ? scopes.filter((scope) => scopesOfAllAccounts.has(scope)) : []
  if (ofAll.length > 0)
    throw invalid('scopes', `A token limited to some accounts can’t have ${ofAll.join(', ')}: they cover all accounts.`)
}

/** Changes what a token may apply without approval. It counts from its next proposal on. @throws not_found */
export const update = (ctx: Ctx, id: number, budget: Budget) =>
  inTransaction(ctx, async (inner) => {
    const before = await queries.setBudget(inner, id, budget, isAdmin(inner) ? null : inner.userId)
    if (!before) throw new AppError('not_found')
    await audit(inner, { entity: 'token', entityId: id, action: 'update', old: before, new: budget })
    return toShape(await queries.find(inner, id))
  })

/** Ends a token, in every process. @throws not_found */
export async function revoke(ctx: Ctx, id: number): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const token = await queries.revoke(inner, id, isAdmin(inner) ? null : inner.userId)
    if (!token) throw new AppError('not_found')
    await audit(inner, { entity: 'token', entityId: id, action: 'revoke', old: { name: token.name } })
  })
  ctx.services.events.sessionChanged(`token:${id}`)
}

/**
 * Ends what a person who left an organization made for themselves there. Whoever calls these two tells all processes that the person's sessions
 * changed: tokens end with them.
 * @param id of a member, or of an invitation: then nothing ends
 */
export const revokeOfLeaver = (ctx: Ctx, id: number) => queries.revokeOfLeaver(ctx, id)

/** Ends all that were made for a person, as when the account is taken back. @param db the owner's */
export const revokeAllOf = (db: Kysely<DB>, userId: number, at: Date) => queries.revokeAllOf(db, userId, at)

/** Keeps when and from where tokens were last used. */
export async function noteUses(services: Services, uses: readonly Use[]): Promise<void> {
  if (uses.length > 0) await queries.noteUses(services, uses)
}
