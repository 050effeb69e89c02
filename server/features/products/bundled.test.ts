import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getBundle, saveBundle } from '#contract/products/bundles.ts'
import { listAuditEntries } from '#contract/organizations/organizations.ts'
import { getProduct, listProducts } from '#contract/products/products.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import type { Ctx } from '../../context.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { makeOf, partsOf } from '../stock/bundles.ts'
import { levelsOf } from '../stock/service.ts'

import * as products from './service.ts'

let app: TestApp
let ctx: Ctx
let as: string
let template: number
beforeAll(async () => {
  app = await testApp()
  ;({ ctx, as } = await makeSeller(app.services))
  template = (await makeTemplate(ctx)).id
})
afterAll(() => app.stop())

const levelOf = async (id: number) => {
  const [level] = await levelsOf(ctx, [id])
  if (!level) throw new Error('no level')
  return level
}
/** A product of 9 pieces, and a set of two of them. */
async function kit() {
  const cup = await makeProduct(ctx, template, { quantity: 9 })
  const set = await makeProduct(ctx, template, { quantity: 0 })
  const { id } = await levelOf(set.id)
  await makeOf(ctx, id, [{ sku: cup.sku, pieces: 2 }])
  return { cup, set, levelId: id }
}
const bulk = { reason: 'bulk' } as const

describe('a bundle among products', () => {
  it('refuses a quantity of its own on the product page, in the grid and in imports; the same quantity is no change', async () => {
    const { set } = await kit()
    for (const reason of ['edit', 'bulk', 'import'] as const) {
      const [outcome] = await products.updateMany(ctx, [{ id: set.id, quantity: 7 }], { reason })
      expect(outcome).toMatchObject({
        state: 'failed',
        fields: { quantity: /is a bundle\. Change its components’ quantities/ },
      })
    }
    const [unchanged] = await products.updateMany(ctx, [{ id: set.id, quantity: 4, title: 'A set' }], bulk)
    expect(unchanged).toMatchObject({ state: 'changed' })
    expect((await levelOf(set.id)).available).toBe(4)
  })

  it('a component is not deleted, the error names its bundles; without the bundle it is', async () => {
    const { cup, set } = await kit()
    expect(await products.removeMany(ctx, [cup.id, set.id])).toMatchObject([
      {
        state: 'failed',
        code: 'in_bundle',
        message: `This product is a component of ${set.sku}. Take it out of there first.`,
      },
      { state: 'removed' },
    ])
    expect(await products.removeMany(ctx, [cup.id])).toMatchObject([{ state: 'removed' }])
  })

  it('a deleted bundle that comes back is a bundle again, and never has pieces of its own', async () => {
    const { cup, set } = await kit()
    const [outcome] = await products.removeMany(ctx, [set.id])
    if (outcome?.state !== 'removed') throw new Error('not removed')
    await products.restoreMany(ctx, [{ id: set.id, before: outcome.before }])
    const back = await levelOf(set.id)
    expect(back).toMatchObject({ available: 4, bundled: 'bundle' })
    expect((await partsOf(ctx, [back.id])).get(back.id)).toMatchObject([{ sku: cup.sku, pieces: 2 }])
    const [again] = await products.removeMany(ctx, [set.id])
    if (again?.state !== 'removed') throw new Error('not removed')
    await products.removeMany(ctx, [cup.id])
    expect(await products.restoreMany(ctx, [{ id: set.id, before: again.before }])).toMatchObject([
      { state: 'created' },
    ])
    expect(await levelOf(set.id)).toMatchObject({ available: 0, bundled: null })
  })

  it('neither a bundle nor its component gets variations', async () => {
    const { cup, set } = await kit()
    const variations = [{ name: 'Red', sku: `${cup.sku}-red`, quantity: 1 }]
    for (const [{ id }, sentence] of [
      [set, /^Bundles can’t have variations\. Remove the bundle/],
      [cup, /is a bundle component, so it can’t have variations/],
    ] as const)
      expect(await products.updateMany(ctx, [{ id, variations }], bulk)).toMatchObject([
        { state: 'failed', fields: { variations: sentence } },
      ])
  })

  it('a variation that is a component is not removed', async () => {
    const family = await makeProduct(ctx, template, { quantity: 0 })
    const both = ['Red', 'Blue'].map((name) => ({ name, sku: `${family.sku}-${name}`, quantity: 6 }))
    await products.updateMany(ctx, [{ id: family.id, variations: both }], bulk)
    const set = await makeProduct(ctx, template, { quantity: 0 })
    const { id } = await levelOf(set.id)
    await expect(makeOf(ctx, id, [{ sku: family.sku, pieces: 1 }])).rejects.toMatchObject({
      fields: { 'parts.0.sku': /sold in variations/ },
    })
    await makeOf(ctx, id, [{ sku: both[0]?.sku ?? '', pieces: 3 }])
    expect((await levelOf(set.id)).available).toBe(2)
    const red = (await levelsOf(ctx, [family.id])).find(({ sku }) => sku === both[0]?.sku)
    const without = [
      {
        id: (await levelsOf(ctx, [family.id])).find(({ sku }) => sku === both[1]?.sku)?.variationId ?? 0,
        name: 'Blue',
        sku: both[1]?.sku ?? '',
      },
    ]
    expect(red?.bundled).toBe('component')
    expect(await products.updateMany(ctx, [{ id: family.id, variations: without }], bulk)).toMatchObject([
      { state: 'failed', fields: { variations: /"Red" is a component of a bundle/ } },
    ])
  })

  it('follows a component whose SKU changes', async () => {
    const { cup, set, levelId } = await kit()
    await products.updateMany(ctx, [{ id: cup.id, sku: `${cup.sku}-new` }], bulk)
    expect((await partsOf(ctx, [levelId])).get(levelId)).toMatchObject([{ sku: `${cup.sku}-new`, pieces: 2 }])
    expect((await levelOf(set.id)).available).toBe(4)
  })
})

