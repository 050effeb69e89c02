import { sql } from 'kysely'
import type { ChannelError } from '#channels/channel.ts'
import { type ChannelId, channelNames } from '#contract/channels/ids.ts'
import type { HeldUp } from '#contract/integrations/integrations.ts'
import { type Services, announce, jobContext } from '../../../context.ts'
import { tellDisconnected } from '../../notifications/service.ts'
import { type IntegrationRow, LOOK_FIRST_SECONDS } from '../queries.ts'
import type { UsedUp } from '../quota/standing.ts'
import type { IntegrationKey } from './integration-key.ts'

/** Seconds after which a channel that refused fresh tokens is asked again, doubling with each try. */
const FIRST_WAIT = 5
const LONGEST_WAIT = 600

/** The first refusal may be a passing one. With the next, seconds later, somebody is told: a token that never ends is not renewed, so nothing else would say it. */
const TOLD_AT = 2

/** Notes that nothing goes through. A channel that lets nobody in is left alone for a while; one that is silent is asked as before. */
export async function hold(services: Services, key: IntegrationKey, error: ChannelError): Promise<void> {
  const ctx = jobContext(services, key.organizationId)
  const refused = error.kind === 'unauthorized'
  const wait = sql`least(${LONGEST_WAIT}, ${FIRST_WAIT} * power(2, least(held_tries, 10)))`
  const { rows } = await sql<{ heldTries: number }>`
    update integrations set held_since = coalesce(held_since, (select now())), held_kind = ${error.kind}, held_reason = ${error.message}
      ${refused ? sql`, held_tries = held_tries + 1, hold_until = greatest(hold_until, (select now() + make_interval(secs => ${wait})))` : sql``}
    where organization_id = ${key.organizationId} and id = ${key.integrationId} and status = 'authenticated'
    returning held_tries`.execute(ctx.db)
  if (refused && rows[0]?.heldTries === TOLD_AT) await tellDisconnected(ctx, key.integrationId)
  announce(ctx, ['integrations', 'listings'])
}

/** A call went through again. After an outage what was sold meanwhile is seen before anything is told. */
export async function letGo(services: Services, key: IntegrationKey): Promise<void> {
  const ctx = jobContext(services, key.organizationId)
  await sql`
    update integrations set held_since = null, held_kind = '', held_reason = '', held_tries = 0, orders_due_at = now(),
      stock_checked_at = case when held_since < (select now() - interval '1 minute') then null else stock_checked_at end,
      look_first_until = case when held_since < (select now() - interval '1 minute') then (select now() + make_interval(secs => ${LOOK_FIRST_SECONDS})) else look_first_until end
    where organization_id = ${key.organizationId} and id = ${key.integrationId} and held_since is not null`.execute(
    ctx.db,
  )
  announce(ctx, ['integrations', 'listings'])
}

/** What to do about a connection that nothing goes through. */
function remedy(kind: string, channel: ChannelId): string {
  const name = channelNames[channel]
  if (kind === 'unauthorized') return `Motto keeps trying. If this continues, re-authorize ${name}.`
  if (kind === 'rate_limited') return 'Motto continues automatically.'
  return 'Motto keeps trying.'
}

/** What of an integration is held up, since when, and what to do. @param usedUp the lanes whose calls of a day are used up, as its channel says */
export function heldUpOf(row: IntegrationRow & { connectionHeld: boolean }, usedUp: readonly UsedUp[]): HeldUp[] {
  if (row.status !== 'authenticated') return []
  if (row.connectionHeld && row.heldSince)
    return [
      {
        about: 'connection',
        since: row.heldSince,
        reason: row.heldReason,
        remedy: remedy(row.heldKind, row.channel),
      },
    ]
  return [...ordersHeldUp(row, usedUp.length > 0), ...callsHeldUp(row, usedUp)]
}

function ordersHeldUp({ channel, ordersFailingSince, ordersProblem }: IntegrationRow, isUsedUp: boolean): HeldUp[] {
  if (!ordersFailingSince) return []
  const name = channelNames[channel]
  const [goesOn, helps] = isUsedUp
    ? [remedy('rate_limited', channel), '']
    : ['Motto keeps trying.', ` If this continues, re-authorize ${name} and allow all permissions.`]
  const meanwhile = `Until then, Motto can’t see ${name} sales. Check your orders there.`
  return [
    {
      about: 'orders',
      since: ordersFailingSince,
      reason: ordersProblem,
      remedy: `${goesOn} ${meanwhile}${helps}`,
    },
  ]
}

function callsHeldUp({ channel }: IntegrationRow, usedUp: readonly UsedUp[]): HeldUp[] {
  const [first] = usedUp.toSorted((a, b) => a.since.getTime() - b.since.getTime())
  if (!first) return []
  const lanes = new Intl.ListFormat('en-US').format(usedUp.map(({ lane }) => lane))
  return [
    {
      about: 'calls',
      since: first.since,
      reason: `${channelNames[channel]}’s daily API limit for ${lanes} is used up.`,
      remedy: `Updates are queued. ${remedy('rate_limited', channel)}`,
    },
  ]
}
