import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Http } from '#channels/call.ts'
import type { AccountFacts, App, TokenContext, Tokens } from '#channels/connect.ts'
import { type Channel, ChannelError } from '#channels/channel.ts'
import type { Connection } from '#channels/connection.ts'
import { makeHttp } from '#channels/kit/http.ts'
import { refreshTokens } from '#channels/kit/oauth.ts'
import { inOurSkus } from '#channels/our-skus.ts'
import { channelOf } from '#channels/registry.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { ChannelConfig } from '../../../config.ts'
import { type Services, announce, jobContext } from '../../../context.ts'
import type { DB } from '../../../db/types.ts'
import { AppError } from '../../../errors.ts'
import { traceCalls } from '../../../observing/calls.ts'
import { channelCallSeconds, channelCalls, outcomeOf } from '../../../observing/metrics.ts'
import { OutgoingError } from '../../../http/outgoing/outgoing.ts'
import { seal, unseal } from '../../../http/seal.ts'
import { pictureBytes } from '../../images/bytes.ts'
import { ownFile } from '../../images/documents.ts'
import { wakeSender } from '../../outbox/service.ts'
import { hold, letGo } from './held.ts'
import { makeGate } from '../quota/gate.ts'
import { signingKey } from './signing-keys.ts'
import { tellDisconnected } from '../../notifications/service.ts'
import type { IntegrationKey } from './integration-key.ts'
import { guarded } from './shadow.ts'

export interface IntegrationFacts {
  id: number
  organizationId: number
  channel: ChannelId
  shop: string
  currency: string
  settings: Record<string, unknown>
  ordersCursor: Date | null
  authenticatedAt: Date | null
  driftRule: 'ask' | 'ours' | 'theirs'
  /** Since when it is in shadow mode. */
  shadowSince: Date | null
}
export interface Connected {
  channel: Channel
  connection: Connection
  integration: IntegrationFacts
}

/** The same for what must not wait: it may take the calls that are kept for that. */
export const hurried = (c: Connected): Connected => ({
  ...c,
  connection: { ...c.connection, http: (call) => c.connection.http({ ...call, hurries: true }) },
})

const StoredTokens = z.object({ accessToken: z.string(), refreshToken: z.string().optional() })
/** Renewed this long before it ends, so that no request is sent with a token about to die. */
const EARLY_MS = 60_000
const PURPOSE = 'channel-tokens'

/** The operator's registration with a channel. @throws AppError `unsupported` when there is none */
export function channelConfig(services: Services, channel: ChannelId): ChannelConfig {
  const config = services.config.channels[channel]
  if (!config)
    throw new AppError(
      'unsupported',
      `${channelOf(channel).name} isn’t set up yet. Your administrator needs to add its app credentials in the settings.`,
    )
  return config
}

const appOf = (services: Services, channel: ChannelId): App => {
  const { clientId, clientSecret, secrets } = channelConfig(services, channel)
  return { clientId, clientSecret, secrets }
}

export const tokenContext = (
  services: Services,
  channel: ChannelId,
  { shop, facts }: { shop: string; facts: AccountFacts },
): TokenContext => ({
  ...appOf(services, channel),
  origins: channelConfig(services, channel).origins,
  shop,
  facts,
})

const clients = new WeakMap<Services['database'], Map<number, Http>>()
/** One paced client per integration and process. */
export function httpFor(services: Services, channel: Channel, key: IntegrationKey): Http {
  const ours = clients.get(services.database) ?? new Map<number, Http>()
  clients.set(services.database, ours)
  const known = ours.get(key.integrationId)
  if (known) return known
  const client = makeHttp({
    // The sandbox answers at once or not at all.
    timeoutMs: services.config.channelMode === 'sandbox' ? 4_000 : 15_000,
    pace: {
      requestsPerSecond: channel.limits.requestsPerSecond,
      concurrency: channel.limits.concurrency,
      ...services.clock.pacing,
    },
    gate: makeGate(services, channel, key, services.clock.pacing),
    now: services.clock.now,
    log: (entry) => {
      channelCalls.inc({ channel: channel.id, outcome: outcomeOf(entry.status) })
      channelCallSeconds.observe({ channel: channel.id }, entry.ms / 1000)
      services.log.debug({ channel: channel.id, ...entry }, 'asked a channel')
    },
  })
  const traced = traceCalls(client, channel.id)
  ours.set(key.integrationId, traced)
  return traced
}

const load = (db: Kysely<DB>, { organizationId, integrationId }: IntegrationKey) =>
  db
    .selectFrom('integrations')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', integrationId)
    .executeTakeFirst()
type Row = NonNullable<Awaited<ReturnType<typeof load>>>

