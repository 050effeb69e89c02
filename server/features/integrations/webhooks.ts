import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Channel, ChannelError } from '#channels/channel.ts'
import { channelOf, isBuilt } from '#channels/registry.ts'
import type { Heard, WebhookEvent } from '#channels/webhook.ts'
import { ChannelId } from '#contract/channels/ids.ts'
import type { Config } from '../../config.ts'
import { type Services, jobContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { same } from '../../http/auth.ts'
import { networkOf } from '../../http/requests/limits.ts'
import type { App } from '../../http/route.ts'
import { enqueue } from '../../jobs/queue.ts'
import { appHttp } from './connections/app-http.ts'
import { toAppError } from './connections/connections.ts'
import { type Caller, hookPlaces, type Place } from './hook-places.ts'
import { lookForOrders } from './polling/looks.ts'
import { noteHooks } from './queries.ts'

/** The largest that channels send: an order with some hundred lines. */
const HOOK_BYTES = 512 * 1024
/** Time for a body to arrive. Channels send theirs with the head. */
const HOOK_MS = 2000

/** How long a call about a number waits. Our own writes are told to us, too; and what came back by a cancelled order is seen by then. */
const STOCK_CALL_MS = 2000

interface Hook {
  /** Without an organization and a key it is the address for all accounts of the operator's app; with a `codeKey`, the one that also takes codes. */
  Params: { channel: string; organization?: string; hookKey?: string; codeKey?: string }
  Querystring: Record<string, string>
  Body: Buffer | undefined
}
type Target = Awaited<ReturnType<typeof targetOf>>

/** Where a channel calls us about an account: at one address for all of them, or at the account's own. */
export const webhookAddress = (
  { config, secret }: Pick<Services, 'config' | 'secret'>,
  channel: Pick<Channel, 'id' | 'webhooks'>,
  { organizationId, hookKey }: { organizationId: number; hookKey: string },
): string =>
  channel.webhooks?.scope === 'account'
    ? `${config.publicUrl}/api/v2/webhooks/${channel.id}/${organizationId}/${hookKey}`
    : appWebhookAddress(config, secret, channel)

/** What the operator enters on the channel's page of Motto's app. */
export const appWebhookAddress = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  secret: Buffer,
  { id, webhooks }: Pick<Channel, 'id' | 'webhooks'>,
): string => `${publicUrl}/api/v2/webhooks/${id}${webhooks?.sendsCode ? `/${codeKeyOf(secret, id)}` : ''}`

/** A part of the address that only the operator and the channel know: a code that arrives there was not sent by a stranger. */
const codeKeyOf = (secret: Buffer, channel: ChannelId) =>
  createHmac('sha256', secret).update(`webhook code:${channel}`).digest('base64url').slice(0, 32)

/** What channels call. A call is a hint: it makes us look, its content is not trusted beyond that. */
export function mountWebhooks({ fastify, services }: App) {
  const calls = new WeakMap<FastifyRequest<Hook>, { target: Target; place: Place }>()
  const places = hookPlaces()
  void fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.get<Hook>('/api/v2/webhooks/:channel/:organization/:hookKey', async ({ params, query, url }) => {
      const { hooks, app } = await targetOf(services, params)
      const answer = hooks.challenge?.({ query, url: `${services.config.publicUrl}${url.replace(/\?.*/, '')}`, app })
      if (!answer) throw new AppError('not_found')
      return answer
    })
    for (const address of [':channel/:organization/:hookKey', ':channel/:codeKey', ':channel'])
      scope.post<Hook>(
        `/api/v2/webhooks/${address}`,
        {
          bodyLimit: HOOK_BYTES,
          config: { slowMs: HOOK_MS },
          // Whom it is for is known before any of it is read.
          onRequest: async (request, reply) => {
            const target = await targetOf(services, request.params)
            const place = places.enter(callerOf(target, request), () => request.raw.destroy())
            if (!place)
              throw new AppError('too_many_requests', 'Too many calls at once. Send this again in a moment.', {
                retryAfterSeconds: 5,
              })
            calls.set(request, { target, place })
            reply.raw.once('close', place.leave)
          },
          preValidation: async (request) => calls.get(request)?.place.arrived(),
        },
        async (request, reply) => {
          const call = calls.get(request)
          if (!call) throw new AppError('not_found')
          const answer = await hear(services, call.target, request)
          call.place.proved()
          return answer ? reply.status(answer.status).send(answer.body) : reply.status(200).send({ ok: true })
        },
      )
  })
}

const callerOf = ({ channel, integration, takesCodes }: Target, request: FastifyRequest<Hook>): Caller => ({
  channel,
  address: integration ? `${integration.organizationId}/${integration.id}` : networkOf(request.ip),
  isKnown: integration !== undefined || takesCodes,
})

