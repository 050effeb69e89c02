import { createHash, randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { Ctx, Services } from '#server/context.ts'
import { builtInAttributes } from '#contract/templates.ts'
import { type Scope, scopeNames } from '#contract/tokens/scopes.ts'
import type { TokenKind } from '#contract/tokens/tokens.ts'
import { SESSION_SECONDS, signToken } from '#server/http/auth.ts'
import { hashOf, hintOf, newSecret } from '#server/http/tokens/secret.ts'

/** Cheap on purpose: fixtures are not attacked. */
const quick = { memoryCost: 1024, timeCost: 1, parallelism: 1 }
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

export async function makeUser(
  services: Services,
  options: { email?: string; name?: string; password?: string; confirmed?: boolean; isSuper?: boolean } = {},
) {
  const email = options.email ?? `${randomUUID().slice(0, 8)}@example.com`
  return services.database.system
    .insertInto('users')
    .values({
      email,
      name: options.name ?? 'Dana Reyes',
      passwordHash: await hash(sha256(options.password ?? 'Correct-horse-9'), quick),
      isSuper: options.isSuper ?? false,
      emailConfirmedAt: options.confirmed === false ? null : services.clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function makeOrganization(services: Services, options: { displayName?: string } = {}) {
  const displayName = options.displayName ?? `Shop ${randomUUID().slice(0, 8)}`
  const organization = await services.database.system
    .insertInto('organizations')
    .values({ name: displayName.replaceAll(/[^A-Za-z0-9]/g, ''), displayName })
    .returningAll()
    .executeTakeFirstOrThrow()
  await services.database.system.insertInto('organizationCounts').values({ organizationId: organization.id }).execute()
  return organization
}

/** Makes the user a member. @param roleId 2 Admin, 3 Manager, 4 Member, 5 Guest */
export const makeMember = (services: Services, organizationId: number, userId: number, roleId = 2) =>
  services.database.system
    .insertInto('members')
    .values({ organizationId, userId, roleId, status: 'accepted', invitedBy: null })
    .execute()

/** Signs a user in. @returns the `cookie` header */
export async function makeSession(services: Services, userId: number, organizationId: number | null): Promise<string> {
  const db = services.database.system
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  const role =
    organizationId === null
      ? undefined
      : await db
          .selectFrom('members')
          .select('roleId')
          .where('organizationId', '=', organizationId)
          .where('userId', '=', userId)
          .executeTakeFirst()
  const now = services.clock.now()
  const { id } = await db
    .insertInto('sessions')
    .values({ userId, organizationId, expiresAt: new Date(now.getTime() + SESSION_SECONDS * 1000) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const session = {
    id,
    userId,
    userUUID: user.uuid,
    email: user.email,
    emailConfirmed: user.emailConfirmedAt !== null,
    isSuper: user.isSuper,
    organizationId,
    roleId: user.isSuper ? 1 : (role?.roleId ?? null),
  }
  return `jwt=${await signToken(services, session, organizationId === null ? [] : [organizationId], now)}`
}

/** A user, an organization of theirs and their session, in one. */
export async function makeSeller(services: Services, roleId = 2) {
  const user = await makeUser(services)
  const organization = await makeOrganization(services)
  await makeMember(services, organization.id, user.id, roleId)
  const ctx: Ctx = {
    services,
    organizationId: organization.id,
    userId: user.id,
    roleId,
    db: services.database.forOrganization(organization.id),
  }
  return { user, organization, ctx, as: await makeSession(services, user.id, organization.id) }
}

/** A token of the organization of `ctx`, made by its user. @returns its id and the headers of a request with it */
export async function makeToken(
  ctx: Ctx,
  options: {
    kind?: TokenKind
    usedBy?: 'program' | 'agent'
    scopes?: readonly Scope[]
    /** Accounts to which it is limited. */
    accounts?: number[]
    roleId?: number
    networks?: string[]
    expiresAt?: Date
  } = {},
) {
  const secret = newSecret(options.kind ?? 'person')
  const { id } = await ctx.db
    .insertInto('apiTokens')
    .values({
      organizationId: ctx.organizationId,
      kind: options.kind ?? 'person',
      usedBy: options.usedBy ?? 'program',
      name: 'ERP',
      userId: ctx.userId,
      roleId: options.roleId ?? 2,
      hash: hashOf(secret),
      hint: hintOf(secret),
      scopes: [...(options.scopes ?? scopeNames)],
      integrationIds: options.accounts ?? null,
      networks: options.networks ?? [],
      expiresAt: options.expiresAt ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, secret, headers: { authorization: `Bearer ${secret}` } }
}

export async function makeTemplate(
  ctx: Ctx,
  options: {
    name?: string
    attributes?: { name: string; constraint?: string; options?: string[] }[]
    variations?: string[]
  } = {},
) {
  const { organizationId } = ctx
  const template = await ctx.db
    .insertInto('productTemplates')
    .values({
      organizationId,
      name: options.name ?? `Template ${randomUUID().slice(0, 8)}`,
      variations: options.variations ?? [],
      sizeAndWeight: '{}',
      configuration: '{}',
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const attributes = [...builtInAttributes.map((name) => ({ name })), ...(options.attributes ?? [])]
  await ctx.db
    .insertInto('templateAttributes')
    .values(
      attributes.map((a, index) => ({
        organizationId,
        templateId: template.id,
        index,
        constraint: 'optional',
        options: [],
        ...a,
      })),
    )
    .execute()
  return template
}

/** A product with its stock level, written directly. */
export async function makeProduct(
  ctx: Ctx,
  templateId: number,
  options: { sku?: string; title?: string; price?: number; quantity?: number } = {},
) {
  const { organizationId } = ctx
  const sku = options.sku ?? `SKU-${randomUUID().slice(0, 8)}`
  const product = await ctx.db
    .insertInto('products')
    .values({
      organizationId,
      templateId,
      sku,
      title: options.title ?? `Product ${sku}`,
      description: '<p>Good.</p>',
      price: options.price ?? 1999,
      readiness: 'ready',
      sizeAndWeight: '{}',
      attributes: '[]',
      images: '[]',
      configuration: '{}',
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('stockLevels')
    .values({ organizationId, sku, productId: product.id, variationId: null, onHand: options.quantity ?? 10 })
    .execute()
  return product
}
