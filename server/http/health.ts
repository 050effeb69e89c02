import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Services } from '../context.ts'
import { AppError } from '../errors.ts'
import { readGauges } from '../observing/gauges.ts'
import { registry } from '../observing/metrics.ts'
import { openApi } from './document/openapi.ts'
import type { App } from './route.ts'

/** Longer than a healthy database ever takes, shorter than whoever asks waits. */
const READY_MS = 3000

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Who has the token reads the numbers; where none is set, whoever is on this machine. @throws AppError */
function mustMayRead({ metricsToken }: Services['config'], { headers, ip }: FastifyRequest): void {
  if (metricsToken === undefined) {
    if (!isLoopback(ip))
      throw new AppError(
        'forbidden',
        'Numbers are shown on this machine only. To read them from another, set METRICS_TOKEN.',
      )
    return
  }
  const [, token = ''] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (!timingSafeEqual(digest(token), digest(metricsToken)))
    throw new AppError('unauthenticated', 'Send METRICS_TOKEN as the bearer token to read the numbers.')
}
const isLoopback = (ip: string) => /^(127\.|::1$|::ffff:127\.)/.test(ip)

export function mountHealth({ fastify, services }: App, ready: () => Promise<boolean>) {
  fastify.get('/healthz', async () => ({ ok: true }))
  const isReady = () =>
    within(READY_MS, ready()).catch((error: unknown) => {
      services.log.debug({ err: error }, 'not ready')
      return false
    })
  fastify.get('/readyz', async (_request, reply) =>
    (await isReady()) ? { ok: true } : reply.status(503).send({ ok: false }),
  )
  fastify.get('/metrics', async (request, reply) => {
    mustMayRead(services.config, request)
    await readGauges(services, (work) => within(READY_MS, work))
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  // Two megabytes, written once.
  let document: string | undefined
  fastify.get('/api/v2/openapi.json', async (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .send((document ??= JSON.stringify(openApi(services.config.publicUrl)))),
  )
}
