import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '#contract/views.ts'
import { makeMember, makeSeller, makeSession, makeUser } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'

let app: TestApp
let seller: Awaited<ReturnType<typeof makeSeller>>
/** A colleague in the same organization, and a guest of it. */
let colleague: string
let guest: string

beforeAll(async () => {
  app = await testApp()
  seller = await makeSeller(app.services)
  const join = async (roleId: number, name: string) => {
    const user = await makeUser(app.services, { name })
    await makeMember(app.services, seller.organization.id, user.id, roleId)
    return makeSession(app.services, user.id, seller.organization.id)
  }
  colleague = await join(4, 'Kim Park')
  guest = await join(5, 'Gil Guest')
})
afterAll(() => app.stop())

const config = (more: Partial<contract.ViewConfig> = {}): contract.ViewConfig => ({
  version: 1,
  page: 'products',
  type: 'table',
  columns: ['sku', 'title', 'attr.Mount'],
  widths: { title: 320 },
  filters: { search: ['red', 'shoe'], minPrice: '12.5' },
  ...more,
})
const create = (name: string, { as = seller.as, page = 'products', shared = false } = {}) =>
  app.call(contract.createView, {
    params: { page },
    body: { name, type: 'table', config: config({ page }), shared },
    as,
  })
const created = async (name: string, more: Parameters<typeof create>[1] = {}) => {
  const { body } = await create(name, more)
  if (!body.data) throw new Error(body.message)
  return body.data
}
const list = async (as = seller.as, page = 'products') =>
  (await app.call(contract.listViews, { query: { page }, as })).body.data ?? []
const update = (id: number, body: object, as = seller.as) => app.call(contract.updateView, { params: { id }, body, as })

