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

/** The shop, or the seller, that the sandbox offers an organization that names none: one of its own. */
const sandboxShop = (ctx: Ctx) => `motto-sandbox-${ctx.organizationId}`
const sandboxSeller = (ctx: Ctx) => `motto_seller_${ctx.organizationId}`
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

export async function list(ctx: Ctx): Promise<Partial<Record<ChannelId, Integration>>> {
  const [rows, counts, left] = await Promise.all([queries.list(ctx), queries.counts(ctx), queries.notKept(ctx)])
  return Object.fromEntries(
    rows.map((row) => [
      row.channel,
      view(row, {
        ...counts.find((c) => c.integrationId === row.id),
        ...left.find((c) => c.integrationId === row.id),
      }),
    ]),
  )
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

/** The organization's integration of a channel. @throws integration_missing */
export async function mustHave(ctx: Ctx, channel: ChannelId): Promise<queries.IntegrationRow> {
  const row = await queries.byChannel(ctx, channel)
  if (!row) throw new AppError('integration_missing')
  return row
}
/** The same, connected. @throws integration_missing, integration_unauthenticated */
export async function mustBeConnected(ctx: Ctx, channel: ChannelId): Promise<queries.IntegrationRow> {
  const row = await mustHave(ctx, channel)
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

export const create = (ctx: Ctx, channel: ChannelId, shop = '') =>
  inTransaction(ctx, async (ctx) => {
    if (!isBuilt(channel)) throw new AppError('unsupported', `Motto cannot connect ${channelNames[channel]} yet.`)
    channelConfig(ctx.services, channel)
    const row = await queries.insert(ctx, channel, shop ? normalise(channel, shop) : '')
    await audit(ctx, { entity: 'integration', entityId: row.id, action: 'created', new: { channel, shop: row.shop } })
    return view(row)
  })

/** Settings as a channel has them at first. Those that are blank then name parts of the account: its locations, its policies. */
const freshSettings = (channel: ChannelId) => channelOf(channel).settings.parse({}) as Record<string, unknown>

/** Saves what is given of a channel's settings. Another buffer is another quantity for every live listing. @throws integration_missing, invalid_input */
export const saveSettings = (ctx: Ctx, channel: ChannelId, change: Record<string, unknown>) =>
  inTransaction(ctx, async (ctx) => {
    const row = await queries.lockByChannel(ctx, channel)
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

export async function disconnect(ctx: Ctx, channel: ChannelId, integrationId: number) {
  const row = await queries.byChannel(ctx, channel)
  if (row?.id !== integrationId) throw new AppError('not_found')
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
    await queries.disconnect(ctx, integrationId)
    await wakeSender(ctx, integrationId)
    await audit(ctx, { entity: 'integration', entityId: integrationId, action: 'disconnected' })
  })
}

const hashOf = (state: string) => createHash('sha256').update(state).digest()

/** Where the browser gives consent. The state in it works once, for this organization, for 15 minutes. */
export async function oauthUrl(ctx: Ctx, channel: ChannelId, query: Record<string, string>): Promise<string> {
  const row = await mustHave(ctx, channel)
  const { connect } = channelOf(channel)
  const { clientId, redirect, origins } = channelConfig(ctx.services, channel)
  const sandbox = ctx.services.config.channelMode === 'sandbox'
  const typed = query.shop || row.shop || (sandbox ? sandboxShop(ctx) : '')
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
  if (sandbox) url.searchParams.set('account', row.accountName || sandboxSeller(ctx))
  return url.href
}

/** Finishes a consent: trades the code for tokens, asks who it is, and starts looking for orders. */
export async function exchange(ctx: Ctx, channel: ChannelId, query: Record<string, string>): Promise<void> {
  const row = await mustHave(ctx, channel)
  const state = query.state ? await queries.takeState(ctx, hashOf(query.state)) : undefined
  if (query.error)
    throw new AppError(
      'channel_refused',
      query.error_description || `${channelNames[channel]} did not give consent (${query.error}).`,
    )
  if (state?.integrationId !== row.id || state.userId !== ctx.userId)
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
    await connectAccount(ctx, channel, grant, { ...account, shop: account.shop || state.shop }).catch(
      (error: unknown) => whoseAccount(ctx, channel, account.accountId, error),
    )
  } catch (error) {
    if (error instanceof ChannelError && (error.kind === 'revoked' || error.kind === 'unauthorized'))
      throw new AppError('channel_refused', error.message, { cause: error })
    throw toAppError(error)
  }
}

/** Keeps the grant together with whose it is: no other account's token is ever used for what was listed with this one. */
const connectAccount = (
  ctx: Ctx,
  channel: ChannelId,
  grant: Grant,
  account: { accountId: string; shop: string; name: string; currency: string },
) =>
  inTransaction(ctx, async (ctx) => {
    const row = await queries.lockByChannel(ctx, channel)
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
