import { type Channel, ChannelError } from '#channels/channel.ts'
import type { Connection } from '#channels/connection.ts'
import type { Services } from '../../../context.ts'
import type { IntegrationKey } from '../connections/integration-key.ts'
import { tell } from './leases.ts'

/** What a channel said of its app's quotas is the same for all accounts: one process asks so often for all of them. */
const ASK_MS = 3_600_000
const times = new WeakMap<Services['database'], Map<string, number>>()

/** Lets the channel itself say how many calls it allows and how many are used. Where it does not answer, what we counted goes on. */
export async function hearQuotas(
  services: Services,
  key: IntegrationKey,
  channel: Channel,
  connection: Connection,
): Promise<void> {
  if (!channel.quotas) return
  const now = services.clock.now().getTime()
  const known = times.get(services.database) ?? new Map<string, number>()
  times.set(services.database, known)
  if (now - (known.get(channel.id) ?? Number.NEGATIVE_INFINITY) < ASK_MS) return
  known.set(channel.id, now)
  try {
    for (const { quota, calls, used, resetAt } of await channel.quotas(connection))
      await tell(
        services.database.system,
        { channel: channel.id, ...key, quota },
        { calls, used, windowLeft: Math.max(1, (resetAt.getTime() - now) / 1000) },
      )
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    services.log.info({ err: error, channel: channel.id }, 'the channel did not say how many calls it allows')
  }
}
