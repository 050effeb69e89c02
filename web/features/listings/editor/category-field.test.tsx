// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest'
import type { ChannelId } from '#contract/channels/ids.ts'
import { EbaySettings } from '#contract/channels/shapes/ebay.ts'
import { EtsyNode } from '#contract/channels/shapes/etsy.ts'
import { ShopifyCollection } from '#contract/channels/shapes/shopify.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { listingChannels, saveListingTemplates } from '#contract/listings/listings.ts'
import { lookups } from '#contract/integrations/lookups.ts'
import { getProduct } from '#contract/products/products.ts'
import { getTemplate } from '#contract/templates.ts'
import { listValueMappings } from '#contract/mappings/values.ts'
import { aPanel, aProduct, aSchema, aTemplate } from '#web/testing/listings.ts'
import { all, answer, away, theOne, press, refusal, says, show, text, type, until } from '#web/testing/screen.tsx'
import { PublishTab } from '../publish/publish-tab.tsx'
import { TemplateListingTab } from './template-listing-tab.tsx'

afterEach(away)

const ebayNode = (categoryId: string, categoryName: string, childCategoryTreeNodes: object[] = []) => ({
  category: { categoryId, categoryName },
  childCategoryTreeNodes,
})
const ebayTree = {
  categoryTreeVersion: '129',
  rootCategoryNode: ebayNode('0', '', [ebayNode('1', 'Tops', [ebayNode('11', 'Tees'), ebayNode('12', 'Polos')])]),
}
const etsyTree = [
  {
    id: 1,
    parent_id: null,
    name: 'Tops',
    level: 1,
    children: [{ id: 11, parent_id: 1, name: 'Tees', level: 2, children: [] }],
  },
]
const collections = [
  { id: 'c1', title: 'Tees', handle: 'tees' },
  { id: 'c2', title: 'Sale', handle: 'sale' },
]
const squareTree = [
  { id: '1', categoryData: { name: 'Tops' }, children: [{ id: '11', categoryData: { name: 'Tees' }, children: [] }] },
]
const bigcommerceTree = [
  { category_id: '1', name: 'Tops', children: [{ category_id: '11', name: 'Tees', children: [] }] },
]

type Answers = ReturnType<typeof answer>[]
const known = (channel: ChannelId, schema: object, more: Answers) => [
  answer(listingChannels, { [channel]: aPanel(channel, [aSchema(schema)]) } as CallReply<typeof listingChannels>),
  answer(listValueMappings, []),
  answer(getProduct, aProduct()),
  answer(getTemplate, aTemplate()),
  answer(saveListingTemplates, []),
  answer(lookups.ebay.categories, ebayTree as never),
  answer(lookups.ebay.suggestions, { categorySuggestions: [{ category: { categoryId: '12' } }] } as never),
  answer(lookups.shopify.collections, collections),
  ...more,
]
const template = (channel: ChannelId, { schema = {}, more = [] }: { schema?: object; more?: Answers } = {}) =>
  show(<TemplateListingTab templateId={7} channel={channel} />, { answers: known(channel, schema, more) })
const product = (channel: ChannelId, schema: object = {}) =>
  show(<PublishTab productId={12} channel={channel} />, { answers: known(channel, schema, []) })

