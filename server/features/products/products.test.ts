import { describe, expect, it } from 'vitest'
import * as contract from '#contract/products/products.ts'
import { makeSeller, makeTemplate } from '#seed/make.ts'
import { takeForOrder } from '../stock/service.ts'
import { productsShop } from '../../testing/shop/products.ts'

const { app, seller, templateId, make, get, update, made, colour, list, pending, settle } = productsShop()

/** Over the address itself, as another program would call. */
async function at(method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) {
  const { statusCode, body } = await app().fastify.inject({
    method,
    url: `/api/v2${path}`,
    headers: { cookie: seller().as },
    ...(payload && { payload }),
  })
  return { status: statusCode, ...(JSON.parse(body) as { success: boolean; data: unknown }) }
}

describe('products', () => {
  it('PRO-162..PRO-186 PRO-068 PRO-069 PRO-214 PRO-215 PRO-290 PRO-293 keeps what is given; PRO-175 nothing is reserved', async () => {
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
      templateId: templateId(),
      template: { id: templateId() },
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

  it('PRO-290..PRO-297 are called at these addresses', async () => {
    const image = { url: 'https://example.com/at.png' }
    const created = await at('POST', '/products/create', {
      product: { templateId: templateId(), sku: 'AT-000001', title: 'Jug', images: [image] },
    })
    const { id } = created.data as { id: number }
    expect(created).toMatchObject({ status: 200, success: true, data: { id: expect.any(Number) } })
    expect(await at('POST', '/products/update', { product: { id, title: 'Large jug' } })).toMatchObject({
      success: true,
      data: { id, title: 'Large jug' },
    })
    expect(await at('GET', `/products/${id}`)).toMatchObject({ success: true, data: { id, title: 'Large jug' } })
    expect(await at('GET', '/products/sku/AT-000001')).toMatchObject({ success: true, data: { id } })
    expect((await at('GET', `/products/skuPrefixes?templateId=${templateId()}`)).data).toContainEqual({
      type: 'template',
      prefix: 'AT-',
      maxValue: 1,
      maxLength: 6,
      count: 1,
    })
    const copy = await at('POST', `/products/duplicate/${id}`)
    const { id: copied } = copy.data as { id: number }
    expect(await get(copied)).toMatchObject({ sku: 'AT-000002', title: 'Large jug' })
    const off = { productId: id, variationId: null, imageUrl: image.url }
    expect(await at('POST', '/products/deleteImage', off)).toMatchObject({ status: 200, success: true })
    expect((await get(id)).images).toEqual([])
    expect(await at('DELETE', `/products/${id}`)).toMatchObject({ status: 200, success: true })
    expect((await at('GET', `/products/${id}`)).status).toBe(404)
  })

  it('PRO-187 PRO-191 PRO-192 the override of an attribute is switched on, stays over other saves, and is switched off', async () => {
    const { id } = await made({ sku: 'OVERRIDE', attributes: [colour('Red')] })
    const flags = async () => (await get(id)).attributes.map((a) => [a.name, a.value, a.overrideDynamicMapping])
    const set = (overrideDynamicMapping: boolean) =>
      update({ id, attributes: [{ ...colour('Red'), overrideDynamicMapping }] })
    expect(await flags()).toEqual([['Colour', 'Red', false]])
    await set(true)
    await update({ id, title: 'Another' })
    expect(await flags()).toEqual([['Colour', 'Red', true]])
    await set(false)
    expect(await flags()).toEqual([['Colour', 'Red', false]])
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

  it('PRO-034 PRO-062 PRO-091 a template and a SKU are required, the SKU unique, over variations too; a template must exist', async () => {
    for (const sku of [' ', null, undefined])
      expect((await make({ sku })).body.fields).toEqual({ 'product.sku': 'SKU is required.' })
    for (const none of [0, null, undefined])
      expect((await make({ sku: 'NONE', templateId: none })).body.fields).toEqual({
        'product.templateId': 'Please select a template.',
      })
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

  it('PRO-294 DESIGN 8: what is left out or blank stays; PRO-070 a save with nothing new leaves no trace', async () => {
    const product = await made({ sku: 'STAY', title: 'T', price: 5, quantity: 4, tags: 'x' })
    const { body } = await update({ id: product.id, price: '', quantity: '', notes: 'new' })
    expect(body.data).toMatchObject({ title: 'T', price: 5, quantity: 4, tags: 'x', notes: 'new', version: 2 })
    expect((await update({ id: product.id, notes: 'new', price: 5, tags: 'x', quantity: 4 })).body.data?.version).toBe(
      2,
    )
    const entries = await seller()
      .ctx.db.selectFrom('auditEntries')
      .select(['action', 'old', 'new', 'userId'])
      .where('entity', '=', 'product')
      .where('entityId', '=', product.id)
      .orderBy('id')
      .execute()
    expect(entries.slice(1)).toEqual([
      { action: 'update', old: { notes: '' }, new: { notes: 'new' }, userId: seller().user.id },
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
    await takeForOrder(seller().ctx, { orderId: 1, source: 'ebay', lines: [{ key: '1', sku: 'COUNT', quantity: 2 }] })
    expect((await update({ id: product.id, quantity: 9 })).body.data).toMatchObject({
      quantity: 9,
      reservedQuantity: 2,
      onHand: 11,
      sold: 2,
    })
    const { data } = (await app().call(contract.listMovements, { as: seller().as, params: { id: product.id } })).body
    expect(data?.data.map((m) => [m.reason, m.deltaOnHand, m.deltaReserved, m.availableAfter, m.userName])).toEqual([
      ['edit', 6, 0, 9, 'Dana Reyes'],
      ['order', 0, 2, 3, 'Dana Reyes'],
      ['created', 5, 0, 5, 'Dana Reyes'],
    ])
  })

  it("PRO-095 PRO-295 a SKU may change, with its stock; another product's may not be taken", async () => {
    const product = await made({ sku: 'OLD', quantity: 3 })
    expect((await update({ id: product.id, sku: 'NEW' })).body.data).toMatchObject({ sku: 'NEW', quantity: 3 })
    const answer = await app().call(contract.getProductBySku, { as: seller().as, params: { sku: 'NEW' } })
    expect(answer.body.data).toEqual({ id: product.id })
    expect((await app().call(contract.getProductBySku, { as: seller().as, params: { sku: 'OLD' } })).status).toBe(404)
    await made({ sku: 'OTHER' })
    expect((await update({ id: product.id, sku: 'OTHER' })).body.code).toBe('sku_taken')
  })

  it('DESIGN 2: what a channel shows is owed to live listings, what is our own is not', async () => {
    const product = await made({ sku: 'LIVE', price: 5, quantity: 5 })
    await list(product.id)
    await update({ id: product.id, notes: 'x', cost: 2 })
    expect(await pending(product.id)).toBeNull()
    await update({ id: product.id, quantity: 4 })
    expect(await pending(product.id)).toBe('quantity')
    await settle(product.id)
    await takeForOrder(seller().ctx, { orderId: 3, source: 'etsy', lines: [{ key: '1', sku: 'LIVE', quantity: 1 }] })
    expect(await pending(product.id)).toBe('quantity')
    await update({ id: product.id, price: 6 })
    expect(await pending(product.id)).toBe('revise')
  })

  it('PRO-291 DESIGN 2: a product that is live or promised is not deleted; afterwards it is', async () => {
    const product = await made({ sku: 'GONE', quantity: 2 })
    const remove = () => app().call(contract.deleteProduct, { as: seller().as, params: { id: product.id } })
    await list(product.id)
    expect((await remove()).body).toMatchObject({
      code: 'product_listed',
      message: 'This product is live on eBay. Unlist it first.',
    })
    await seller()
      .ctx.db.updateTable('listingProducts')
      .set({ status: 'unlisted' })
      .where('productId', '=', product.id)
      .execute()
    await takeForOrder(seller().ctx, { orderId: 4, source: 'ebay', lines: [{ key: '1', sku: 'GONE', quantity: 1 }] })
    expect((await remove()).body.code).toBe('stock_conflict')
    const free = await made({ sku: 'FREE', quantity: 2 })
    expect((await app().call(contract.deleteProduct, { as: seller().as, params: { id: free.id } })).status).toBe(200)
    expect((await app().call(contract.getProduct, { as: seller().as, params: { id: free.id } })).status).toBe(404)
    expect((await make({ sku: 'FREE' })).status).toBe(200)
  })

  it('PRO-118 PRO-292 a copy gets the next SKU of its prefix and no stock', async () => {
    const product = await made({
      sku: 'COPY-000041',
      title: 'Mug',
      quantity: 5,
      price: 3,
      attributes: [colour('Red')],
      variations: [{ name: 'S', sku: 'COPY-000041-S', quantity: 2 }],
    })
    const copy = async () =>
      get(
        (await app().call(contract.duplicateProduct, { as: seller().as, params: { id: product.id } })).body.data?.id ??
          0,
      )
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
          (await app().call(contract.duplicateProduct, { as: seller().as, params: { id: plain.id } })).body.data?.id ??
            0,
        )
      ).sku,
    ).toMatch(/^[A-Z0-9]{8}$/)
  })

  it('a copy gets the SKU that was chosen; a taken one is refused at the field, and a free one is offered', async () => {
    const product = await made({ sku: 'CHOSEN-000007', variations: [{ name: 'S', sku: 'CHOSEN-000007-S' }] })
    await made({ sku: 'CHOSEN-000009' })
    const copy = (sku: string) =>
      app().call(contract.duplicateProduct, { as: seller().as, params: { id: product.id }, body: { sku } })
    const offered = () => app().call(contract.copySku, { as: seller().as, params: { id: product.id } })
    expect((await offered()).body.data).toEqual({ sku: 'CHOSEN-000010' })
    for (const sku of ['CHOSEN-000009', 'CHOSEN-000007-S'])
      expect(await copy(sku)).toMatchObject({
        status: 409,
        body: { code: 'sku_taken', fields: { sku: 'A product with this SKU already exists.' } },
      })
    expect((await copy('   ')).body.fields).toHaveProperty('sku')
    const { data } = (await copy(' MINE ')).body
    expect(await get(data?.id ?? 0)).toMatchObject({ sku: 'MINE', variations: [{ sku: 'MINE-S', quantity: 0 }] })
  })

  it('PRO-081..PRO-086 PRO-296 prefixes of the template, of the inventory and our own', async () => {
    const other = (await makeTemplate(seller().ctx)).id
    for (const sku of ['CUP-000009', 'CUP-0010']) await made({ sku, templateId: other })
    const { data } = (await app().call(contract.skuPrefixes, { as: seller().as, query: { templateId: other } })).body
    expect(data?.filter((o) => o.prefix === 'CUP-')).toEqual([
      { type: 'template', prefix: 'CUP-', maxValue: 10, maxLength: 6, count: 2 },
      { type: 'inventory', prefix: 'CUP-', maxValue: 10, maxLength: 6, count: 2 },
    ])
    expect(data?.at(-1)).toEqual({ type: 'custom', prefix: 'SK', maxValue: 0, maxLength: 0, count: 0 })
    const skus = await app().call(contract.allSkus, { as: seller().as, query: { search: 'cup-' } })
    expect(skus.body.data).toEqual(['CUP-000009', 'CUP-0010'])
    expect((await app().call(contract.allTags, { as: seller().as })).body.data).toEqual(['a', 'b', 'x'])
  })

  it('DESIGN 5: a neighbour finds and changes nothing', async () => {
    const product = await made({ sku: 'OURS' })
    const { as } = await makeSeller(app().services)
    expect((await app().call(contract.getProduct, { as, params: { id: product.id } })).status).toBe(404)
    expect(
      (await app().call(contract.updateProduct, { as, body: { product: { id: product.id, title: 'Theirs' } } })).status,
    ).toBe(404)
    expect((await app().call(contract.deleteProduct, { as, params: { id: product.id } })).status).toBe(404)
    expect((await app().call(contract.listMovements, { as, params: { id: product.id } })).status).toBe(404)
    expect((await app().call(contract.getProductBySku, { as, params: { sku: 'OURS' } })).status).toBe(404)
  })
})
