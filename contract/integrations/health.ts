import { z } from 'zod'
import { ChannelId } from '../channels/ids.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdParam, Time } from '../shapes.ts'

/** Something that a seller must have switched on at the channel, and whether it is. */
export const ReadinessItem = z.object({
  id: z.string(),
  /** `todo` keeps listings or orders from working; `advice` makes them work less well. */
  state: z.enum(['ok', 'todo', 'advice']),
  title: z.string(),
  /** What is the matter and what to do, as sentences; '' where all is well. */
  detail: z.string(),
  /** Motto can do it: the button's words. */
  action: z.string().optional(),
})
export type ReadinessItem = z.output<typeof ReadinessItem>

/** Calls that a channel allows in a day. */
const Calls = z.object({
  /** The channel's own name of what it counts; '' for all calls. */
  lane: z.string(),
  /** All accounts that this installation has connected to the channel share them. */
  shared: z.boolean(),
  /** Of everybody who shares them. */
  allowed: z.number().int(),
  used: z.number().int(),
  /** What will be used by then, if it goes on as until now. */
  forecast: z.number().int(),
  resetsAt: Time,
  /** The channel said that nothing goes before this moment. */
  blockedUntil: Time.nullable(),
})

const ConnectionHealth = z.object({
  /** Null: not asked yet. */
  checkedAt: Time.nullable(),
  readiness: z.array(ReadinessItem),
  /** The version of the channel's API that Motto uses, and the last day on which the channel serves it, where that is announced. */
  api: z.object({ version: z.string(), servedUntil: z.iso.date().nullable() }),
  calls: z.array(Calls),
})
export type ConnectionHealth = z.output<typeof ConnectionHealth>

const params = z.object({ channel: ChannelId })
/** Of which account of the channel; of the first where none is named. */
const account = z.object({ integrationId: Id.optional() })

export const connectionHealth = endpoint({
  method: 'GET',
  path: '/channels/{channel}/health',
  summary: 'Get a channel’s setup checklist and API limits',
  needs: 'organization:read',
  params,
  query: z.object({ integrationId: IdParam.optional() }),
  reply: ConnectionHealth,
  errors: ['integration_missing'],
})
export const checkReadiness = endpoint({
  method: 'POST',
  path: '/channels/{channel}/health',
  summary: 'Refresh a channel’s setup checklist',
  needs: 'integrations:write',
  params,
  body: account,
  reply: ConnectionHealth,
  errors: ['integration_missing', 'integration_unauthenticated', 'channel_refused', 'channel_unavailable'],
  changes: ['integrations'],
})
export const switchOn = endpoint({
  method: 'POST',
  path: '/channels/{channel}/switchOn',
  summary: 'Turn on a setting on the channel',
  needs: 'integrations:write',
  params,
  body: account.extend({ id: z.string().max(60) }),
  reply: ConnectionHealth,
  errors: ['integration_missing', 'integration_unauthenticated', 'channel_refused', 'channel_unavailable', 'not_found'],
  changes: ['integrations'],
})