describe('the category picker', () => {
  it.each([
    ['LST-102', 'ebay', lookups.ebay.categories, ebayTree, { ebayCategoryIds: '11', ebayCategoryVersion: '129' }],
    ['LST-103 LST-117', 'etsy', lookups.etsy.taxonomy, etsyTree, { taxonomyIds: '11' }],
    ['LST-104', 'square', lookups.square.categories, squareTree, { categoryIds: '11' }],
    ['LST-105', 'bigcommerce', lookups.bigcommerce.categories, bigcommerceTree, { categoryIds: '11' }],
  ] as const)('%s walks down the tree of %s to a leaf', async (_id, channel, lookup, tree, chosen) => {
    const screen = template(channel, { more: [answer(lookup as typeof lookups.ebay.categories, tree as never)] })
    await press('button', 'Choose category')
    await press('button', 'Tops')
    await press('button', 'Tees')
    await press('button', 'Done')
    await says('Tops › Tees')
    await press('button', 'Save Changes')
    await until(() => screen.sent(saveListingTemplates).length > 0)
    expect(screen.sent(saveListingTemplates)[0]?.listingTemplates[0]?.schemas[0]).toMatchObject(chosen)
  })
  it('LST-106 LST-120 chooses collections of Shopify, several for a product, too', async () => {
    product('shopify', { collectionIds: 'c2' })
    const section = await theOne('region', 'Collections')
    await says('Sale', section)
    await press('button', 'Add collection', section)
    await press('button', 'Tees')
    await press('button', 'Done')
    await until(() => ['Tees', 'Sale'].every((name) => text(section).includes(name)))
  })
  it('LST-117 LST-120 a node of Etsy and a collection of Shopify have these fields', () => {
    expect(Object.keys(EtsyNode.parse(etsyTree[0]))).toEqual(
      expect.arrayContaining(['id', 'parent_id', 'name', 'level', 'children']),
    )
    expect(ShopifyCollection.parse(collections[0])).toMatchObject({ id: 'c1', title: 'Tees' })
    expect(ShopifyCollection.safeParse({ id: 'c1' }).success).toBe(false)
  })
  it('LST-140 asks the American eBay unless told otherwise', () =>
    expect(EbaySettings.parse({}).marketplaceId).toBe('EBAY_US'))
  it('LST-109 takes one category of eBay for a product: another one replaces it; of a template several', async () => {
    product('ebay', { ebayCategoryIds: '11' })
    await says('Tops › Tees')
    await press('button', 'Change category')
    await press('button', 'Tops')
    await press('button', 'Polos')
    await until(() => text().includes('Tops › Polos') && !text().includes('Tops › Tees'))
    template('ebay', { schema: { ebayCategoryIds: '11' } })
    await press('button', 'Add category')
    await press('button', 'Tops')
    await press('button', 'Polos')
    await press('button', 'Done')
    await until(() => text().includes('Tops › Polos') && text().includes('Tops › Tees'))
  })
  it('LST-108 suggests from two letters on', async () => {
    const requestsOf = (screen: ReturnType<typeof template>) =>
      screen.requests.filter((each) => each.includes('Suggestions'))
    const named = (name: string) => [answer(getTemplate, aTemplate({ name }))]
    const short = template('ebay', { more: named('T') })
    await press('button', 'Choose category')
    await theOne('button', 'Tops')
    expect(requestsOf(short)).toEqual([])
    const long = template('ebay', { more: named('Te') })
    await press('button', 'Choose category')
    await says('Suggested for “Te”')
    await theOne('button', /Polos/)
    expect(requestsOf(long)).toEqual(['GET /channels/ebay/categorySuggestions?query=Te'])
    await type('Search categories', 'Tee')
    await says('Suggested for “Tee”')
  })
  it('LST-112 LST-114 is empty when the categories cannot be loaded, and says why; what was chosen can be taken away', async () => {
    template('ebay', {
      schema: { ebayCategoryIds: '11' },
      more: [answer(lookups.ebay.categories, refusal({ status: 502, message: 'eBay is being repaired.' }))],
    })
    await says("eBay's categories could not be loaded: eBay is being repaired.")
    await press('button', 'Add category')
    expect(all('button', 'Tops')).toEqual([])
    await press('button', 'Done')
    await press('button', 'Remove category 11')
    await until(() => !text().includes('Category 11'))
  })
  it('LST-112 says of a category that its channel took away that another has to be chosen, and lets it go', async () => {
    template('ebay', { schema: { ebayCategoryIds: '11,99' } })
    await says('eBay no longer has this category. Choose another.')
    await says('Tops › Tees')
    await press('button', 'Remove category 99')
    await until(() => !text().includes('no longer has'))
    product('ebay', { ebayCategoryIds: '99' })
    await says('eBay no longer has this category. Choose another.')
  })
  it('LST-113 LST-114 so are the other lists of a channel', async () => {
    template('shopify', {
      more: [answer(lookups.shopify.locations, refusal({ status: 422, message: 'The shop is paused.' }))],
    })
    await says('Location could not be loaded: The shop is paused.')
    await press('field', 'Location')
    await says('No results')
    expect(all('option')).toEqual([])
  })
})
