import { type RawBuilder, sql } from 'kysely'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { Ctx } from '../../context.ts'
import { connectionHeld, fromOutOfStep, live, refused } from '../../db/rules/listing-rules.ts'

export const list = (ctx: Ctx) =>
  ctx.db
    .selectFrom('integrations as i')
    .selectAll()
    .select(connectionHeld.as('connectionHeld'))
    .where('i.organizationId', '=', ctx.organizationId)
    .orderBy('i.id')
    .execute()

/** An integration of a channel: the one that is named, else the first. */
const ofChannel = (ctx: Ctx, channel: ChannelId, id?: number) =>
  ctx.db
    .selectFrom('integrations')
    .selectAll()
    .where('organizationId', '=', ctx.organizationId)
    .where('channel', '=', channel)
    .$if(id !== undefined, (q) => q.where('id', '=', id as number))
    .orderBy('id')
    .limit(1)
export const byId = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('integrations')
    .selectAll()
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
export const byChannel = (ctx: Ctx, channel: ChannelId, id?: number) => ofChannel(ctx, channel, id).executeTakeFirst()
export type IntegrationRow = NonNullable<Awaited<ReturnType<typeof byChannel>>>

export const insert = (ctx: Ctx, channel: ChannelId, { shop, facts }: { shop: string; facts: object }) =>
  ctx.db
    .insertInto('integrations')
    .values({
      organizationId: ctx.organizationId,
      channel,
      shop,
      facts: JSON.stringify(facts),
      settings: '{}',
      tokens: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const update = (
  ctx: Ctx,
  id: number,
  set: { shop?: string; facts?: string; settings?: string; currency?: string; priceRule?: string | null },
) =>
  ctx.db
    .updateTable('integrations')
    .set({ ...set, updatedAt: ctx.services.clock.now() })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** @returns whether that changed it */
export async function setShadow(ctx: Ctx, id: number, on: boolean): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('integrations')
    .set({ shadowSince: on ? ctx.services.clock.now() : null, updatedAt: ctx.services.clock.now() })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .where('shadowSince', on ? 'is' : 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const integrationRow = ({ db, organizationId }: Ctx, id: number) =>
  db.selectFrom('integrations').where('organizationId', '=', organizationId).where('id', '=', id)

/** An integration by its number, held until the transaction ends. */
export const lock = (ctx: Ctx, id: number) => integrationRow(ctx, id).selectAll().forUpdate().executeTakeFirst()

/** The same, held until the transaction ends: what is read of it may be changed and written back. */
export const lockByChannel = (ctx: Ctx, channel: ChannelId, id?: number) =>
  ofChannel(ctx, channel, id).forUpdate().executeTakeFirst()

export const accounts = (ctx: Ctx) =>
  ctx.db
    .selectFrom('integrations')
    .select(['id', 'channel', 'shop', 'accountName', 'status'])
    .where('organizationId', '=', ctx.organizationId)
    .orderBy('id')
    .execute()

/** One that was begun and never connected: there is one at most. */
export const unfinished = (ctx: Ctx, channel: ChannelId) =>
  ctx.db
    .selectFrom('integrations')
    .selectAll()
    .where('organizationId', '=', ctx.organizationId)
    .where('channel', '=', channel)
    .where('authenticatedAt', 'is', null)
    .executeTakeFirst()
/** The organization's integration of an account of a channel. */
export const withAccount = (ctx: Ctx, channel: ChannelId, accountId: string) =>
  ctx.db
    .selectFrom('integrations')
    .select(['id', 'shop', 'accountName'])
    .where('organizationId', '=', ctx.organizationId)
    .where('channel', '=', channel)
    .where('accountId', '=', accountId)
    .where('accountId', '<>', '')
    .executeTakeFirst()
export const remove = (ctx: Ctx, id: number) =>
  ctx.db.deleteFrom('integrations').where('organizationId', '=', ctx.organizationId).where('id', '=', id).execute()

export const hookKey = async (ctx: Ctx, id: number) =>
  (await integrationRow(ctx, id).select('hookKey').executeTakeFirst())?.hookKey

export const accountIdOf = async (ctx: Ctx, id: number): Promise<string> =>
  (await integrationRow(ctx, id).select('accountId').executeTakeFirst())?.accountId ?? ''

/** Whether the channel calls us. @param problem why not, in its words; '' when it does */
export const noteHooks = (ctx: Ctx, id: number, problem: string) =>
  ctx.db
    .updateTable('integrations')
    .set({ hooksProblem: problem, hookedAt: problem ? null : sql<Date>`now()` })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .execute()

/** Fills settings that are blank, whatever was saved meanwhile. */
export const fillSettings = (ctx: Ctx, id: number, defaults: Record<string, string>) =>
  ctx.db
    .updateTable('integrations')
    .set({
      settings: sql`integrations.settings || (
      select coalesce(jsonb_object_agg(d.key, d.value), '{}') from jsonb_each(${JSON.stringify(defaults)}::jsonb) d where coalesce(integrations.settings->>d.key, '') = '')` as never,
    })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .execute()

/** What the account now says of itself. */
export const refreshAccount = (ctx: Ctx, id: number, account: { name: string; currency: string }) =>
  ctx.db
    .updateTable('integrations')
    .set({ accountName: account.name, currency: account.currency })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .where((e) => e.or([e('accountName', '<>', account.name), e('currency', '<>', account.currency)]))
    .execute()

/** Nobody needs the exact number of more. */
const MOST_COUNTED = { listings: 10_000, notKept: 1000 }

interface Counts {
  integrationId: number
  live: number
  pending: number
  failed: number
  notKept: number
}
/** By integration its listings that are live, wait, were refused, or show another number because nothing keeps them in step: each counted up to the contract's bounds. */
export async function counts(ctx: Ctx): Promise<Counts[]> {
  const some = (from: RawBuilder<unknown>, most = MOST_COUNTED.listings) =>
    sql`(select count(*)::int from (select ${from} limit ${most}) few)`
  const own = sql`l.organization_id = ${ctx.organizationId} and l.integration_id = i.id`
  // The channel stands in the index of the live ones.
  const shown = sql`from listing_products l where ${own} and l.channel = i.channel and ${live}`
  const pending = sql`from listing_debts l where ${own} and l.pending is not null`
  const failed = sql`from listing_products l where ${own} and ${refused} and l.result ->> 'status' = 'rejected'`
  const { rows } = await sql<Counts>`
    select i.id as integration_id, ${some(shown)} as live, ${some(pending)} as pending, ${some(failed)} as failed,
      ${some(fromOutOfStep(ctx.organizationId, 'notKept', own), MOST_COUNTED.notKept)} as not_kept
    from integrations i where i.organization_id = ${ctx.organizationId}`.execute(ctx.db)
  return rows
}

/** A look that takes longer no longer keeps what is owed. */
export const LOOK_FIRST_SECONDS = 30
/** What a connection begins with, and leaves behind: nothing is held up. */
const fresh = {
  holdUntil: null,
  heldSince: null,
  heldKind: '',
  heldReason: '',
  heldTries: 0,
  ordersFailingSince: null,
  lookFirstUntil: null,
  ordersProblem: '',
}
export const connectAccount = (
  ctx: Ctx,
  id: number,
  account: { accountId: string; shop: string; name: string; currency: string; facts: object },
  hasOrders = true,
) =>
  ctx.db
    .updateTable('integrations')
    .set({
      accountId: account.accountId,
      facts: JSON.stringify(account.facts),
      shop: account.shop,
      accountName: account.name,
      currency: account.currency,
      status: 'authenticated',
      problem: '',
      ...fresh,
      stockCheckedAt: null,
      // What was sold there meanwhile is seen before anything is told.
      lookFirstUntil: hasOrders ? sql<Date>`now() + make_interval(secs => ${LOOK_FIRST_SECONDS})` : null,
      authenticatedAt: sql<Date>`now()`,
      updatedAt: sql<Date>`now()`,
      ordersDueAt: hasOrders ? sql<Date>`now()` : null,
    })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .execute()

/** Another account answers now: its orders are looked for from the beginning, and the settings that named parts of the old one go. */
export const forgetAccount = (ctx: Ctx, id: number, settings: object) =>
  ctx.db
    .updateTable('integrations')
    .set({ ordersCursor: null, ordersWholeCursor: null, ordersWholeAt: null, settings: JSON.stringify(settings) })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .execute()
/**
 * … and what we listed, or found, with the old one is not there. Who is just sending loses the claim, so that its answer is not kept. Locked as an
 * order's transaction locks: listings, what they owe, then their numbers.
 */
export async function forgetListings(ctx: Ctx, integrationId: number): Promise<void> {
  await ctx.db
    .selectFrom('listingProducts')
    .select('id')
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .orderBy('id')
    .forUpdate()
    .execute()
  await ctx.db
    .updateTable('listingProducts')
    .set({
      external: null,
      externalId: '',
      url: '',
      locationId: '',
      status: 'draft',
      listedAt: null,
      result: null,
    })
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .execute()
  await ctx.db
    .updateTable('listingDebts')
    .set({
      pending: null,
      pendingSince: null,
      urgent: false,
      soldOut: false,
      attempts: 0,
      claimedBy: null,
      claimedUntil: null,
      pushedQuantity: null,
    })
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .execute()
  await ctx.db
    .deleteFrom('listingStock')
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .execute()
  await ctx.db
    .deleteFrom('stockDrift')
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .execute()
  await ctx.db
    .deleteFrom('foundListings')
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .execute()
  // Nor is what a check of the old account said, or left there, true of this one.
  await ctx.db
    .deleteFrom('connectionChecks')
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .execute()
  // A page of the old account that is just being read is not kept: it is of another run.
  await ctx.db
    .updateTable('catalogueReads')
    .set((e) => ({
      run: e('run', '+', 1),
      state: 'failed' as const,
      cursor: null,
      listings: 0,
      tries: 0,
      linking: false,
      problem: 'Another account is connected now. Read what it sells.',
      finishedAt: sql<Date>`now()`,
    }))
    .where('organizationId', '=', ctx.organizationId)
    .where('integrationId', '=', integrationId)
    .execute()
}

export const disconnect = (ctx: Ctx, id: number) =>
  ctx.db
    .updateTable('integrations')
    .set({
      tokens: null,
      status: 'unauthenticated',
      problem: '',
      ...fresh,
      accessExpiresAt: null,
      refreshExpiresAt: null,
      ordersDueAt: null,
      updatedAt: sql<Date>`now()`,
    })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .returning(['id', 'channel'])
    .executeTakeFirst()

export async function saveState(
  ctx: Ctx,
  row: { hash: Buffer; integrationId: number; shop: string; facts: object; verifier: Buffer | null; expiresAt: Date },
) {
  const {
    database: { system },
    clock,
  } = ctx.services
  await system.deleteFrom('oauthStates').where('expiresAt', '<', clock.now()).execute()
  await system
    .insertInto('oauthStates')
    .values({
      ...row,
      facts: JSON.stringify(row.facts),
      organizationId: ctx.organizationId,
      userId: ctx.userId ?? 0,
    })
    .execute()
}
/** Takes a state away: it works once. */
export const takeState = (ctx: Ctx, hash: Buffer) =>
  ctx.services.database.system
    .deleteFrom('oauthStates')
    .where('hash', '=', hash)
    .where('organizationId', '=', ctx.organizationId)
    .where('expiresAt', '>', ctx.services.clock.now())
    .returning(['integrationId', 'shop', 'facts', 'verifier', 'userId'])
    .executeTakeFirst()

/** The name of the organization that has connected an account, for a person who belongs to it; else undefined. */
export const organizationWith = async (ctx: Ctx, channel: ChannelId, accountId: string): Promise<string | undefined> =>
  (
    await ctx.services.database.system
      .selectFrom('integrations as i')
      .innerJoin('organizations as o', 'o.id', 'i.organizationId')
      .innerJoin('members as m', 'm.organizationId', 'i.organizationId')
      .select('o.displayName')
      .where('i.channel', '=', channel)
      .where('i.accountId', '=', accountId)
      .where('i.status', '<>', 'unauthenticated')
      .where('m.userId', '=', ctx.userId)
      .where('m.status', '=', 'accepted')
      .executeTakeFirst()
  )?.displayName

export const currencyOf = async (ctx: Ctx): Promise<string> =>
  (
    await ctx.db
      .selectFrom('organizations')
      .select('currency')
      .where('id', '=', ctx.organizationId)
      .executeTakeFirstOrThrow()
  ).currency

export const organizationName = async (ctx: Ctx): Promise<string> =>
  (
    await ctx.db
      .selectFrom('organizations')
      .select('displayName')
      .where('id', '=', ctx.organizationId)
      .executeTakeFirstOrThrow()
  ).displayName
