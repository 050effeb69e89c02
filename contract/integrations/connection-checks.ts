import { z } from 'zod'
import { ChannelId } from '../channels/ids.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdParam, Time } from '../shapes.ts'
import { CheckResult, CheckStep } from './checks.ts'

/*
 * "Check this connection": a hidden test product is made on the seller's account, changed and deleted. The same walk as `npm run certify`
 * (docs/certify.md).
 */

/** `interrupted`: Motto stopped in the middle, or whoever ran it has died. */
export const ConnectionCheckState = z.enum(['queued', 'running', 'done', 'interrupted'])
export type ConnectionCheckState = z.output<typeof ConnectionCheckState>

export const ConnectionCheck = z.object({
  id: Id,
  state: ConnectionCheckState,
  startedAt: Time,
  endedAt: Time.nullable(),
  /** Of the steps that began, in their order. */
  results: z.array(CheckResult),
  /** It ran to its end, so there is something to download. */
  hasRecording: z.boolean(),
})
export type ConnectionCheck = z.output<typeof ConnectionCheck>

const ConnectionChecks = z.object({
  /** What a check makes on the account, as a sentence. */
  makes: z.string(),
  /** Who sees it, as a sentence; '' where only the seller does. */
  seenBy: z.string(),
  sku: z.string(),
  title: z.string(),
  /** The last few, newest first. */
  checks: z.array(ConnectionCheck),
  /** A test product may still be on the account: the next check deletes it first. */
  mayRemain: z.boolean(),
})
export type ConnectionChecks = z.output<typeof ConnectionChecks>

const path = '/integrations/{integrationId}/checks'
const params = z.object({ integrationId: IdParam })

export const listConnectionChecks = endpoint({
  method: 'GET',
  path,
  summary: 'List the last checks of a channel account',
  needs: 'organization:read',
  params,
  reply: ConnectionChecks,
  errors: ['not_found'],
})
export const startConnectionCheck = endpoint({
  method: 'POST',
  path,
  summary: 'Check a channel account with a hidden test product',
  needs: 'integrations:write',
  params,
  /** The seller agreed that a test product is made. */
  body: z.object({ confirmed: z.literal(true) }),
  reply: ConnectionChecks,
  errors: ['not_found', 'integration_unauthenticated', 'check_running', 'unsupported'],
  changes: ['jobs'],
})
export const connectionCheckRecording = endpoint({
  method: 'GET',
  path: `${path}/{checkId}/recording`,
  summary: 'Get the recording of a check, without secrets or anything about people',
  needs: 'integrations:write',
  params: params.extend({ checkId: IdParam }),
  /** As `npm run certify -- fixture` reads it. */
  reply: z.object({
    channel: ChannelId,
    at: z.iso.date(),
    version: z.string(),
    results: z.array(CheckResult.pick({ step: true, state: true })),
    exchanges: z.array(
      z.object({
        step: CheckStep,
        call: z.string(),
        query: z.array(z.string()),
        request: z.unknown(),
        status: z.number().int(),
        answer: z.unknown(),
      }),
    ),
  }),
  errors: ['not_found'],
})
