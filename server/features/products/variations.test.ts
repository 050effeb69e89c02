import { describe, expect, it } from 'vitest'
import * as contract from '#contract/products/products.ts'
import { takeForOrder } from '../stock/service.ts'
import { productsShop } from '../../testing/shop/products.ts'

const { app, seller, get, update, made } = productsShop()

describe('variations', () => {
  it("PRO-200..PRO-210 variations are a whole list: kept, changed, new and removed; empty fields are the product's", async () => {
    const image = { url: 'https://example.com/v.png', source: 'cloudinary' }
    const product = await made({
      sku: 'VAR',
      price: 8,
      variations: [
        { name: 'S', sku: 'VAR-S', quantity: 2, attributes: [{ name: 'Size', value: 'S' }] },
        { name: 'M', sku: 'VAR-M', quantity: 3, price: 9, cost: 4, images: [image], selectedImages: [image.url] },
      ],
    })
    const [small, medium] = product.variations
    expect(small).toMatchObject({
      name: 'S',
      sku: 'VAR-S',
      price: null,
      cost: null,
      quantity: 2,
      reservedQuantity: 0,
      attributes: [{ name: 'Size', value: 'S' }],
    })
    expect(medium).toMatchObject({ price: 9, cost: 4, quantity: 3, images: [image], selectedImages: [image.url] })
    const { body } = await update({
      id: product.id,
      variations: [
        { id: medium?.id, name: 'Medium', sku: 'VAR-MED', quantity: 6 },
        { name: 'L', sku: 'VAR-S', quantity: 1 },
      ],
    })
    expect(body.data?.variations.map((v) => [v.name, v.sku, v.quantity, v.price])).toEqual([
      ['Medium', 'VAR-MED', 6, 9],
      ['L', 'VAR-S', 1, null],
    ])
    expect(
      (await app().call(contract.getProductBySku, { as: seller().as, params: { sku: 'VAR-MED' } })).body.data,
    ).toEqual({ id: product.id })
    expect(
      (await update({ id: product.id, variations: [{ id: small?.id, name: 'S', sku: 'VAR-X' }] })).body.fields,
    ).toEqual({ 'product.variations.0.id': 'This variation is not one of this product.' })
  })

  it("PRO-209 a variation gives up its own price and cost for the product's when they are null, and keeps them when they are blank", async () => {
    const product = await made({ sku: 'OWN', price: 8, variations: [{ name: 'S', sku: 'OWN-S', price: 9, cost: 4 }] })
    const saved = async (change: { price?: number | string | null; cost?: number | string | null }) => {
      const { body } = await update({
        id: product.id,
        variations: [{ id: product.variations[0]?.id, name: 'S', sku: 'OWN-S', ...change }],
      })
      return body.fields ?? body.data?.variations.map((v) => [v.price, v.cost])
    }
    expect(await saved({ price: '' })).toEqual([[9, 4]])
    expect(await saved({ price: null })).toEqual([[null, 4]])
    expect(await saved({ price: 7, cost: null })).toEqual([[7, null]])
    expect(await saved({ price: 'cheap' })).toEqual({ 'product.variations.0.price': 'Enter an amount like 12.50.' })
  })

  it('PRO-211 PRO-212 each needs a name and a SKU, told at its row', async () => {
    const product = await made({ sku: 'NAMED', variations: [{ name: 'S', sku: 'NAMED-S' }] })
    const { body } = await update({
      id: product.id,
      variations: [
        { id: product.variations[0]?.id, name: 'S', sku: 'NAMED-S' },
        { name: ' ', sku: '' },
      ],
    })
    expect(body.fields).toEqual({
      'product.variations.1.name': 'Name is required.',
      'product.variations.1.sku': 'SKU is required.',
    })
    expect((await get(product.id)).variations).toHaveLength(1)
  })

  it('DESIGN 2: a variation with promised pieces is not removed', async () => {
    const product = await made({ sku: 'PROM', variations: [{ name: 'S', sku: 'PROM-S', quantity: 2 }] })
    await takeForOrder(seller().ctx, { orderId: 2, source: 'ebay', lines: [{ key: '1', sku: 'PROM-S', quantity: 1 }] })
    const refused = await update({ id: product.id, title: 'Lost', variations: [] })
    expect(refused.body).toMatchObject({
      code: 'invalid_input',
      fields: {
        'product.variations': '“S” is in open orders. Ship or cancel them before removing it.',
      },
    })
    expect(await get(product.id)).toMatchObject({
      title: '',
      variations: [{ sku: 'PROM-S', quantity: 1, reservedQuantity: 1 }],
    })
  })

  it('PRO-224 PRO-297 an image goes from the product and from the variations that show it', async () => {
    const [first, two] = [{ url: 'https://example.com/a.png' }, { url: 'https://example.com/b.png' }]
    const product = await made({
      sku: 'PICS',
      images: [first, two],
      variations: [{ name: 'S', sku: 'PICS-S', selectedImages: [first.url, two.url] }],
    })
    const remove = () =>
      app().call(contract.deleteImage, { as: seller().as, body: { productId: product.id, imageUrl: first.url } })
    expect((await remove()).status).toBe(200)
    const now = await get(product.id)
    expect([now.images.map((i) => i.url), now.variations[0]?.selectedImages]).toEqual([[two.url], [two.url]])
    expect((await remove()).status).toBe(404)
  })
})
