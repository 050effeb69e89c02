import { channelOf, isBuilt } from '#channels/registry.ts'
import { commonSettings } from '#contract/channels/shape.ts'
import { type ChannelId, channelIds, channelNames } from '#contract/channels/ids.ts'
import type { Integration } from '#contract/integrations/integrations.ts'
import { type Ctx, type Services, inTransaction } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { enqueue } from '../../jobs/queue.ts'
import { oweAll, wakeSender } from '../outbox/service.ts'
import { audit } from '../audit.ts'
import { heard, waysToConnect } from './connecting/asking.ts'
import { channelConfig, withConnection } from './connections/connections.ts'
import { heldUpOf } from './connections/held.ts'
import * as queries from './queries.ts'
import { onSite } from './sites.ts'
import { type UsedUp, usedUpLanes } from './quota/standing.ts'

/** Channels that can be connected on this installation. */
export const available = (ctx: Ctx) =>
  channelIds
    .filter((id) => isBuilt(id) && ctx.services.config.channels[id])
    .map((channel) => ({
      channel,
      label: channelNames[channel],
      ...waysToConnect(channelOf(channel), ctx.services.config.channelMode === 'sandbox'),
      sandboxUrl: sandboxPage(ctx.services, channel),
    }))

/** Channels of which at least one account lets us in. */
export async function connected(ctx: Ctx) {
  const own = (await queries.accounts(ctx)).filter(({ status }) => status === 'authenticated')
  return channelIds
    .filter((id) => own.some(({ channel }) => channel === id))
    .map((channel) => ({ channel, label: channelNames[channel] }))
}

/** The sandbox's page for people, at the channel's tab. */
const sandboxPage = ({ config }: Services, channel: ChannelId): string | null =>
  config.channelMode === 'sandbox' ? `http://127.0.0.1:${config.sandboxPort}/#${channel}` : null

/** By channel the first integration, and beside it the channel's others. */
export async function list(ctx: Ctx): Promise<Partial<Record<ChannelId, Integration & { others: Integration[] }>>> {
  const [rows, counts] = await Promise.all([queries.list(ctx), queries.counts(ctx)])
  const usedUp = await usedUpLanes(
    ctx.services,
    rows.map(({ id }) => id),
  )
  const all: Partial<Record<ChannelId, Integration & { others: Integration[] }>> = {}
  for (const row of rows) {
    const integration = view(
      ctx,
      row,
      counts.find((c) => c.integrationId === row.id),
      usedUp.filter(({ channel, accountId }) => channel === row.channel && (accountId || row.id) === row.id),
    )
    const first = all[row.channel]
    if (first)
      first.others.push({ ...integration, oAuthUrl: `${integration.oAuthUrl}?integrationId=${integration.id}` })
    else all[row.channel] = { ...integration, others: [] }
  }
  return all
}

export const accounts = async (ctx: Ctx) =>
  (await queries.accounts(ctx)).map(({ id, channel, shop, accountName, status }) => ({
    id,
    channel,
    account: shop || accountName,
    authenticated: status === 'authenticated',
  }))

