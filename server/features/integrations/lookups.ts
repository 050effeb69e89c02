import { builtDescription } from '#contract/channels/all.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { toAppError, withConnection } from './connections/connections.ts'
import { mustBeConnected } from './service.ts'

/** Category trees and policies change rarely; a seller who just changed one sees it after this at the latest. */
const KEEP_MS = 60_000
const MOST = 500
const cache = new Map<string, { at: number; until: number; answer: Promise<unknown> }>()

/** Remembers the answer to one question about an integration for a while; questions asked at the same time are asked once. */
export function remember<T>(ctx: Ctx, key: string, ask: () => Promise<T>, keepMs = KEEP_MS): Promise<T> {
  const now = ctx.services.clock.now().getTime()
  const id = `${ctx.services.config.dataDir}:${ctx.organizationId}:${key}`
  const known = cache.get(id)
  if (known && now - known.at < keepMs) return known.answer as Promise<T>
  for (const [old, { until }] of cache) if (until <= now) cache.delete(old)
  if (cache.size >= MOST) cache.delete(cache.keys().next().value ?? '')
  const entry = { at: now, until: now + keepMs, answer: ask() }
  cache.set(id, entry)
  entry.answer.catch(() => {
    if (cache.get(id) === entry) cache.delete(id)
  })
  return entry.answer
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
  const key = `${integration.id}:${integration.authenticatedAt?.getTime()}:${name}:${JSON.stringify(query)}`
  const keepMs = builtDescription(channel)?.lookups[name]?.fresh ? 0 : KEEP_MS
  const ask = () =>
    withConnection(ctx.services, { organizationId: ctx.organizationId, integrationId: integration.id }, async (c) => {
      const ask = c.channel.lookups[name]
      if (!ask) throw new AppError('unsupported')
      return ask(c.connection, query)
    })
  return remember(ctx, key, ask, keepMs).catch((error: unknown) => {
    throw toAppError(error)
  })
}
