import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateProducts } from '#contract/changes/changes.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import * as contract from '#contract/products/products.ts'
import { ofVariations } from '#domain/products/history/edits.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { makeListing } from '../../testing/shop/listed.ts'
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

const get = async (id: number) => {
  const { data } = (await app.call(contract.getProduct, { as: seller.as, params: { id } })).body
  if (!data) throw new Error(`no product ${id}`)
  return data
}
const update = async (product: object) =>
  (await app.call(contract.updateProduct, { as: seller.as, body: { product: product as never } })).body
const make = async (product: object) => {
  const { body } = await app.call(contract.createProduct, {
    as: seller.as,
    body: { product: { templateId, title: 'Mug', description: 'Good.', ...product } as never },
  })
  if (!body.data) throw new Error(body.message)
  return get(body.data.id)
}

const list = (productId: number, channel: ChannelId) => makeListing(seller.ctx, { productId, templateId, channel })
const end = (productId: number) =>
  seller.ctx.db.updateTable('listingProducts').set({ status: 'unlisted' }).where('productId', '=', productId).execute()
let orders = 0
const sell = (sku: string) =>
  takeForOrder(seller.ctx, { orderId: ++orders, source: 'ebay', lines: [{ key: '1', sku, quantity: 1 }] })

describe('a product that is live', () => {
  it('keeps its title and description: a save that empties them is refused at the field, with the listings named', async () => {
    const { id } = await make({ sku: 'LIVE-1' })
    await list(id, 'ebay')
    await list(id, 'shopify')
    const sentence = 'Title is required while this product is live on eBay and Shopify. Enter one, or unlist it first.'
    const refused = await update({ id, title: '  ' })
    expect(refused).toMatchObject({ success: false, code: 'invalid_input', fields: { 'product.title': sentence } })
    const { body } = await app.call(updateProducts, {
      as: seller.as,
      body: { products: [{ id, title: '', description: '<p> </p>' }] },
    })
    expect(body.data?.failed).toEqual([
      {
        id,
        code: 'invalid_input',
        message: sentence,
        fields: { title: sentence, description: sentence.replace('Title', 'Description') },
      },
    ])
    expect(await get(id)).toMatchObject({ title: 'Mug', description: 'Good.' })
    expect((await update({ id, title: 'Cup' })).success).toBe(true)
    await end(id)
    expect((await update({ id, title: '' })).success).toBe(true)
  })

  it('PRO-092 keeps its SKU, and says why; one that is neither listed nor sold changes it', async () => {
    const { id, skuLock } = await make({ sku: 'LIVE-2' })
    expect(skuLock).toBe('')
    expect((await update({ id, sku: 'LIVE-2B' })).data).toMatchObject({ sku: 'LIVE-2B', skuLock: '' })
    await list(id, 'ebay')
    const sentence = 'This SKU is in use on eBay. Unlist the product first.'
    expect((await get(id)).skuLock).toBe(sentence)
    expect(await update({ id, sku: 'LIVE-2C' })).toMatchObject({ success: false, fields: { 'product.sku': sentence } })
    await end(id)
    expect((await update({ id, sku: 'LIVE-2C' })).data).toMatchObject({ sku: 'LIVE-2C' })
  })

  it('keeps a SKU that orders hold, of a variation too', async () => {
    const product = await make({
      sku: 'SOLD',
      variations: [
        { name: 'S', sku: 'SOLD-S', quantity: 2 },
        { name: 'M', sku: 'SOLD-M', quantity: 2 },
      ],
    })
    await sell('SOLD-S')
    const sentence = 'This SKU is used in orders, so it can’t be changed.'
    const { variations, skuLock } = await get(product.id)
    expect([skuLock, ...variations.map((v) => v.skuLock)]).toEqual(['', sentence, ''])
    const [small, medium] = variations.map(({ id, name, sku }) => ({ id, name, sku }))
    const refused = await update({ id: product.id, variations: [medium, { ...small, sku: 'OTHER-S' }] })
    expect(refused).toMatchObject({ success: false, fields: { 'product.variations.1.sku': sentence } })
    expect((await update({ id: product.id, variations: [small, { ...medium, sku: 'OTHER-M' }] })).success).toBe(true)
  })
})

describe('a product with variations', () => {
  it('has what they have together', async () => {
    const product = await make({
      sku: 'SUM',
      quantity: 9,
      variations: [
        { name: 'S', sku: 'SUM-S', quantity: 2 },
        { name: 'M', sku: 'SUM-M', quantity: 3 },
      ],
    })
    await sell('SUM-M')
    expect(await get(product.id)).toMatchObject({ quantity: 4, onHand: 5, reservedQuantity: 1, sold: 1 })
  })
  it('is not counted itself: another quantity is refused, its own total changes nothing', async () => {
    const { id } = await make({ sku: 'SUM-2', variations: [{ name: 'S', sku: 'SUM-2S', quantity: 2 }] })
    expect(await update({ id, quantity: 7 })).toMatchObject({
      success: false,
      fields: { 'product.quantity': ofVariations },
    })
    expect((await update({ id, quantity: 2, sold: 0, title: 'Jug' })).data).toMatchObject({ title: 'Jug', quantity: 2 })
    const { data } = (await app.call(contract.listMovements, { as: seller.as, params: { id } })).body
    expect(data?.data.map((m) => [m.sku, m.deltaOnHand])).toEqual([['SUM-2S', 2]])
  })
  it('is counted again once it has none', async () => {
    const { id } = await makeProduct(seller.ctx, templateId, { sku: 'SUM-3', quantity: 4 })
    await update({ id, variations: [{ name: 'S', sku: 'SUM-3S', quantity: 1 }] })
    expect((await update({ id, variations: [], quantity: 6 })).data).toMatchObject({ quantity: 6 })
  })
})