describe('the bundle of a product over the API', () => {
  it('is not overwritten by whoever saw it made of something else', async () => {
    const { cup, set } = await kit()
    const save = (pieces: number, was: number) =>
      app.call(saveBundle, {
        body: { id: set.id, parts: [{ sku: cup.sku, pieces }], was: [{ sku: cup.sku, pieces: was }] },
        as,
      })
    expect((await save(3, 2)).body).toMatchObject({ success: true, data: { available: 3 } })
    expect((await save(9, 2)).body).toMatchObject({
      code: 'edit_conflict',
      message: 'Someone else changed this bundle. Reload and try again.',
    })
    expect((await app.call(getBundle, { params: { id: set.id }, as })).body.data?.parts).toMatchObject([{ pieces: 3 }])
    expect((await save(2, 3)).body).toMatchObject({ success: true, data: { available: 4 } })
  })

  const read = async (id: number) => (await app.call(getBundle, { params: { id }, as })).body.data
  const save = (id: number, parts: { sku: string; pieces: number }[]) =>
    app.call(saveBundle, { body: { id, parts }, as })

  it('is made, read, changed and ended; each is in the history, and its marks are on page and list', async () => {
    const cup = await makeProduct(ctx, template, { quantity: 25 })
    const set = await makeProduct(ctx, template, { quantity: 0 })

    const made = await save(set.id, [{ sku: cup.sku, pieces: 2 }])
    expect(made.body.data).toMatchObject({
      available: 12,
      parts: [{ sku: cup.sku, available: 25, pieces: 2 }],
      in: [],
      refusal: '',
    })
    expect(await read(cup.id)).toMatchObject({
      parts: [],
      in: [{ sku: set.sku, pieces: 2, part: cup.sku, available: 12 }],
      refusal: expect.stringContaining('in another bundle'),
    })
    expect((await app.call(getProduct, { params: { id: set.id }, as })).body.data).toMatchObject({
      bundled: 'bundle',
      quantity: 12,
    })
    const rows = (await app.call(listProducts, { query: { skus: [set.sku, cup.sku] }, as })).body.data?.data
    expect(rows?.map(({ sku, bundled, quantity }) => [sku, bundled, quantity]).toSorted()).toEqual(
      [
        [cup.sku, 'component', 25],
        [set.sku, 'bundle', 12],
      ].toSorted(),
    )
    await save(set.id, [{ sku: cup.sku, pieces: 5 }])
    await save(set.id, [{ sku: cup.sku, pieces: 5 }])
    await save(set.id, [])
    expect(await read(set.id)).toMatchObject({ available: 0, parts: [] })
    const entries = (await app.call(listAuditEntries, { query: { entity: 'product', entityId: set.id }, as })).body.data
      ?.data
    expect(entries?.filter(({ action }) => action === 'bundle').map((entry) => [entry.old, entry.new])).toEqual([
      [{ bundle: [`5 × ${cup.sku}`] }, { bundle: [] }],
      [{ bundle: [`2 × ${cup.sku}`] }, { bundle: [`5 × ${cup.sku}`] }],
      [{ bundle: [] }, { bundle: [`2 × ${cup.sku}`] }],
    ])
  })

  it('refuses what cannot be, at its place', async () => {
    const { cup, set } = await kit()
    const other = await makeProduct(ctx, template, { quantity: 3 })
    const refused = await save(other.id, [{ sku: cup.sku, pieces: 1 }])
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { parts: expect.stringContaining('has 3 units in stock') },
    ])
    const nested = await save(other.id, [{ sku: set.sku, pieces: 1 }])
    expect(nested.status).toBe(400)
    expect((await save(other.id, [{ sku: cup.sku, pieces: 0 }])).body.fields).toEqual({
      'parts.0.pieces': 'Enter at least 1 unit.',
    })
  })

  it('two who change it at once: one state or the other, and its quantity fits', async () => {
    const { cup, set, levelId } = await kit()
    await Promise.all([save(set.id, [{ sku: cup.sku, pieces: 3 }]), save(set.id, [{ sku: cup.sku, pieces: 4 }])])
    const [part] = (await partsOf(ctx, [levelId])).get(levelId) ?? []
    expect([3, 4]).toContain(part?.pieces)
    expect((await levelOf(set.id)).available).toBe(Math.floor(9 / (part?.pieces ?? 1)))
  })
})
