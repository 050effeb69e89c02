import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  bulkEdit,
  getChangeSet,
  listChangeItems,
  previewBulkEdit,
  undoChangeSet,
  updateProducts,
} from '#contract/changes/changes.ts'
import { createProduct, listProducts } from '#contract/products/products.ts'
import { type Meter, type Turns, heldWhile, openMeter, tooLong } from '../testing/cost/turns.ts'
import { until } from '../testing/setup/until.ts'
import { type ImportApp, importApp } from '../testing/shop/imports.ts'

const PRODUCTS = 24

let app: ImportApp
let meter: Meter
let origin: string
let shop: Awaited<ReturnType<ImportApp['shop']>>
let ids: number[]
beforeAll(async () => {
  app = await importApp()
  meter = openMeter()
  origin = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  shop = await app.shop()
  const long = (length: number) => 'a clay mug, '.repeat(length / 12)
  for (let n = 0; n < PRODUCTS; n += 1) {
    const product = {
      templateId: shop.templateId,
      sku: `D-${n}`,
      title: 'Mug',
      description: long(490_000),
      notes: long(99_000),
    }
    await app.call(createProduct, { as: shop.as, body: { product } })
  }
  const { body } = await app.call(listProducts, { as: shop.as, query: { limit: 100 } })
  ids = body.data?.data.map(({ id }) => id) ?? []
  if (ids.length !== PRODUCTS) throw new Error(`${PRODUCTS} products were to be created, and ${ids.length} were`)
})
afterAll(async () => {
  await meter.stop()
  await app.stop()
})

async function sent(method: string, path: string, body?: object) {
  const headers = { cookie: shop.as, ...(body && { 'content-type': 'application/json' }) }
  const url = `${origin}/api/v2${path}`
  const { status, heldMs } = await meter.costOf({ method, url, headers, ...(body && { body: JSON.stringify(body) }) })
  expect(status, path).toBe(200)
  return heldMs
}
const newest = async () => {
  const query = app.services.database.system.selectFrom('changeSets').select(['id', 'state'])
  return query.where('organizationId', '=', shop.ctx.organizationId).orderBy('id', 'desc').limit(1).executeTakeFirst()
}
const over = () => until('the change is done', async () => ((await newest())?.state === 'done' ? true : undefined))

let n = 0
/** All products are changed in many ways, looked at, and changed back. */
async function changed(): Promise<Turns> {
  const turns: Turns = {}
  const selection = { ids }
  const edits = [
    { field: 'notes', action: 'replace', find: 'clay', with: `cla${(n += 1)}` },
    { field: 'title', action: 'set', value: `Mug ${n}` },
  ]
  turns['preview'] = await sent('POST', previewBulkEdit.path, { selection, edits })
  turns['edit'] = await sent('POST', bulkEdit.path, { selection, edits })
  turns['editing'] = await heldWhile(over)
  const set = (await newest())?.id ?? 0
  const at = (path: string) => path.replace('{id}', String(set))
  turns['changes'] = await sent('GET', at(getChangeSet.path))
  turns['changed products'] = await sent('GET', `${at(listChangeItems.path)}?limit=100`)
  turns['undo'] = await sent('POST', at(undoChangeSet.path), {})
  turns['undoing'] = await heldWhile(over)
  turns['rows'] = await sent('POST', updateProducts.path, {
    products: ids.map((id) => ({ id, title: `Cup ${n}`, quantity: n })),
  })
  turns['list'] = await sent('GET', `${listProducts.path}?limit=100`)
  turns['history'] = await sent('GET', `/products/${ids[0]}/history`)
  return turns
}

it('a bulk edit of many long products, its undo and its pages never keep others waiting', async () => {
  expect(await tooLong(changed)).toEqual([])
}, 240_000)