describe('views', () => {
  it('INV-251 INV-252 are saved by both paths, and answer success, data and message', async () => {
    const { status, body } = await create('Shop floor')
    expect([status, body.success, body.message, body.data?.name]).toEqual([200, true, 'View created.', 'Shop floor'])
    const other = await app.call(contract.createViewByBody, {
      body: { page: 'products', type: 'table', name: 'By body', config: config() },
      as: seller.as,
    })
    expect([other.status, other.body.data?.page]).toEqual([200, 'products'])
  })
  it('INV-190..INV-204 carry their fields, and give back the layout as it was', async () => {
    const view = await created('Whole')
    expect(view).toEqual({
      id: expect.any(Number),
      name: 'Whole',
      isDefault: false,
      shared: false,
      clientId: seller.organization.id,
      userId: seller.user.id,
      userName: seller.user.name,
      page: 'products',
      type: 'table',
      active: true,
      config: {
        version: 1,
        page: 'products',
        type: 'table',
        columns: ['sku', 'title', 'attr.Mount'],
        widths: { title: 320 },
        filters: { search: ['red', 'shoe'], minPrice: '12.5' },
      },
    })
  })
  it('INV-250 INV-162 are listed by page, each page its own, by name', async () => {
    await created('b orders', { page: 'orders' })
    await created('A orders', { page: 'orders' })
    expect((await list(seller.as, 'orders')).map((v) => v.name)).toEqual(['A orders', 'b orders'])
    expect((await list()).some((v) => v.page !== 'products')).toBe(false)
  })
  it('INV-207 belong to their user', async () => {
    const view = await created('Mine alone')
    expect((await list(colleague)).map((v) => v.name)).toEqual([])
    expect([
      (await update(view.id, { name: 'Theirs' }, colleague)).status,
      (await app.call(contract.deleteView, { params: { id: view.id }, as: colleague })).status,
    ]).toEqual([404, 404])
  })
  it('INV-169 INV-172 need a name and are renamed, trimmed', async () => {
    const view = await created('  Old name ')
    expect(view.name).toBe('Old name')
    expect((await update(view.id, { name: ' New name ' })).body.data?.name).toBe('New name')
    for (const answer of [await create('   '), await update(view.id, { name: ' ' })])
      expect([answer.status, answer.body.fields?.name]).toEqual([400, 'Must set name'])
  })
  it('INV-187 refuse a name that the page has, whatever its case; another page or person may have it', async () => {
    const view = await created('Twice')
    const again = await create('twice')
    expect([again.status, again.body.code, again.body.message]).toEqual([
      409,
      'view_taken',
      'A view with this name already exists for this page.',
    ])
    expect(again.body.fields?.name).toBe('A view with this name already exists for this page.')
    const another = await created('Another')
    expect((await update(another.id, { name: 'TWICE' })).status).toBe(409)
    expect((await update(view.id, { name: 'TWICE' })).status).toBe(200)
    expect([
      (await create('Twice', { page: 'orders' })).status,
      (await create('Twice', { as: colleague })).status,
    ]).toEqual([200, 200])
  })
  it('INV-174 INV-253 INV-254 take another layout', async () => {
    const view = await created('Layout')
    const next = config({ columns: ['sku'], widths: {}, filters: {} })
    expect((await update(view.id, { config: next })).body.data?.config).toEqual(next)
    expect((await update(view.id, { config: { ...next, version: 2 } })).status).toBe(400)
    const huge = await update(view.id, {
      config: { ...next, filters: { skus: Array.from({ length: 3000 }, (_, n) => 'x'.repeat(80) + n) } },
    })
    expect([huge.status, huge.body.fields?.config]).toEqual([400, expect.stringContaining('too large')])
  })
  it('INV-178 INV-179 INV-180 are the default one at a time, for each person and page', async () => {
    const [first, two] = [await created('First'), await created('Second')]
    const elsewhere = await created('Default of orders', { page: 'orders' })
    expect((await update(elsewhere.id, { isDefault: true })).body.data?.isDefault).toBe(true)
    expect((await update(first.id, { isDefault: true })).body.data?.isDefault).toBe(true)
    expect((await update(two.id, { isDefault: true })).body.data?.isDefault).toBe(true)
    const defaults = async (page: string) => (await list(seller.as, page)).filter((v) => v.isDefault).map((v) => v.name)
    expect(await defaults('products')).toEqual(['Second'])
    // Taking it from one that is not the default leaves the default.
    await update(first.id, { isDefault: false })
    expect(await defaults('products')).toEqual(['Second'])
    await update(two.id, { isDefault: false })
    expect([await defaults('products'), await defaults('orders')]).toEqual([[], ['Default of orders']])
  })
  it('INV-180 stay one default when several are set at once', async () => {
    const many = await Promise.all(Array.from({ length: 6 }, (_, n) => created(`At once ${n}`)))
    const answers = await Promise.all(many.map((view) => update(view.id, { isDefault: true })))
    expect(answers.map((a) => a.status)).toEqual(many.map(() => 200))
    expect((await list()).filter((v) => v.isDefault)).toHaveLength(1)
  })
  it('INV-255 INV-177 are deleted, and with them that they were the default', async () => {
    const view = await created('Gone soon')
    await update(view.id, { isDefault: true })
    expect((await app.call(contract.deleteView, { params: { id: view.id }, as: seller.as })).body.data).toEqual({
      ok: true,
    })
    expect((await list()).some((v) => v.name === 'Gone soon' || v.isDefault)).toBe(false)
    expect((await app.call(contract.deleteView, { params: { id: view.id }, as: seller.as })).status).toBe(404)
  })
  it('INV-207 are seen by the organization when shared, and changed only by who made them', async () => {
    const view = await created('For all', { shared: true })
    const seen = (await list(colleague)).find((v) => v.id === view.id)
    expect([seen?.name, seen?.userName, seen?.shared]).toEqual(['For all', seller.user.name, true])
    const refused = [
      await update(view.id, { name: 'Theirs' }, colleague),
      await update(view.id, { shared: false }, colleague),
      await app.call(contract.deleteView, { params: { id: view.id }, as: colleague }),
    ]
    expect(refused.map((a) => [a.status, a.body.code])).toEqual(Array(3).fill([403, 'forbidden']))
    expect(refused[0]?.body.message).toContain(seller.user.name)
    // What opens first is everybody's own choice.
    expect((await update(view.id, { isDefault: true }, colleague)).body.data?.isDefault).toBe(true)
    expect((await list()).find((v) => v.id === view.id)?.isDefault).toBe(false)
    await update(view.id, { shared: false })
    expect((await list(colleague)).some((v) => v.id === view.id)).toBe(false)
  })
  it('INV-207 of guests stay their own', async () => {
    expect((await create('Guest view', { as: guest })).status).toBe(200)
    expect((await create('Guest for all', { as: guest, shared: true })).body.code).toBe('forbidden')
  })
  it('leave an entry in the history for each change', async () => {
    const view = await created('Noted')
    await update(view.id, { name: 'Noted again' })
    await update(view.id, { name: 'Noted again' })
    await app.call(contract.deleteView, { params: { id: view.id }, as: seller.as })
    const entries = await seller.ctx.db
      .selectFrom('auditEntries')
      .select(['action', 'old', 'new'])
      .where('entity', '=', 'view')
      .where('entityId', '=', view.id)
      .orderBy('id')
      .execute()
    expect(entries).toEqual([
      { action: 'create', old: null, new: { name: 'Noted', page: 'products', shared: false } },
      { action: 'update', old: { name: 'Noted' }, new: { name: 'Noted again' } },
      { action: 'delete', old: { name: 'Noted again', page: 'products' }, new: null },
    ])
  })
})
