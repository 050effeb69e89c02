import { z } from 'zod'
import { ChannelId } from '../channels/ids.ts'
import { endpoint } from '../endpoint.ts'
import { PriceRule, PriceRuleChange } from '../pricing/price-rule.ts'
import { Id, Ok, Time } from '../shapes.ts'

/** What is held up although the seller's consent stands: it mends itself, and says so meanwhile. */
export const HeldUp = z.object({
  /** Everything, or only the look for orders, or what needs calls that are used up. */
  about: z.enum(['connection', 'orders', 'calls']),
  since: Time,
  /** In the channel's words. */
  reason: z.string(),
  remedy: z.string(),
})
export type HeldUp = z.output<typeof HeldUp>

/** A question to the seller before a channel is connected. One form draws them. */
export const Ask = z.object({
  name: z.string(),
  label: z.string(),
  /** `secret`: it is not shown while it is typed, and never again. */
  kind: z.enum(['text', 'secret', 'choice']),
  placeholder: z.string().optional(),
  help: z.string().optional(),
  /** Of a `choice`. */
  options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
  /** It may stay blank. */
  optional: z.boolean().optional(),
})
export type Ask = z.output<typeof Ask>
const Answers = z.record(z.string().max(40), z.string().trim().max(4000))

/** CHN-014..018. Never holds a token. */
export const Integration = z.object({
  id: Id,
  channel: ChannelId,
  authenticated: z.boolean(),
  oAuthUrl: z.string(),
  /** The channel's own page of the account; '' where there is none, or nothing is connected. */
  storeUrl: z.string(),
  integration: z.object({ shop: z.string(), updatedAt: Time.nullable(), config: z.record(z.string(), z.unknown()) }),
  /** In which the account sells. */
  currency: z.string(),
  priceRule: PriceRule.nullable(),
  status: z.enum(['unauthenticated', 'authenticated', 'expired']),
  /** Why it is not in sync, as a sentence; '' when it is. */
  problem: z.string(),
  heldUp: z.array(HeldUp),
  /** Since when it is in shadow mode: nothing is sent until the seller confirms. */
  shadowSince: Time.nullable(),
  connectedAt: Time.nullable(),
  accessRenewsAt: Time.nullable(),
  permissionEndsAt: Time.nullable(),
  ordersCheckedAt: Time.nullable(),
  /** Each counted up to 10,000; `notKept`, live listings that nothing keeps in step and whose channel shows another number, up to 1,000. */
  counts: z.object({
    live: z.number().int(),
    pending: z.number().int(),
    failed: z.number().int(),
    notKept: z.number().int(),
  }),
})
export type Integration = z.output<typeof Integration>

