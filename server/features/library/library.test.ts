import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '#contract/library.ts'
import { listingChannels, saveListingTemplates } from '#contract/listings/listings.ts'
import { deleteTemplate, getTemplate, saveTemplate } from '#contract/templates.ts'
import { makeSeller, makeSession, makeTemplate, makeProduct, makeUser } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'

let app: TestApp
let source: Awaited<ReturnType<typeof makeSeller>>
let seller: Awaited<ReturnType<typeof makeSeller>>
/** The super-admin, in the organization whose templates go into the library, and in none. */
let admin: string
let operator: string
beforeAll(async () => {
  app = await testApp()
  ;[source, seller] = [await makeSeller(app.services), await makeSeller(app.services)]
  const user = await makeUser(app.services, { isSuper: true })
  admin = await makeSession(app.services, user.id, source.organization.id)
  operator = admin
  for (const { ctx } of [source, seller])
    await ctx.db
      .insertInto('integrations')
      .values({ organizationId: ctx.organizationId, channel: 'ebay', settings: '{}', tokens: null })
      .execute()
})
afterAll(() => app.stop())

const described = { description: 'For every mug', category: 'Home', subCategory: 'Kitchen', tags: 'mug, cup' }
const entry = (templateId: number, more: object = {}) => ({
  as: operator,
  body: { stockTemplate: { templateId, name: 'Mugs', ...described, valueMapping: true, allChannels: false, ...more } },
})
const stock = async () => {
  const { id } = await makeTemplate(source.ctx, {
    attributes: [{ name: 'Glaze', constraint: 'required', options: ['Matt'] }],
    variations: ['Glaze'],
  })
  const saved = await app.call(saveTemplate, {
    as: admin,
    params: { id },
    body: { productTemplate: { isStock: true, title: '{{Brand}} mug', tags: 'mug' } },
  })
  expect(saved.body.data).toMatchObject({ isStock: true })
  await app.call(saveListingTemplates, {
    as: source.as,
    body: {
      listingTemplates: [
        {
          templateId: id,
          channel: 'ebay',
          schemas: [
            { id: 'default', name: 'Default', ebayCategoryIds: '15687', locationId: 'ours', paymentPolicyId: 'P-1' },
          ],
        },
      ],
    },
  })
  return id
}
const library = async () => (await app.call(contract.listStockTemplates, { as: seller.as })).body.data ?? []

