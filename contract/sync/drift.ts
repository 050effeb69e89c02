import { z } from 'zod'
import { ChannelId } from '../channels/ids.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdParam, Ok, Time } from '../shapes.ts'

/** What settles a number that somebody else changed on a channel: a person each time, or always the same. */
export const driftRules = ['ask', 'ours', 'theirs'] as const
export type DriftRule = (typeof driftRules)[number]

/** A number that somebody else changed on a channel. Ours was told to it at once; taking theirs counts the difference here. */
export const Drift = z.object({
  id: Id,
  productId: Id,
  sku: z.string(),
  title: z.string(),
  ours: z.number().int(),
  theirs: z.number().int(),
  state: z.enum(['open', 'ours', 'theirs']),
  foundAt: Time,
  settledAt: Time.nullable(),
})

/** Of which account of the channel; of the first where none is named. */
const OfAccount = z.object({ integrationId: IdParam.optional() })

export const listDrift = endpoint({
  method: 'GET',
  path: '/channels/{channel}/drift',
  summary: 'List quantity changes made on a channel, open ones first',
  needs: 'organization:read',
  params: z.object({ channel: ChannelId }),
  query: OfAccount,
  reply: z.object({
    rule: z.enum(driftRules),
    open: z.number().int(),
    /** When all numbers of the channel were last read back. */
    readAt: Time.nullable(),
    data: z.array(Drift),
  }),
  errors: ['integration_missing'],
})
export const settleDrift = endpoint({
  method: 'POST',
  path: '/channels/drift/settle',
  summary: 'Resolve quantity changes',
  needs: 'products:write',
  body: z.object({ ids: z.array(Id).min(1).max(100), as: z.enum(['ours', 'theirs']) }),
  reply: Ok,
  errors: ['not_found'],
  changes: ['products', 'listings', 'integrations'],
})
export const readBack = endpoint({
  method: 'POST',
  path: '/channels/{channel}/drift/read',
  summary: 'Check all of a channel’s quantities now',
  needs: 'integrations:write',
  params: z.object({ channel: ChannelId }),
  body: z.object({ integrationId: Id.optional() }).nullish(),
  reply: Ok,
  errors: ['integration_missing'],
  changes: ['jobs'],
})
export const saveDriftRule = endpoint({
  method: 'POST',
  path: '/channels/{channel}/drift/rule',
  summary: 'Choose how quantity changes on a channel are resolved',
  needs: 'integrations:write',
  params: z.object({ channel: ChannelId }),
  body: z.object({ rule: z.enum(driftRules), integrationId: Id.optional() }),
  reply: Ok,
  errors: ['integration_missing'],
  changes: ['integrations', 'listings'],
})
