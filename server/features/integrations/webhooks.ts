import { z } from 'zod'
import { channelOf, isBuilt } from '#channels/registry.ts'
import { ChannelId } from '#contract/channels/ids.ts'
import { jobContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { App } from '../../http/route.ts'
import { enqueue } from '../../jobs/queue.ts'

/** What channels call. A call is a hint: it makes us look, its content is not trusted beyond that. */
export function mountWebhooks({ fastify, services }: App) {
  void fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post<{ Params: { channel: string; hookKey: string }; Body: Buffer | undefined }>(
      '/api/v2/webhooks/:channel/:hookKey',
      async (request, reply) => {
        const id = ChannelId.safeParse(request.params.channel)
        const hooks = id.success && isBuilt(id.data) ? channelOf(id.data).webhooks : undefined
        const config = id.success ? services.config.channels[id.data] : undefined
        if (!hooks || !config || !z.uuid().safeParse(request.params.hookKey).success) throw new AppError('not_found')
        const raw = request.body ?? Buffer.alloc(0)
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        )
        if (!hooks.verify(raw, headers, config.clientSecret))
          throw new AppError('unauthenticated', 'The signature does not fit.')
        const integration = await services.database.system
          .selectFrom('integrations')
          .select(['id', 'organizationId', 'channel', 'status'])
          .where('hookKey', '=', request.params.hookKey)
          .where('channel', '=', id.data as ChannelId)
          .executeTakeFirst()
        if (!integration) throw new AppError('not_found')
        // Nothing can be read before it is authorized again, which begins with a look.
        if (integration.status !== 'authenticated') return reply.status(200).send({ ok: true })
        const ctx = jobContext(services, integration.organizationId)
        const job = { organizationId: integration.organizationId, integrationId: integration.id }
        for (const event of hooks.read(raw, headers)) {
          if (event.kind === 'orders')
            await enqueue(
              ctx,
              'orders.pull',
              { ...job, hinted: true },
              { key: `${job.organizationId}:${job.integrationId}` },
            )
          // Whether we were really thrown out shows at the next call; asking at once tells the seller at once.
          if (event.kind === 'uninstalled')
            await enqueue(ctx, 'integrations.check', job, { key: `${job.organizationId}:${job.integrationId}` })
        }
        return reply.status(200).send({ ok: true })
      },
    )
  })
}