export const availableIntegrations = endpoint({
  method: 'GET',
  path: '/integrations/availableIntegrations',
  summary: 'List available channels',
  needs: 'organization:read',
  reply: z.array(
    z.object({
      channel: ChannelId,
      label: z.string(),
      /** Where a consent begins: here, or on the channel, which sends the browser to us. Null: there is none, a key is pasted. */
      consent: z.object({ startsAt: z.enum(['us', 'channel']), asks: z.array(Ask) }).nullable(),
      /** What is pasted instead of giving consent; null where that cannot be. */
      key: z.object({ asks: z.array(Ask) }).nullable(),
      /** Where one looks at the channel's shop and buys, while it is played on this machine; null for the real channel. */
      sandboxUrl: z.string().nullable(),
    }),
  ),
})
export const connectedChannels = endpoint({
  method: 'GET',
  path: '/integrations/channels',
  summary: 'List connected channels',
  needs: 'organization:read',
  reply: z.array(z.object({ channel: ChannelId, label: z.string() })),
})
export const listIntegrations = endpoint({
  method: 'GET',
  path: '/integrations/',
  summary: 'List integrations by channel',
  needs: 'organization:read',
  reply: z.partialRecord(ChannelId, Integration.extend({ others: z.array(Integration) })),
})
export const listAccounts = endpoint({
  method: 'GET',
  path: '/integrations/accounts',
  summary: 'List the names of all channel accounts',
  needs: 'organization:read',
  reply: z.array(
    z.object({
      /** The integration's. */
      id: Id,
      channel: ChannelId,
      /** What its channel calls it; '' before it was connected. */
      account: z.string(),
      authenticated: z.boolean(),
    }),
  ),
})
export const createIntegration = endpoint({
  method: 'POST',
  path: '/integrations/create',
  summary: 'Set up a channel',
  needs: 'integrations:write',
  body: z.object({
    name: ChannelId,
    shop: z.string().trim().max(255).optional(),
    answers: Answers.optional(),
    /** One more account of a channel that has one. */
    another: z.boolean().optional(),
    /** It starts in shadow mode. */
    shadow: z.boolean().optional(),
  }),
  reply: Integration,
  errors: ['integration_exists', 'unsupported', 'invalid_input'],
  changes: ['integrations'],
})
export const saveIntegration = endpoint({
  method: 'POST',
  path: '/integrations/settings',
  summary: "Save a channel's settings",
  needs: 'integrations:write',
  /** Without `integrationId` of the first. */
  body: z.object({
    channel: ChannelId,
    settings: z.record(z.string().max(100), z.unknown()),
    integrationId: Id.optional(),
  }),
  reply: Integration,
  errors: ['integration_missing', 'invalid_input'],
  changes: ['integrations', 'listings'],
})
export const savePriceRule = endpoint({
  method: 'POST',
  path: '/integrations/priceRule',
  summary: 'Set an account’s price rule',
  needs: 'integrations:write',
  body: PriceRuleChange,
  reply: Integration,
  errors: ['not_found', 'invalid_input'],
  changes: ['integrations', 'listings'],
})
export const makeThere = endpoint({
  method: 'POST',
  path: '/channels/{channel}/make',
  summary: 'Create a policy or location on the channel and select it',
  needs: 'integrations:write',
  params: z.object({ channel: ChannelId }),
  /** `field`: the setting that names it, as in the channel's description. */
  body: z.object({ integrationId: Id.optional(), field: z.string().max(60), answers: Answers }),
  reply: z.object({ id: z.string() }),
  errors: [
    'integration_missing',
    'integration_unauthenticated',
    'invalid_input',
    'channel_refused',
    'channel_unavailable',
    'unsupported',
  ],
  changes: ['integrations', 'listings'],
})
export const disconnectIntegration = endpoint({
  method: 'POST',
  path: '/integrations/disconnect',
  summary: 'Disconnect a channel (its listings stay live)',
  needs: 'integrations:write',
  body: z.object({ channel: ChannelId, integrationId: Id }),
  reply: Ok,
  errors: ['not_found'],
  changes: ['integrations'],
})
export const oauthUrl = endpoint({
  method: 'GET',
  path: '/channels/{channel}/oauthUrl',
  summary: 'Get the address of the channel’s authorization page',
  needs: 'integrations:write',
  params: z.object({ channel: ChannelId }),
  /** `integrationId`: for which account, of a channel that has several; else for the first. `shop`: which shop. */
  query: z.record(z.string(), z.string()),
  reply: z.string(),
  errors: ['integration_missing', 'invalid_input', 'unsupported'],
})
export const connectWithKey = endpoint({
  method: 'POST',
  path: '/channels/{channel}/key',
  summary: 'Connect with an API key',
  needs: 'integrations:write',
  params: z.object({ channel: ChannelId }),
  /** Without `integrationId` one more account, or one that was begun. */
  body: z.object({ answers: Answers, integrationId: Id.optional(), shadow: z.boolean().optional() }),
  reply: Ok,
  errors: [
    'integration_missing',
    'account_connected',
    'other_account',
    'invalid_input',
    'channel_refused',
    'channel_unavailable',
    'unsupported',
  ],
  changes: ['integrations', 'listings'],
})
export const exchangeCode = endpoint({
  method: 'POST',
  path: '/channels/{channel}/oauth',
  summary: 'Exchange the authorization code for tokens',
  needs: 'integrations:write',
  params: z.object({ channel: ChannelId }),
  body: z.record(z.string().max(100), z.string().max(8000)),
  /** That the signed-in person said yes to the question of `connection_unconfirmed`. No link can say it: the channel's own parameters are the body. */
  query: z.object({ confirmed: z.literal('yes').optional() }),
  reply: Ok,
  errors: [
    'connection_unconfirmed',
    'integration_missing',
    'account_connected',
    'other_account',
    'invalid_input',
    'channel_refused',
    'channel_unavailable',
    'unsupported',
  ],
  changes: ['integrations', 'listings'],
})
