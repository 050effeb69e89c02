import { sql } from 'kysely'
import { ChannelError } from '#channels/channel.ts'
import { changeKinds } from '#domain/requirements/changes.ts'
import { datedRules } from '#contract/channels/dated-rules.ts'
import { rulesFor } from '#domain/requirements/dated.ts'
import { type Ctx, type Services, announce, jobContext } from '../../context.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { enqueue } from '../../jobs/queue.ts'
import { type Connected, withConnection } from '../integrations/connections/connections.ts'
import { countListings } from './count.ts'
import * as queries from './queries.ts'
import { readRules } from './read.ts'

const DAY_MS = 86_400_000
/** A channel that does not answer is asked again after this. */
const AGAIN_MS = 3_600_000
/** A change that concerns no listing is shown for so long. */
const SHOWN_MS = 30 * DAY_MS
/** Listings that somebody is changing are compared again after this. */
const RECOUNT_MS = 120_000

/** Reads a channel's rules once a day, and compares the account's live listings with what is required of them. */
export async function readRequirementsJob(
  services: Services,
  { organizationId, integrationId }: Jobs['requirements.read'],
): Promise<void> {
  const ctx = jobContext(services, organizationId)
  try {
    await withConnection(services, { organizationId, integrationId }, (connected) => look(ctx, connected))
  } catch (error) {
    // What holds the connection up is told with it.
    if (!(error instanceof ChannelError)) throw error
    services.log.info({ integrationId, kind: error.kind }, 'the rules of a channel could not be read')
    await queries.noteRead(ctx, integrationId, new Date(services.clock.now().getTime() - DAY_MS + AGAIN_MS))
  } finally {
    announce(ctx, ['listings'])
  }
}

async function look(ctx: Ctx, connected: Connected): Promise<void> {
  const { channel, connection, integration } = connected
  const { id } = integration
  const now = ctx.services.clock.now()
  const settings = JSON.stringify(connection.settings)
  const last = await queries.lastRead(ctx, id)
  const countedAt = await queries.moment(ctx)
  const isDue = !last || now.getTime() - last.readAt.getTime() >= DAY_MS || last.readAt > now
  await queries.keepDated(ctx, id, {
    all: datedRules.map((rule) => rule.id),
    concerned: rulesFor(integration.channel, connection.settings as object).map((rule) => rule.id),
  })
  if (isDue) {
    await readRules(ctx, connected)
    await queries.noteRead(ctx, id, now)
    await queries.forgetChanges(ctx, id, changeKinds, new Date(now.getTime() - SHOWN_MS))
  }
  const counted = last?.countedAt
  const isWhole = isDue || !counted || last.settings !== settings || (await queries.hasCommonChange(ctx, id, counted))
  await countListings(ctx, integration, isWhole ? undefined : counted, (ready) => channel.factsKey?.(ready) ?? '')
  await queries.noteCounted(ctx, id, countedAt, settings)
}
/** Accounts whose rules were not read for a day, and those whose listings changed since they were compared. */
export async function lookForRequirements(services: Services): Promise<void> {
  const now = services.clock.now()
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const { rows } = await sql<{ organizationId: number; id: number }>`
    select i.organization_id, i.id from integrations i
    left join requirement_reads a on a.organization_id = i.organization_id and a.integration_id = i.id
    where i.status = 'authenticated' and (a.read_at is null or a.read_at <= ${dayAgo} or a.read_at > ${now}
      or (a.counted_at < now() - ${RECOUNT_MS} * interval '1 millisecond' and (i.settings <> '{}' and i.updated_at > a.counted_at
        or exists (select from sorted_products t where t.organization_id = i.organization_id and t.updated_at > a.counted_at)
        or exists (select from listing_products t where t.organization_id = i.organization_id and t.integration_id = i.id and t.updated_at > a.counted_at)
        or exists (select from product_templates t where t.organization_id = i.organization_id and t.updated_at > a.counted_at)
        or exists (select from listing_templates t where t.organization_id = i.organization_id and t.updated_at > a.counted_at)
        or exists (select from operators t where t.organization_id = i.organization_id and t.updated_at > a.counted_at))
        and exists (select from requirements q where q.organization_id = i.organization_id and q.integration_id = i.id)))
    limit 500`.execute(services.database.system)
  for (const { organizationId, id } of rows)
    await enqueue(
      jobContext(services, organizationId),
      'requirements.read',
      { organizationId, integrationId: id },
      { key: `${organizationId}:${id}` },
    )
}
