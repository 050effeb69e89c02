import { type Channel, ChannelError, type Connection } from '#channels/channel.ts'
import { type Ctx, type Services, announce, jobContext } from '../../context.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { withConnection } from './connections.ts'
import * as queries from './queries.ts'

/** Sees that the connection works, that the channel calls us, and that new listings have defaults to begin with. */
export async function checkIntegrationJob(services: Services, job: Jobs['integrations.check']): Promise<void> {
  const ctx = jobContext(services, job.organizationId)
  try {
    await withConnection(services, job, async ({ channel, connection, integration }) => {
      await queries.refreshAccount(ctx, integration.id, await channel.account(connection))
      await subscribe(ctx, integration.id, channel, connection)
      if (channel.defaults && hasBlank(channel, integration.settings))
        await queries.fillSettings(ctx, integration.id, await channel.defaults(connection))
    })
  } catch (error) {
    // The integration is marked and shown; trying again would change nothing.
    if (error instanceof ChannelError && (error.kind === 'revoked' || error.kind === 'not_found')) return
    throw error
  } finally {
    announce(ctx, ['integrations'])
  }
}

async function subscribe(ctx: Ctx, integrationId: number, channel: Channel, connection: Connection): Promise<void> {
  const hookKey = await queries.hookKey(ctx, integrationId)
  if (channel.webhooks && hookKey)
    await channel.webhooks.subscribe(
      connection,
      `${ctx.services.config.publicUrl}/api/v2/webhooks/${channel.id}/${hookKey}`,
    )
}

/** Whether a setting that is blank at first, such as a location, is blank still. */
const hasBlank = (channel: Channel, settings: Record<string, unknown>) =>
  Object.entries(channel.settings.parse({}) as Record<string, unknown>).some(
    ([name, value]) => value === '' && !settings[name],
  )
