import { afterAll, beforeAll, expect, it } from 'vitest'
import { bulkEdit, getChangeSet, undoChangeSet } from '#contract/changes/changes.ts'
import { saveIntegration } from '#contract/integrations/integrations.ts'
import { saveListingProducts } from '#contract/listings/listings.ts'
import { preflight } from '#contract/listings/preflight.ts'
import { createOperator } from '#contract/safety/operators.ts'
import { addAttributes, getTemplate, saveTemplate } from '#contract/templates.ts'
import type { Sandbox } from '#sandbox/main.ts'
import { openSandbox } from '#sandbox/testing/open.ts'
import { operatorInput } from '../../testing/operators.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { until } from '../../testing/setup/until.ts'
import { importer } from '../../testing/shop/imports.ts'
import { type Shop, openShop } from '../../testing/shop/shop.ts'
import { startBackground } from '../background.ts'
import { withConnection } from '../integrations/connections/connections.ts'
import { prepare } from '../listings/content/source.ts'
import * as listings from '../listings/queries.ts'

const before = Date.parse('2027-01-31T06:00:00Z')
const after = Date.parse('2027-02-01T06:00:00Z')
/** Products of each manufacturer. */
const EACH = 6

/** The time goes on from a day that the test chooses, for Motto and for the sandbox. */
let ahead = before - Date.now()
const now = () => new Date(Date.now() + ahead)
let app: TestApp
let sandbox: Sandbox
let background: Awaited<ReturnType<typeof startBackground>>
let shop: Shop
let templateId: number
let integrationId: number
let ids: number[]
let skus: string[]

beforeAll(async () => {
  sandbox = await openSandbox({ now })
  app = await testApp({ SANDBOX_PORT: String(sandbox.port) })
  app.services.clock = { ...app.services.clock, now }
  background = await startBackground(app.services)
  shop = await openShop(app, sandbox, ['etsy'], { shop: 'TraderKiel' })
  templateId = await shop.template()
  await app.call(addAttributes, { body: { templateId, attributes: ['Manufacturer'] }, as: shop.as })
  integrationId = await shop.integrationId('etsy')
  ids = []
  skus = []
  for (let i = 0; i < 2 * EACH; i += 1) {
    const { id, sku } = await shop.product(templateId)
    ids.push(id)
    skus.push(sku)
  }
  await app.call(saveListingProducts, {
    body: { listingProducts: ids.map((productId) => ({ channel: 'etsy' as const, productId })) },
    as: shop.as,
  })
  await sellToEu('trader')
  await operator('manufacturer', 'Acme', '11')
  await operator('manufacturer', 'Bolt', '12')
  await operator('responsible_person', 'Rep', '21')
}, 60_000)
afterAll(async () => {
  await background?.stop()
  await app?.stop()
  await sandbox?.stop()
})

const sellToEu = async (euSales: string) =>
  expect(
    (await app.call(saveIntegration, { body: { channel: 'etsy', integrationId, settings: { euSales } }, as: shop.as }))
      .status,
  ).toBe(200)
const operator = (role: 'manufacturer' | 'responsible_person', name: string, externalId: string) =>
  app.call(createOperator, {
    body: operatorInput({ role, name, externalIds: { [integrationId]: externalId } }),
    as: shop.as,
  })
async function setDefault(value: string) {
  const { attributes } = (await app.call(getTemplate, { params: { id: templateId }, as: shop.as })).body.data ?? {}
  const others = (attributes ?? []).filter(({ name }) => name !== 'EU responsible person')
  const added = value ? [{ name: 'EU responsible person', defaultValue: value }] : []
  const body = { productTemplate: { attributes: [...others, ...added] } }
  expect((await app.call(saveTemplate, { params: { id: templateId }, body: body as never, as: shop.as })).status).toBe(
    200,
  )
}
const ended = (id: number) =>
  until(`change set ${id} is done`, async () => {
    const set = (await app.call(getChangeSet, { params: { id }, as: shop.as })).body.data
    return set?.state === 'done' ? set : undefined
  })
