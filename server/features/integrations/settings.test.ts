import { beforeAll, describe, expect, it } from 'vitest'
import * as contract from '#contract/integrations/integrations.ts'
import { lookups, saveEbayPolicies } from '#contract/integrations/lookups.ts'
import { makeSeller } from '#seed/make.ts'
import { integrationsApp } from '../../testing/shop/integrations.ts'
import { CATEGORY, type Shop, type Sold, openShop } from '../../testing/shop/shop.ts'
import { checkIntegrationJob } from './jobs.ts'

const { app, sandbox, row } = integrationsApp()

describe('settings', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(app(), sandbox(), ['ebay', 'shopify'])
  })
  const save = (channel: Sold, settings: object) =>
    app().call(contract.saveIntegration, {
      body: { channel, settings: settings as Record<string, unknown> },
      as: shop.as,
    })
  const check = async (channel: Sold) =>
    checkIntegrationJob(app().services, {
      organizationId: shop.ctx.organizationId,
      integrationId: await shop.integrationId(channel),
    })

  it('CHN-027 what is left out stays; what is unknown or of a wrong shape is refused at its field', async () => {
    expect(await save('ebay', { buffer: 2, locationId: 'a' })).toMatchObject({
      status: 200,
      body: { message: 'Updated Integration' },
    })
    expect(await save('ebay', { locationId: 'b' })).toMatchObject({
      body: { data: { integration: { config: { buffer: 2, locationId: 'b' } } } },
    })
    expect(await save('ebay', { colour: 'red' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: { colour: 'eBay has no setting "colour".' } },
    })
    expect(await save('ebay', { buffer: -1 })).toMatchObject({
      status: 400,
      body: { fields: { buffer: expect.any(String) } },
    })
  })
  it('how many calls eBay allows a day is what eBay says, from the first check on', async () => {
    await check('ebay')
    const limits = await app()
      .services.database.system.selectFrom('channelQuotas')
      .select(['lane', 'calls'])
      .where('channel', '=', 'ebay')
      .where('calls', 'is not', null)
      .orderBy('lane')
      .execute()
    // A number is kept only where the channel told it.
    expect(limits.map(({ lane, calls }) => [lane, calls])).toEqual([
      ['account', 25_000],
      ['fulfillment', 100_000],
      ['inventory', 2_000_000],
      ['metadata', 5000],
      ['taxonomy', 5000],
    ])
  })
  it('two who save different settings at once both succeed', async () => {
    await Promise.all([save('ebay', { paymentPolicyId: 'p' }), save('ebay', { returnPolicyId: 'r' })])
    expect((await row(shop.ctx, 'ebay')).settings).toMatchObject({ paymentPolicyId: 'p', returnPolicyId: 'r' })
  })
  it('LST-354 LST-355 default policies of eBay', async () => {
    const body = { paymentPolicyId: 'p1', returnPolicyId: 'r1', fulfillmentPolicyId: 'f1' }
    expect((await app().call(saveEbayPolicies, { body, as: shop.as })).status).toBe(200)
    expect((await row(shop.ctx, 'ebay')).settings).toMatchObject({ ...body, locationId: 'b' })
  })
  it('a location and a policy are made there and chosen at once; a wrong answer is refused at its field', async () => {
    const make = (field: string, answers: Record<string, string>) =>
      app().call(contract.makeThere, { params: { channel: 'ebay' }, body: { field, answers }, as: shop.as })
    const address = { name: 'North dock', country: 'US', stateOrProvince: 'IL', postalCode: '60601', phone: '555 0100' }
    const places = async () => (await app().call(lookups.ebay.locations, { as: shop.as })).body.data
    expect(await places()).not.toContainEqual(expect.objectContaining({ name: 'North dock' }))
    const made = await make('locationId', address)
    expect(made).toMatchObject({ status: 200, body: { data: { id: 'motto-north-dock' } } })
    // The editors offer it, though they were asked a moment ago.
    expect(await places()).toContainEqual(
      expect.objectContaining({ name: 'North dock', enabled: true, postalCode: '60601' }),
    )
    expect(await make('locationId', address)).toMatchObject({ body: { fields: { name: expect.any(String) } } })
    const shipping = { name: 'Ground', handlingDays: '2', costType: 'FLAT_RATE', service: 'UPSGround', cost: '0' }
    expect(await make('fulfillmentPolicyId', { ...shipping, service: 'Pigeon' })).toMatchObject({
      status: 400,
      body: { fields: { service: 'Choose one of these.' } },
    })
    const policy = (await make('fulfillmentPolicyId', shipping)).body.data?.id
    expect((await row(shop.ctx, 'ebay')).settings).toMatchObject({
      locationId: 'motto-north-dock',
      fulfillmentPolicyId: policy,
    })
    for (const field of ['buffer', 'constructor', '__proto__'])
      expect(await make(field, {})).toMatchObject({ body: { code: 'unsupported' } })
  })
  it('blank ones are filled from the account when the connection is checked, chosen ones stay', async () => {
    await save('ebay', { paymentPolicyId: '', returnPolicyId: 'mine', locationId: '' })
    await check('ebay')
    const policies = (await app().call(lookups.ebay.policies, { as: shop.as })).body.data
    const [location] = (await app().call(lookups.ebay.locations, { as: shop.as })).body.data ?? []
    expect((await row(shop.ctx, 'ebay')).settings).toMatchObject({
      paymentPolicyId: policies?.paymentPolicies[0]?.paymentPolicyId,
      returnPolicyId: 'mine',
      locationId: location?.merchantLocationKey,
      buffer: 2,
    })
    await check('shopify')
    const [place] = (await app().call(lookups.shopify.locations, { as: shop.as })).body.data ?? []
    expect((await row(shop.ctx, 'shopify')).settings).toMatchObject({ locationId: place?.id })
  })
})

