import { afterAll, beforeAll, expect, it } from 'vitest'
import { getAttention } from '#contract/analytics/analytics.ts'
import { saveIntegration } from '#contract/integrations/integrations.ts'
import { saveListingProducts } from '#contract/listings/listings.ts'
import { listProducts } from '#contract/products/products.ts'
import { listRequirements } from '#contract/requirements/requirements.ts'
import { createOperator } from '#contract/safety/operators.ts'
import { getTemplate, saveTemplate } from '#contract/templates.ts'
import type { Sandbox } from '#sandbox/main.ts'
import { openSandbox } from '#sandbox/testing/open.ts'
import { operatorInput } from '../../testing/operators.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { until } from '../../testing/setup/until.ts'
import { type Shop, openShop } from '../../testing/shop/shop.ts'
import { startBackground } from '../background.ts'
import { readRequirementsJob } from './jobs.ts'

const HOUR_MS = 3_600_000
let ahead = Date.parse('2027-01-30T06:00:00Z') - Date.now()
const now = () => new Date(Date.now() + ahead)
let app: TestApp
let sandbox: Sandbox
let shop: Shop
let templateId: number

beforeAll(async () => {
  sandbox = await openSandbox({ now })
  app = await testApp({ SANDBOX_PORT: String(sandbox.port) })
  app.services.clock = { ...app.services.clock, now }
  shop = await openShop(app, sandbox, ['etsy', 'ebay'], { shop: 'TraderKiel' })
  templateId = await shop.template()
}, 60_000)
afterAll(async () => {
  await app?.stop()
  await sandbox?.stop()
})

const requirements = async () => (await app.call(listRequirements, { query: {}, as: shop.as })).body.data ?? []
const read = async (channel: 'etsy' | 'ebay') =>
  readRequirementsJob(app.services, {
    organizationId: shop.ctx.organizationId,
    integrationId: await shop.integrationId(channel),
  })
const pass = (hours: number) => void (ahead += hours * HOUR_MS)
const affected = async (requirementId: number) =>
  (await app.call(listProducts, { query: { requirementId }, as: shop.as })).body.data?.data.map(({ id }) => id)
const sellToEu = async (euSales: string) =>
  app.call(saveIntegration, {
    body: { channel: 'etsy', integrationId: await shop.integrationId('etsy'), settings: { euSales } },
    as: shop.as,
  })

it('a rule with a date names the live listings that do not meet it, until a template default does', async () => {
  const { id } = await shop.product(templateId)
  await shop.product(templateId)
  await shop.list('etsy', id)
  await read('etsy')
  expect(await requirements()).toEqual([])
  await sellToEu('trader')
  await read('etsy')
  const [rule] = await requirements()
  expect(rule).toMatchObject({
    channel: 'etsy',
    title: 'Etsy requires a manufacturer and an EU responsible person',
    from: '2027-02-01',
    daysLeft: 2,
    isFound: false,
    listings: 1,
    templates: [{ templateId, listings: 1 }],
    attributes: ['Manufacturer', 'EU responsible person'],
  })
  expect(await affected(rule?.id ?? 0)).toEqual([id])
  const attention = (await app.call(getAttention, { as: shop.as })).body.data?.requirements
  expect(attention).toMatchObject({ items: 1, rows: [{ id: rule?.id, listings: 1, daysLeft: 2 }] })

  const integrationId = await shop.integrationId('etsy')
  for (const role of ['manufacturer', 'responsible_person'] as const)
    await app.call(createOperator, {
      body: operatorInput({ role, name: 'Acme', externalIds: { [integrationId]: '11' } }),
      as: shop.as,
    })
  const { attributes = [] } = (await app.call(getTemplate, { params: { id: templateId }, as: shop.as })).body.data ?? {}
  const added = ['Manufacturer', 'EU responsible person'].map((name) => ({ name, defaultValue: 'Acme' }))
  const body = { productTemplate: { attributes: [...attributes, ...added] } }
  await app.call(saveTemplate, { params: { id: templateId }, body: body as never, as: shop.as })
  await read('etsy')
  expect(await requirements()).toMatchObject([{ listings: 0, templates: [] }])
  expect(await affected(rule?.id ?? 0)).toEqual([])
  expect((await app.call(getAttention, { as: shop.as })).body.data?.requirements.items).toBe(0)

  await sellToEu('private')
  await read('etsy')
  expect(await requirements()).toEqual([])
})

it('a category that a channel removes overnight is found in the night, with the listings in it', async () => {
  const { id } = await shop.product(templateId)
  await shop.list('ebay', id)
  await read('ebay')
  expect((await requirements()).filter(({ isFound }) => isFound)).toEqual([])
  await fetch(`${sandbox.url}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ channel: 'ebay', kind: 'take_category' }),
  })
  pass(2)
  await read('ebay')
  expect((await requirements()).filter(({ isFound }) => isFound)).toEqual([])
  pass(23)
  await read('ebay')
  const changes = (await requirements()).filter(({ isFound }) => isFound)
  expect(changes).toMatchObject([
    { channel: 'ebay', title: 'eBay removed category T-Shirts', from: '2027-01-31', listings: 1 },
  ])
  expect(await affected(changes[0]?.id ?? 0)).toEqual([id])

  const schemaOverrides = { selectedCategoryIds: '11484' }
  const listingProducts = [{ channel: 'ebay' as const, productId: id, schemaOverrides }]
  expect((await app.call(saveListingProducts, { body: { listingProducts }, as: shop.as })).status).toBe(200)
  await read('ebay')
  expect((await requirements()).filter(({ isFound }) => isFound)).toMatchObject([{ listings: 0 }])
})

it('where an account sells is compared with the rules of its channel as soon as it is saved', async () => {
  const background = await startBackground(app.services)
  const integrationId = await shop.integrationId('etsy')
  await sellToEu('trader')
  const compared = await until('the listings are compared', async () => {
    const reads = await shop.ctx.db
      .selectFrom('requirementReads')
      .selectAll()
      .where('integrationId', '=', integrationId)
      .execute()
    return reads.find(({ settings }) => settings.includes('trader'))
  })
  await background.stop()
  expect(compared.countedAt).not.toBeNull()
})
