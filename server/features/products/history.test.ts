import { afterAll, beforeAll, expect, it } from 'vitest'
import { convertProduct } from '#contract/products/converting.ts'
import { productHistory, undoProductChange } from '#contract/products/history.ts'
import * as contract from '#contract/products/products.ts'
import { makeMember, makeSeller, makeSession, makeTemplate, makeUser } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { takeForOrder } from '../stock/service.ts'

let app: TestApp
let seller: Awaited<ReturnType<typeof makeSeller>>
let templateId: number
beforeAll(async () => {
  app = await testApp()
  seller = await makeSeller(app.services)
  templateId = (await makeTemplate(seller.ctx)).id
})
afterAll(() => app.stop())

let n = 0
const make = async (product: object = {}) => {
  const sku = `PAST-${(n += 1)}`
  const { body } = await app.call(contract.createProduct, {
    as: seller.as,
    body: { product: { templateId, sku, title: 'Shirt', description: '<p>Soft</p>', ...product } as never },
  })
  return { id: body.data?.id ?? 0, sku }
}
const get = async (id: number) => {
  const { data } = (await app.call(contract.getProduct, { as: seller.as, params: { id } })).body
  if (!data) throw new Error('No product')
  return data
}
const save = async (id: number, change: object) =>
  (await app.call(contract.updateProduct, { as: seller.as, body: { product: { id, ...change } as never } })).body.data
    ?.changeId ?? 0
const undo = (id: number, changeId: number) => app.call(undoProductChange, { as: seller.as, body: { id, changeId } })
const sell = (sku: string, quantity: number) =>
  takeForOrder(seller.ctx, { orderId: n + 1000, source: 'manual', lines: [{ key: '1', sku, quantity }] })

it('tells everybody who may see the product who changed what, newest first', async () => {
  const { id } = await make({ price: 10 })
  await save(id, { title: 'Blue shirt', price: 12.5 })
  const guest = await makeUser(app.services)
  await makeMember(app.services, seller.organization.id, guest.id, 5)
  const as = await makeSession(app.services, guest.id, seller.organization.id)
  const { data, items } = (await app.call(productHistory, { as, params: { id } })).body.data ?? {}
  expect(items).toBe(2)
  expect(data).toMatchObject([
    { action: 'update', old: { title: 'Shirt', price: 1000 }, new: { title: 'Blue shirt', price: 1250 } },
    { action: 'create' },
  ])
  expect(data?.every(({ userName }) => userName !== '')).toBe(true)
  expect((await app.call(undoProductChange, { as, body: { id, changeId: data?.[0]?.id ?? 0 } })).status).toBe(403)
})

it('puts back what one save changed, though others changed something else since, and what was sold since stays sold', async () => {
  const { id, sku } = await make({ price: 10, quantity: 5, attributes: [{ name: 'Size', value: 'M' }] })
  const attributes = [
    { name: 'Size', value: 'L' },
    { name: 'Cut', value: 'Slim' },
  ]
  const saved = await save(id, { title: 'Blue shirt', quantity: 9, attributes, sizeAndWeight: { weight: 2 } })
  await save(id, { price: 11, attributes: [...attributes, { name: 'Fit', value: 'Wide' }] })
  await sell(sku, 2)
  const { status, body } = await undo(id, saved)
  expect([status, body.message]).toEqual([200, expect.anything()])
  const now = await get(id)
  expect(now).toMatchObject({
    title: 'Shirt',
    price: 11,
    quantity: 3,
    reservedQuantity: 2,
    sizeAndWeight: { weight: null },
  })
  expect(now.attributes.map(({ name, value }) => [name, value])).toEqual(
    expect.arrayContaining([
      ['Size', 'M'],
      ['Fit', 'Wide'],
    ]),
  )
  expect(now.attributes.map(({ name }) => name)).not.toContain('Cut')
  // That it was put back is a change as well, which can be put back.
  const { data } = (await app.call(productHistory, { as: seller.as, params: { id } })).body.data ?? {}
  expect((await undo(id, data?.[0]?.id ?? 0)).status).toBe(200)
  expect(await get(id)).toMatchObject({ title: 'Blue shirt', quantity: 7, price: 11 })
})

it('says what somebody changed again since, and changes nothing then', async () => {
  const { id } = await make()
  const saved = await save(id, { title: 'Blue shirt', notes: 'n' })
  await save(id, { title: 'Navy shirt' })
  const { status, body } = await undo(id, saved)
  expect([status, body.code, body.message]).toEqual([409, 'edit_conflict', 'Title was changed since.'])
  expect(await get(id)).toMatchObject({ title: 'Navy shirt', notes: 'n' })
})

it('brings back a variation that was taken away, with its pieces, and takes away one that was added', async () => {
  const rows = (...names: string[]) => names.map((name) => ({ name, sku: `${sku}-${name}`, quantity: 4, price: 9 }))
  const { id, sku } = await make()
  await save(id, { variations: rows('S', 'M') })
  const [small] = (await get(id)).variations
  const saved = await save(id, { variations: [{ ...rows('S')[0], id: small?.id, name: 'Small' }, ...rows('L')] })
  await sell(`${sku}-S`, 1)
  expect((await undo(id, saved)).status).toBe(200)
  const { variations } = await get(id)
  expect(variations.map((v) => [v.id === small?.id, v.name, v.sku, v.quantity, v.price])).toEqual([
    [true, 'S', `${sku}-S`, 3, 9],
    [false, 'M', `${sku}-M`, 4, 9],
  ])
})

it('moves a product back to its template, with the values that it had', async () => {
  const other = await makeTemplate(seller.ctx)
  const { id } = await make({ attributes: [{ name: 'Size', value: 'M' }] })
  const newest = async () =>
    (await app.call(productHistory, { as: seller.as, params: { id } })).body.data?.data[0]?.id ?? 0
  const created = await undo(id, await newest())
  expect([created.status, created.body.code]).toEqual([409, 'cannot_undo'])
  const body = { productId: id, productTemplateId: other.id, attributes: [{ name: 'Size', to: null }] }
  expect((await app.call(convertProduct, { as: seller.as, body })).status).toBe(200)
  expect(await get(id)).toMatchObject({ templateId: other.id, attributes: [] })
  expect((await undo(id, await newest())).status).toBe(200)
  expect(await get(id)).toMatchObject({ templateId, attributes: [{ name: 'Size', value: 'M' }] })
})

it('takes the number of no other product', async () => {
  const [first, other] = [await make(), await make()]
  const saved = await save(first.id, { title: 'Blue shirt' })
  expect((await undo(other.id, saved)).status).toBe(404)
  expect((await undo(first.id, 0)).status).toBe(400)
})