describe('the template library', () => {
  it('TPL-106 TPL-108 TPL-126 only a super-admin says that a template is stock', async () => {
    const { id } = await makeTemplate(source.ctx)
    const request = { params: { id }, body: { productTemplate: { isStock: true } } }
    expect((await app.call(saveTemplate, { as: source.as, ...request })).body.code).toBe('forbidden')
    const same = { params: { id }, body: { productTemplate: { isStock: false, notes: 'kept' } } }
    expect((await app.call(saveTemplate, { as: source.as, ...same })).body.data).toMatchObject({ notes: 'kept' })
    const refused = await app.call(contract.addStockTemplate, entry(id))
    expect(refused.body).toMatchObject({ fields: { 'stockTemplate.templateId': 'Template is not stock' } })
    expect((await app.call(saveTemplate, { as: admin, ...request })).body.data).toMatchObject({ isStock: true })
    expect((await app.call(contract.addStockTemplate, entry(id))).status).toBe(200)
  })

  it('TPL-234 TPL-183..TPL-189 lists the templates of all organizations that may be added, stock ones first', async () => {
    const id = await stock()
    await makeProduct(source.ctx, id)
    const plain = await makeTemplate(seller.ctx)
    const { data } = (await app.call(contract.availableStockTemplates, { as: operator, query: { limit: 500 } })).body
    const rows = data?.data ?? []
    expect(rows.find((row) => row.id === id)).toEqual({
      id,
      name: expect.any(String) as string,
      details: '',
      clientName: source.organization.displayName,
      createdAt: expect.stringMatching(/^\d{4}-/) as string,
      isStock: true,
      products: 1,
      inLibrary: false,
    })
    expect(rows.find((row) => row.id === plain.id)).toMatchObject({
      isStock: false,
      clientName: seller.organization.displayName,
    })
    const order = rows.map((row) => row.isStock)
    expect(order.indexOf(false)).toBeGreaterThan(order.lastIndexOf(true))
    const query = { search: plain.name }
    const available = await app.call(contract.availableStockTemplates, { as: operator, query })
    expect(available.body.data).toMatchObject({ items: 1, data: [{ id: plain.id }] })
  })

  it('TPL-235 TPL-201..TPL-208 TPL-210 TPL-231 TPL-232 TPL-190..TPL-200 what is added is there for every organization', async () => {
    const id = await stock()
    const added = await app.call(contract.addStockTemplate, entry(id, { name: 'All mugs' }))
    expect(added.body.message).toBe('Added template to library')
    expect((await library()).find((template) => template.id === added.body.data?.id)).toEqual({
      id: added.body.data?.id,
      name: 'All mugs',
      category: 'Home',
      subCategory: 'Kitchen',
      tags: 'mug,cup',
      channels: ['ebay'],
      allChannels: false,
      valueMapping: true,
      description: 'For every mug',
      createdAt: expect.stringMatching(/^\d{4}-/) as string,
      updatedAt: expect.stringMatching(/^\d{4}-/) as string,
    })
    const before = (await library()).length
    const again = await app.call(contract.addStockTemplate, entry(id, { name: 'Better mugs', allChannels: true }))
    expect(again.body.data).toMatchObject({ id: added.body.data?.id, name: 'Better mugs', allChannels: true })
    expect((await library()).length).toBe(before)
  })

  it('TPL-181 needs a name and a category', async () => {
    const id = await stock()
    const refused = await app.call(contract.addStockTemplate, entry(id, { name: ' ', category: '' }))
    expect(refused.body.fields).toEqual({
      'stockTemplate.name': 'Name is required.',
      'stockTemplate.category': 'Category is required.',
    })
  })

  it('TPL-233 TPL-057 an import makes a template of its own, which lists where the organization is set up, and outlives its source', async () => {
    const id = await stock()
    const { data: added } = (await app.call(contract.addStockTemplate, entry(id))).body
    await app.call(deleteTemplate, { as: source.as, params: { id } })
    const body = { stockTemplateId: added?.id ?? 0, toName: 'My mugs' }
    const made = await app.call(contract.importStockTemplate, { as: seller.as, body })
    expect(made.body.message).toBe('Successfully imported template. Redirecting...')
    const templateId = made.body.data ?? 0
    const { data: template } = (await app.call(getTemplate, { as: seller.as, params: { id: templateId } })).body
    expect(template).toMatchObject({
      name: 'My mugs',
      isStock: false,
      title: '{{Brand}} mug',
      tags: 'mug',
      variations: ['Glaze'],
      products: 0,
      clientId: seller.organization.id,
    })
    expect(template?.attributes.map((a) => a.name)).toEqual([
      'Brand',
      'Vendor',
      'Location',
      'Warehouse',
      'Bin',
      'Glaze',
    ])
    expect(template?.attributes.at(-1)).toMatchObject({ constraint: 'required', options: ['Matt'] })
    const { data: panels } = (await app.call(listingChannels, { as: seller.as, query: { templateId } })).body
    // Their category goes along; their location and policies are not ours.
    expect(panels?.ebay?.listingTemplate?.schemas).toMatchObject([
      { name: 'Default', ebayCategoryIds: '15687', locationId: '', paymentPolicyId: '' },
    ])
    const imported = await app.call(contract.importStockTemplate, { as: seller.as, body })
    expect([imported.status, imported.body.code]).toEqual([409, 'template_taken'])
  })

  it('TPL-236 TPL-211 what is removed is gone from the library; what was made from it stays', async () => {
    const { data: added } = (await app.call(contract.addStockTemplate, entry(await stock()))).body
    const stockTemplateId = added?.id ?? 0
    const made = await app.call(contract.importStockTemplate, {
      as: seller.as,
      body: { stockTemplateId, toName: 'Kept mugs' },
    })
    const removed = await app.call(contract.removeStockTemplate, { as: operator, body: { stockTemplateId } })
    expect(removed.body.message).toBe('Removed template from library')
    expect((await library()).map((template) => template.id)).not.toContain(stockTemplateId)
    expect((await app.call(getTemplate, { as: seller.as, params: { id: made.body.data ?? 0 } })).status).toBe(200)
    expect((await app.call(contract.removeStockTemplate, { as: operator, body: { stockTemplateId } })).status).toBe(404)
    const late = { stockTemplateId, toName: 'Late mugs' }
    expect((await app.call(contract.importStockTemplate, { as: seller.as, body: late })).status).toBe(404)
  })
})
