import type { CallReply } from '#contract/endpoint.ts'
import type { listIntegrations } from '#contract/integrations.ts'
import { integrationStates as states } from '#domain/words/states.ts'

type OfChannel = NonNullable<CallReply<typeof listIntegrations>['ebay']>
/** One account of a channel. */
export type Integration = Omit<OfChannel, 'others'>

/** All accounts of a channel, the first one first. */
export const accountsOf = (of: OfChannel | undefined): Integration[] => (of ? [of, ...of.others] : [])

/** How a channel stands, in a few words, and which dot goes before them. */
export function standing(
  integration: Integration | undefined,
  offered: boolean | undefined,
): { words: string; state: 'fine' | 'need' | 'busy' | 'bad' | 'off' } {
  if (!integration) return { words: states[offered === false ? 'unavailable' : 'off'].label, state: 'off' }
  if (integration.status === 'expired') return { words: states.expired.label, state: 'bad' }
  if (!integration.authenticated) return { words: states.unauthorized.label, state: 'need' }
  if (integration.heldUp.length) return { words: 'Held up', state: 'need' }
  const { failed, notKept, pending } = integration.counts
  if (failed) return { words: `${failed} refused`, state: 'need' }
  if (notKept) return { words: `${notKept} not kept in step`, state: 'need' }
  return pending ? { words: `Sending ${pending}`, state: 'busy' } : { words: states.inSync.label, state: 'fine' }
}

const gravity = ['bad', 'need', 'busy', 'fine', 'off'] as const
/** How a channel stands: as that of its accounts does which needs somebody most. */
export const standingOf = (accounts: readonly Integration[], offered: boolean | undefined) =>
  (accounts.length > 0 ? accounts : [undefined])
    .map((one) => standing(one, offered))
    .sort((a, b) => gravity.indexOf(a.state) - gravity.indexOf(b.state))[0] ?? standing(undefined, offered)

/** `by itself, in 1 h 12 min`. @param nowMs milliseconds since 1970 */
export function renewsIn(at: string, nowMs: number): string {
  const minutes = Math.round((new Date(at).getTime() - nowMs) / 60_000)
  if (minutes < 1) return 'by itself, now'
  return minutes < 60
    ? `by itself, in ${minutes} min`
    : `by itself, in ${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
