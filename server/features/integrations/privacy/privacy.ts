import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Channel, ChannelError } from '#channels/channel.ts'
import type { PrivacyCalls, PrivacyRequest } from '#channels/privacy.ts'
import { channelOf, isBuilt } from '#channels/registry.ts'
import { ChannelId } from '#contract/channels/ids.ts'
import type { ChannelConfig, Config } from '../../../config.ts'
import { type Services, jobContext } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { App } from '../../../http/route.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { queueMail } from '../../../mail/queue.ts'
import { dataRequestMail } from '../../../mail/templates.ts'
import { appHttp } from '../connections/app-http.ts'
import * as queries from './queries.ts'

const BODY_BYTES = 64 * 1024

interface Call {
  Params: { channel: string }
  Querystring: Record<string, string>
  Body: Buffer | undefined
}
interface Target {
  channel: Channel
  calls: PrivacyCalls
  config: ChannelConfig
}

/** Where a channel's operator lets it ask about people's data. */
export const privacyAddress = ({ publicUrl }: Pick<Config, 'publicUrl'>, channel: ChannelId) =>
  `${publicUrl}/api/v2/privacy/${channel}`

/** What the operator tells a channel together with the address; whoever knows it may say that the address is ours. */
export const verificationToken = (secret: Buffer, channel: ChannelId) =>
  createHmac('sha256', secret).update(`privacy:${channel}`).digest('base64url')

/** What channels ask about people, for all accounts of the operator's app at one address. */
export function mountPrivacy({ fastify, services }: App) {
  void fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.get<Call>('/api/v2/privacy/:channel', async (request) => {
      const { channel, calls } = targetOf(services, request.params.channel)
      const answer = calls.challenge?.({
        query: request.query,
        address: privacyAddress(services.config, channel.id),
        token: verificationToken(services.secret, channel.id),
      })
      if (!answer) throw new AppError('not_found')
      return answer
    })
    scope.post<Call>('/api/v2/privacy/:channel', { bodyLimit: BODY_BYTES }, async (request, reply) => {
      const target = targetOf(services, request.params.channel)
      try {
        for (const erasure of await hear(services, target, request)) await comply(services, target.channel.id, erasure)
      } catch (error) {
        if (!(error instanceof ChannelError)) throw error
        // Whoever did not forge it sends it again.
        return reply.status(error.kind === 'invalid' ? target.calls.refusal : 503).send({ ok: false })
      }
      return reply.status(200).send({ ok: true })
    })
  })
}

function targetOf(services: Services, id: string): Target {
  const known = ChannelId.safeParse(id)
  const channel = known.success && isBuilt(known.data) ? channelOf(known.data) : undefined
  const config = channel && services.config.channels[channel.id]
  if (!channel?.privacy || !config) throw new AppError('not_found')
  return { channel, calls: channel.privacy, config }
}

const hear = (services: Services, { channel, calls, config }: Target, request: FastifyRequest<Call>) =>
  calls.receive({
    raw: request.body ?? Buffer.alloc(0),
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    http: appHttp(services, channel),
    origins: config.origins,
    clientId: config.clientId,
    clientSecret: config.clientSecret,
    now: services.clock.now(),
  })

async function comply(services: Services, channel: ChannelId, request: PrivacyRequest): Promise<void> {
  if (request.kind === 'forget_person') {
    const { accounts } = request
    if (accounts.length > 0)
      await services.queue.send(services.database.system, 'orders.erase', { organizationId: null, channel, accounts })
    return
  }
  const { shop } = request
  for (const key of await queries.integrationsOf(services.database.system, channel, shop)) {
    const ctx = jobContext(services, key.organizationId)
    if (request.kind === 'forget_shop') await enqueue(ctx, 'orders.erase', key)
    else if (request.kind === 'forget_orders')
      await enqueue(ctx, 'orders.erase', { ...key, externalOrderIds: request.externalOrderIds })
    else await tellOwners(services, channel, shop, key, request.externalOrderIds)
  }
}

/** A buyer's data is the seller's to hand out: they learn whose, by the orders. */
async function tellOwners(
  services: Services,
  channel: ChannelId,
  shop: string,
  key: queries.Key,
  externalOrderIds: string[],
): Promise<void> {
  const ctx = jobContext(services, key.organizationId)
  const orders = await queries.ordersOf(ctx, key.integrationId, externalOrderIds)
  const { publicUrl } = services.config
  for (const email of await queries.adminsOf(ctx))
    await queueMail(services, ctx.db, email, dataRequestMail(publicUrl, { channel, shop, orders }), key.organizationId)
}
