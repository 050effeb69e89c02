import { once } from 'node:events'
import { type IncomingMessage, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import compress from '@fastify/compress'
import Fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { until } from '../../testing/setup/until.ts'
import { compression } from './compression.ts'
import { OutgoingFile, sendFile } from './file.ts'

const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const PART = Buffer.alloc(64 * 1024, 'x')
const apps: { close(): Promise<unknown> }[] = []
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())))

async function serve(parts: () => AsyncIterable<Buffer>): Promise<string> {
  const app = Fastify({ forceCloseConnections: true })
  await app.register(compress, compression)
  app.get('/', (_request, reply) =>
    sendFile(reply, new OutgoingFile('x.csv', 'text/csv; charset=utf-8', parts()), quiet),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  apps.push(app)
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`
}
const open = async (url: string, headers = {}): Promise<IncomingMessage> => {
  const request = get(url, { headers })
  request.on('error', () => {}) // the answer's own error tells
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return answer
}
const endless = (seen: { made: number; ended: boolean }) =>
  async function* () {
    try {
      for (;;) {
        seen.made += 1
        yield PART
      }
    } finally {
      seen.ended = true
    }
  }

describe('a file that is sent while it is made', () => {
  it.each([
    ['as it is', {}],
    ['compressed', { 'accept-encoding': 'gzip' }],
  ])('INV-246 waits for a slow reader, and ends when the reader leaves (%s)', async (_, headers) => {
    const seen = { made: 0, ended: false }
    const answer = await open(await serve(endless(seen)), headers)
    expect(answer.headers['content-disposition']).toBe('attachment; filename="x.csv"')
    answer.once('readable', () => answer.read(1))
    // Compressed, so little travels that it takes long until the reader's buffers are full; leaving must end it at once in either case.
    if (!('accept-encoding' in headers)) {
      let before = -1
      await until('the work rests', () => {
        const rests = seen.made === before
        before = seen.made
        return rests || undefined
      })
      expect(seen.made * PART.length).toBeLessThan(64 * 1024 * 1024)
    }
    answer.destroy()
    await until('the work ends', () => seen.ended || undefined)
  })

  it.each(['identity', 'gzip', 'br'])(
    'begins with its first part, however long the next one takes (%s)',
    async (encoding) => {
      let goOn = () => {}
      const next = new Promise<void>((resolve) => (goOn = resolve))
      async function* slow() {
        yield Buffer.from('template,title')
        await next
        yield PART
      }
      const answer = await open(await serve(slow), { 'accept-encoding': encoding })
      expect(answer.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding)
      const unpacked =
        encoding === 'gzip'
          ? answer.pipe(createGunzip())
          : encoding === 'br'
            ? answer.pipe(createBrotliDecompress())
            : answer
      const [first] = (await once(unpacked, 'data')) as [Buffer]
      expect(first.toString()).toBe('template,title')
      goOn()
      await once(unpacked.resume(), 'end')
    },
  )

  it('is broken off, not ended, when its making fails', async () => {
    async function* failing() {
      yield PART
      throw new Error('no more')
    }
    const answer = await open(await serve(failing))
    const [error] = (await once(answer.resume(), 'error')) as [Error]
    expect(error.message).toBe('aborted')
  })

  it('fails like any other request before its first part', async () => {
    const failing = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('nothing')) }) }
    expect((await open(await serve(() => failing))).statusCode).toBe(500)
  })
})