const undo = async (id: number) => {
  const { body } = await app.call(undoChangeSet, { params: { id }, as: shop.as })
  return ended(body.data?.id ?? 0)
}

type Found = Record<'errors' | 'warnings', string[]>
/** Which operators the check misses of each product; other problems are not counted. */
async function missing(): Promise<Found[]> {
  const findings: Found[] = []
  for (const productId of ids) {
    const { body } = await app.call(preflight, { query: { productId, channel: 'etsy' }, as: shop.as })
    if (!body.data) throw new Error(`nothing was checked: ${body.message}`)
    const of = (fields: Record<string, string> = {}) =>
      Object.keys(fields).flatMap((field) => (field.startsWith('attributes.') ? field.slice('attributes.'.length) : []))
    findings.push({ errors: of(body.data.errors), warnings: of(body.data.warnings) })
  }
  return findings
}
/** What Etsy’s simulator says of a product that is sent to it whatever the check said. */
async function sentAnyhow(productId: number): Promise<string> {
  const row = await listings.listing(shop.ctx, productId, integrationId)
  const [prepared] = row ? await prepare(shop.ctx, [row]) : []
  if (!prepared) throw new Error('nothing to send')
  const key = { organizationId: shop.ctx.organizationId, integrationId }
  const [outcome] = await withConnection(app.services, key, ({ channel, connection }) =>
    channel.listings.publish(connection, [prepared.ready]),
  )
  return outcome?.ok ? 'accepted' : (outcome?.error.message ?? '')
}
const every = (of: Found) => ids.map(() => of)
const both = ['Manufacturer', 'EU responsible person']

it('operators come by a template default, a file and a bulk edit, are undone, and the check predicts what Etsy rejects', async () => {
  expect(await missing()).toEqual(every({ errors: [], warnings: both }))
  await setDefault('Rep')
  expect(await missing()).toEqual(every({ errors: [], warnings: ['Manufacturer'] }))

  const file = ['SKU,Manufacturer', ...skus.slice(0, EACH).map((sku) => `${sku},Acme`)].join('\n')
  const { id: importId, done } = await importer(app, shop.as).imported(file, {
    template: templateId,
    attributeMappings: { Manufacturer: 'Manufacturer' },
  })
  expect(done).toMatchObject({ state: 'done' })
  const edit = await app.call(bulkEdit, {
    body: {
      selection: { ids: ids.slice(EACH) },
      edits: [{ field: 'attr.Manufacturer', action: 'set', value: 'Bolt' }],
    },
    as: shop.as,
  })
  const bulk = await ended(edit.body.data?.id ?? 0)
  expect(bulk).toMatchObject({ changed: EACH, failed: 0 })

  ahead = after - Date.now()
  expect(await missing()).toEqual(every({ errors: [], warnings: [] }))
  expect(await sentAnyhow(ids[0] ?? 0)).toBe('accepted')

  const { changeSetId } = (await importer(app, shop.as).get(importId)) ?? {}
  expect(await undo(bulk.id)).toMatchObject({ changed: EACH, failed: 0 })
  expect(await undo(changeSetId ?? 0)).toMatchObject({ changed: EACH, failed: 0 })
  expect(await missing()).toEqual(every({ errors: ['Manufacturer'], warnings: [] }))
  await setDefault('')
  expect(await missing()).toEqual(every({ errors: both, warnings: [] }))
  expect(await sentAnyhow(ids[1] ?? 0)).toMatch(/gpsr_manufacturer_id is required/)
}, 60_000)

it('nothing is missed of an account that sells privately or not to the EU', async () => {
  for (const euSales of ['private', 'none', '']) {
    await sellToEu(euSales)
    expect(await missing()).toEqual(every({ errors: [], warnings: [] }))
  }
})
