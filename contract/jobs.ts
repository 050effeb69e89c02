import { z } from 'zod'
import { ChannelId } from './channels/ids.ts'
import { endpoint } from './endpoint.ts'
import { IdParam, Ok, Time, pageOf, pageQuery } from './shapes.ts'

/** One piece of background work; `waiting` includes what waits for its next try. */
export const Job = z.object({
  id: z.string(),
  name: z.string(),
  subject: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  attempts: z.number().int(),
  error: z.string(),
  createdAt: Time,
  startedAt: Time.nullable(),
  nextTryAt: Time.nullable(),
  finishedAt: Time.nullable(),
  /** A channel's call made it. */
  called: z.boolean(),
  /** It is done, and may be done again: it only looks. */
  repeatable: z.boolean(),
})
export const listJobs = endpoint({
  method: 'GET',
  path: '/jobs',
  summary: 'List background tasks',
  needs: 'organization:read',
  query: z.object({
    ...pageQuery,
    state: z.enum(['waiting', 'running', 'done', 'failed']).optional(),
    /** What concerns one channel alone. */
    channel: ChannelId.optional(),
    /** What concerns one account alone. */
    integrationId: IdParam.optional(),
  }),
  reply: pageOf(Job),
})
export const retryJob = endpoint({
  method: 'POST',
  path: '/jobs/{id}/retry',
  summary: 'Retry or rerun a job',
  needs: 'integrations:write',
  params: z.object({ id: z.string().min(1).max(60) }),
  body: z.unknown().optional(),
  reply: Ok,
  errors: ['not_found'],
  changes: ['jobs'],
})
