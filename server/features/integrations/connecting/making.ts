import { ChannelError } from '#channels/channel.ts'
import { channelOf } from '#channels/registry.ts'
import { builtDescription } from '#contract/channels/all.ts'
import type { Making } from '#contract/channels/describe.ts'
import { type ChannelId, channelNames } from '#contract/channels/ids.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { audit } from '../../audit.ts'
import { answered } from './asking.ts'
import { toAppError, withConnection } from '../connections/connections.ts'
import { type Asked, forget, lookup } from '../lookups.ts'
import { mustBeConnected, saveSettings } from '../service.ts'

interface Wanted {
  integrationId?: number | undefined
  /** The setting that names it. */
  field: string
  answers: Record<string, string>
}
interface Made {
  integrationId: number
  id: string
  name: string | undefined
}

/**
 * Makes something at the channel that listings need, such as a location.
 * @throws integration_missing, integration_unauthenticated, invalid_input, channel_refused, channel_unavailable, unsupported
 */
export async function make(ctx: Ctx, channel: ChannelId, { integrationId, field, answers }: Wanted): Promise<Made> {
  // A name from outside: every object also has a "constructor".
  const making = new Map(Object.entries(builtDescription(channel)?.makes ?? {})).get(field)
  const adapter = channelOf(channel)
  if (!making || !adapter.make) throw new AppError('unsupported', `Motto cannot make this on ${channelNames[channel]}.`)
  const row = await mustBeConnected(ctx, channel, integrationId)
  const values = answered({ asks: await asksOf(ctx, channel, row.id, making) }, answers)
  const key = { organizationId: ctx.organizationId, integrationId: row.id }
  try {
    const id = await withConnection(ctx.services, key, async (c) => c.channel.make?.(c.connection, field, values))
    if (!id) throw new ChannelError('unavailable', `${adapter.name} did not say what it made.`)
    return { integrationId: row.id, id, name: values.name }
  } catch (error) {
    throw toAppError(error)
  } finally {
    // Also after a failure: it may have been made all the same.
    forget(ctx, row.id)
  }
}

/** Chooses what was made. @throws integration_missing, invalid_input */
export async function choose(
  ctx: Ctx,
  channel: ChannelId,
  field: string,
  { integrationId, id, name }: Made,
): Promise<{ id: string }> {
  await audit(ctx, { entity: 'integration', entityId: integrationId, action: 'made', new: { [field]: id, name } })
  await saveSettings(ctx, channel, { [field]: id }, integrationId)
  return { id }
}

/** The questions with the answers that the channel offers just now. */
const asksOf = (ctx: Ctx, channel: ChannelId, integrationId: number, { asks }: Making) =>
  Promise.all(
    asks.map(async ({ source, options, ...ask }) => {
      if (!source) return { ...ask, ...(options && { options: [...options] }) }
      const rows = (await lookup(ctx, channel, source.lookup, { integrationId } as Asked)) as Record<string, unknown>[]
      const offered = rows.map((row) => ({ value: String(row[source.value]), label: '' }))
      return { ...ask, options: offered }
    }),
  )
