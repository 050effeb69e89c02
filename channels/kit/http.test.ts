import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { ChannelError } from '../channel.ts'
import { type HttpLogEntry, makeHttp } from './http.ts'

let close = async () => {}
afterEach(() => close())
const serve = (handler: RequestListener) =>
  new Promise<string>((ready) => {
    const server = createServer(handler)
    close = () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      })
    server.listen(0, '127.0.0.1', () => ready(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
const log: HttpLogEntry[] = []
const http = (more: { timeoutMs?: number; maxBytes?: number } = {}) =>
  makeHttp({
    pace: { requestsPerSecond: 100, concurrency: 4 },
    now: () => new Date(0),
    log: (entry) => log.push(entry),
    ...more,
  })
const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('no error'),
    (error: unknown) => error as ChannelError,
  )

describe('http', () => {
  it('sends JSON and forms, answers any status, parses what is JSON', async () => {
    const seen: string[] = []
    const origin = await serve(async (request, reply) => {
      let body = ''
      for await (const chunk of request) body += chunk
      seen.push(`${request.headers['content-type']} ${body}`)
      reply
        .writeHead(request.url === '/bad' ? 409 : 200, { 'x-ebay-c-request-id': 'r1' })
        .end(request.url === '/bad' ? 'nope' : '{"a":1}')
    })
    expect((await http()({ method: 'POST', url: `${origin}/good`, json: { x: 1 } })).body).toEqual({ a: 1 })
    const bad = await http()({ method: 'POST', url: `${origin}/bad`, form: { x: 'a b' } })
    expect([bad.status, bad.body]).toEqual([409, 'nope'])
    expect(seen).toEqual(['application/json {"x":1}', 'application/x-www-form-urlencoded x=a+b'])
  })
  it('sends lists in forms, picture bytes in parts, and changes by PATCH', async () => {
    const seen: { method?: string; type?: string; body: Buffer }[] = []
    const origin = await serve(async (request, reply) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      seen.push({ method: request.method, type: request.headers['content-type'], body: Buffer.concat(chunks) })
      reply.end()
    })
    const bytes = new Uint8Array([0xff, 0xd8, 0, 1, 0xfe])
    await http()({ method: 'PATCH', url: origin, form: { tags: ['a', 'b c'], state: 'active' } })
    await http()({
      method: 'POST',
      url: origin,
      multipart: { rank: '1', image: { bytes, type: 'image/jpeg', name: 'a.jpg' } },
    })
    await http()({ method: 'PUT', url: origin, text: '<a/>', headers: { 'content-type': 'text/xml' } })
    expect([seen[0]?.method, seen[0]?.body.toString()]).toEqual(['PATCH', 'tags=a&tags=b+c&state=active'])
    const form = await new Response(new Uint8Array(seen[1]?.body ?? []), {
      headers: { 'content-type': seen[1]?.type ?? '' },
    }).formData()
    const image = form.get('image') as File
    expect([form.get('rank'), image.name, image.type]).toEqual(['1', 'a.jpg', 'image/jpeg'])
    expect(new Uint8Array(await image.arrayBuffer())).toEqual(bytes)
    expect([seen[2]?.type, seen[2]?.body.toString()]).toEqual(['text/xml', '<a/>'])
  })
  it('does not follow a redirect to another place', async () => {
    const origin = await serve((_, reply) => reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end())
    expect((await http()({ method: 'GET', url: origin })).status).toBe(302)
  })
  it('a write that got no answer in time may have been done, a read never', async () => {
    const origin = await serve(() => undefined)
    const write = await failure(http({ timeoutMs: 60 })({ method: 'POST', url: origin, json: {} }))
    const read = await failure(http({ timeoutMs: 60 })({ method: 'GET', url: origin }))
    expect([write.kind, write.maybeDone, read.kind, read.maybeDone]).toEqual([
      'unavailable',
      true,
      'unavailable',
      false,
    ])
  })
  it('a broken connection may have carried the write out, a refused one cannot have', async () => {
    const origin = await serve((request) => request.socket.destroy())
    expect((await failure(http()({ method: 'PUT', url: origin, json: {} }))).maybeDone).toBe(true)
    await close()
    expect((await failure(http()({ method: 'PUT', url: origin, json: {} }))).maybeDone).toBe(false)
  })
  it('gives up on an answer beyond the size limit', async () => {
    const origin = await serve((_, reply) => reply.end('x'.repeat(5000)))
    expect((await failure(http({ maxBytes: 1000 })({ method: 'GET', url: origin }))).message).toContain(
      'larger than 1000 bytes',
    )
  })
  it('keeps secrets out of the log', async () => {
    const origin = await serve((_, reply) =>
      reply.writeHead(400).end('{"refresh_token":"hush1","email":"hush2@example.com"}'),
    )
    await http()({ method: 'GET', url: `${origin}/?code=hush3`, headers: { authorization: 'Bearer hush4' } })
    expect(JSON.stringify(log)).not.toContain('hush')
    expect(log.at(-1)).toMatchObject({ method: 'GET', status: 400 })
  })
})
