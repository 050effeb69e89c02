import { createHash, randomBytes } from 'node:crypto'
import { ChannelError } from '#channels/channel.ts'
import { type Grant, exchangeCode } from '#channels/kit/oauth.ts'
import { channelOf, isBuilt } from '#channels/registry.ts'
import { type ChannelId, channelIds, channelNames } from '#contract/channels/ids.ts'
import type { Integration } from '#contract/integrations.ts'
import { type Ctx, type Services, inTransaction } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { enqueue } from '../../jobs/queue.ts'
import { oweAll, wakeSender } from '../outbox/service.ts'
import { audit } from '../audit.ts'
import {
  channelConfig,
  connectionOf,
  httpFor,
  keepGrant,
  toAppError,
  tokenContext,
  withConnection,
} from './connections.ts'
import { heldUpOf } from './held.ts'
import * as queries from './queries.ts'

/** The shop and the seller that the sandbox offers an integration that names none: the organization's own, another for each after the first. */
async function sandboxAccount(ctx: Ctx, channel: ChannelId, { id }: queries.IntegrationRow) {
  const first = await queries.byChannel(ctx, channel)
  const own = [ctx.organizationId, ...(first?.id === id ? [] : [id])]
  return { shop: ['motto-sandbox', ...own].join('-'), seller: ['motto_seller', ...own].join('_') }
}
const STATE_MINUTES = 15

/** Channels that can be connected on this installation. */
export const available = (ctx: Ctx) =>
  channelIds
    .filter((id) => isBuilt(id) && ctx.services.config.channels[id])
    .map((channel) => ({
      channel,
      label: channelNames[channel],
      needsShop: channelOf(channel).connect.needsShop,
      sandboxUrl: sandboxPage(ctx.services, channel),
    }))

/** The sandbox's page for people, at the channel's tab. */
const sandboxPage = ({ config }: Services, channel: ChannelId): string | null =>
  config.channelMode === 'sandbox' ? `http://127.0.0.1:${config.sandboxPort}/#${channel}` : null

/** By channel the first integration, and beside it the channel's others. */
export async function list(ctx: Ctx): Promise<Partial<Record<ChannelId, Integration & { others: Integration[] }>>> {
  const [rows, counts, left] = await Promise.all([queries.list(ctx), queries.counts(ctx), queries.notKept(ctx)])
  const all: Partial<Record<ChannelId, Integration & { others: Integration[] }>> = {}
  for (const row of rows) {
    const one = view(row, {
      ...counts.find((c) => c.integrationId === row.id),
      ...left.find((c) => c.integrationId === row.id),
    })
    const first = all[row.channel]
    if (first) first.others.push(one)
    else all[row.channel] = { ...one, others: [] }
  }
  return all
}

function view(
  row: queries.IntegrationRow & { connectionHeld?: boolean },
  counts?: Partial<Integration['counts']>,
): Integration {
  return {
    id: row.id,
    channel: row.channel,
    authenticated: row.status === 'authenticated',
    oAuthUrl: `/oauth/${row.channel}`,
    integration: { shop: row.shop || row.accountName, updatedAt: row.authenticatedAt, config: row.settings },
    status: row.status,
    problem: row.problem,
    heldUp: heldUpOf({ ...row, connectionHeld: row.connectionHeld ?? false }),
    connectedAt: row.authenticatedAt,
    accessRenewsAt: row.accessExpiresAt,
    permissionEndsAt: row.refreshExpiresAt,
    ordersCheckedAt: row.ordersCheckedAt,
    counts: {
      live: counts?.live ?? 0,
      pending: counts?.pending ?? 0,
      failed: counts?.failed ?? 0,
      notKept: counts?.notKept ?? 0,
    },
  }
}

/** The organization's integration of a channel: the one that is named, else the first. @throws integration_missing */
export async function mustHave(ctx: Ctx, channel: ChannelId, id?: number | null): Promise<queries.IntegrationRow> {
  const row = await queries.byChannel(ctx, channel, id ?? undefined)
  if (!row) throw new AppError('integration_missing')
  return row
}
/** The same, connected. @throws integration_missing, integration_unauthenticated */
export async function mustBeConnected(
  ctx: Ctx,
  channel: ChannelId,
  id?: number | null,
): Promise<queries.IntegrationRow> {
  const row = await mustHave(ctx, channel, id)
  if (row.status !== 'authenticated') throw new AppError('integration_unauthenticated', row.problem || undefined)
  return row
}

const normalise = (channel: ChannelId, shop: string) => {
  const { normaliseShop } = channelOf(channel).connect
  try {
    return normaliseShop ? normaliseShop(shop) : shop
  } catch (error) {
    if (error instanceof ChannelError) throw invalid('shop', error.message)
    throw error
  }
}

