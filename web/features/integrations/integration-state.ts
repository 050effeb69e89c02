import { builtDescription } from '#contract/channels/all.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { CallReply } from '#contract/endpoint.ts'
import type { listIntegrations } from '#contract/integrations/integrations.ts'
import { needsUpdate } from '#domain/words/api-version.ts'
import { counted, integrationStates as states, standings, type Stated, worstFirst } from '#domain/words/states.ts'

type OfChannel = NonNullable<CallReply<typeof listIntegrations>['ebay']>
/** One account of a channel. */
export type Integration = Omit<OfChannel, 'others'>

/** All accounts of a channel, the first one first. */
export const accountsOf = (of: OfChannel | undefined): Integration[] => (of ? [of, ...of.others] : [])

/** How a channel stands, in a few words. */
export function standing(integration: Integration | undefined, offered: boolean | undefined, now = new Date()): Stated {
  if (!integration) return offered === false ? states.unavailable : states.off
  if (integration.status === 'expired') return states.expired
  if (!integration.authenticated) return states.unauthorized
  if (integration.shadowSince) return standings.shadow
  if (integration.heldUp.length) return standings.heldUp
  const { failed, notKept, pending } = integration.counts
  if (failed) return counted(failed, standings.refused)
  const api = builtDescription(integration.channel)?.api
  if (api && needsUpdate(api, now)) return standings.updateNeeded
  if (notKept) return counted(notKept, standings.notKept)
  return pending ? counted(pending, standings.sending) : standings.inSync
}

/** How a channel stands: as that of its accounts does which needs somebody most. */
export const standingOf = (accounts: readonly Integration[], offered: boolean | undefined) =>
  (accounts.length > 0 ? accounts : [undefined])
    .map((integration) => standing(integration, offered))
    .sort((a, b) => worstFirst.indexOf(a.tone) - worstFirst.indexOf(b.tone))[0] ?? standing(undefined, offered)

/** `automatically in 1 h 12 min`; from two days on `automatically in 29 days`. @param nowMs milliseconds since 1970 */
export function renewsIn(at: string, nowMs: number): string {
  const minutes = Math.round((new Date(at).getTime() - nowMs) / 60_000)
  if (minutes < 1) return 'automatically, now'
  if (minutes < 60) return `automatically in ${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48
    ? `automatically in ${hours} h ${minutes % 60} min`
    : `automatically in ${Math.floor(hours / 24)} days`
}

/** Whether the consent begins at a page of ours: nothing else may run or open in its window (CHN-031). */
export const isOAuthUrl = (address: string): boolean => /^\/oauth\/[a-z]+(\?|$)/.test(address)

/** Whether somebody buys there. */
export const hasOrders = (channel: ChannelId): boolean => !builtDescription(channel)?.lacks?.includes('orders')
