import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channelOf } from '#channels/registry.ts'
import { ChannelError } from '#channels/channel.ts'
import type { Sold, SoldWanted } from '#channels/product.ts'
import { fakeChannel } from '#channels/testing/fake.ts'
import { roles } from '#contract/permissions.ts'
import * as contract from '#contract/channels/ebay-prices.ts'
import { saveListingTemplates } from '#contract/listings/listings.ts'
import { duplicateTemplate, getTemplate, saveTemplate } from '#contract/templates.ts'
import { makeMember, makeSeller, makeSession, makeTemplate, makeUser } from '#seed/make.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { type AnyShop, openFakeShop } from '../../../testing/shop/shop.ts'

let app: TestApp
let off: TestApp
let shop: AnyShop
let templateId: number
let answer: () => Sold
const requests: SoldWanted[] = []
const some: Sold = { prices: [900, 1000, 1100, 1200, 9900], currency: 'USD', category: null, loosely: false }

beforeAll(async () => {
  ;[app, off] = [await testApp({ EBAY_PRICE_SUGGESTIONS: 'on' }), await testApp()]
  const fake = fakeChannel(channelOf('ebay'), { mode: 'last' })
  fake.channel.sold = async (_, request) => {
    requests.push(request)
    return answer()
  }
  shop = await openFakeShop(app, fake)
  templateId = await shop.template()
  answer = () => some
})
afterAll(async () => {
  await app.stop()
  await off.stop()
})

const suggest = (more: Record<string, unknown> = {}, as = shop.as) =>
  app.call(contract.suggestPrice, { query: { templateId, title: 'Blue mug', ...more } as never, as })
const save = (body: Record<string, unknown>, as = shop.as) =>
  app.call(contract.savePriceSuggestionConfiguration, { body: { templateId, ...body } as never, as })
const configuration = (id = templateId) =>
  app.call(contract.priceSuggestionConfiguration, { query: { templateId: id }, as: shop.as })

