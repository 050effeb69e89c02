import { expect, it } from 'vitest'
import { isWrite } from '#channels/call.ts'
import { ChannelError } from '#channels/channel.ts'
import { createIntegration, listIntegrations } from '#contract/integrations/integrations.ts'
import { startConnectionCheck } from '#contract/integrations/connection-checks.ts'
import { listListingProducts } from '#contract/listings/listings.ts'
import { updateProduct } from '#contract/products/products.ts'
import { confirmShadow, getShadow, refreshShadow, startShadow } from '#contract/sync/shadow.ts'
import { syncShop } from '../../../testing/setup/sync.ts'
import { withConnection } from '../../integrations/connections/connections.ts'
import { pushJob } from '../jobs.ts'
import { pushBatch } from '../sending/push.ts'
import { ticking } from '../ticker.ts'

const { app, shop, fake, integrationId, live, count, row } = syncShop()

const params = () => ({ integrationId: integrationId() })
const start = () => app().call(startShadow, { params: params(), as: shop().as })
const plan = () =>
  pushJob(app().services, { organizationId: shop().ctx.organizationId, integrationId: integrationId() })
async function shadow() {
  const { body } = await app().call(getShadow, { params: params(), query: {}, as: shop().as })
  if (!body.data) throw new Error(body.message)
  return body.data
}
const confirm = (list: string) => app().call(confirmShadow, { params: params(), body: { list }, as: shop().as })
const writes = () => fake().calls.filter((call) => !/^(read|pull)/.test(call))

it('an account in shadow mode is listed what it would be sent, and is sent it with the confirmation', async () => {
  const product = await live(10)
  await start()
  const before = writes().length
  await count(product, 4)
  await plan()
  await shop().send()
  const list = await shadow()
  expect(
    list.listings.map(({ action, changes }) => [action, ...changes.map(({ now, would }) => `${now} → ${would}`)]),
  ).toEqual([['quantity', '10 → 4']])
  expect(writes().length).toBe(before)
  const [listing] =
    (await app().call(listListingProducts, { query: { productId: product.id }, as: shop().as })).body.data ?? []
  expect(listing?.result?.reason).toContain('shadow mode')

  expect((await confirm(list.list)).status).toBe(200)
  await shop().send()
  expect(writes().slice(before)).toEqual([`set ${product.sku} 4`])
  expect(await row(product.id)).toMatchObject({ pending: null })
  expect((await shadow()).since).toBeNull()
})

it('a confirmation of a list that has changed since sends nothing', async () => {
  const product = await live(10)
  await start()
  await count(product, 4)
  await plan()
  const { list } = await shadow()
  await count(product, 3)
  const early = await confirm(list)
  expect([early.status, early.body.code]).toEqual([409, 'shadow_changed'])
  await plan()
  expect((await confirm(list)).status).toBe(409)
  expect((await shadow()).since).not.toBeNull()
  expect((await confirm((await shadow()).list)).status).toBe(200)
})

it('a sender that was in the midst of its work sends no more once shadow mode is on', async () => {
  const product = await live(10)
  await count(product, 2)
  const before = writes().length
  await pushBatch(shop().ctx, integrationId(), (services, key, work) =>
    withConnection(services, key, async (connected) => {
      await start()
      await connected.connection.http({ method: 'POST', url: 'http://127.0.0.1:1/write' })
      return work(connected)
    }),
  )
  expect(writes().length).toBe(before)
  expect(await row(product.id)).toMatchObject({ pending: 'quantity', attempts: 0 })
  const [integration] = Object.values((await app().call(listIntegrations, { as: shop().as })).body.data ?? {})
  expect(integration).toMatchObject({ heldUp: [], shadowSince: expect.any(String) })
})

it('two workers, and one that starts anew, list the same once', async () => {
  const product = await live(10)
  await start()
  await app().call(updateProduct, {
    body: { product: { id: product.id, title: 'Another title' } } as never,
    as: shop().as,
  })
  const job = { organizationId: shop().ctx.organizationId, integrationId: integrationId() }
  await Promise.all([pushJob({ ...app().services }, job), pushJob({ ...app().services }, job)])
  const first = await shadow()
  await app().call(refreshShadow, { params: params(), as: shop().as })
  expect((await shadow()).computing).toBe(1)
  await ticking({ ...app().services })()
  await pushJob({ ...app().services }, job)
  expect(await shadow()).toEqual(first)
  expect(first.listings.map(({ action }) => action)).toEqual(['revise'])
})

it('a check of the connection makes no test product in shadow mode', async () => {
  await start()
  const answer = await app().call(startConnectionCheck, { params: params(), body: { confirmed: true }, as: shop().as })
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.body.message).toContain('shadow mode')
})

it('an account that was begun in shadow mode has it from its first moment', async () => {
  const body = { name: 'etsy' as const, shadow: true }
  const { body: created } = await app().call(createIntegration, { body, as: shop().as })
  expect(created.data?.shadowSince).not.toBeNull()
})

it('a writing call is told from a question by what the adapter says, and a mutation is always one', () => {
  expect(isWrite({ method: 'GET' })).toBe(false)
  expect(isWrite({ method: 'POST' })).toBe(true)
  expect(isWrite({ method: 'POST', reads: true })).toBe(false)
  expect(isWrite({ method: 'POST', reads: true, json: { query: ' mutation A { x }' } })).toBe(true)
  expect(isWrite({ method: 'POST', reads: true, json: { query: 'query A { x }' } })).toBe(false)
  expect(isWrite({ method: 'DELETE' })).toBe(true)
})

it('what is refused in shadow mode is no failure of the connection', async () => {
  await start()
  const key = { organizationId: shop().ctx.organizationId, integrationId: integrationId() }
  const refused = withConnection(app().services, key, ({ connection }) =>
    connection.http({ method: 'PUT', url: 'http://127.0.0.1:1/write' }),
  )
  await expect(refused).rejects.toThrow(ChannelError)
  await expect(refused).rejects.toThrow('sent nothing to Shopify')
})