describe('lookups', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(app(), sandbox())
  })
  it('LST-351 LST-118 LST-119 the category tree of eBay', async () => {
    const { body } = await app().call(lookups.ebay.categories, { as: shop.as })
    expect(body.data).toMatchObject({
      categoryTreeVersion: expect.any(String),
      rootCategoryNode: {
        category: { categoryId: expect.any(String), categoryName: expect.any(String) },
        childCategoryTreeNodes: expect.any(Array),
      },
    })
    const [top] = body.data?.rootCategoryNode.childCategoryTreeNodes ?? []
    expect(top).toMatchObject({
      category: { categoryId: expect.stringMatching(/^\d+$/), categoryName: expect.stringMatching(/./) },
      categoryTreeNodeLevel: 1,
      childCategoryTreeNodes: expect.any(Array),
    })
    expect(top?.childCategoryTreeNodes?.[0]).toMatchObject({
      categoryTreeNodeLevel: 2,
      parentCategoryTreeNodeHref: expect.stringContaining('category_id'),
    })
  })
  it('LST-350 suggestions for a text', async () => {
    const { body } = await app().call(lookups.ebay.suggestions, { query: { query: 'shirt' }, as: shop.as })
    expect(body.data?.categorySuggestions[0]?.category.categoryId).toMatch(/^\d+$/)
  })
  it('LST-176..LST-181 item specifics of a category', async () => {
    const aspects =
      (await app().call(lookups.ebay.aspects, { query: { categoryId: CATEGORY }, as: shop.as })).body.data ?? []
    expect(aspects.find((a) => a.aspectConstraint.aspectRequired)).toMatchObject({
      localizedAspectName: expect.any(String),
      aspectValues: expect.any(Array),
      aspectConstraint: {
        aspectRequired: true,
        aspectUsage: expect.any(String),
        aspectDataType: expect.any(String),
        aspectMode: expect.any(String),
      },
    })
  })
  it('LST-185..LST-192 LST-352 locations on eBay', async () => {
    const [location] = (await app().call(lookups.ebay.locations, { as: shop.as })).body.data ?? []
    expect(location).toEqual({
      merchantLocationKey: expect.stringMatching(/./),
      name: expect.any(String),
      phone: expect.any(String),
      addressLine1: expect.any(String),
      addressLine2: expect.any(String),
      city: expect.any(String),
      postalCode: expect.any(String),
      stateOrProvince: expect.any(String),
      country: expect.any(String),
      enabled: true,
    })
  })
  it('LST-193..LST-204 LST-353 policies on eBay', async () => {
    const { body } = await app().call(lookups.ebay.policies, { as: shop.as })
    expect(body.data?.paymentPolicies[0]).toMatchObject({
      paymentPolicyId: expect.stringMatching(/./),
      name: expect.stringMatching(/./),
      description: expect.any(String),
      immediatePay: expect.any(Boolean),
      categoryTypes: expect.any(Array),
      marketplaceId: 'EBAY_US',
    })
    expect(body.data?.returnPolicies[0]).toMatchObject({
      returnPolicyId: expect.stringMatching(/./),
      name: expect.stringMatching(/./),
    })
    expect(body.data?.fulfillmentPolicies[0]).toMatchObject({
      fulfillmentPolicyId: expect.stringMatching(/./),
      name: expect.stringMatching(/./),
      shippingOptions: expect.any(Array),
      handlingTime: { value: expect.any(Number), unit: expect.any(String) },
    })
  })
  it('LST-363 LST-364 locations and collections on Shopify', async () => {
    expect((await app().call(lookups.shopify.locations, { as: shop.as })).body.data?.[0]).toMatchObject({
      id: expect.stringMatching(/./),
      name: expect.stringMatching(/./),
      isActive: true,
    })
    expect((await app().call(lookups.shopify.collections, { as: shop.as })).body.data).toEqual(expect.any(Array))
  })
  it('the same question by many at once is asked once', async () => {
    const fresh = await openShop(app(), sandbox(), ['shopify'])
    const callCount = async () => ((await fresh.remotes.shopify.calls()) as unknown[]).length
    const before = await callCount()
    await Promise.all(Array.from({ length: 5 }, () => app().call(lookups.shopify.collections, { as: fresh.as })))
    expect((await callCount()) - before).toBe(1)
  })
  it('without an integration, or unconnected, says which', async () => {
    const { as } = await makeSeller(app().services)
    expect(await app().call(lookups.ebay.policies, { as })).toMatchObject({
      status: 409,
      body: { code: 'integration_missing', message: 'Missing Integration' },
    })
    await app().call(contract.createIntegration, { body: { name: 'ebay' }, as })
    expect(await app().call(lookups.ebay.policies, { as })).toMatchObject({
      status: 409,
      body: { code: 'integration_unauthenticated', message: 'Integration Unauthenticated' },
    })
  })
})
