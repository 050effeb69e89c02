import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guardBodies } from './bodies.ts'

const fastify = Fastify()
let port = 0
beforeAll(async () => {
  guardBodies(fastify, { mostMs: 50, windowMs: 20, leastBytes: 1000 })
  fastify.addContentTypeParser('multipart/form-data', (_request, body, done) =>
    body.resume().on('end', () => done(null, undefined)),
  )
  // Begins to read long after the body has come.
  fastify.addContentTypeParser('application/x-later', (_request, body, done) => {
    setTimeout(() => body.resume().on('end', () => done(null, undefined)), 45)
  })
  fastify.post('/patient', { config: { slowMs: 60_000 } }, async () => ({ ok: true }))
  fastify.post('/impatient', { config: { slowMs: 1 } }, async () => ({ ok: true }))
  fastify.post('/', async () => ({ ok: true }))
  port = Number(new URL(await fastify.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => fastify.close())

/** A connection that is cut off may end with an error, which is no failure here. */
const closing = (socket: Socket) =>
  new Promise<void>((resolve) => socket.on('error', () => undefined).once('close', () => resolve()))

async function send(type: string, sent: string, length = sent.length, path = '/') {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  const closed = closing(socket)
  socket.on('data', (part) => (answer += String(part)))
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n${sent}`,
  )
  await closed
  return answer
}

describe('a body that does not arrive', () => {
  it('ends its connection, without an answer that others would wait for', async () => {
    expect(await send('application/json', '{"a":', 100)).not.toContain('200 OK')
  })
  it('is cut off in a form with files, too', async () => {
    expect(await send('multipart/form-data; boundary=b', '--b', 100)).not.toContain('200 OK')
  })
  it.each(['multipart/form-data; boundary=b', 'application/json'])(
    'is cut off where it goes on and on, a byte after the other (%s)',
    async (type) => {
      const socket = connect(port, '127.0.0.1')
      const closed = closing(socket)
      socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 999999\r\n\r\n`)
      const sending = setInterval(() => socket.write('-'), 1)
      await closed
      clearInterval(sending)
      expect(socket.destroyed).toBe(true)
    },
  )
  it('is not what waits for us to read it', async () => {
    const arrived = '-'.repeat(100_000)
    expect(await send('application/x-later', arrived, arrived.length, '/patient')).toContain('200 OK')
  })
  it('is cut off after the time that its route allows for all of it, a form that goes on sending too', async () => {
    const socket = connect(port, '127.0.0.1')
    const closed = closing(socket)
    socket.write(
      'POST /impatient HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 999999\r\n\r\n',
    )
    const sending = setInterval(() => socket.write('-'), 1)
    await closed
    clearInterval(sending)
    expect(await send('application/json', '{"a":', 100, '/impatient')).not.toContain('200 OK')
  })
  it('is another matter than one that is there', async () => {
    expect(await send('application/json', '{"a":1}')).toContain('200 OK')
  })
})
