import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { channelOf, isBuilt } from '#channels/registry.ts'
import { ChannelId } from '#contract/channels/ids.ts'
import { type Services, jobContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { App } from '../../http/route.ts'
import { enqueue } from '../../jobs/queue.ts'

/** The largest that channels send: an order with some hundred lines. */
const HOOK_BYTES = 512 * 1024
/** Read at once in one process. A channel that is asked to wait sends it again; what it would have said is found by the next look, too. */
const MOST_AT_ONCE = 16

/** How long a call about a number waits. Our own writes are told to us, too; and what came back by a cancelled order is seen by then. */
const STOCK_CALL_MS = 2000

interface Hook {
  Params: { channel: string; hookKey: string }
  Body: Buffer | undefined
}
type Target = Awaited<ReturnType<typeof targetOf>>

/** What channels call. A call is a hint: it makes us look, its content is not trusted beyond that. */
export function mountWebhooks({ fastify, services }: App) {
  const targets = new WeakMap<FastifyRequest<Hook>, Target>()
  let reading = 0
  void fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post<Hook>(
      '/api/v2/webhooks/:channel/:hookKey',
      {
        bodyLimit: HOOK_BYTES,
        // Whom it is for is known before any of it is read.
        onRequest: async (request, reply) => {
          targets.set(request, await targetOf(services, request.params))
          if (reading >= MOST_AT_ONCE)
            throw new AppError('too_many_requests', 'Too many calls at once. Send this again in a moment.', {
              retryAfterSeconds: 5,
            })
          reading += 1
          reply.raw.once('close', () => (reading -= 1))
        },
      },
      async (request, reply) => {
        const target = targets.get(request)
        if (!target) throw new AppError('not_found')
        await hear(services, target, request)
        return reply.status(200).send({ ok: true })
      },
    )
  })
}

/** The integration that an address is of, and how its channel signs. @throws not_found */
async function targetOf(services: Services, { channel, hookKey }: Hook['Params']) {
  const id = ChannelId.safeParse(channel)
  const hooks = id.success && isBuilt(id.data) ? channelOf(id.data).webhooks : undefined
  const config = id.success ? services.config.channels[id.data] : undefined
  if (!id.success || !hooks || !config || !z.uuid().safeParse(hookKey).success) throw new AppError('not_found')
  const integration = await services.database.system
    .selectFrom('integrations')
    .select(['id', 'organizationId', 'channel', 'status'])
    .where('hookKey', '=', hookKey)
    .where('channel', '=', id.data)
    .executeTakeFirst()
  if (!integration) throw new AppError('not_found')
  return { hooks, integration, secret: config.clientSecret }
}

/** Queues the looks that a signed call asks for. @throws unauthenticated */
async function hear(services: Services, { hooks, integration, secret }: Target, request: FastifyRequest<Hook>) {
  const raw = request.body ?? Buffer.alloc(0)
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  if (!hooks.verify(raw, headers, secret)) throw new AppError('unauthenticated', 'The signature does not fit.')
  // Nothing can be read before it is authorized again, which begins with a look.
  if (integration.status !== 'authenticated') return
  const ctx = jobContext(services, integration.organizationId)
  const job = { organizationId: integration.organizationId, integrationId: integration.id }
  const key = `${job.organizationId}:${job.integrationId}`
  for (const event of hooks.read(raw, headers)) {
    if (event.kind === 'orders') await enqueue(ctx, 'orders.pull', { ...job, hinted: true }, { key })
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