describe('a price suggested from what sold on eBay', () => {
  it('PRO-282 PRO-289 is the middle of what sold, with the buckets around it', async () => {
    const { body } = await suggest({ aspects: JSON.stringify({ Brand: 'Cedar' }) })
    expect(body.data).toMatchObject({ suggestedPrice: 11, sales: 5, currency: 'USD', loosely: false })
    expect(body.data?.buckets[0]).toMatchObject({ low: null })
    expect(body.data?.buckets.at(-1)).toMatchObject({ high: null })
    expect(body.data?.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(5)
    expect(requests.at(-1)).toEqual({ words: 'Blue mug', attributes: { Brand: 'Cedar' }, categoryId: '' })
  })
  it('looks in the category that the template lists in', async () => {
    const id = await shop.template()
    await app.call(saveListingTemplates, {
      body: {
        listingTemplates: [
          { templateId: id, channel: 'ebay', schemas: [{ id: 'default', name: 'Default', ebayCategoryIds: '20695' }] },
        ],
      } as never,
      as: shop.as,
    })
    await suggest({ templateId: id })
    expect(requests.at(-1)?.categoryId).toBe('20695')
  })
  it('is none where nothing was sold', async () => {
    answer = () => ({ ...some, prices: [] })
    expect((await suggest()).body.data).toMatchObject({ suggestedPrice: null, sales: 0, buckets: [] })
    answer = () => some
  })
  it('says what eBay has to give where it gives the app nothing, and what is wrong with the question', async () => {
    answer = () => {
      throw new ChannelError('forbidden', 'Access denied')
    }
    const { status, body } = await suggest()
    answer = () => some
    expect([status, body.code]).toEqual([422, 'channel_refused'])
    expect(body.message).toContain('Marketplace Insights')
    expect((await suggest({ aspects: '{' })).body.code).toBe('invalid_input')
    expect((await suggest({ aspects: '["Brand"]' })).body.code).toBe('invalid_input')
    expect((await suggest({ templateId: 999_999 })).body.code).toBe('not_found')
  })
  it('is off until the operator switches it on, and says how', async () => {
    const seller = await makeSeller(off.services)
    const { id } = await makeTemplate(seller.ctx)
    const count = requests.length
    const { status, body } = await off.call(contract.suggestPrice, { query: { templateId: id }, as: seller.as })
    expect([status, body.code]).toEqual([422, 'unsupported'])
    expect(body.message).toContain('EBAY_PRICE_SUGGESTIONS=on')
    expect(requests.length).toBe(count)
    const { body: state } = await off.call(contract.priceSuggestionConfiguration, {
      query: { templateId: id },
      as: seller.as,
    })
    expect(state.data).toEqual({ on: false, title: '', attributes: [] })
  })
  it('needs eBay connected, the template of the own organization, and the right to write', async () => {
    const other = await makeSeller(app.services)
    expect((await suggest({}, other.as)).body.code).toBe('not_found')
    expect((await save({ title: 'x', aspects: [] }, other.as)).body.code).toBe('not_found')
    const own = await makeTemplate(other.ctx)
    expect((await suggest({ templateId: own.id }, other.as)).body.code).toBe('integration_missing')
    const { organizationId } = shop.ctx
    const user = await makeUser(app.services)
    await makeMember(app.services, organizationId, user.id, roles.guest)
    const guest = await makeSession(app.services, user.id, organizationId)
    expect([(await suggest({}, guest)).status, (await save({ title: '', aspects: [] }, guest)).status]).toEqual([
      403, 403,
    ])
  })
})

describe('what is looked for', () => {
  it('PRO-287 PRO-288 is kept with the template, and follows its attributes', async () => {
    const at = { params: { id: templateId }, as: shop.as }
    const template = (await app.call(getTemplate, at)).body.data
    const wide = [
      ...(template?.attributes ?? []),
      { name: 'Material', type: 'text' as const, options: [], constraint: 'optional' as const, defaultValue: '' },
      { name: 'Era', type: 'text' as const, options: [], constraint: 'optional' as const, defaultValue: '' },
    ]
    const saved = await app.call(saveTemplate, { ...at, body: { productTemplate: { attributes: wide } as never } })
    const { body } = await save({ title: '{{Brand}} {{Material}}', aspects: ['material', 'Era', 'Brand', 'Brand'] })
    expect(body.message).toBe('Saved Pricing Aspects to Template.')
    expect((await configuration()).body.data).toEqual({
      on: true,
      title: '{{Brand}} {{Material}}',
      attributes: ['Material', 'Era', 'Brand'],
    })
    const attributes = (saved.body.data?.attributes ?? [])
      .filter(({ name }) => name !== 'Era')
      .map((attribute) => (attribute.name === 'Material' ? { ...attribute, name: 'Fabric' } : attribute))
    await app.call(saveTemplate, { ...at, body: { productTemplate: { attributes } as never } })
    expect((await configuration()).body.data).toMatchObject({
      title: '{{Brand}} {{Fabric}}',
      attributes: ['Fabric', 'Brand'],
    })
    const copy = (await app.call(duplicateTemplate, { body: { templateId }, as: shop.as })).body.data ?? 0
    expect((await configuration(copy)).body.data).toMatchObject({ attributes: ['Fabric', 'Brand'] })
  })
  it('refuses what is no attribute of the template, and loses nothing', async () => {
    const before = (await configuration()).body.data
    const { body } = await save({ title: '', aspects: ['Brand', 'Nothing'] })
    expect(body.fields).toEqual({ 'attributes.1': '"Nothing" is not an attribute of this template.' })
    expect((await save({ title: '', aspects: Array.from({ length: 11 }, (_, n) => `A${n}`) })).body.code).toBe(
      'invalid_input',
    )
    expect((await configuration()).body.data).toEqual(before)
  })
})