export function view(
  { services }: Ctx,
  row: queries.IntegrationRow & { connectionHeld?: boolean },
  counts?: Partial<Integration['counts']>,
  usedUp: readonly UsedUp[] = [],
): Integration {
  return {
    id: row.id,
    channel: row.channel,
    authenticated: row.status === 'authenticated',
    oAuthUrl: `/oauth/${row.channel}`,
    storeUrl: storeUrl(services, row),
    integration: { shop: row.shop || row.accountName, updatedAt: row.authenticatedAt, config: row.settings },
    currency: row.currency,
    priceRule: row.priceRule,
    status: row.status,
    problem: row.problem,
    shadowSince: row.shadowSince,
    heldUp: heldUpOf({ ...row, connectionHeld: row.connectionHeld ?? false }, usedUp),
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

function storeUrl({ config }: Services, { channel, shop, authenticatedAt }: queries.IntegrationRow): string {
  const origins = config.channels[channel]?.origins
  return (authenticatedAt && origins && isBuilt(channel) && channelOf(channel).storeUrl?.({ shop, origins })) || ''
}

/** An account by its id. */
export const find = (ctx: Ctx, id: number): Promise<queries.IntegrationRow | undefined> => queries.byId(ctx, id)
export type { IntegrationRow } from './queries.ts'

/** @throws not_found */
export async function mustOwn(ctx: Ctx, id: number): Promise<queries.IntegrationRow> {
  const row = await queries.byId(ctx, id)
  if (!row) throw new AppError('not_found')
  return row
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

/** Begins an integration. `another`: of a channel that has one; what was begun and never connected is gone on with. @throws integration_exists */
export const create = (
  ctx: Ctx,
  channel: ChannelId,
  {
    answers = {},
    another = false,
    shadow,
  }: { answers?: Record<string, string>; another?: boolean | undefined; shadow?: boolean | undefined } = {},
): Promise<Integration> =>
  inTransaction(ctx, async (ctx) => {
    if (!isBuilt(channel)) throw new AppError('unsupported', `Motto cannot connect ${channelNames[channel]} yet.`)
    channelConfig(ctx.services, channel)
    const { oauth } = channelOf(channel).connect
    const isAnswered = Object.values(answers).some((answer) => answer !== '')
    const known = oauth && isAnswered ? heard(oauth, answers) : { shop: '', facts: {} }
    if (!another && (await queries.byChannel(ctx, channel))) throw new AppError('integration_exists')
    const begun = await queries.unfinished(ctx, channel)
    if (begun && shadow !== undefined) await queries.setShadow(ctx, begun.id, shadow)
    if (begun)
      return view(
        ctx,
        (await queries.update(ctx, begun.id, { shop: known.shop, facts: JSON.stringify(known.facts) })) ?? begun,
      )
    const row = await queries.insert(ctx, channel, known)
    await audit(ctx, { entity: 'integration', entityId: row.id, action: 'created', new: { channel, shop: row.shop } })
    if (!shadow) return view(ctx, row)
    await queries.setShadow(ctx, row.id, true)
    return view(ctx, { ...row, shadowSince: ctx.services.clock.now() })
  })

/** Settings as a channel has them at first. Those that are blank then name parts of the account: its locations, its policies. */
export const freshSettings = (channel: ChannelId) => channelOf(channel).settings.parse({}) as Record<string, unknown>

/** Saves what is given of a channel's settings. Another buffer is another quantity for every live listing. @throws integration_missing, invalid_input */
export const saveSettings = (ctx: Ctx, channel: ChannelId, change: Record<string, unknown>, integrationId?: number) =>
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
    const placed = await onSite(ctx, row, settings.data as Record<string, unknown>)
    const saved = await queries.update(ctx, row.id, { ...placed, settings: JSON.stringify(placed.settings) })
    if (!saved) throw new AppError('integration_missing')
    await audit(ctx, {
      entity: 'integration',
      entityId: row.id,
      action: 'settings',
      old: row.settings,
      new: saved.settings,
    })
    if (commonSettings.parse(saved.settings).buffer !== commonSettings.parse(row.settings).buffer)
      await oweAll(ctx, { integrationId: row.id }, 'quantity')
    const job = { organizationId: ctx.organizationId, integrationId: row.id }
    // Where it sells decides which rules of its channel concern it, too.
    if (row.status === 'authenticated')
      for (const name of ['integrations.check', 'requirements.read'] as const)
        await enqueue(ctx, name, job, { key: `${job.organizationId}:${job.integrationId}` })
    return view(ctx, saved)
  })

/** Tells a channel that we leave. @throws not_found */
export async function leave(ctx: Ctx, channel: ChannelId, integrationId: number): Promise<queries.IntegrationRow> {
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
  return row
}

/** Disconnects an account; one that was only begun, beside others, goes altogether. */
export const disconnect = (ctx: Ctx, { id, channel, authenticatedAt }: queries.IntegrationRow): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    if (authenticatedAt === null && (await queries.byChannel(ctx, channel))?.id !== id) await queries.remove(ctx, id)
    else await queries.disconnect(ctx, id)
    await wakeSender(ctx, id)
    await audit(ctx, { entity: 'integration', entityId: id, action: 'disconnected' })
  })

/** @returns whether it was off */
export const beginShadow = (ctx: Ctx, id: number): Promise<boolean> => queries.setShadow(ctx, id, true)
/** @returns whether it was on. In the transaction that sends what was listed: the account is locked until its end. */
export const endShadow = (ctx: Ctx, id: number): Promise<boolean> => queries.setShadow(ctx, id, false)