/** Begins an integration. `another`: of a channel that has one; what was begun and never connected is gone on with. @throws integration_exists */
export const create = (ctx: Ctx, channel: ChannelId, { shop = '', another = false } = {}) =>
  inTransaction(ctx, async (ctx) => {
    if (!isBuilt(channel)) throw new AppError('unsupported', `Motto cannot connect ${channelNames[channel]} yet.`)
    channelConfig(ctx.services, channel)
    const named = shop ? normalise(channel, shop) : ''
    if (!another && (await queries.byChannel(ctx, channel))) throw new AppError('integration_exists')
    const begun = await queries.unfinished(ctx, channel)
    if (begun) return view((await queries.update(ctx, begun.id, { shop: named })) ?? begun)
    const row = await queries.insert(ctx, channel, named)
    await audit(ctx, { entity: 'integration', entityId: row.id, action: 'created', new: { channel, shop: row.shop } })
    return view(row)
  })

/** Settings as a channel has them at first. Those that are blank then name parts of the account: its locations, its policies. */
const freshSettings = (channel: ChannelId) => channelOf(channel).settings.parse({}) as Record<string, unknown>

/** Saves what is given of a channel's settings. Another buffer is another quantity for every live listing. @throws integration_missing, invalid_input */
export const saveSettings = (
  ctx: Ctx,
  channel: ChannelId,
  change: Record<string, unknown>,
  integrationId?: number | undefined,
) =>
  inTransaction(ctx, async (ctx) => {
    const row = await queries.lockByChannel(ctx, channel, integrationId)
    if (!row) throw new AppError('integration_missing')
    const unknown = Object.keys(change).find((name) => !Object.hasOwn(freshSettings(channel), name))
    if (unknown !== undefined) throw invalid(unknown, `${channelNames[channel]} has no setting "${unknown}".`)
    const settings = channelOf(channel).settings.safeParse({ ...row.settings, ...change })
    if (!settings.success)
      throw new AppError('invalid_input', settings.error.issues[0]?.message, {
        fields: Object.fromEntries(settings.error.issues.map((i) => [i.path.join('.'), i.message])),
      })
    const saved = await queries.update(ctx, row.id, { settings: JSON.stringify(settings.data) })
    if (!saved) throw new AppError('integration_missing')
    await audit(ctx, {
      entity: 'integration',
      entityId: row.id,
      action: 'settings',
      old: row.settings,
      new: saved.settings,
    })
    if ((saved.settings.buffer ?? 0) !== (row.settings.buffer ?? 0))
      await oweAll(ctx, { integrationId: row.id }, 'quantity')
    const job = { organizationId: ctx.organizationId, integrationId: row.id }
    if (row.status === 'authenticated')
      await enqueue(ctx, 'integrations.check', job, { key: `${job.organizationId}:${job.integrationId}` })
    return view(saved)
  })

/** Disconnects an account; one that was only begun, beside others, goes altogether. @throws not_found */
export async function disconnect(ctx: Ctx, channel: ChannelId, integrationId: number) {
  const row = await queries.byChannel(ctx, channel, integrationId)
  if (!row) throw new AppError('not_found')
  const adapter = channelOf(channel)
  if (adapter.disconnect && row.status === 'authenticated') {
    // They lose our grant in any case; that they were not told in time changes nothing for the seller.
    await withConnection(ctx.services, { organizationId: ctx.organizationId, integrationId }, async (c) =>
      c.channel.disconnect?.(c.connection),
    ).catch((error: unknown) =>
      ctx.services.log.info({ err: error, channel }, 'the channel was not told that we leave'),
    )
  }
  await inTransaction(ctx, async (ctx) => {
    if (row.authenticatedAt === null && (await queries.byChannel(ctx, channel))?.id !== row.id)
      await queries.remove(ctx, integrationId)
    else await queries.disconnect(ctx, integrationId)
    await wakeSender(ctx, integrationId)
    await audit(ctx, { entity: 'integration', entityId: integrationId, action: 'disconnected' })
  })
}

const hashOf = (state: string) => createHash('sha256').update(state).digest()

/** The integration that a query names. @throws integration_missing */
function readId(text: string | undefined): number | undefined {
  if (!text) return undefined
  const id = Number(text)
  if (!Number.isSafeInteger(id)) throw new AppError('integration_missing')
  return id
}

/** Where the browser gives consent. The state in it works once, for this organization, for 15 minutes. */
export async function oauthUrl(ctx: Ctx, channel: ChannelId, query: Record<string, string>): Promise<string> {
  const row = await mustHave(ctx, channel, readId(query.integrationId))
  const { connect } = channelOf(channel)
  const { clientId, redirect, origins } = channelConfig(ctx.services, channel)
  const sandbox = ctx.services.config.channelMode === 'sandbox' ? await sandboxAccount(ctx, channel, row) : undefined
  const typed = query.shop || row.shop || sandbox?.shop || ''
  if (connect.needsShop && !typed) throw invalid('shop', `Enter the name of your ${channelNames[channel]} shop.`)
  const shop = connect.needsShop ? normalise(channel, typed) : ''
  const state = randomBytes(32).toString('base64url')
  await queries.saveState(ctx, {
    hash: hashOf(state),
    integrationId: row.id,
    shop,
    expiresAt: new Date(ctx.services.clock.now().getTime() + STATE_MINUTES * 60_000),
  })
  const url = new URL(connect.authorizeUrl({ origins, clientId, redirect, state, shop }))
  // The sandbox's consent pages fill in who consents; a channel knows by its own sign-in.
  if (sandbox) url.searchParams.set('account', row.accountName || sandbox.seller)
  return url.href
}

