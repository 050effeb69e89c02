import { describe, expect, it } from 'vitest'
import { convertProduct, previewConversion } from '#contract/products/converting.ts'
import { updateProduct } from '#contract/products/products.ts'
import { listAuditEntries } from '#contract/organizations/organizations.ts'
import { getTemplate } from '#contract/templates.ts'
import { makeTemplate } from '#seed/make.ts'
import { changesShop } from '../../testing/shop/changes.ts'
import { makeListing } from '../../testing/shop/listed.ts'

const { app, seller, as, product, make, save, items, undo } = changesShop()

const template = (attributes: object[]) => makeTemplate(seller().ctx, { attributes: attributes as never })
const ask = (body: object) => app().call(convertProduct, { ...as(), body: body as never })
const valuesOf = async (id: number) => Object.fromEntries((await product(id)).attributes.map((a) => [a.name, a.value]))

describe('TPL-226 TPL-227 converting a product', () => {
  const mug = async () => {
    const { id } = await make({ quantity: 7 })
    await save([
      {
        id,
        attributes: [
          { name: 'Colour', value: 'Red' },
          { name: 'Size', value: 'L' },
          { name: 'Form', value: 'Tall' },
        ],
      },
    ])
    return id
  }

  it('tells before what becomes of each attribute, does it, and is undone in one step', async () => {
    const id = await mug()
    const before = await product(id)
    const to = await template([{ name: 'Color' }, { name: 'size' }, { name: 'Kiln', constraint: 'required' }])
    const choices = [
      { name: 'Colour', to: 'Color' },
      { name: 'Form', to: null },
    ]
    const request = { productId: id, productTemplateId: to.id, attributes: choices }
    const { data: seen } = (await app().call(previewConversion, { ...as(), body: request })).body
    expect(seen?.rows.map(({ name, fate, to: into, problem }) => [name, fate, into, problem])).toEqual([
      ['Colour', 'mapped', 'Color', ''],
      ['Size', 'same', 'size', ''],
      ['Form', 'left', '', ''],
    ])
    expect([seen?.missing, seen?.free.includes('Kiln'), seen?.free.includes('Color')]).toEqual([
      expect.arrayContaining(['Kiln']),
      true,
      false,
    ])
    expect(await product(id)).toEqual(before)

    const { data: moved } = (await ask(request)).body
    expect(moved).toMatchObject({ templateId: to.id, quantity: 7, readiness: 'error' })
    expect(await valuesOf(id)).toEqual({ Color: 'Red', size: 'L' })
    const set = moved?.changeSetId ?? 0
    const fields = (await items(set))?.data[0]?.changes.map(({ field }) => field)
    expect(fields).toEqual(expect.arrayContaining(['templateId', 'attr.Colour', 'attr.Color', 'attr.Form']))
    const { data: audit } = (
      await app().call(listAuditEntries, { ...as(), query: { entity: 'product', entityId: id } as never })
    ).body
    expect(JSON.stringify(audit)).toContain('templateId')

    expect((await undo(set)).body.data).toMatchObject({ state: 'done', changed: 1 })
    expect(await product(id)).toMatchObject({ templateId: before.templateId, quantity: 7 })
    expect((await product(id)).attributes).toEqual(before.attributes)
  })

  it('keeps variations, their SKUs and their pieces, with what they differ in', async () => {
    const { id } = await make()
    const variations = ['M', 'L'].map((size, n) => ({
      name: size,
      sku: `CONV-${id}-${size}`,
      quantity: n + 3,
      attributes: [{ name: 'Size', value: size }],
    }))
    await app().call(updateProduct, { ...as(), body: { product: { id, variations } } as never })
    const to = await template([{ name: 'Shirt size' }])
    await ask({ productId: id, productTemplateId: to.id, attributes: [{ name: 'Size', to: 'Shirt size' }] })
    const moved = await product(id)
    const { data } = (await app().call(getTemplate, { ...as(), params: { id: to.id } })).body
    const sized = data?.attributes.find(({ name }) => name === 'Shirt size')
    expect(moved.variations.map((v) => [v.sku, v.quantity, v.attributes[0]?.name, v.attributes[0]?.value])).toEqual([
      [`CONV-${id}-M`, 3, 'Shirt size', 'M'],
      [`CONV-${id}-L`, 4, 'Shirt size', 'L'],
    ])
    expect(moved.variations.map((v) => v.attributes[0]?.templateAttributeId)).toEqual([sized?.id, sized?.id])
  })

  it('is refused whole where a value would be lost unasked, at the choice', async () => {
    const id = await mug()
    const to = await template([{ name: 'Color' }])
    const attributes = [
      { name: 'Colour', to: 'Color' },
      { name: 'Form', to: 'Color' },
    ]
    const { status, body } = await ask({ productId: id, productTemplateId: to.id, attributes })
    const sentence = 'Color already has the value Red.'
    expect([status, body.message, body.fields]).toEqual([400, sentence, { 'attributes.1.to': sentence }])
    expect(await valuesOf(id)).toEqual({ Colour: 'Red', Size: 'L', Form: 'Tall' })
  })

  it('waits until a live listing ended; listings that are not live follow, with the listing setup of the new template', async () => {
    const id = await mug()
    const to = await template([])
    await makeListing(seller().ctx, { productId: id, templateId: (await product(id)).templateId })
    const refused = await ask({ productId: id, productTemplateId: to.id })
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'This product is live on eBay. Unlist it before you move it to another template.',
    ])
    const own = () => seller().ctx.db.selectFrom('listingProducts').select(['templateId']).where('productId', '=', id)
    await seller()
      .ctx.db.updateTable('listingProducts')
      .set({ status: 'unlisted' })
      .where('productId', '=', id)
      .execute()
    expect((await ask({ productId: id, productTemplateId: to.id })).status).toBe(200)
    expect(await own().execute()).toEqual([{ templateId: to.id }])
  })

  it('to the template that it has already changes nothing', async () => {
    const id = await mug()
    const { templateId } = await product(id)
    const { data } = (await ask({ productId: id, productTemplateId: templateId })).body
    expect(data).toMatchObject({ changeSetId: null, templateId })
  })
})
