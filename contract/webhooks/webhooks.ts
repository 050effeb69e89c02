import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, IdParam, Ok, Time, pageOf, pageQuery } from '../shapes.ts'
import { type WebhookEvent, webhookEventNames } from './events.ts'

/** How many endpoints an organization can have. */
export const MOST_ENDPOINTS = 10
/** For so long the former secret signs beside a new one. */
export const FORMER_HOURS = 24
/** Deliveries are kept, and can be sent again, for so long. */
export const KEPT_DAYS = 30
/** Characters of a receiver's answer that are kept. */
export const MOST_ANSWER = 2000

export const Webhook = z.object({
  id: Id,
  url: z.string(),
  description: z.string(),
  types: z.array(z.enum(webhookEventNames)),
  /** What is paused goes on collecting events; what has ended does not. */
  state: z.enum(['active', 'paused', 'ended']),
  /** Why it is not active: a person paused it, it failed for days, or it answered 410. */
  reason: z.enum(['', 'person', 'failing', 'gone']),
  /** Since when every try failed. */
  failingSince: Time.nullable(),
  /** Until when the former secret signs, too. */
  formerUntil: Time.nullable(),
  /** Events that are not delivered yet. */
  waiting: z.number().int(),
  /** Deliveries that were given up in the last 30 days. */
  failed: z.number().int(),
  createdAt: Time,
})
export type Webhook = z.output<typeof Webhook>

export const WebhookDelivery = z.object({
  id: Id,
  messageId: z.string(),
  type: z.enum(webhookEventNames),
  record: z.string(),
  at: Time,
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number().int(),
  /** Null when it is next in line, or over. */
  nextAt: Time.nullable(),
  triedAt: Time.nullable(),
  /** HTTP status of the last answer; null where there was none. */
  status: z.number().int().nullable(),
  /** The beginning of the last answer, or why there was none. */
  answer: z.string(),
  tookMs: z.number().int().nullable(),
  /** What is sent. */
  body: z.string(),
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

const settings = {
  url: z.string().trim().min(1, 'Enter an address.').max(2000, 'At most 2000 characters.'),
  description: z.string().trim().max(200),
  types: z
    .array(z.enum(webhookEventNames))
    .min(1, 'Choose at least one event.')
    .max(webhookEventNames.length * 2)
    .transform((names): WebhookEvent[] => [...new Set(names)]),
}
const byId = z.object({ id: IdParam })

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/webhooks',
  summary: 'List webhook endpoints',
  needs: 'organization:write',
  reply: z.array(Webhook),
})
export const createWebhook = endpoint({
  method: 'POST',
  path: '/webhooks',
  summary: 'Create a webhook endpoint (its secret is shown once)',
  needs: 'organization:write',
  noKey: 'secret answer',
  body: z.object({ ...settings, description: settings.description.default('') }),
  reply: z.object({ secret: z.string(), webhook: Webhook }),
  errors: ['unsupported'],
  changes: ['organization'],
})
export const updateWebhook = endpoint({
  method: 'PATCH',
  path: '/webhooks/{id}',
  summary: 'Edit, pause or resume a webhook endpoint',
  needs: 'organization:write',
  params: byId,
  body: z.object({
    url: settings.url.optional(),
    description: settings.description.optional(),
    types: settings.types.optional(),
    state: z.enum(['active', 'paused']).optional(),
  }),
  reply: Webhook,
  errors: ['not_found'],
  changes: ['organization'],
})
export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/webhooks/{id}',
  summary: 'Delete a webhook endpoint with its deliveries',
  needs: 'organization:write',
  params: byId,
  reply: Ok,
  errors: ['not_found'],
  changes: ['organization'],
})
export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/webhooks/{id}/secret',
  summary: 'Give a webhook endpoint a new secret (shown once)',
  needs: 'organization:write',
  noKey: 'secret answer',
  params: byId,
  reply: z.object({ secret: z.string(), webhook: Webhook }),
  errors: ['not_found'],
  changes: ['organization'],
})
export const testWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/{id}/test',
  summary: 'Send a test event now and get the receiver’s answer',
  needs: 'organization:write',
  savesNothing: true,
  params: byId,
  reply: z.object({
    ok: z.boolean(),
    status: z.number().int().nullable(),
    answer: z.string(),
    tookMs: z.number().int(),
  }),
  errors: ['not_found', 'too_many_requests'],
})
export const listDeliveries = endpoint({
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  summary: 'List deliveries of a webhook endpoint, newest first',
  needs: 'organization:write',
  params: byId,
  query: z.object({ ...pageQuery, state: z.enum(['waiting', 'delivered', 'failed']).optional() }),
  reply: pageOf(WebhookDelivery),
  errors: ['not_found'],
})
export const replayDelivery = endpoint({
  method: 'POST',
  path: '/webhooks/{id}/deliveries/{deliveryId}/replay',
  summary: 'Send one delivery again',
  needs: 'organization:write',
  params: z.object({ id: IdParam, deliveryId: IdParam }),
  reply: Ok,
  errors: ['not_found'],
  changes: ['organization'],
})
export const replayFailed = endpoint({
  method: 'POST',
  path: '/webhooks/{id}/replay',
  summary: 'Send all failed deliveries since a time again',
  needs: 'organization:write',
  params: byId,
  body: z.object({ since: z.iso.datetime({ offset: true }).max(40) }),
  reply: z.object({ count: z.number().int() }),
  errors: ['not_found'],
  changes: ['organization'],
})
