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

/**
 * Makes something at the channel that listings need, such as a location, and chooses it at once.
 * @param field the setting that names it
 * @throws integration_missing, integration_unauthenticated, invalid_input, channel_refused, channel_unavailable, unsupported
 */
export async function make(
  ctx: Ctx,
  channel: ChannelId,
  {
    integrationId,
    field,
    answers,
  }: { integrationId?: number | undefined; field: string; answers: Record<string, string> },
): Promise<{ id: string }> {
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
    await audit(ctx, {
      entity: 'integration',
      entityId: row.id,
      action: 'made',
      new: { [field]: id, name: values.name },
    })
    await saveSettings(ctx, channel, { [field]: id }, row.id)
    return { id }
  } catch (error) {
    throw toAppError(error)
  } finally {
    // Also after a failure: it may have been made all the same.
    forget(ctx, row.id)
  }
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