/**
 * Runs `work` with a ready connection. A token that is about to end is renewed first; one that the channel refuses is renewed
 * once and `work` repeated, so `work` must be safe to repeat. What concerns the connection as a whole is noted until a call goes through.
 * @throws ChannelError; `revoked` after the integration was marked expired
 */
export async function withConnection<T>(
  services: Services,
  key: IntegrationKey,
  work: (c: Connected) => Promise<T>,
): Promise<T> {
  const row = await load(services.database.forOrganization(key.organizationId), key)
  if (!row) throw new ChannelError('not_found', 'This integration no longer exists.')
  mustBeAuthenticated(row)
  try {
    const done = await withToken(services, key, row, work)
    if (row.heldSince) await letGo(services, key)
    return done
  } catch (error) {
    if (error instanceof ChannelError) await noteFailure(services, key, row, error)
    throw error
  }
}

async function withToken<T>(
  services: Services,
  key: IntegrationKey,
  row: Row,
  work: (c: Connected) => Promise<T>,
): Promise<T> {
  const ends = row.accessExpiresAt
  const isDue = ends !== null && ends.getTime() - services.clock.now().getTime() <= EARLY_MS
  const ready = isDue ? await renew(services, key, ends) : row
  try {
    return await work(connected(services, ready))
  } catch (error) {
    // One that never ends is not renewed: it is held up, for the seller to connect anew.
    if (!(error instanceof ChannelError) || error.kind !== 'unauthorized' || !ready.accessExpiresAt) throw error
    return work(connected(services, await renew(services, key, ready.accessExpiresAt)))
  }
}

/** Beyond this a channel that asks us to wait holds the seller up. */
const LONG_WAIT_SECONDS = 60
const waitsLong = (error: ChannelError) =>
  error.kind === 'rate_limited' && (error.retryAfterSeconds ?? 0) > LONG_WAIT_SECONDS

/** Only a grant that was refused ends a connection. A channel that refuses fresh tokens, or is silent, holds it up. */
async function noteFailure(services: Services, key: IntegrationKey, row: Row, error: ChannelError): Promise<void> {
  if (error.kind === 'revoked') return markExpired(services, key, error.message)
  if (error.kind === 'unauthorized' || error.kind === 'unavailable' || waitsLong(error))
    return hold(services, key, error)
  // Of a quota we know without asking, and other calls go through.
  if (error.kind === 'quota') return
  // It answered, so it lets us in: what it refused is its caller's.
  if (row.heldSince && error.kind !== 'rate_limited') await letGo(services, key)
}

function connected(services: Services, row: Row): Connected {
  const channel = inOurSkus(channelOf(row.channel))
  const { accessToken } = readTokens(services, row)
  return {
    channel,
    connection: connectionOf(services, channel, {
      key: { organizationId: row.organizationId, integrationId: row.id },
      shop: row.shop,
      facts: row.facts,
      currency: row.currency,
      accessToken,
      settings: channel.settings.parse(row.settings),
    }),
    integration: {
      id: row.id,
      organizationId: row.organizationId,
      channel: row.channel,
      shop: row.shop,
      currency: row.currency,
      settings: row.settings,
      ordersCursor: row.ordersCursor,
      authenticatedAt: row.authenticatedAt,
      driftRule: row.driftRule,
      shadowSince: row.shadowSince,
    },
  }
}

export const connectionOf = (
  services: Services,
  channel: Channel,
  o: {
    key: IntegrationKey
    shop: string
    facts: AccountFacts
    currency: string
    accessToken: string
    settings: unknown
  },
): Connection => {
  const asking = {
    http: guarded(services, o.key, channel.name, httpFor(services, channel, o.key)),
    origins: channelConfig(services, channel.id).origins,
    app: appOf(services, channel.id),
  }
  return {
    ...asking,
    accessToken: o.accessToken,
    shop: o.shop,
    facts: o.facts,
    currency: o.currency,
    settings: o.settings,
    now: services.clock.now,
    uuid: services.clock.uuid,
    picture: (url) => pictureBytes(services, url).catch(noPicture),
    ownFile: (url) => ownFile(services, url),
    ...(channel.createSigningKey && { signingKey: () => signingKey(services, channel, asking) }),
  }
}

/** A picture that cannot be had is the listing's trouble, not the channel's. */
function noPicture(error: unknown): never {
  const passing = error instanceof OutgoingError && error.passing
  if (!(error instanceof OutgoingError || error instanceof AppError)) throw error
  throw new ChannelError(passing ? 'unavailable' : 'invalid', error.message, {
    fields: { images: error.message },
    cause: error,
  })
}

function mustBeAuthenticated({ status, problem }: Row): void {
  if (status === 'expired') throw new ChannelError('revoked', problem || 'Access has expired. Re-authorize it.')
  if (status === 'unauthenticated') throw new ChannelError('revoked', 'This channel is not connected.')
}

