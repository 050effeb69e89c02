import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '#contract/products.ts'
import { makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { takeForOrder } from '../stock/service.ts'

let app: TestApp
let seller: Awaited<ReturnType<typeof makeSeller>>
let templateId: number
beforeAll(async () => {
  app = await testApp()
  seller = await makeSeller(app.services)
  templateId = (
    await makeTemplate(seller.ctx, {
      attributes: [
        { name: 'Colour', constraint: 'required' },
        { name: 'Size', constraint: 'recommended' },
      ],
      variations: ['Size'],
    })
  ).id
})
afterAll(() => app.stop())

const make = (product: object) =>
  app.call(contract.createProduct, { as: seller.as, body: { product: { templateId, ...product } as never } })
const get = async (id: number) => {
  const { data } = (await app.call(contract.getProduct, { as: seller.as, params: { id } })).body
  if (!data) throw new Error(`no product ${id}`)
  return data
}
const update = (product: object) =>
  app.call(contract.updateProduct, { as: seller.as, body: { product: product as never } })
const made = async (product: object) => {
  const { body } = await make(product)
  if (!body.data) throw new Error(body.message)
  return get(body.data.id)
}
const colour = (value: string) => ({ name: 'colour', value })

/** A listing that is live on eBay and syncs whole. */
async function list(productId: number) {
  const { organizationId, db } = seller.ctx
  const integration =
    (await db.selectFrom('integrations').select('id').executeTakeFirst()) ??
    (await db
      .insertInto('integrations')
      .values({ organizationId, channel: 'ebay', settings: '{}', tokens: null })
      .returning('id')
      .executeTakeFirstOrThrow())
  await db
    .insertInto('listingProducts')
    .values({
      organizationId,
      productId,
      templateId,
      channel: 'ebay',
      integrationId: integration.id,
      listingTemplateId: null,
      schemaOverrides: '{}',
      sync: true,
      status: 'listed',
      externalId: `e-${productId}`,
      pending: null,
      claimedBy: null,
      pushedQuantity: null,
    })
    .execute()
}
const pending = async (productId: number) =>
  (
    await seller.ctx.db
      .selectFrom('listingProducts')
      .select('pending')
      .where('productId', '=', productId)
      .executeTakeFirstOrThrow()
  ).pending
const settle = (productId: number) =>
  seller.ctx.db.updateTable('listingProducts').set({ pending: null }).where('productId', '=', productId).execute()

describe('products', () => {
  it('PRO-162..PRO-184 keeps what is given; PRO-175 nothing is reserved', async () => {
    const product = await made({
      sku: ' MUG-1 ',
      title: 'Red mug',
      description: '<p>Good.</p>',
      condition: 'Used - Good',
      notes: 'n',
      tags: 'a,b',
      cost: '1.25',
      price: 12.5,
      msrp: 15,
      quantity: '7',
      sold: 3,
      vendor: 'V',
      warehouse: 'W',
      location: 'L',
      bin: 'B',
      attributes: [colour('Red')],
      images: [{ url: 'https://example.com/1.png' }],
      sizeAndWeight: { weightUnit: 'g', weight: 300, sizeUnit: 'cm', width: 9, length: 9, height: 10 },
      configuration: { dynamicMappingEnabled: true },
    })
    expect(product).toMatchObject({
      templateId,
      template: { id: templateId },
      sku: 'MUG-1',
      title: 'Red mug',
      description: '<p>Good.</p>',
      condition: 'Used - Good',
      notes: 'n',
      tags: 'a,b',
      cost: 1.25,
      price: 12.5,
      msrp: 15,
      quantity: 7,
      reservedQuantity: 0,
      onHand: 7,
      sold: 3,
      variations: [],
      vendor: 'V',
      warehouse: 'W',
      location: 'L',
      bin: 'B',
      attributes: [{ name: 'Colour', value: 'Red', overrideDynamicMapping: false, source: 'user' }],
      images: [{ url: 'https://example.com/1.png', source: 'cloudinary' }],
      sizeAndWeight: { weightUnit: 'g', weight: 300, sizeUnit: 'cm', width: 9, length: 9, height: 10 },
      configuration: { dynamicMappingEnabled: true },
      readiness: 'partial',
      missing: ['Size'],
      version: 1,
    })
    expect(product.attributes[0]?.templateAttributeId).toBeGreaterThan(0)
  })

  it('PRO-065 PRO-066 PRO-067 PRO-071 blank numbers are 0 and the condition is New', async () => {
    expect(await made({ sku: 'BLANK', quantity: '', price: null, sold: '' })).toMatchObject({
      quantity: 0,
      sold: 0,
      price: 0,
      cost: 0,
      msrp: 0,
      condition: 'New',
      readiness: 'error',
      missing: ['Title', 'Description', 'Colour', 'Size'],
    })
  })

  it('PRO-062 PRO-091 a SKU is required and unique, over variations too; a template must exist', async () => {
    expect((await make({ sku: ' ' })).body.fields).toEqual({ 'product.sku': 'SKU is required.' })
    await made({ sku: 'UNIQUE', variations: [{ name: 'S', sku: 'UNIQUE-S' }] })
    for (const sku of ['UNIQUE', 'UNIQUE-S']) {
      const again = await make({ sku })
      expect([again.status, again.body.message]).toEqual([409, 'A product with this SKU already exists.'])
    }
    expect((await make({ sku: 'LOST', templateId: 999_999 })).status).toBe(404)
  })

  it('DESIGN 5: HTML is cleaned before it is kept, references survive', async () => {
    const product = await made({
      sku: 'HTML',
      title: '<i>{{Brand}}</i> & more',
      description: '<p onclick="x">{{Colour}}<a href="{{Url}}">x</a></p><script>1</script>',
    })
    expect(product).toMatchObject({
      title: '{{Brand}} & more',
      description: '<p>{{Colour}}<a href="{{Url}}">x</a></p>',
    })
  })

  it('DESIGN 8: what is left out or blank stays; PRO-070 a save with nothing new leaves no trace', async () => {
    const product = await made({ sku: 'STAY', title: 'T', price: 5, quantity: 4, tags: 'x' })
    const { body } = await update({ id: product.id, price: '', quantity: '', notes: 'new' })
    expect(body.data).toMatchObject({ title: 'T', price: 5, quantity: 4, tags: 'x', notes: 'new', version: 2 })
    expect((await update({ id: product.id, notes: 'new', price: 5, tags: 'x', quantity: 4 })).body.data?.version).toBe(
      2,
    )
    const entries = await seller.ctx.db
      .selectFrom('auditEntries')
      .select(['action', 'old', 'new', 'userId'])
      .where('entity', '=', 'product')
      .where('entityId', '=', product.id)
      .orderBy('id')
      .execute()
    expect(entries.slice(1)).toEqual([
      { action: 'update', old: { notes: '' }, new: { notes: 'new' }, userId: seller.user.id },
    ])
  })

  it("DESIGN 4: a save over someone else's is refused", async () => {
    const product = await made({ sku: 'VERSION' })
    expect((await update({ id: product.id, version: 1, title: 'Mine' })).status).toBe(200)
    const late = await update({ id: product.id, version: 1, title: 'Theirs' })
    expect([late.status, late.body.code]).toEqual([409, 'edit_conflict'])
    expect((await get(product.id)).title).toBe('Mine')
  })

  it('DESIGN 2: an edited quantity is available; the movement is the difference, with who did it', async () => {
    const product = await made({ sku: 'COUNT', quantity: 5 })
    await takeForOrder(seller.ctx, { orderId: 1, source: 'ebay', lines: [{ key: '1', sku: 'COUNT', quantity: 2 }] })
    expect((await update({ id: product.id, quantity: 9 })).body.data).toMatchObject({
      quantity: 9,
      reservedQuantity: 2,
      onHand: 11,
      sold: 2,
    })
    const { data } = (await app.call(contract.listMovements, { as: seller.as, params: { id: product.id } })).body
    expect(data?.data.map((m) => [m.reason, m.deltaOnHand, m.deltaReserved, m.availableAfter, m.userName])).toEqual([
      ['edit', 6, 0, 9, 'Dana Reyes'],
      ['order', 0, 2, 3, 'Dana Reyes'],
      ['created', 5, 0, 5, 'Dana Reyes'],
    ])
  })

  it("PRO-095 a SKU may change, with its stock; another product's may not be taken", async () => {
    const product = await made({ sku: 'OLD', quantity: 3 })
    expect((await update({ id: product.id, sku: 'NEW' })).body.data).toMatchObject({ sku: 'NEW', quantity: 3 })
    const found = await app.call(contract.getProductBySku, { as: seller.as, params: { sku: 'NEW' } })
    expect(found.body.data).toEqual({ id: product.id })
    expect((await app.call(contract.getProductBySku, { as: seller.as, params: { sku: 'OLD' } })).status).toBe(404)
    await made({ sku: 'OTHER' })
    expect((await update({ id: product.id, sku: 'OTHER' })).body.code).toBe('sku_taken')
  })

  it("PRO-200..PRO-209 variations are a whole list: kept, changed, new and removed; empty fields are the product's", async () => {
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
    expect((await app.call(contract.getProductBySku, { as: seller.as, params: { sku: 'VAR-MED' } })).body.data).toEqual(
      { id: product.id },
    )
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
    expect(await saved({ price: 'cheap' })).toEqual({ 'product.variations.0.price': 'Enter an amount.' })
  })

  it('DESIGN 2: a variation with promised pieces is not removed', async () => {
    const product = await made({ sku: 'PROM', variations: [{ name: 'S', sku: 'PROM-S', quantity: 2 }] })
    await takeForOrder(seller.ctx, { orderId: 2, source: 'ebay', lines: [{ key: '1', sku: 'PROM-S', quantity: 1 }] })
    const refused = await update({ id: product.id, title: 'Lost', variations: [] })
    expect(refused.body).toMatchObject({
      code: 'invalid_input',
      fields: {
        'product.variations': '"S" has pieces promised to orders. Ship or cancel those orders before you remove it.',
      },
    })
    expect(await get(product.id)).toMatchObject({
      title: '',
      variations: [{ sku: 'PROM-S', quantity: 1, reservedQuantity: 1 }],
    })
  })

  it('DESIGN 2: what a channel shows is owed to live listings, what is our own is not', async () => {
    const product = await made({ sku: 'LIVE', price: 5, quantity: 5 })
    await list(product.id)
    await update({ id: product.id, notes: 'x', cost: 2 })
    expect(await pending(product.id)).toBeNull()
    await update({ id: product.id, quantity: 4 })
    expect(await pending(product.id)).toBe('quantity')
    await settle(product.id)
    await takeForOrder(seller.ctx, { orderId: 3, source: 'etsy', lines: [{ key: '1', sku: 'LIVE', quantity: 1 }] })
    expect(await pending(product.id)).toBe('quantity')
    await update({ id: product.id, price: 6 })
    expect(await pending(product.id)).toBe('revise')
  })

  it('DESIGN 2: a product that is live or promised is not deleted; afterwards it is', async () => {
    const product = await made({ sku: 'GONE', quantity: 2 })
    const remove = () => app.call(contract.deleteProduct, { as: seller.as, params: { id: product.id } })
    await list(product.id)
    expect((await remove()).body).toMatchObject({
      code: 'product_listed',
      message: 'This product is live on eBay. Unlist it first.',
    })
    await seller.ctx.db
      .updateTable('listingProducts')
      .set({ status: 'unlisted' })
      .where('productId', '=', product.id)
      .execute()
    await takeForOrder(seller.ctx, { orderId: 4, source: 'ebay', lines: [{ key: '1', sku: 'GONE', quantity: 1 }] })
    expect((await remove()).body.code).toBe('stock_conflict')
    const free = await made({ sku: 'FREE', quantity: 2 })
    expect((await app.call(contract.deleteProduct, { as: seller.as, params: { id: free.id } })).status).toBe(200)
    expect((await app.call(contract.getProduct, { as: seller.as, params: { id: free.id } })).status).toBe(404)
    expect((await make({ sku: 'FREE' })).status).toBe(200)
  })

  it('PRO-118 a copy gets the next SKU of its prefix and no stock', async () => {
    const product = await made({
      sku: 'COPY-000041',
      title: 'Mug',
      quantity: 5,
      price: 3,
      attributes: [colour('Red')],
      variations: [{ name: 'S', sku: 'COPY-000041-S', quantity: 2 }],
    })
    const copy = async () =>
      get((await app.call(contract.duplicateProduct, { as: seller.as, params: { id: product.id } })).body.data?.id ?? 0)
    expect(await copy()).toMatchObject({
      sku: 'COPY-000042',
      title: 'Mug',
      price: 3,
      quantity: 0,
      attributes: [{ name: 'Colour', value: 'Red' }],
      variations: [{ name: 'S', sku: 'COPY-000042-S', quantity: 0 }],
    })
    expect((await copy()).sku).toBe('COPY-000043')
    const plain = await made({ sku: 'NO-NUMBER' })
    expect(
      (
        await get(
          (await app.call(contract.duplicateProduct, { as: seller.as, params: { id: plain.id } })).body.data?.id ?? 0,
        )
      ).sku,
    ).toMatch(/^[A-Z0-9]{8}$/)
  })

  it('PRO-081..PRO-086 prefixes of the template, of the inventory and our own', async () => {
    const other = (await makeTemplate(seller.ctx)).id
    for (const sku of ['CUP-000009', 'CUP-0010']) await made({ sku, templateId: other })
    const { data } = (await app.call(contract.skuPrefixes, { as: seller.as, query: { templateId: other } })).body
    expect(data?.filter((o) => o.prefix === 'CUP-')).toEqual([
      { type: 'template', prefix: 'CUP-', maxValue: 10, maxLength: 6, count: 2 },
      { type: 'inventory', prefix: 'CUP-', maxValue: 10, maxLength: 6, count: 2 },
    ])
    expect(data?.at(-1)).toEqual({ type: 'custom', prefix: 'SK', maxValue: 0, maxLength: 0, count: 0 })
    const skus = await app.call(contract.allSkus, { as: seller.as, query: { search: 'cup-' } })
    expect(skus.body.data).toEqual(['CUP-000009', 'CUP-0010'])
    expect((await app.call(contract.allTags, { as: seller.as })).body.data).toEqual(['a', 'b', 'x'])
  })

  it('PRO-224 an image goes from the product and from the variations that show it', async () => {
    const [one, two] = [{ url: 'https://example.com/a.png' }, { url: 'https://example.com/b.png' }]
    const product = await made({
      sku: 'PICS',
      images: [one, two],
      variations: [{ name: 'S', sku: 'PICS-S', selectedImages: [one.url, two.url] }],
    })
    const remove = () =>
      app.call(contract.deleteImage, { as: seller.as, body: { productId: product.id, imageUrl: one.url } })
    expect((await remove()).status).toBe(200)
    const now = await get(product.id)
    expect([now.images.map((i) => i.url), now.variations[0]?.selectedImages]).toEqual([[two.url], [two.url]])
    expect((await remove()).status).toBe(404)
  })

  it('DESIGN 5: a neighbour finds and changes nothing', async () => {
    const product = await made({ sku: 'OURS' })
    const { as } = await makeSeller(app.services)
    expect((await app.call(contract.getProduct, { as, params: { id: product.id } })).status).toBe(404)
    expect(
      (await app.call(contract.updateProduct, { as, body: { product: { id: product.id, title: 'Theirs' } } })).status,
    ).toBe(404)
    expect((await app.call(contract.deleteProduct, { as, params: { id: product.id } })).status).toBe(404)
    expect((await app.call(contract.listMovements, { as, params: { id: product.id } })).status).toBe(404)
    expect((await app.call(contract.getProductBySku, { as, params: { sku: 'OURS' } })).status).toBe(404)
  })
})
