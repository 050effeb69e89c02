import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { channels } from '#channels/registry.ts'
import { remote } from '#channels/testing/conformance/stage.ts'
import { reference } from '#channels/testing/reference/index.ts'
import { makeReference, webhookKey } from '#channels/testing/reference/simulator.ts'
import { connectionHealth } from '#contract/integrations/health.ts'
import { createIntegration } from '#contract/integrations/integrations.ts'
import { getOrder, searchOrders } from '#contract/orders/orders.ts'
import { getClient } from '#contract/organizations/organizations.ts'
import { imageSignature } from '#contract/products/products.ts'
import type { Sandbox } from '#sandbox/main.ts'
import { openSandbox } from '#sandbox/testing/open.ts'
import type { SimRequest } from '#sandbox/kit/simulator.ts'
import { makeSeller } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { authorize, shopOf } from '../../testing/shop/shop.ts'
import { pullOrdersJob } from '../orders/jobs.ts'
import { checkIntegrationJob } from './jobs.ts'

/** The reference channel in the place of a real one. */
const id = 'shopify'
const real = channels[id]
let sandbox: Sandbox
let app: TestApp
/** What the simulator was asked, and what it refuses. */
const requests: string[] = []
const pictures: Buffer[] = []
let refuses = ''

beforeAll(async () => {
  sandbox = await openSandbox({
    channels: {
      [id]: {
        name: 'Reference',
        make: (context) => {
          const simulator = makeReference(context)
          const handle = async (request: SimRequest) => {
            const call = `${request.method} ${request.path.replace(/items.\d+/, 'items/N')}`
            requests.push(call)
            if (call === 'POST /v1/items/N/pictures') pictures.push(request.rawBody)
            const error = { code: 'invalid', message: 'Not this time.' }
            return call === refuses ? { status: 422, body: { error } } : simulator.handle(request)
          }
          return { ...simulator, handle }
        },
      },
    },
  })
  app = await testApp({ SANDBOX_PORT: String(sandbox.port) })
  const { config } = app.services
  config.publicUrl = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const theirs = config.channels[id]
  if (!theirs) throw new Error('It is not set up')
  config.channels[id] = { ...theirs, secrets: { webhookKey }, origins: { api: `${sandbox.url}/${id}` } }
  channels[id] = reference as never
})
afterAll(async () => {
  channels[id] = real
  await app.stop()
  await sandbox.stop()
})

/** Uploads a picture to our own store. @returns its address */
async function upload(as: string, file: Buffer): Promise<string> {
  const { apiKey, timestamp, signature, folder } = (await app.call(imageSignature, { as })).body.data ?? {}
  const form = new FormData()
  for (const [name, value] of Object.entries({ api_key: apiKey, timestamp, signature, folder }))
    form.set(name, String(value))
  form.set('file', new Blob([new Uint8Array(file)]), 'shirt.jpg')
  const answer = await fetch(`${app.services.config.publicUrl}/media/upload`, { method: 'POST', body: form })
  return ((await answer.json()) as { secure_url: string }).secure_url
}

it('CHN-106 a channel with every awkward property is connected, listed on and sells', async () => {
  const { ctx, as } = await makeSeller(app.services)
  // PKCE and a region that is asked for before.
  await app.call(createIntegration, { body: { name: id, answers: { region: 'jp' } }, as })
  await authorize(app, as, id)
  // Nobody said in what the organization sells: its first account does.
  expect((await app.call(getClient, { query: {}, as })).body.data).toMatchObject({ currency: 'JPY' })
  const there = remote(sandbox.url, id)
  const onChannel = async (_on: string, sku: string) =>
    (await there.listings()).filter((listing) => listing.sku === sku)
  const shop = shopOf(app, { ctx, as }, [id], async () => ({}), onChannel)
  const integrationId = await shop.integrationId(id)
  const job = { organizationId: ctx.organizationId, integrationId }
  await pullOrdersJob(app.services, job)

  // The draft is made, its second step is refused: the next try goes on with it.
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const address = await upload(as, photo)
  const product = await shop.product(await shop.template(), { images: [{ url: address }], price: 1980 })
  refuses = 'PATCH /v1/items/N'
  expect(await shop.list(id, product.id, { sync: true })).toMatchObject({ status: 'error' })
  refuses = ''
  expect(await shop.list(id, product.id, { sync: true })).toMatchObject({ status: 'listed', externalId: '1' })
  expect(await there.listings()).toMatchObject([{ sku: product.sku, price: 1980, quantity: 10, status: 'live' }])
  expect(requests.filter((call) => call === 'POST /v1/items')).toHaveLength(1)

  // Its picture went as bytes: those that we keep.
  const image = Buffer.from(await (await fetch(address)).arrayBuffer())
  const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const [sent = Buffer.alloc(0)] = pictures
  const start = sent.indexOf(Buffer.from([0xff, 0xd8, 0xff]))
  expect(hashOf(sent.subarray(start, start + image.length))).toBe(hashOf(image))

  // Its one address for all accounts answers the handshake; a sale calls it, and we look.
  const url = `${app.services.config.publicUrl}/api/v2/webhooks/${id}`
  const registered = await fetch(`${sandbox.url}/${id}/app/webhook`, { method: 'PUT', body: JSON.stringify({ url }) })
  expect([registered.status, await registered.text()]).toEqual([200, '{}'])
  await checkIntegrationJob(app.services, job)
  const health = async () => (await app.call(connectionHealth, { params: { channel: id }, query: {}, as })).body.data
  expect((await health())?.readiness).toMatchObject([{ id: 'calls', state: 'advice' }])
  expect((await health())?.readiness[0]?.detail).toContain(` The address: ${url}`)
  const { boss } = app.services.queue
  await boss.deleteQueuedJobs('orders.pull')
  const { externalOrderId } = await there.buy(product.sku, 2)
  await expect
    .poll(() => boss.findJobs('orders.pull', { data: { integrationId } }), { timeout: 10_000 })
    .toMatchObject([{ data: { hinted: true } }])
  await pullOrdersJob(app.services, { ...job, hinted: true })
  // Nobody could ask whether it calls; that it called tells.
  expect((await health())?.readiness).toEqual([{ id: 'calls', title: 'Notices of sales', state: 'ok', detail: '' }])

  // Yen have no cents: 1980 of them are 1980.00.
  const orders = (await app.call(searchOrders, { query: {}, as })).body.data ?? []
  expect(orders).toHaveLength(1)
  const orderId = orders[0]?.id ?? 0
  const { order } = (await app.call(getOrder, { query: { orderId }, as })).body.data ?? {}
  expect(order).toMatchObject({ externalOrderId, currency: 'JPY', totalAmount: 3960 })
})
