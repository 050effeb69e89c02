import { isPassing } from '#channels/channel.ts'
import { builtDescription } from '#contract/channels/all.ts'
import { siteOf } from '#contract/channels/site.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { type Connected, toAppError, withConnection } from './connections/connections.ts'
import { mustBeConnected } from './service.ts'

/** Category trees and policies change rarely; a seller who just changed one sees it after this at the latest. */
const KEEP_MS = 60_000
const MOST = 500
interface Entry<T> {
  at: number
  until: number
  answer: Promise<T>
}
const cache = new Map<string, Entry<unknown>>()

/**
 * Remembers the answer to one question about an integration for a while; questions asked at the same time are asked once.
 * @param lastingMs an answer this old still does where the channel is silent
 */
export function remember<T>(
  ctx: Ctx,
  key: string,
  ask: () => Promise<T>,
  keepMs = KEEP_MS,
  lastingMs = keepMs,
): Promise<T> {
  const now = ctx.services.clock.now().getTime()
  const id = `${ctx.services.config.dataDir}:${ctx.organizationId}:${key}`
  const known = cache.get(id) as Entry<T> | undefined
  if (known && now - known.at < keepMs) return known.answer
  const before = known && now - known.at < lastingMs ? known : undefined
  for (const [old, { until }] of cache) if (until <= now) cache.delete(old)
  if (cache.size >= MOST) cache.delete(cache.keys().next().value ?? '')
  const entry: Entry<T> = { at: now, until: now + lastingMs, answer: ask() }
  cache.set(id, entry)
  entry.answer.catch(() => {
    if (cache.get(id) !== entry) return
    if (before) cache.set(id, before)
    else cache.delete(id)
  })
  return before
    ? entry.answer.catch((error: unknown) => (isPassing(error) ? before.answer : Promise.reject(error)))
    : entry.answer
}

/** What was asked of an integration is asked anew: something was made there. */
export function forget(ctx: Ctx, integrationId: number): void {
  const own = `${ctx.services.config.dataDir}:${ctx.organizationId}:${integrationId}:`
  for (const id of cache.keys()) if (id.startsWith(own)) cache.delete(id)
}

/** What a lookup asks for, and of which account: of the first where none is named. */
export type Asked = Record<string, string> & { integrationId?: number | undefined }

/** Asks a connected channel one of its lookups. @throws integration_missing, integration_unauthenticated, channel_refused, channel_unavailable */
export async function lookup(
  ctx: Ctx,
  channel: ChannelId,
  name: string,
  { integrationId, ...query }: Asked = {},
): Promise<unknown> {
  const integration = await mustBeConnected(ctx, channel, integrationId)
  const keepMs = builtDescription(channel)?.lookups[name]?.fresh ? 0 : KEEP_MS
  const ask = () =>
    withConnection(ctx.services, { organizationId: ctx.organizationId, integrationId: integration.id }, (connected) =>
      askLookup(connected, name, query),
    )
  return remember(ctx, keyOf(integration, name, query), ask, keepMs).catch((error: unknown) => {
    throw toAppError(error)
  })
}

const keyOf = (
  {
    id,
    channel,
    settings,
    authenticatedAt,
  }: Pick<Connected['integration'], 'id' | 'channel' | 'settings' | 'authenticatedAt'>,
  name: string,
  query: Record<string, string>,
) => `${id}:${authenticatedAt?.getTime()}:${siteOf(channel, settings)}:${name}:${JSON.stringify(query)}`

async function askLookup({ channel, connection }: Connected, name: string, query: Record<string, string>) {
  const ask = channel.lookups[name]
  if (!ask) throw new AppError('unsupported')
  return ask(connection, query)
}

/** The same for who has the connection at hand, and from the same answers. @throws ChannelError */
export const lookupOf = (
  ctx: Ctx,
  connected: Connected,
  name: string,
  { freshMs }: { freshMs?: number | undefined } = {},
): Promise<unknown> =>
  remember(ctx, keyOf(connected.integration, name, {}), () => askLookup(connected, name, {}), freshMs)
