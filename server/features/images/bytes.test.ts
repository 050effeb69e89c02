import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ChannelError } from '#channels/channel.ts'
import type { Connection } from '#channels/connection.ts'
import { channelOf } from '#channels/registry.ts'
import { imageSignature } from '#contract/products/products.ts'
import { makeSeller } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { connectionOf } from '../integrations/connections/connections.ts'
import type { Guard } from '../../http/outgoing/outgoing.ts'
import { publicOnly } from '../../http/outgoing/outgoing.ts'
import { MOST_BYTES } from './remote.ts'

let app: TestApp
let host: string
let picture: Connection['picture']
const red = sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
const files: Record<string, () => Promise<Buffer>> = {
  '/a.jpg': () => red.clone().jpeg().toBuffer(),
  '/a.webp': () => red.clone().webp().toBuffer(),
  '/large.jpg': async () => Buffer.alloc(MOST_BYTES + 1, 0xff),
}
const server = createServer((request, reply) => {
  const file = files[request.url ?? '']
  if (!file) return void reply.writeHead(404).end()
  void file().then((bytes) => reply.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes))
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
  app = await testApp()
  ;({ picture } = connectionOf(app.services, channelOf('ebay'), {
    key: { organizationId: 1, integrationId: 1 },
    shop: '',
    facts: {},
    currency: 'USD',
    accessToken: '',
    settings: {},
  }))
  app.services.outgoing = open
})
afterAll(async () => {
  server.close().closeAllConnections()
  await app.stop()
})

const refusal = async (url: string) => {
  const error: unknown = await picture(url).then(
    () => undefined,
    (e: unknown) => e,
  )
  if (!(error instanceof ChannelError)) throw error ?? new Error('It was had')
  return error
}

it('a picture from outside comes as it is, but WebP as JPEG', async () => {
  const plain = await picture(`${host}/a.jpg`)
  expect(plain).toMatchObject({ type: 'image/jpeg', name: 'picture.jpg' })
  expect(Buffer.from(plain.bytes).equals((await files['/a.jpg']?.()) ?? Buffer.alloc(0))).toBe(true)
  const made = await picture(`${host}/a.webp`)
  expect(made).toMatchObject({ type: 'image/jpeg', name: 'picture.jpg' })
  expect(await sharp(made.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 30 })
})

it('one that is too large or not there is the trouble of the listing, at its pictures', async () => {
  for (const path of ['/large.jpg', '/gone.jpg'])
    expect(await refusal(`${host}${path}`)).toMatchObject({
      kind: 'invalid',
      fields: { images: expect.stringMatching(/./) },
    })
})

it('an address of the own network is not fetched', async () => {
  app.services.outgoing = publicOnly
  try {
    for (const url of [
      'http://127.0.0.1/a.jpg',
      'http://169.254.169.254/latest',
      'http://[::1]/a.jpg',
      'http://10.0.0.8/',
    ])
      expect((await refusal(url)).message, url).toContain('isn’t publicly accessible')
  } finally {
    app.services.outgoing = open
  }
})

it('one of our own store is taken from there, without a request', async () => {
  const { as } = await makeSeller(app.services)
  const file = (await files['/a.jpg']?.()) ?? Buffer.alloc(0)
  const { apiKey, timestamp, signature, folder } = (await app.call(imageSignature, { as })).body.data ?? {}
  const form = new FormData()
  for (const [name, value] of Object.entries({ api_key: apiKey, timestamp, signature, folder }))
    form.set(name, String(value))
  form.set('file', new Blob([new Uint8Array(file)]), 'shirt.jpg')
  const sent = new Request('http://localhost/', { method: 'POST', body: form })
  const answer = await app.fastify.inject({
    method: 'POST',
    url: '/media/upload',
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
  const { secure_url: url } = answer.json<{ secure_url: string }>()
  const nobody = () => Promise.reject(new Error('It was asked for'))
  app.services.outgoing = { ...open, resolve: nobody }
  try {
    const own = await picture(url)
    expect(await sharp(own.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 30 })
  } finally {
    app.services.outgoing = open
  }
})