/** Finishes a consent: trades the code for tokens, asks who it is, and starts looking for orders. */
export async function exchange(ctx: Ctx, channel: ChannelId, query: Record<string, string>): Promise<void> {
  await mustHave(ctx, channel)
  const state = query.state ? await queries.takeState(ctx, hashOf(query.state)) : undefined
  if (query.error)
    throw new AppError(
      'channel_refused',
      query.error_description || `${channelNames[channel]} did not give consent (${query.error}).`,
    )
  const row = state?.userId === ctx.userId ? await queries.byChannel(ctx, channel, state?.integrationId) : undefined
  if (!state || !row)
    throw new AppError('invalid_input', 'This consent was not begun here, or too long ago. Start it again.')
  const { services } = ctx
  const adapter = channelOf(channel)
  const config = channelConfig(services, channel)
  const now = services.clock.now()
  const key = { organizationId: ctx.organizationId, integrationId: row.id }
  try {
    adapter.connect.verifyCallback({ query, clientSecret: config.clientSecret, shop: state.shop, now })
    const http = httpFor(services, adapter, key)
    const grant = await exchangeCode(
      adapter.connect,
      http,
      { ...tokenContext(services, channel, state.shop), code: query.code ?? '', redirect: config.redirect },
      now,
    )
    const connection = connectionOf(services, adapter, {
      key,
      shop: state.shop,
      accessToken: grant.accessToken,
      settings: adapter.settings.parse(row.settings),
    })
    const account = await adapter.account(connection)
    await mustBeItsOwn(ctx, row, account.accountId)
    await connectAccount(ctx, row, grant, { ...account, shop: account.shop || state.shop }).catch((error: unknown) =>
      whoseAccount(ctx, channel, account.accountId, error),
    )
  } catch (error) {
    if (error instanceof ChannelError && (error.kind === 'revoked' || error.kind === 'unauthorized'))
      throw new AppError('channel_refused', error.message, { cause: error })
    throw toAppError(error)
  }
}

/** Two integrations of one account would both take in its orders. @throws account_connected */
async function mustBeItsOwn(ctx: Ctx, { id, channel }: queries.IntegrationRow, accountId: string): Promise<void> {
  const same = await queries.withAccount(ctx, channel, accountId)
  if (same && same.id !== id)
    throw new AppError(
      'account_connected',
      `The ${channelNames[channel]} account ${same.shop || same.accountName} is here already. Re-authorize it there, or sign in to ${channelNames[channel]} with another account.`,
    )
}

/** Keeps the grant together with whose it is: no other account's token is ever used for what was listed with this one. */
const connectAccount = (
  ctx: Ctx,
  { id, channel }: queries.IntegrationRow,
  grant: Grant,
  account: { accountId: string; shop: string; name: string; currency: string },
) =>
  inTransaction(ctx, async (ctx) => {
    const row = await queries.lockByChannel(ctx, channel, id)
    if (!row) throw new AppError('integration_missing')
    if (row.accountId && row.accountId !== account.accountId) {
      const blank = Object.fromEntries(Object.entries(freshSettings(channel)).filter(([, value]) => value === ''))
      await queries.forgetListings(ctx, row.id)
      await queries.forgetAccount(ctx, row.id, { ...row.settings, ...blank })
    }
    await keepGrant(
      ctx.services,
      ctx.db,
      { organizationId: ctx.organizationId, integrationId: row.id },
      grant,
    ).execute()
    await queries.connectAccount(ctx, row.id, account)
    await audit(ctx, {
      entity: 'integration',
      entityId: row.id,
      action: 'connected',
      new: { account: account.name, shop: account.shop },
    })
    const job = { organizationId: ctx.organizationId, integrationId: row.id }
    const key = `${ctx.organizationId}:${row.id}`
    await enqueue(ctx, 'integrations.check', job, { key })
    // What is owed is sent once this look is complete.
    await enqueue(ctx, 'orders.pull', job, { key })
  })

/** Says whose an account is already; its organization is named to its own people alone. @throws always */
async function whoseAccount(ctx: Ctx, channel: ChannelId, accountId: string, error: unknown): Promise<never> {
  if (!(error instanceof AppError) || error.code !== 'account_connected') throw error
  const theirs = await queries.organizationWith(ctx, channel, accountId)
  throw new AppError(
    'account_connected',
    `This ${channelNames[channel]} account is connected to ${theirs ? `your organization ${theirs}` : 'another organization'}. Disconnect it there first, or connect another account.`,
    { cause: error },
  )
}
