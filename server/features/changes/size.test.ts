import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as contract from '#contract/changes/changes.ts'
import { listDynamicMappings } from '#contract/mappings/mappings.ts'
import { mergeAttributes, previewMerge } from '#contract/products/merging.ts'
import { previewRules, saveRules } from '#contract/mappings/rule-changes.ts'
import { getTemplate } from '#contract/templates.ts'
import { makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { makeIntegration } from '../../testing/shop/orders.ts'
import { runChanges } from './run.ts'

const PRODUCTS = 12_345
/** Enough for several turns of the job, as the largest change is tried with prices. */
const SOME = 2500
const LIVE = 2000

let app: TestApp
let templateId: number
let seller: Awaited<ReturnType<typeof makeSeller>>
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

/** Another seller, who has so many products of one template. */
async function begin(products: number): Promise<void> {
  seller = await makeSeller(app.services)
  const { id } = await makeTemplate(seller.ctx, { attributes: [{ name: 'Colour' }] })
  templateId = id
  await sql`
    with made as (
      insert into products (organization_id, template_id, sku, title, description, price, attributes, readiness)
      select ${seller.organization.id}::bigint, ${id}::bigint, 'BIG-' || n, 'Product ' || n, repeat('<p>Some words on it.</p>', 40), n, '[{"name": "Colour", "value": "Red", "source": "user", "overrideDynamicMapping": false}]', 'ready'
      from generate_series(1, ${products}::int) n returning id, sku
    )
    insert into stock_levels (organization_id, product_id, sku, on_hand) select ${seller.organization.id}::bigint, id, sku, 10 from made`.execute(
    seller.ctx.db,
  )
  await sql`analyze`.execute(app.services.database.system)
}

const selection = { filter: {}, except: [] }
const edits = [
  { field: 'price' as const, action: 'multiply' as const, factor: 1.5 },
  { field: 'quantity' as const, action: 'add' as const, amount: 3 },
]
const body = (more: object) => ({ as: seller.as, body: { selection, edits, ...more } as never })
const look = async (id: number | undefined) =>
  (await app.call(contract.getChangeSet, { as: seller.as, params: { id: id ?? 0 } })).body.data
/** In as many turns of the job as it takes. */
const run = async (id: number | undefined) => {
  while (['waiting', 'running'].includes((await look(id))?.state ?? ''))
    await runChanges(app.services, { organizationId: seller.organization.id, changeSetId: id ?? 0 })
  return look(id)
}
const sum = async () =>
  (
    await sql<{ price: number; pieces: number; movements: number }>`
  select sum(price)::bigint as price, (select sum(available)::bigint from stock_levels) as pieces, (select count(*) from stock_movements) as movements from products`.execute(
      seller.ctx.db,
    )
  ).rows[0]

it('INV-078 INV-208 a price change of 12,345 products: previewed, applied and undone as one step', {
  timeout: 120_000,
}, async () => {
  await begin(PRODUCTS)
  // 1 + 2 + … cents; ten pieces each.
  const before = { price: (PRODUCTS * (PRODUCTS + 1)) / 2, pieces: PRODUCTS * 10, movements: 0 }
  expect(await sum()).toEqual(before)
  const seen = (await app.call(contract.previewBulkEdit, body({}))).body.data
  expect(seen).toMatchObject({ total: PRODUCTS, changing: PRODUCTS, failing: 0, capped: false })
  const job = (await app.call(contract.bulkEdit, body({}))).body.data
  expect(await run(job?.id)).toMatchObject({ state: 'done', total: PRODUCTS, changed: PRODUCTS, failed: 0 })
  // Half a cent is rounded up: of n cents, each odd n becomes half a cent more.
  expect(await sum()).toEqual({
    price: before.price * 1.5 + Math.ceil(PRODUCTS / 2) / 2,
    pieces: PRODUCTS * 13,
    movements: PRODUCTS,
  })
  const undoing = (await app.call(contract.undoChangeSet, { as: seller.as, params: { id: job?.id ?? 0 }, body: {} }))
    .body.data
  expect(undoing).toMatchObject({ kind: 'undo', state: 'waiting' })
  expect(await run(undoing?.id)).toMatchObject({ state: 'done', total: PRODUCTS, changed: PRODUCTS, failed: 0 })
  expect(await sum()).toEqual({ ...before, movements: PRODUCTS * 2 })
})

it('TPL-089 TPL-224 two attributes of 2,500 products are merged: previewed, and done as one step', {
  timeout: 120_000,
}, async () => {
  await begin(SOME)
  const input = { templateId, source: 'Colour', target: 'Brand', action: 'fill' as const, deleteSource: true }
  const call = { as: seller.as, body: input }
  const seen = (await app.call(previewMerge, call)).body.data
  expect(seen).toMatchObject({ total: SOME, changing: SOME, filled: SOME, replaced: 0, capped: false })
  const job = (await app.call(mergeAttributes, call)).body.data
  expect(await run(job?.id)).toMatchObject({ state: 'done', total: SOME, changed: SOME, failed: 0 })
  const { rows } = await sql<{ names: string; n: number }>`
    select (select string_agg(a ->> 'name' || '=' || (a ->> 'value'), ',') from jsonb_array_elements(attributes) a) as names, count(*)::int as n
    from products group by 1`.execute(seller.ctx.db)
  expect(rows).toEqual([{ names: 'Brand=Red', n: SOME }])
  const template = (await app.call(getTemplate, { as: seller.as, params: { id: templateId } })).body.data
  expect(template?.attributes.map((a) => a.name)).not.toContain('Colour')
})

it('a rule over 2,000 products that are live: previewed, saved and undone as one step, and every listing follows both times', {
  timeout: 120_000,
}, async () => {
  await begin(SOME)
  const { db, organizationId } = seller.ctx
  const { id: integrationId } = await makeIntegration(seller.ctx)
  await sql`
    update products set configuration = '{"dynamicMappingEnabled": true}', title = 'Mug ' || sku
    where organization_id = ${organizationId} and id in (select id from products where organization_id = ${organizationId} order by id limit ${LIVE})`.execute(
    db,
  )
  await sql`
    insert into listing_products (organization_id, product_id, template_id, channel, integration_id, schema_overrides, status, external_id, list, sync)
    select organization_id, id, template_id, 'ebay', ${integrationId}::bigint, '{}', 'listed', 'e-' || id, true, true
    from products where organization_id = ${organizationId} and title like 'Mug %'`.execute(db)
  const owing = async () =>
    (
      await sql<{ n: number }>`
        select count(*)::int as n from listing_debts where organization_id = ${organizationId} and pending = 'revise'`.execute(
        db,
      )
    ).rows[0]?.n
  const paid = () =>
    sql`update listing_debts set pending = null, pending_since = null where organization_id = ${organizationId}`.execute(
      db,
    )
  const uuid = () => app.services.clock.uuid()
  const actions = [{ uuid: uuid(), target: '', action: 'append', value: 'of clay' }]
  const dynamicMappings = [{ uuid: uuid(), name: 'Clay', rules: [{ uuid: uuid(), conditionSets: [], actions }] }]
  const tabs = [{ ownerType: 'Template', applyTo: 'title', dynamicMappings }]
  const call = { as: seller.as, body: { templateId, tabs } as never }
  await paid()
  const seen = (await app.call(previewRules, call)).body.data
  expect(seen).toMatchObject({ total: LIVE, failing: 0 })
  expect([seen?.changing, await owing()]).toEqual([seen?.capped ? expect.any(Number) : LIVE, 0])
  const saved = await run((await app.call(saveRules, call)).body.data?.id)
  expect(saved).toMatchObject({ state: 'done', total: LIVE, changed: LIVE, unchanged: 0 })
  expect(await owing()).toBe(LIVE)
  await paid()
  const undone = await app.call(contract.undoChangeSet, { as: seller.as, params: { id: saved?.id ?? 0 }, body: {} })
  expect(await run(undone.body.data?.id)).toMatchObject({ state: 'done', changed: LIVE })
  expect(await owing()).toBe(LIVE)
  const left = await app.call(listDynamicMappings, { as: seller.as, query: { parentId: templateId } })
  expect(left.body.data).toEqual([])
})
