import { ChannelError } from '#channels/channel.ts'
import { type Services, announce, jobContext } from '../../context.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { withConnection } from './connections.ts'
import * as queries from './queries.ts'

/** Sees that the connection works, that the channel calls us, and that new listings have defaults to begin with. */
export async function checkIntegrationJob(services: Services, job: Jobs['integrations.check']): Promise<void> {
  const ctx = jobContext(services, job.organizationId)
  try {
    await withConnection(services, job, async ({ channel, connection, integration }) => {
      await channel.account(connection)
      const hookKey = await services.database.forOrganization(job.organizationId).selectFrom('integrations').select('hookKey')
        .where('organizationId', '=', job.organizationId).where('id', '=', job.integrationId).executeTakeFirst()
      if (channel.webhooks && hookKey) await channel.webhooks.subscribe(connection, `${services.config.publicUrl}/api/v2/webhooks/${channel.id}/${hookKey.hookKey}`)
      const defaults = await channel.defaults?.(connection)
      if (!defaults) return
      const blank = Object.entries(defaults).filter(([name, value]) => value !== '' && !integration.settings[name])
      if (blank.length > 0) await queries.update(ctx, integration.id, { settings: JSON.stringify({ ...integration.settings, ...Object.fromEntries(blank) }) })
    })
  } catch (error) {
    // The integration is marked and shown; trying again would change nothing.
    if (error instanceof ChannelError && (error.kind === 'unauthorized' || error.kind === 'not_found')) return
    throw error
  } finally {
    announce(ctx, ['integrations'])
  }
}
