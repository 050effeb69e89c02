import { type Channel, ChannelError } from '#channels/channel.ts'
import type { Connection } from '#channels/connection.ts'
import { type Ctx, type Services, announce, jobContext } from '../../context.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { withConnection } from './connections/connections.ts'
import { fillDefaults } from './connecting/defaults.ts'
import { noteReadiness } from './health.ts'
import * as queries from './queries.ts'
import { namedBySite } from './sites.ts'
import { hearQuotas } from './quota/told.ts'
import { webhookAddress } from './webhooks.ts'

/** Sees that the connection works, that the channel calls us, and that new listings have defaults to begin with. */
export async function checkIntegrationJob(services: Services, job: Jobs['integrations.check']): Promise<void> {
  const ctx = jobContext(services, job.organizationId)
  try {
    await withConnection(services, job, async (connected) => {
      const { channel, connection, integration } = connected
      await queries.refreshAccount(
        ctx,
        integration.id,
        await namedBySite(ctx, integration, await channel.account(connection)),
      )
      // A subscription is a writing call: until the seller confirms, orders are looked for instead.
      if (!integration.shadowSince) await subscribe(ctx, integration.id, channel, connection)
      await fillDefaults(ctx, connected)
      await hearQuotas(ctx.services, { ...job, integrationId: integration.id }, channel, connection)
      await noteReadiness(ctx, integration.id, channel, connection)
    })
  } catch (error) {
    // The integration is marked and shown; trying again would change nothing.
    if (error instanceof ChannelError && (error.kind === 'revoked' || error.kind === 'not_found')) return
    throw error
  } finally {
    announce(ctx, ['integrations'])
  }
}

/** Refusals of these kinds concern the subscription alone: without it we look more often, and everything else goes on. */
const concernsCallsAlone = (error: unknown): error is ChannelError =>
  error instanceof ChannelError &&
  ['invalid', 'forbidden', 'not_found', 'conflict', 'too_expensive'].includes(error.kind)

async function subscribe(ctx: Ctx, integrationId: number, channel: Channel, connection: Connection): Promise<void> {
  const hookKey = await queries.hookKey(ctx, integrationId)
  const { webhooks } = channel
  if (!webhooks?.subscribe || !hookKey) return
  const url = webhookAddress(ctx.services, channel, { organizationId: ctx.organizationId, hookKey })
  const problem = await webhooks.subscribe(connection, url).then(
    () => '',
    (error: unknown) => {
      if (concernsCallsAlone(error)) return error.message
      throw error
    },
  )
  await queries.noteHooks(ctx, integrationId, problem)
}
