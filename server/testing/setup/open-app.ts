import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { CallInput, CallReply, Endpoint, Envelope } from '#contract/endpoint.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import type { Services } from '../../context.ts'
import type { App } from '../../http/route.ts'
import { openServices } from '../../services.ts'
import { addressOf } from '../address.ts'

/** `raw` is the body as it travels; of a file, which has no envelope, `data` is its text. */
export interface Answer<T> {
  status: number
  body: Envelope<T>
  headers: Record<string, unknown>
  raw: Buffer
}
export interface TestApp {
  fastify: FastifyInstance
  services: Services
  /** Calls an endpoint; `as` is a cookie header from `makeSession`. */
  call<E extends Endpoint>(
    endpoint: E,
    input?: CallInput<E> & { as?: string; headers?: Record<string, string> },
  ): Promise<Answer<CallReply<E>>>
  stop(): Promise<void>
}

/** The real app on a migrated database. @param settings over the defaults, as environment variables @param mountMore mounts routes that only a test has */
export async function openApp(
  settings: Record<string, string>,
  connection: pg.PoolConfig,
  mountMore: (app: App) => void = () => undefined,
): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'motto-app-'))
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: '3000',
    SECRET_KEY: 'a-secret-for-tests-only-0123456789',
    LOG_LEVEL: 'silent',
    ...settings,
  })
  const { services, stop } = await openServices({ config, connection })
  const { fastify, app } = await buildApp({ services, webRoot: '/nowhere', ready: async () => true })
  mountMore(app)
  await fastify.ready()
  return {
    fastify,
    services,
    call: (endpoint, input) => callEndpoint(fastify, endpoint, input),
    stop: async () => {
      await fastify.close()
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function callEndpoint<E extends Endpoint>(
  fastify: FastifyInstance,
  endpoint: E,
  input?: CallInput<E> & { as?: string; headers?: Record<string, string> },
): Promise<Answer<CallReply<E>>> {
  const request = (input ?? {}) as {
    params?: unknown
    query?: unknown
    body?: object
    as?: string
    headers?: Record<string, string>
  }
  const response = await fastify.inject({
    method: endpoint.method,
    url: addressOf(endpoint, request),
    headers: { ...(request.as ? { cookie: request.as } : {}), ...request.headers },
    ...(request.body === undefined ? {} : { payload: request.body }),
  })
  const isFile = response.headers['content-disposition'] !== undefined
  const body = isFile
    ? { success: true, data: response.payload as CallReply<E>, message: '' }
    : response.json<Envelope<CallReply<E>>>()
  return { status: response.statusCode, body, headers: response.headers, raw: response.rawPayload }
}
