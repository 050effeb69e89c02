import { sql } from 'kysely'
import type { Channel } from '#channels/channel.ts'
import { inWindows } from '#channels/kit/quota.ts'
import { type Quiet, restFor, stretchFor } from '#domain/orders/intake/polling.ts'
import type { Services } from '../../../context.ts'
import { type Standing, standingOf } from './standing.ts'

/** How long a process goes by what it found: the answer takes all accounts of a channel. */
const KEEP_MS = 30_000
const stretches = new WeakMap<Services['database'], Map<string, { until: number; stretch: Promise<number> }>>()

/** Seconds until a channel is looked at for orders again: by what happens there, inside what is left of the app's calls. */
export async function nextLook(services: Services, channel: Channel, quiet: Quiet): Promise<number> {
  const usual = channel.orders?.pollSeconds[services.config.channelMode] ?? 0
  // The sandbox is there to be watched: nobody waits for it because it was quiet.
  if (services.config.channelMode === 'sandbox') return usual
  return restFor(usual, heard(channel, quiet)) * (await stretchOf(services, channel, usual))
}

/** A channel that tells of new sales alone is looked at as often as one that is silent. */
const heard = ({ webhooks }: Channel, quiet: Quiet): Quiet => ({
  ...quiet,
  calls: quiet.calls && webhooks?.tells !== 'sales',
})

function stretchOf(services: Services, channel: Channel, usual: number): Promise<number> {
  const states = stretches.get(services.database) ?? new Map()
  stretches.set(services.database, states)
  const now = performance.now()
  const known = states.get(channel.id)
  if (known && known.until > now) return known.stretch
  const stretch = readStretch(services, channel, usual)
  states.set(channel.id, { until: now + KEEP_MS, stretch })
  stretch.catch(() => states.delete(channel.id))
  return stretch
}

async function readStretch(services: Services, channel: Channel, usual: number): Promise<number> {
  const quota = channel.limits.quotas.find(
    (candidate) =>
      candidate.per === 'app' &&
      inWindows(candidate) &&
      (candidate.lane === undefined || candidate.lane === channel.orders?.lane),
  )
  if (!quota) return 1
  const [standing, { rows }] = await Promise.all([
    standingOf(services.database.system, { channel: channel.id, accountId: 0, quota }),
    sql<Quiet>`
      select extract(epoch from now() - coalesce(orders_seen_at, authenticated_at, created_at))::float8 as quiet_seconds, hooked_at is not null as calls
      from integrations where channel = ${channel.id} and status = 'authenticated'`.execute(services.database.system),
  ])
  return stretchFor(
    rows.map((quiet) => restFor(usual, heard(channel, quiet))),
    leftOf(quota.rolling ? { ...standing, secondsLeft: quota.seconds } : standing),
  )
}

const leftOf = ({ calls, used, secondsLeft, blockedSeconds }: Standing) =>
  blockedSeconds > 0 ? { calls: 0, seconds: blockedSeconds } : { calls: calls - used, seconds: secondsLeft }
