import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type Address, fetchOutside, type Guard, isPublic, publicOnly } from './outgoing.ts'

const MB = 1024 * 1024
const loopback: Address = { address: '127.0.0.1', family: 4 }
/** Names lead to this machine, as they may in no installation. */
const open: Guard = { resolve: async () => [loopback], mayReach: () => true, mayUse: () => true }
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A shop's web server. @returns its port, and what was asked of it */
async function shop(answer: RequestListener): Promise<{ port: number; requests: string[] }> {
  const requests: string[] = []
  const server = createServer((request, reply) => {
    requests.push(`${request.headers.host}${request.url}`)
    answer(request, reply)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(() => server.close().closeAllConnections())
  return { port: (server.address() as AddressInfo).port, requests }
}
const take = (address: string, guard = open, maxBytes = MB) =>
  fetchOutside(address, { guard, maxBytes, timeoutMs: 20_000, type: 'image/' })
const picture: RequestListener = (_, reply) => void reply.setHeader('content-type', 'image/png').end('a picture')

describe('an address that a user gave', () => {
  it.each([
    ['127.0.0.1', 4],
    ['10.1.2.3', 4],
    ['172.31.0.1', 4],
    ['192.168.1.1', 4],
    ['169.254.169.254', 4],
    ['100.64.0.1', 4],
    ['0.0.0.0', 4],
    ['224.0.0.1', 4],
    ['255.255.255.255', 4],
    ['::1', 6],
    ['::', 6],
    ['::ffff:127.0.0.1', 6],
    ['::ffff:8.8.8.8', 6],
    ['64:ff9b::7f00:1', 6],
    ['fe80::1', 6],
    ['fd00::1', 6],
    ['ff02::1', 6],
    ['2002:7f00:1::', 6],
    ['2001::1', 6],
  ])('%s is not the public Internet', (address, family) => expect(isPublic({ address, family })).toBe(false))

  it.each([
    ['8.8.8.8', 4],
    ['172.32.0.1', 4],
    ['2606:4700::1111', 6],
  ])('%s is', (address, family) => expect(isPublic({ address, family })).toBe(true))

  it.each([
    ['file:///etc/passwd', 'not an address on the web'],
    ['//nowhere', 'not an address on the web'],
    ['http://dana:secret@shop.example/1.png', 'a name and a password'],
    ['http://127.0.0.1/1.png', 'isn’t publicly accessible'],
    ['http://[::1]/1.png', 'isn’t publicly accessible'],
    ['http://2130706433/1.png', 'isn’t publicly accessible'],
    ['http://0x7f.1/1.png', 'isn’t publicly accessible'],
    ['http://8.8.8.8:5432/1.png', 'not a usual address'],
  ])('%s is refused before anybody is asked', (address, why) => expect(take(address, publicOnly)).rejects.toThrow(why))

  it('is refused when one of the addresses behind its name is private', async () => {
    const { port, requests } = await shop(picture)
    const guard: Guard = {
      ...publicOnly,
      mayUse: () => true,
      resolve: async () => [{ address: '8.8.8.8', family: 4 }, loopback],
    }
    await expect(take(`http://shop.example:${port}/1.png`, guard)).rejects.toThrow('isn’t publicly accessible')
    expect(requests).toEqual([])
  })

  it('is asked at the address that was checked, even when its name leads elsewhere a moment later', async () => {
    const { port, requests } = await shop(picture)
    let times = 0
    const guard: Guard = {
      ...open,
      resolve: async () => [times++ === 0 ? loopback : { address: '192.0.2.1', family: 4 }],
    }
    expect(String(await take(`http://shop.example:${port}/1.png`, guard))).toBe('a picture')
    expect({ requests, times }).toEqual({ requests: [`shop.example:${port}/1.png`], times: 1 })
  })

  it('may lead on, but not to a private address', async () => {
    const { port, requests } = await shop((request, reply) =>
      request.url === '/moved' ? reply.writeHead(302, { location: '/1.png' }).end() : picture(request, reply),
    )
    expect(String(await take(`http://shop.example:${port}/moved`))).toBe('a picture')
    expect(requests).toHaveLength(2)
    const sly = await shop((_, reply) => reply.writeHead(302, { location: `http://10.0.0.1/1.png` }).end())
    const guard: Guard = { ...open, mayReach: ({ address }) => address === '127.0.0.1' }
    await expect(take(`http://shop.example:${sly.port}/`, guard)).rejects.toThrow('10.0.0.1 isn’t publicly accessible')
    const circle = await shop((_, reply) => reply.writeHead(302, { location: '/' }).end())
    await expect(take(`http://shop.example:${circle.port}/`)).rejects.toThrow('redirects too many times')
  })

  it('is taken only as a picture, and only so much of it', async () => {
    const page = await shop((_, reply) => void reply.setHeader('content-type', 'text/html; charset=utf-8').end('<p>'))
    await expect(take(`http://shop.example:${page.port}/`)).rejects.toThrow(
      'answered with text/html; expected an image',
    )
    const result = await shop(
      (_, reply) =>
        void reply.writeHead(200, { 'content-type': 'image/png', 'content-length': 2 * MB }).end(Buffer.alloc(2 * MB)),
    )
    await expect(take(`http://shop.example:${result.port}/`)).rejects.toThrow('larger than 1 MB')
    // One that does not tell how much comes.
    const untold = await shop((_, reply) => {
      reply.writeHead(200, { 'content-type': 'image/png' })
      for (let n = 0; n < 4; n += 1) reply.write(Buffer.alloc(MB / 2))
      reply.end()
    })
    await expect(take(`http://shop.example:${untold.port}/`)).rejects.toThrow('larger than 1 MB')
  })

  it.each([
    [404, false],
    [429, true],
    [503, true],
  ])('that answers %i is worth another try: %s', async (status, passing) => {
    const { port } = await shop((_, reply) => reply.writeHead(status).end())
    await expect(take(`http://shop.example:${port}/1.png`)).rejects.toMatchObject({
      message: `shop.example:${port} answered ${status}.`,
      passing,
    })
  })

  it('whose name stands for nothing, or where nobody answers, is told so', async () => {
    const nobody: Guard = { ...open, resolve: () => Promise.reject(new Error('ENOTFOUND')) }
    await expect(take('http://gone.example/1.png', nobody)).rejects.toMatchObject({
      message: 'gone.example does not exist, or cannot be found at the moment.',
      passing: true,
    })
    const { port } = await shop((request) => request.socket.destroy())
    await expect(take(`http://shop.example:${port}/1.png`)).rejects.toMatchObject({
      message: `shop.example:${port} could not be reached.`,
      passing: true,
    })
  })
})