/** The channel that an address is of, and the account where it is one's own. @throws not_found */
async function targetOf(services: Services, { channel, organization, hookKey, codeKey }: Hook['Params']) {
  const id = ChannelId.safeParse(channel)
  const hooks = id.success && isBuilt(id.data) ? channelOf(id.data).webhooks : undefined
  const config = id.success ? services.config.channels[id.data] : undefined
  if (!id.success || !hooks || !config) throw new AppError('not_found')
  if ((hooks.scope === 'account') !== (hookKey !== undefined)) throw new AppError('not_found')
  const { clientId, clientSecret, secrets, origins } = config
  const takesCodes = codeKey !== undefined
  if (takesCodes && !(hooks.sendsCode && same(Buffer.from(codeKey), Buffer.from(codeKeyOf(services.secret, id.data)))))
    throw new AppError('not_found')
  const target = { channel: id.data, hooks, app: { clientId, clientSecret, secrets }, origins, takesCodes }
  if (hookKey === undefined) return { ...target, integration: undefined }
  const own = Own.safeParse({ organization, hookKey })
  if (!own.success) throw new AppError('not_found')
  const integration = await connected(services, id.data)
    .where('organizationId', '=', own.data.organization)
    .where('hookKey', '=', own.data.hookKey)
    .executeTakeFirst()
  if (!integration) throw new AppError('not_found')
  return { ...target, integration }
}

const Own = z.object({
  organization: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  hookKey: z.uuid(),
})

const connected = (services: Services, channel: ChannelId) =>
  services.database.system
    .selectFrom('integrations')
    .select(['id', 'organizationId', 'accountId', 'status', 'hookedAt'])
    .where('channel', '=', channel)
type Called = Awaited<ReturnType<ReturnType<typeof connected>['executeTakeFirstOrThrow']>>

/** Queues the looks that a call asks for. @returns what a handshake wants back @throws unauthenticated when the call is forged */
async function hear(
  services: Services,
  { channel, hooks, app, origins, integration, takesCodes }: Target,
  request: FastifyRequest<Hook>,
): Promise<Heard['answer']> {
  const raw = request.body ?? Buffer.alloc(0)
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  const url = `${services.config.publicUrl}${request.url}`
  const http = appHttp(services, channelOf(channel))
  const { events, answer, proof } = await Promise.resolve()
    .then(() => hooks.receive({ raw, headers, url, app, origins, http, now: services.clock.now() }))
    .catch((error: unknown) => {
      throw error instanceof ChannelError && error.kind === 'invalid'
        ? new AppError('unauthenticated', error.message, { cause: error })
        : toAppError(error)
    })
  if (proof !== undefined && !takesCodes)
    throw new AppError('unauthenticated', 'Motto takes codes at its own address for them only.')
  if (proof !== undefined) await noteProof(services, channel, proof)
  if (integration) await follow(services, integration, events)
  else
    for (const [account, own] of Map.groupBy(events, (event) => event.account ?? '')) {
      const theirs = await connected(services, channel)
        .where('accountId', '=', account)
        .where('accountId', '<>', '')
        .execute()
      for (const other of theirs) await follow(services, other, own)
    }
  return answer
}

/** A code is shown, and nothing more follows from it: the operator enters it on the channel's page. */
async function noteProof({ database, log, clock }: Services, channel: ChannelId, proof: string): Promise<void> {
  const heardAt = clock.now()
  await database.system
    .insertInto('channelProofs')
    .values({ channel, proof, heardAt })
    .onConflict((there) => there.column('channel').doUpdateSet({ proof, heardAt }))
    .execute()
  log.info({ channel, proof }, 'a channel sent a code that proves the address of its calls')
}

/**
 * A call is a hint: it makes us look. The jobs' queue is the inbox: what is queued is kept before the channel is answered, and a call that comes
 * twice, or with others of its kind, finds its job waiting.
 */
async function follow(services: Services, integration: Called, events: WebhookEvent[]): Promise<void> {
  // Nothing can be read before it is authorized again, which begins with a look.
  if (integration.status !== 'authenticated') return
  const ctx = jobContext(services, integration.organizationId)
  const job = { organizationId: integration.organizationId, integrationId: integration.id }
  const key = `${job.organizationId}:${job.integrationId}`
  // Where nobody could ask the channel to call, its first call tells that it does.
  if (!integration.hookedAt) await noteHooks(ctx, integration.id, '')
  for (const event of events) {
    if (event.kind === 'orders') await lookForOrders(ctx, integration.id, { hinted: true })
    if (event.kind === 'stock')
      await enqueue(
        ctx,
        'sync.look',
        { ...job, ref: event.externalId, ...(event.quantity === undefined ? {} : { quantity: event.quantity }) },
        {
          // One that waits with another number, such as ours, would say nothing of this one.
          key: `${key}:${event.externalId}:${event.quantity ?? ''}`,
          startAfter: new Date(services.clock.now().getTime() + STOCK_CALL_MS),
        },
      )
    // Whether we were really thrown out shows at the next call; asking at once tells the seller at once.
    if (event.kind === 'uninstalled') await enqueue(ctx, 'integrations.check', job, { key })
  }
}
