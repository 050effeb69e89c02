import type { Channel } from '#channels/channel.ts'
import type { Ctx } from '../../../context.ts'
import type { Connected } from '../connections/connections.ts'
import * as queries from '../queries.ts'

/** Fills settings of an account that are blank, such as its location, with what the channel proposes. @throws ChannelError */
export async function fillDefaults(ctx: Ctx, { channel, connection, integration }: Connected): Promise<void> {
  if (channel.defaults && hasBlank(channel, integration.settings))
    await queries.fillSettings(ctx, integration.id, await channel.defaults(connection))
}

/** Whether a setting that is blank at first is blank still. */
const hasBlank = (channel: Channel, settings: Record<string, unknown>) =>
  Object.entries(channel.settings.parse({}) as Record<string, unknown>).some(
    ([name, value]) => value === '' && !settings[name],
  )
