import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { driveKeys, importPicture } from '#contract/products/images.ts'
import { makeSeller } from '#seed/make.ts'
import { type Guard, publicOnly } from '../../http/outgoing/outgoing.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'

let app: TestApp
let host: string
let as: string
const warned: object[] = []
const requests: string[] = []
const red = sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
const server = createServer((request, reply) => {
  requests.push(request.url ?? '')
  const type =
    { '/store': 'binary/octet-stream', '/page': 'text/html' }[(request.url ?? '').split('?')[0] ?? ''] ?? 'image/webp'
  if (request.url === '/loop') return void reply.writeHead(302, { location: 'http://169.254.169.254/keys.png' }).end()
  void red
    .clone()
    .webp()
    .toBuffer()
    .then((bytes) => reply.writeHead(200, { 'content-type': type }).end(bytes))
})
/** Names lead to this machine, which no installation allows. */
const open: Guard = {
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  mayReach: ({ address }) => address === '127.0.0.1',
  mayUse: () => true,
}

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  host = `http://pictures.example:${(server.address() as AddressInfo).port}`
  app = await testApp({ DROPBOX_APP_KEY: 'drop', GOOGLE_API_KEY: 'goo' })
  app.services.outgoing = open
  app.services.log = { ...app.services.log, warn: (data) => void warned.push(data) }
  ;({ as } = await makeSeller(app.services))
})
afterAll(async () => {
  server.close().closeAllConnections()
  await app.stop()
})

const take = async (url: string) => (await app.call(importPicture, { body: { url }, as })).body

it.each(['/a.webp', '/store'])('a picture at %s is copied into the own store', async (path) => {
  const url = (await take(host + path)).data?.url ?? ''
  expect(url).toMatch(/^http:\/\/localhost:3000\/media\/\d+\/[0-9a-f]{64}\.webp$/)
  const served = await app.fastify.inject(new URL(url).pathname)
  expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 40, height: 30 })
  // One of our own is taken as it is: from here it could not even be fetched.
  requests.length = 0
  expect([(await take(url)).data?.url, requests]).toEqual([url, []])
})

it('PRO-239 what is no picture is refused with a reason, and a warning without the whole address', async () => {
  const { code, message } = await take(`${host}/page?key=secret`)
  const name = new URL(host).host
  expect(code).toBe('invalid_input')
  expect(message).toBe(`${name} answered with text/html; expected an image.`)
  expect(warned).toMatchObject([{ host: name, reason: message }])
  expect(JSON.stringify(warned)).not.toContain('secret')
})

it.each(['http://[', 'https://a.example:99999/x.png'])(
  'an address that is none, like %s, is refused with a reason',
  async (url) => {
    expect(await take(url)).toMatchObject({
      code: 'invalid_input',
      fields: { url: 'This is not an address on the web.' },
    })
  },
)

it('nothing of the own machine or network is fetched, by name, by number, or by a redirect', async () => {
  requests.length = 0
  expect((await take(`${host}/loop`)).message).toContain('isn’t publicly accessible')
  app.services.outgoing = { ...publicOnly, resolve: open.resolve }
  try {
    for (const address of [
      'http://127.0.0.1/',
      'http://[::1]/',
      'http://10.1.2.3/',
      'http://169.254.169.254/keys',
      'http://home.example/',
    ])
      expect((await take(`${address}a.png`)).message, address).toContain('isn’t publicly accessible')
    expect((await take(host)).message).toContain('is not a usual address of a website')
  } finally {
    app.services.outgoing = open
  }
  expect(requests).toEqual(['/loop'])
})

it('browsers get the keys that are set, and may load what belongs to a drive whose keys are all there', async () => {
  expect((await app.call(driveKeys, { as })).body.data).toEqual({ DROPBOX_APP_KEY: 'drop', GOOGLE_API_KEY: 'goo' })
  const policy = String((await app.fastify.inject('/healthz')).headers['content-security-policy'])
  expect(policy).toContain("script-src 'self' https://www.dropbox.com;")
  expect(policy).not.toContain('google')
})
