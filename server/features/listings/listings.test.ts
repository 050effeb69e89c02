import { describe, expect, it } from 'vitest'
import { standardPricing } from '#contract/channels/pricing.ts'
import * as contract from '#contract/listings/listings.ts'
import { preflight } from '#contract/listings/preflight.ts'
import { makeMember, makeProduct, makeSeller, makeSession, makeTemplate, makeUser } from '#seed/make.ts'
import { listingsShop } from '../../testing/shop/listings.ts'

const { app, shop, template, override } = listingsShop()

describe('how a listing is kept', () => {
  it('the panels of a product are those of its own template, and of another organization’s there are none', async () => {
    const { id: productId } = await shop().product(template())
    const ask = async (query: object, as = shop().as) =>
      app().call(contract.listingChannels, { query: query as { productId: number }, as })
    const [alone, both] = [await ask({ productId }), await ask({ productId, templateId: template() })]
    expect(alone.body.data?.ebay).toMatchObject({ listingTemplate: { templateId: template() } })
    expect(alone.body.data).toEqual(both.body.data)
    const other = await makeSeller(app().services)
    expect((await ask({ productId }, other.as)).status).toBe(404)
    expect([(await ask({})).status, (await ask({ productId: 0 })).status]).toEqual([404, 404])
  })

  it('LST-025..LST-034 LST-340 a listing template comes back as it was saved', async () => {
    const { id } = await makeTemplate(shop().ctx)
    const schema = {
      id: 's1',
      name: 'Default',
      details: 'Our usual',
      ebayCategoryIds: '15687',
      ebayCategoryVersion: '129',
      title: '{{Brand}}',
      subtitle: 'Soft',
      description: '<p>A</p>',
      condition: 'New',
      conditionDescription: 'As new',
      brand: 'Acme',
      locationId: 'l',
      paymentPolicyId: 'p',
      returnPolicyId: 'r',
      fulfillmentPolicyId: 'f',
      aspects: [{ aspectName: 'Color', value: 'Blue', dataType: 'STRING', required: true }],
      pricingConfiguration: { ...standardPricing, price: true, basePrice: 95 },
    }
    const saved = await app().call(contract.saveListingTemplates, {
      body: { listingTemplates: [{ templateId: id, channel: 'ebay', schemas: [schema] }] },
      as: shop().as,
    })
    const expected = {
      id: expect.any(Number),
      integrationId: await shop().integrationId('ebay'),
      clientId: shop().ctx.organizationId,
      templateId: id,
      channel: 'ebay',
      schemas: [schema],
      updatedAt: expect.any(String),
    }
    expect(saved.body.data).toEqual([expected])
    const panels = await app().call(contract.listingChannels, { query: { templateId: id }, as: shop().as })
    expect(panels.body.data?.ebay).toEqual({
      integrationId: expected.integrationId,
      account: expect.stringMatching(/./),
      authenticated: true,
      listingTemplate: expected,
      listingProduct: null,
      needsCategory: true,
      there: null,
      defaults: {},
      others: [],
    })
  })
  it('LST-164 a Shopify schema too; the eBay condition is New where nothing is said', async () => {
    const { id } = await makeTemplate(shop().ctx)
    const shopify = {
      id: 's',
      name: 'Default',
      details: '',
      title: 'T',
      description: '<p>D</p>',
      locationId: '1',
      productType: 'Shirts',
      vendor: 'Acme',
      tags: 'a,b',
      collectionIds: '5,6',
    }
    const { body } = await app().call(contract.saveListingTemplates, {
      body: {
        listingTemplates: [
          { templateId: id, channel: 'shopify', schemas: [shopify] },
          { templateId: id, channel: 'ebay', schemas: [{ id: 'e', name: 'Default' }] },
        ],
      },
      as: shop().as,
    })
    expect(body.data?.[0]?.schemas).toEqual([shopify])
    expect(body.data?.[1]?.schemas[0]).toMatchObject({ condition: 'New', details: '' })
  })
  it('LST-043 two schemas of one name are refused', async () => {
    const schemas = [
      { id: 'a', name: 'Default' },
      { id: 'b', name: 'default' },
    ]
    const { status, body } = await app().call(contract.saveListingTemplates, {
      body: { listingTemplates: [{ templateId: template(), channel: 'ebay', schemas }] },
      as: shop().as,
    })
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { code: 'schema_taken', message: 'Schema with name "default" already exists.' },
    })
  })
  it('two schemas of one id are refused', async () => {
    const schemas = [
      { id: 'a', name: 'Used' },
      { id: 'a', name: 'New' },
    ]
    const { status, body } = await app().call(contract.saveListingTemplates, {
      body: { listingTemplates: [{ templateId: template(), channel: 'ebay', schemas }] },
      as: shop().as,
    })
    expect({ status, body }).toMatchObject({ status: 400, body: { fields: { 'schemas.1.id': expect.any(String) } } })
  })
  it('says in plain words what is too long, of a template and of a product', async () => {
    const { as } = shop()
    const { id: templateId } = await makeTemplate(shop().ctx)
    const { id: productId } = await makeProduct(shop().ctx, templateId)
    const title = 'x'.repeat(5001)
    const template = await app().call(contract.saveListingTemplates, {
      body: { listingTemplates: [{ templateId, channel: 'ebay', schemas: [{ id: 'a', name: 'A', title }] }] },
      as,
    })
    const product = await app().call(contract.saveListingProducts, {
      body: { listingProducts: [{ productId, channel: 'ebay', schemaOverrides: { title } }] },
      as,
    })
    expect([template.body.fields, product.body.fields]).toEqual([
      { 'schemas.0.title': expect.stringMatching(/^At most \d+ characters\.$/) },
      { 'schemaOverrides.title': expect.stringMatching(/^At most \d+ characters\.$/) },
    ])
  })
  it('a listing template that somebody else has saved since it was read is not written over', async () => {
    const { as } = shop()
    const { id: templateId } = await makeTemplate(shop().ctx)
    const save = async (name: string, updatedAt?: string | null) =>
      app().call(contract.saveListingTemplates, {
        body: { listingTemplates: [{ templateId, channel: 'ebay', schemas: [{ id: 'a', name }], updatedAt }] },
        as,
      })
    const { body } = await save('First', null)
    const read = body.data?.[0]?.updatedAt
    expect((await save('First of another', null)).body.code).toBe('edit_conflict')
    expect((await save('Second', read)).status).toBe(200)
    expect((await save('Second of another', read)).body.code).toBe('edit_conflict')
    const panels = await app().call(contract.listingChannels, { query: { templateId }, as })
    expect(panels.body.data?.ebay?.listingTemplate?.schemas).toMatchObject([{ name: 'Second' }])
    // Who does not say what they read, a script for instance, writes as before.
    expect((await save('Third')).status).toBe(200)
  })
  it('of two who save the first listing template at once one is told', async () => {
    const { as } = shop()
    const templates = await Promise.all(Array.from({ length: 6 }, () => makeTemplate(shop().ctx)))
    const save = async (templateId: number, name: string) =>
      app().call(contract.saveListingTemplates, {
        body: { listingTemplates: [{ templateId, channel: 'ebay', schemas: [{ id: 'a', name }], updatedAt: null }] },
        as,
      })
    const answers = await Promise.all(templates.map(({ id }) => Promise.all([save(id, 'Mine'), save(id, 'Theirs')])))
    for (const both of answers)
      expect(both.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([200, 'edit_conflict'])
  })
  it('LST-042 a product whose schema is removed takes the first one left; what is left keeps its order and fields', async () => {
    const { as } = shop()
    const templateId = await shop().template()
    const save = async (...schemas: { id: string; name: string; productType?: string }[]) =>
      (
        await app().call(contract.saveListingTemplates, {
          body: { listingTemplates: [{ templateId, channel: 'shopify', schemas }] },
          as,
        })
      ).body.data?.[0]?.schemas
    const a = { id: 'a', name: 'Used', productType: 'Mug' }
    const b = { id: 'b', name: 'New', productType: 'Cup' }
    await save(a, b, { id: 'c', name: 'Parts' })
    const chosen = await Promise.all(
      ['a', 'c'].map(async (selectedSchemaId) => {
        const { id } = await shop().product(templateId)
        const body = { listingProducts: [{ channel: 'shopify' as const, productId: id, selectedSchemaId }] }
        expect((await app().call(contract.saveListingProducts, { body, as })).status).toBe(200)
        return id
      }),
    )
    await save(b, a)
    const selected = await Promise.all(
      chosen.map(async (id) => (await shop().listing('shopify', id))?.selectedSchemaId),
    )
    expect(selected).toEqual(['a', 'b'])
    const { body } = await app().call(contract.listingChannels, { query: { templateId }, as })
    expect(body.data?.shopify?.listingTemplate?.schemas).toMatchObject([b, a])
  })
  it('LST-049..LST-058 LST-061 LST-172..LST-175 LST-342 LST-343 LST-344 a listing is made on its first save, as a bare list too, and is a draft', async () => {
    const { id } = await shop().product(template())
    const schemaOverrides = {
      selectedCategoryIds: '15687',
      title: 'Own',
      description: '<p>Own</p>',
      aspects: [{ aspectName: 'Color', value: 'Red', dataType: 'STRING', required: false }],
    }
    const changes = [{ channel: 'ebay' as const, productId: id, selectedSchemaId: 'default', schemaOverrides }]
    expect((await app().call(contract.saveListingProducts, { body: changes as never, as: shop().as })).status).toBe(200)
    expect(await shop().listing('ebay', id)).toMatchObject({
      channel: 'ebay',
      integrationId: await shop().integrationId('ebay'),
      templateId: template(),
      productId: id,
      listingTemplateId: expect.any(Number),
      selectedSchemaId: 'default',
      schemaOverrides,
      listSettings: { list: false, sync: false, syncQuantity: false },
      externalId: '',
      status: 'draft',
    })
  })
  it.each([
    ['LST-064', { list: true }, { list: true, sync: false, syncQuantity: true }],
    ['LST-068 LST-069', { sync: true }, { list: true, sync: true, syncQuantity: false }],
    ['LST-075', { syncQuantity: true }, { list: true, sync: false, syncQuantity: true }],
    ['LST-070', { syncQuantity: false }, { list: true, sync: false, syncQuantity: false }],
    ['LST-065 LST-066', { list: false }, { list: false, sync: false, syncQuantity: false }],
  ])('%s the switches %o are kept as they then stand', async (_id, listSettings, expected) => {
    switched ??= (await shop().product(template())).id
    const { body } = await app().call(contract.saveListingProducts, {
      body: { listingProducts: [{ channel: 'shopify', productId: switched, listSettings }] },
      as: shop().as,
    })
    expect(body.data?.[0]?.listSettings).toEqual(expected)
  })
  let switched: number | undefined
  it('nothing is checked of a product of which nobody has said yet how it lists, and that is no error', async () => {
    const { id } = await shop().product(template())
    const ask = (productId: number) => app().call(preflight, { query: { productId, channel: 'ebay' }, as: shop().as })
    expect(await ask(id)).toMatchObject({ status: 200, body: { data: null } })
    expect((await ask(999_999)).status).toBe(404)
  })
  it('the check before listing says where each value comes from', async () => {
    const { id } = await shop().product(template())
    const body = {
      listingProducts: [{ channel: 'ebay' as const, productId: id, schemaOverrides: { title: 'My {{Brand}}' } }],
    }
    await app().call(contract.saveListingProducts, { body, as: shop().as })
    const checked = await app().call(preflight, { query: { productId: id, channel: 'ebay' }, as: shop().as })
    const { title, description, origins } = checked.body.data ?? {}
    expect(origins?.title).toEqual([{ from: 'override', name: '', value: title, mentions: ['Brand'] }])
    expect(origins?.description).toMatchObject([{ from: 'product', name: 'description', value: description }])
    expect(origins?.ebayCategoryIds).toMatchObject([{ from: 'schema', name: 'Default' }])
  })
  it('LST-024 LST-046 LST-047 LST-063 the schema may be chosen anew until the product is listed, then it is fixed; a draft is refused, listed, unlisted', async () => {
    const two = await shop().template()
    const { body } = await app().call(contract.listingChannels, { query: { templateId: two }, as: shop().as })
    const [first] = body.data?.shopify?.listingTemplate?.schemas ?? []
    await app().call(contract.saveListingTemplates, {
      body: {
        listingTemplates: [
          { templateId: two, channel: 'shopify', schemas: [first, { ...first, id: 'other', name: 'Other' }] as never },
        ],
      },
      as: shop().as,
    })
    const { id } = await shop().product(two)
    const choose = (selectedSchemaId: string) =>
      app().call(contract.saveListingProducts, {
        body: { listingProducts: [{ channel: 'shopify', productId: id, selectedSchemaId }] },
        as: shop().as,
      })
    expect((await choose('')).body.data).toMatchObject([{ status: 'draft' }])
    expect(await shop().list('shopify', id)).toMatchObject({
      status: 'error',
      result: {
        status: 'rejected',
        reason: expect.stringContaining('Could not resolve listing template.'),
        fields: { selectedSchemaId: expect.any(String) },
      },
    })
    for (const chosen of ['other', '', 'default']) expect((await choose(chosen)).status).toBe(200)
    expect(await choose('none')).toMatchObject({
      status: 400,
      body: { fields: { selectedSchemaId: expect.any(String) } },
    })
    expect(await shop().list('shopify', id)).toMatchObject({ status: 'listed', selectedSchemaId: 'default' })
    expect(await choose('other')).toMatchObject({
      status: 400,
      body: { fields: { selectedSchemaId: 'You can’t change the listing template while the product is listed.' } },
    })
    expect((await choose('default')).status).toBe(200)
    const end = { params: { integration: 'shopify' as const }, body: { productId: id, wait: 20 }, as: shop().as }
    await shop().sending(app().call(contract.unlistProduct, end))
    expect(await shop().listing('shopify', id)).toMatchObject({ status: 'unlisted' })
    expect(contract.listingStates).toEqual(['draft', 'listed', 'unlisted', 'error'])
  })
  it('overrides of a wrong shape are refused at their field, so that they never meet the channel', async () => {
    const { id } = await shop().product(template())
    expect(await override('ebay', id, { aspects: 'Color' })).toMatchObject({
      status: 400,
      body: { fields: { 'schemaOverrides.aspects': expect.any(String) } },
    })
  })
  it('two people at one product: who saves later is told, and writes over nothing', async () => {
    const { organizationId } = shop().ctx
    const people = await Promise.all(
      [1, 2].map(async () => {
        const { id } = await makeUser(app().services)
        await makeMember(app().services, organizationId, id, 4)
        return makeSession(app().services, id, organizationId)
      }),
    )
    const overridesOf = async (productId: number) =>
      (await app().call(contract.listListingProducts, { query: { productId }, as: shop().as })).body.data?.[0]
    const save = (as: string, productId: number, title: string, version?: string | null) =>
      app().call(contract.saveListingProducts, {
        body: { listingProducts: [{ channel: 'shopify', productId, schemaOverrides: { title }, version }] },
        as,
      })
    /** Both at once, from what both have read. */
    const both = async (id: number, version: string | null | undefined) => {
      const answers = await Promise.all(people.map((as, at) => save(as, id, `${version} ${at}`, version)))
      expect(answers.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([200, 'edit_conflict'])
      expect((await overridesOf(id))?.schemaOverrides).toEqual({
        title: `${version} ${answers[0]?.status === 200 ? 0 : 1}`,
      })
    }
    const products = await Promise.all(Array.from({ length: 6 }, () => shop().product(template())))
    await Promise.all(products.map(({ id }) => both(id, null)))
    await Promise.all(products.map(async ({ id }) => both(id, (await overridesOf(id))?.version)))
    const id = products[0]?.id ?? 0
    // Nothing that is sent, and no switch that is turned, is somebody else's edit.
    const latest = (await overridesOf(id))?.version
    expect(await shop().list('shopify', id)).toMatchObject({ status: 'listed', version: latest })
    expect((await save(people[0] ?? '', id, 'On top', latest)).status).toBe(200)
    // Who does not say what they read, a script for instance, writes as before.
    expect((await save(people[1] ?? '', id, 'By a script')).status).toBe(200)
  })
  it('another organization sees and sends none of it', async () => {
    const { id } = await shop().product(template())
    await shop().list('shopify', id)
    const { id: listing } = await shop().listing('shopify', id)
    const stranger = await makeSeller(app().services)
    await makeProduct(stranger.ctx, (await makeTemplate(stranger.ctx)).id)
    expect((await app().call(contract.listListingProducts, { query: { productId: id }, as: stranger.as })).status).toBe(
      404,
    )
    expect((await app().call(contract.retryListing, { params: { id: listing ?? 0 }, as: stranger.as })).status).toBe(
      404,
    )
    expect(
      (await app().call(contract.listToChannels, { body: { productId: id, wait: 0 }, as: stranger.as })).status,
    ).toBe(404)
    expect((await app().call(contract.listListings, { query: {}, as: stranger.as })).body.data).toEqual({
      items: 0,
      data: [],
    })
  })
})
