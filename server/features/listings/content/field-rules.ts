import type { Channel, ReadyListing } from '#channels/channel.ts'
import { channelOf } from '#channels/registry.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { FieldRule } from '#contract/mappings/values.ts'
import { mergeRules } from '#domain/mappings/field-rules.ts'
import type { Ctx } from '../../../context.ts'
import { toAppError, withConnection } from '../../integrations/connections/connections.ts'
import { factsOf } from '../preflight.ts'
import { readFields } from './read-fields.ts'

type Fields = Readonly<Record<string, unknown>>
/** Reads what a channel's facts say of the values of its fields. */
type Read = (channel: Channel) => ((facts: unknown) => FieldRule[]) | undefined

/** What a listing with these fields would be asked: nothing else of it counts there. */
const listingWith = (channel: Channel, fields: Fields): ReadyListing => ({
  key: 0,
  title: '',
  description: '',
  currency: '',
  condition: '',
  images: [],
  tags: [],
  vendor: '',
  sizeAndWeight: null,
  variants: [],
  external: null,
  fields: readFields(channel, [], fields).fields,
})

/** What an account's channel says of its fields where listings choose these, as one. @throws integration_unauthenticated, channel_refused, channel_unavailable */
export async function rulesOf(
  ctx: Ctx,
  of: { channel: ChannelId; integrationId: number },
  choices: readonly Fields[],
  read: Read = ({ values }) => values,
): Promise<FieldRule[]> {
  const rules = read(channelOf(of.channel))
  if (!rules) return []
  const { integrationId } = of
  const key = { organizationId: ctx.organizationId, integrationId }
  const channelRules = await withConnection(ctx.services, key, async (connected) => {
    const collected: FieldRule[][] = []
    for (const fields of choices)
      collected.push(
        rules(await factsOf(ctx, connected, listingWith(connected.channel, fields), { id: null, integrationId })),
      )
    return collected
  }).catch((error: unknown) => {
    throw toAppError(error)
  })
  return mergeRules(channelRules)
}
