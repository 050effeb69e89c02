import { sql } from 'kysely'
import type { Channel } from '#channels/channel.ts'
import type { Connection } from '#channels/connection.ts'
import { forecast, inWindows } from '#channels/kit/quota.ts'
import { channelOf } from '#channels/registry.ts'
import { descriptions } from '#contract/channels/all.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { ConnectionHealth, ReadinessItem } from '#contract/integrations/health.ts'
import { updateAdvice } from '#domain/words/api-version.ts'
import { type Ctx, announce } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { audit } from '../audit.ts'
import { toAppError, withConnection } from './connections/connections.ts'
import type { IntegrationRow } from './queries.ts'
import { standingsOf } from './quota/standing.ts'
import { mustBeConnected, mustHave } from './service.ts'
import { webhookAddress } from './webhooks.ts'

const VERSION = 'api-version'

/** What is known of a connection's health; asks nobody. @throws integration_missing */
export async function health(ctx: Ctx, channel: ChannelId, id?: number): Promise<ConnectionHealth> {
  const row = await mustHave(ctx, channel, id)
  const items = itemsOf(ctx, row, await proofOf(ctx, channel))
  // The channel may have told it itself: it answers in another version.
  const isTold = items.some(({ id }) => id === VERSION)
  return {
    checkedAt: row.readinessAt,
    readiness: isTold ? items : [...items, ...versionItem(ctx, channel)],
    api: { servedUntil: null, ...descriptions[channel].api },
    calls: await callsOf(ctx, row),
  }
}

/** What the channel sent last to prove its address of calls; '' where it sent nothing. */
async function proofOf({ services }: Ctx, channel: ChannelId): Promise<string> {
  const webhook = await services.database.system
    .selectFrom('channelProofs')
    .select('proof')
    .where('channel', '=', channel)
    .executeTakeFirst()
  return webhook?.proof ?? ''
}

/** Whether the channel calls us is known without asking it. */
function itemsOf({ services }: Ctx, row: IntegrationRow, proof: string): ReadinessItem[] {
  const { readiness, hookedAt, hooksProblem } = row
  const channel = channelOf(row.channel)
  const { name, webhooks } = channel
  if (!readiness || !webhooks) return readiness ?? []
  const about = { id: 'calls', title: 'Notices of sales' }
  if (hookedAt) return [...readiness, { ...about, state: 'ok', detail: '' }]
  const itself = 'Motto checks for new sales every few seconds instead.'
  const silent = `${name} can’t notify Motto of sales: ${hooksProblem} ${itself}`
  if (hooksProblem) return [...readiness, { ...about, state: 'advice', detail: silent }]
  if (webhooks.subscribe) return readiness
  const enters =
    webhooks.scope === 'app'
      ? "your administrator enters an address on the page of Motto's app there"
      : 'you enter an address there'
  const entering = proof ? ` It then asks for a code. The last that it sent is ${proof}.` : ''
  const address = webhookAddress(services, channel, row)
  // The address comes last: nothing that follows it is taken for a part of it.
  const detail = `${name} tells Motto of sales as they happen once ${enters}.${entering} Until its first call, ${itself} The address: ${address}`
  return [...readiness, { ...about, state: 'advice', detail }]
}

/** Something to read from 60 days before the channel stops serving the API version that Motto uses. */
function versionItem({ services }: Ctx, channel: ChannelId): ReadinessItem[] {
  const { name, api } = descriptions[channel]
  const detail = updateAdvice(name, api, services.clock.now())
  return detail ? [{ id: VERSION, title: 'API version', state: 'advice', detail }] : []
}

const SECOND_MS = 1000

async function callsOf(ctx: Ctx, { channel, id }: IntegrationRow): Promise<ConnectionHealth['calls']> {
  const quotas = channelOf(channel).limits.quotas.filter(inWindows)
  const now = ctx.services.clock.now().getTime()
  const at = (seconds: number) => new Date(now + seconds * SECOND_MS)
  return (await standingsOf(ctx.services, channel, id, quotas)).map((standing) => ({
    lane: standing.quota.lane ?? '',
    shared: standing.quota.per === 'app',
    allowed: standing.calls,
    used: standing.used,
    // One that rolls holds a whole day already.
    forecast: standing.quota.rolling
      ? standing.used
      : forecast(standing.used, standing.quota.seconds - standing.secondsLeft, standing.quota.seconds),
    resetsAt: at(standing.secondsLeft),
    blockedUntil: standing.blockedSeconds > 0 ? at(standing.blockedSeconds) : null,
  }))
}

/** What a channel says must still be switched on there. */
interface Asked {
  integrationId: number
  items: ReadinessItem[]
}

/**
 * Asks the channel what must still be switched on there.
 * @param first what to do there before
 * @throws integration_missing, integration_unauthenticated, channel_refused, channel_unavailable
 */
export async function ask(
  ctx: Ctx,
  channel: ChannelId,
  id: number | undefined,
  first: (adapter: Channel, connection: Connection) => Promise<void> = async () => undefined,
): Promise<Asked> {
  const row = await mustBeConnected(ctx, channel, id)
  const key = { organizationId: ctx.organizationId, integrationId: row.id }
  try {
    const items = await withConnection(ctx.services, key, async ({ channel: adapter, connection }) => {
      await first(adapter, connection)
      return (await adapter.readiness?.(connection)) ?? []
    })
    return { integrationId: row.id, items }
  } catch (error) {
    throw toAppError(error)
  }
}

/** Switches something on at the channel, then asks again. @throws as `ask`, not_found */
export const switchOn = (ctx: Ctx, channel: ChannelId, item: string, id?: number): Promise<Asked> =>
  ask(ctx, channel, id, async (adapter, connection) => {
    if (!adapter.switchOn) throw new AppError('not_found')
    await adapter.switchOn(connection, item)
  })

/** Keeps what a channel said. @param switchedOn what was switched on there */
export async function keepReadiness(
  ctx: Ctx,
  channel: ChannelId,
  { integrationId, items }: Asked,
  switchedOn?: string,
): Promise<ConnectionHealth> {
  await setReadiness(ctx, integrationId, items)
  if (switchedOn !== undefined)
    await audit(ctx, {
      entity: 'integration',
      entityId: integrationId,
      action: 'switched on',
      new: { item: switchedOn },
    })
  announce(ctx, ['integrations'])
  return health(ctx, channel, integrationId)
}

/** Asks and keeps what must still be switched on. */
export const noteReadiness = async (ctx: Ctx, id: number, channel: Channel, connection: Connection): Promise<void> =>
  setReadiness(ctx, id, (await channel.readiness?.(connection)) ?? [])

const setReadiness = async (ctx: Ctx, id: number, items: readonly ReadinessItem[]): Promise<void> =>
  void (await ctx.db
    .updateTable('integrations')
    .set({ readiness: JSON.stringify(items), readinessAt: sql<Date>`now()` })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', id)
    .execute())