/** Names an account among all whose tokens are sealed. */
export const tokensRow = ({ organizationId, integrationId }: IntegrationKey): string =>
  `${organizationId}/${integrationId}`

function readTokens(services: Services, row: Row) {
  if (!row.tokens) throw new ChannelError('revoked', 'This channel is not connected.')
  return StoredTokens.parse(unseal(services, PURPOSE, tokensRow({ ...row, integrationId: row.id }), row.tokens))
}

const renewing = new Map<string, Promise<Row>>()
/** Renews the access token, once for everyone who asks at the same time. @param known the end of the token that was refused */
function renew(services: Services, key: IntegrationKey, known: Date): Promise<Row> {
  const id = `${services.config.dataDir}:${key.organizationId}:${key.integrationId}:${known.getTime()}`
  const running = renewing.get(id)
  if (running) return running
  const started = renewLocked(services, key, known).finally(() => renewing.delete(id))
  renewing.set(id, started)
  return started
}

/**
 * The lock spans processes and the request on purpose: some channels replace the refresh token at each use, so two at once would lose it.
 * It is an advisory lock of this integration alone; no row is held. All of it goes over one connection: with a second one, as many
 * renewals at once as there are connections would wait for each other for ever.
 */
async function renewLocked(services: Services, key: IntegrationKey, known: Date): Promise<Row> {
  const db = services.database.forOrganization(key.organizationId)
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`renew:${key.integrationId}`}, 0))`.execute(trx)
    const row = await load(trx, key)
    if (!row) throw new ChannelError('not_found', 'This integration no longer exists.')
    mustBeAuthenticated(row)
    if (row.accessExpiresAt?.getTime() !== known.getTime()) return row
    const { refreshToken } = readTokens(services, row)
    const channel = channelOf(row.channel)
    const { oauth } = channel.connect
    if (!refreshToken || !oauth?.refreshRequest)
      throw new ChannelError('revoked', 'Access has expired. Re-authorize it.')
    const tokens = await refreshTokens(
      oauth,
      httpFor(services, channel, key),
      { ...tokenContext(services, row.channel, row), refreshToken },
      services.clock.now(),
    )
    await keepTokens(services, trx, key, tokens, refreshToken).where('status', '=', 'authenticated').execute()
    const saved = await load(trx, key)
    if (!saved) throw new ChannelError('not_found', 'This integration no longer exists.')
    return saved
  })
}

/** The statement that keeps tokens, encrypted. @param oldRefreshToken stays valid where the channel gave no new one */
export const keepTokens = (
  services: Services,
  db: Kysely<DB>,
  key: IntegrationKey,
  tokens: Tokens,
  oldRefreshToken?: string,
) => {
  const refreshToken = tokens.refreshToken ?? oldRefreshToken
  return db
    .updateTable('integrations')
    .set({
      tokens: seal(services, PURPOSE, tokensRow(key), {
        accessToken: tokens.accessToken,
        ...(refreshToken ? { refreshToken } : {}),
      }),
      accessExpiresAt: tokens.expiresAt,
      ...(tokens.refreshExpiresAt ? { refreshExpiresAt: tokens.refreshExpiresAt } : {}),
    })
    .where('organizationId', '=', key.organizationId)
    .where('id', '=', key.integrationId)
}

async function markExpired(services: Services, key: IntegrationKey, why: string): Promise<void> {
  const ctx = jobContext(services, key.organizationId)
  const marked = await ctx.db
    .updateTable('integrations')
    .set({ status: 'expired', problem: why, updatedAt: services.clock.now() })
    .where('organizationId', '=', key.organizationId)
    .where('id', '=', key.integrationId)
    .where('status', '=', 'authenticated')
    .executeTakeFirst()
  // The sender tells the listings that wait what they wait for.
  if (marked.numUpdatedRows > 0n) await wakeSender(ctx, key.integrationId)
  if (marked.numUpdatedRows > 0n) await tellDisconnected(ctx, key.integrationId)
  announce(ctx, ['integrations', 'listings'])
}

/** A channel's failure as our caller is told it. */
export function toAppError(error: unknown): unknown {
  if (!(error instanceof ChannelError)) return error
  const more = {
    fields: error.fields,
    cause: error,
    ...(error.retryAfterSeconds ? { retryAfterSeconds: error.retryAfterSeconds } : {}),
  }
  if (error.kind === 'revoked') return new AppError('integration_unauthenticated', undefined, more)
  if (error.kind === 'unauthorized' || error.kind === 'unavailable' || error.kind === 'rate_limited')
    return new AppError('channel_unavailable', undefined, more)
  if (error.kind === 'quota') return new AppError('channel_unavailable', error.message, more)
  return new AppError('channel_refused', error.message, more)
}
