import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSeller, makeToken } from '#seed/make.ts'
import { connectAgent } from '#server/testing/agent.ts'
import { type TestApp, testApp } from '#server/testing/setup/app.ts'

let app: TestApp
let as: string
let token: Awaited<ReturnType<typeof makeToken>>
beforeAll(async () => {
  app = await testApp()
  const seller = await makeSeller(app.services)
  as = seller.as
  token = await makeToken(seller.ctx, { usedBy: 'agent' })
})
afterAll(() => app.stop())

const NEWEST = '2026-07-28'
const meta = (version = NEWEST) => ({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientCapabilities': {},
})
const message = (method: string, params: object = {}, version?: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: { ...params, _meta: meta(version) },
})
interface Sent {
  method?: 'POST' | 'GET' | 'DELETE'
  headers?: Record<string, string | undefined>
  body?: object | string
}
async function send({ method = 'POST', headers = {}, body = message('tools/list') }: Sent = {}) {
  const named = typeof body === 'object' && 'method' in body ? String(body.method) : ''
  const all = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': NEWEST,
    'mcp-method': named,
    ...token.headers,
    ...headers,
  }
  const answer = await app.fastify.inject({
    method,
    url: '/mcp',
    headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as never,
    ...(method === 'POST' && { payload: body }),
  })
  const json = answer.headers['content-type']?.includes('json') ? answer.json() : undefined
  return { status: answer.statusCode, code: json?.error?.code ?? json?.code, json, headers: answer.headers }
}

describe('the address for AI agents', () => {
  it('answers a request of the newest revision without a session', async () => {
    const { status, json, headers } = await send()
    expect([status, json.result.resultType, json.result.cacheScope]).toEqual([200, 'complete', 'private'])
    expect([headers['cache-control'], headers['set-cookie'], headers['mcp-session-id']]).toEqual([
      'no-store',
      undefined,
      undefined,
    ])
    expect(headers['ratelimit']).toMatch(/^"token";r=\d+;t=\d+$/)
  })
  it('answers a request of the revision before it', async () => {
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'old', version: '1' },
    }
    const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params }
    const headers = { 'mcp-protocol-version': undefined, 'mcp-method': undefined }
    expect((await send({ body, headers })).status).toBe(200)
  })
  it('takes a bearer token and nothing else', async () => {
    const without = await send({ headers: { authorization: undefined } })
    expect([without.status, without.headers['www-authenticate']]).toEqual([401, 'Bearer realm="motto"'])
    expect((await send({ headers: { authorization: undefined, cookie: as } })).status).toBe(401)
    expect((await send({ headers: { cookie: as } })).status).toBe(400)
    expect((await send({ headers: { authorization: `Bearer motto_pat_${'A'.repeat(36)}` } })).code).toBe(
      'invalid_token',
    )
  })
  it('refuses a page of another site', async () => {
    expect((await send({ headers: { origin: 'https://evil.example' } })).code).toBe('wrong_origin')
    expect((await send({ headers: { 'sec-fetch-site': 'cross-site' } })).code).toBe('wrong_origin')
    for (const host of ['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
      expect((await send({ headers: { origin: `http://${host}`, host } })).status, host).toBe(200)
  })
  it('refuses a page whose name was made to lead here (DNS rebinding)', async () => {
    for (const host of ['evil.example', 'evil.example:3000', '127.0.0.1.evil.example', 'localhost.evil.example'])
      expect((await send({ headers: { origin: `http://${host}`, host } })).code, host).toBe('wrong_origin')
    const { origin, host } = new URL(app.services.config.publicUrl)
    expect((await send({ headers: { origin, host } })).status).toBe(200)
  })
  it.each(['GET', 'DELETE'] as const)(
    'refuses %s, as there is nothing to listen to and nothing to end',
    async (method) => {
      const { status, headers } = await send({ method })
      expect([status, headers['allow']]).toEqual([405, 'POST'])
    },
  )
  it('refuses what contradicts itself, is unknown, or is no message', async () => {
    expect(await send({ headers: { 'mcp-method': 'tools/call' } })).toMatchObject({ status: 400, code: -32020 })
    const future = { body: message('tools/list', {}, '2099-01-01'), headers: { 'mcp-protocol-version': '2099-01-01' } }
    expect(await send(future)).toMatchObject({ status: 400, code: -32022 })
    expect(await send({ body: message('no/such') })).toMatchObject({ status: 404, code: -32601 })
    expect((await send({ body: 'no json' })).status).toBe(400)
    expect((await send({ headers: { 'content-type': 'text/plain' }, body: 'x' })).status).toBe(415)
    expect((await send({ body: { ...message('tools/list'), padding: 'x'.repeat(600_000) } })).status).toBe(413)
  })
  it('announces no news of its lists, so there is nothing to listen to', async () => {
    const { json } = await send({ body: message('server/discover') })
    expect(json.result.capabilities).toEqual({ tools: { listChanged: false }, resources: { listChanged: false } })
    const body = message('subscriptions/listen', { notifications: { toolsListChanged: true } })
    expect(await send({ body })).toMatchObject({ status: 404, code: -32601, json: { id: 1 } })
  })
  it('an unknown tool and wrong arguments are told apart', async () => {
    const origin = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
    const agent = await connectAgent(origin, token.secret)
    await expect(agent.use('delete_everything')).rejects.toThrow(/not found/i)
    expect((await agent.use('find_products', { limit: 0 })).isError).toBe(true)
    await agent.close()
  })
})
