import { beforeAll, expect, it } from 'vitest'
import type { Jobs } from '../../jobs/jobs.ts'
import { sandboxedApp } from '../../testing/setup/sandboxed.ts'
import { until } from '../../testing/setup/until.ts'
import { openShop, type Shop } from '../../testing/shop/shop.ts'
import { checkIntegrationJob } from './jobs.ts'

const on = sandboxedApp()
let shop: Shop
let integrationId: number
beforeAll(async () => {
  const publicUrl = await on.app.fastify.listen({ port: 0, host: '127.0.0.1' })
  Object.assign(on.app.services.config, { publicUrl })
  shop = await openShop(on.app, on.sandbox, ['ebay'])
  integrationId = await shop.integrationId('ebay')
})

const looks = async () =>
  (await on.app.services.queue.boss.findJobs<Jobs['orders.pull']>('orders.pull', {})).filter(
    ({ data }) => data.integrationId === integrationId && data.hinted,
  )
const row = () =>
  shop.ctx.db
    .selectFrom('integrations')
    .select(['hookKey', 'hookedAt', 'hooksProblem'])
    .where('organizationId', '=', shop.ctx.organizationId)
    .where('id', '=', integrationId)
    .executeTakeFirstOrThrow()

it('a sale on eBay is told to the seller’s own address, which then asks for new orders at once', async () => {
  await checkIntegrationJob(on.app.services, { organizationId: shop.ctx.organizationId, integrationId })
  expect(await row()).toMatchObject({ hookedAt: expect.any(Date), hooksProblem: '' })
  const { id, sku } = await shop.product(await shop.template())
  await shop.list('ebay', id)
  expect(await looks()).toEqual([])
  await shop.remotes.ebay.buy(sku, 2)
  const job = await until('the notice', async () => (await looks())[0])
  expect(job.data).toMatchObject({ organizationId: shop.ctx.organizationId, integrationId, hinted: true })
})

it('an address tells eBay alone that it is ours, and only where it is somebody’s', async () => {
  const { hookKey } = await row()
  const address = `/api/v2/webhooks/ebay/${shop.ctx.organizationId}/${hookKey}`
  const ask = async (url: string) => (await on.app.fastify.inject(url)).statusCode
  expect(await ask(`${address}?challenge_code=abc`)).toBe(200)
  expect(await ask(address)).toBe(404)
  expect(await ask(`${address}?challenge_code=a&challenge_code=b`)).toBe(404)
  expect(await ask(`/api/v2/webhooks/ebay/${shop.ctx.organizationId}/${crypto.randomUUID()}?challenge_code=abc`)).toBe(
    404,
  )
  expect(await ask(`/api/v2/webhooks/shopify/${shop.ctx.organizationId}/${hookKey}?challenge_code=abc`)).toBe(404)
})

it('a notice that eBay did not sign is refused and asks for nothing', async () => {
  const before = await looks()
  const { hookKey } = await row()
  const { statusCode } = await on.app.fastify.inject({
    method: 'POST',
    url: `/api/v2/webhooks/ebay/${shop.ctx.organizationId}/${hookKey}`,
    payload: { metadata: { topic: 'ORDER_CONFIRMATION' }, notification: { data: { orderId: '1' } } },
    headers: { 'x-ebay-signature': Buffer.from('{"kid":"mine","signature":"c2ln"}').toString('base64') },
  })
  expect(statusCode).toBe(401)
  expect(await looks()).toEqual(before)
})
