// @vitest-environment jsdom
import { notificationsStore } from '@mantine/notifications'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { listAccounts } from '#contract/integrations/integrations.ts'
import {
  listingChannels,
  listListingProducts,
  saveListingProducts,
  unlistProduct,
} from '#contract/listings/listings.ts'
import { lookups } from '#contract/integrations/lookups.ts'
import { preflight } from '#contract/listings/preflight.ts'
import { getProduct } from '#contract/products/products.ts'
import { listValueMappings } from '#contract/mappings/values.ts'
import { aListing, aPanel, aProduct, aSchema, checked, type Product } from '#web/testing/listings.ts'
import {
  all,
  answer,
  away,
  choose,
  never,
  theOne,
  press,
  refusal,
  says,
  show,
  text,
  type,
  until,
} from '#web/testing/screen.tsx'
import { handClock } from '#web/testing/hand-clock.ts'
import { time } from '#web/ui/format.ts'
import { pausesMs } from '#web/requests/unsettled.ts'
import { SearchMultiSelect } from '#web/ui/choices/search-select.tsx'
import { ListingsTab } from '../list/listings-tab.tsx'
import { PublishTab } from './publish-tab.tsx'

afterEach(away)

type Panel = NonNullable<CallReply<typeof listingChannels>[ChannelId]>
type Answers = ReturnType<typeof answer>[]

const tree = {
  categoryTreeVersion: '129',
  rootCategoryNode: {
    category: { categoryId: '0', categoryName: 'Root' },
    childCategoryTreeNodes: [
      { category: { categoryId: '15687', categoryName: 'T-Shirts' } },
      { category: { categoryId: '53159', categoryName: 'Tops' } },
    ],
  },
}
interface Asked {
  name: string
  required?: boolean
  strict?: boolean
  many?: boolean
  values?: string[]
}
const aspectOf = ({ name, required = false, strict = false, many = false, values = [] }: Asked) => ({
  localizedAspectName: name,
  aspectConstraint: {
    aspectRequired: required,
    aspectUsage: 'OPTIONAL',
    aspectMode: strict ? 'SELECTION_ONLY' : 'FREE_TEXT',
    itemToAspectCardinality: many ? 'MULTI' : 'SINGLE',
    aspectDataType: 'STRING',
  },
  aspectValues: values.map((localizedValue) => ({ localizedValue })),
})
function open(
  channel: ChannelId,
  panel: Panel,
  { product, aspects = [], more = [] }: { product?: Partial<Product>; aspects?: Asked[]; more?: Answers } = {},
) {
  return show(<PublishTab productId={12} channel={channel} />, {
    answers: [
      answer(getProduct, aProduct(product)),
      answer(listingChannels, { [channel]: panel }),
      answer(listValueMappings, []),
      answer(preflight, checked as never),
      answer(lookups.ebay.categories, tree as never),
      answer(lookups.ebay.aspectsMany, { 15687: aspects.map(aspectOf) } as never),
      answer(lookups.shopify.collections, []),
      answer(saveListingProducts, []),
      ...more,
    ],
  })
}
const inTees = [aSchema({ ebayCategoryIds: '15687' })]
const disabled = async (name: string) => ((await theOne('switch', name)) as HTMLInputElement).disabled

describe('how a product lists on a channel', () => {
  const two = [aSchema({ id: 'a', name: 'Used' }), aSchema({ id: 'b', name: 'New' })]
  const saved = (screen: ReturnType<typeof open>) =>
    screen.sent(saveListingProducts).map((body) => ('listingProducts' in body ? body.listingProducts[0] : body[0]))
  it('LST-059 LST-060 LST-071 a listing template is chosen by its name, and cleared; List and Sync wait for one', async () => {
    const screen = open('shopify', aPanel('shopify', two))
    expect(await disabled('List on Shopify')).toBe(true)
    expect(await disabled('Sync with Shopify')).toBe(true)
    await says('Choose a listing template first.')
    await choose('Listing template', 'New')
    await until(async () => !(await disabled('List on Shopify')) && !(await disabled('Sync with Shopify')))
    await press('button', 'Save Changes')
    await until(() => saved(screen).length === 1)
    expect(saved(screen)[0]).toMatchObject({ productId: 12, channel: 'shopify', selectedSchemaId: 'b' })
    const chosen = aListing('shopify', { selectedSchemaId: 'b' })
    const again = open('shopify', aPanel('shopify', two, { listingProduct: chosen }))
    await until(async () => ((await theOne('field', 'Listing template')) as HTMLInputElement).value === 'New')
    const field = await theOne('field', 'Listing template')
    field.closest<HTMLElement>('[class*="Wrapper"], div')?.querySelector<HTMLButtonElement>('button')?.click()
    await press('button', 'Save Changes')
    await until(() => saved(again).length === 1)
    expect(saved(again)[0]).toMatchObject({ selectedSchemaId: '' })
  })
  it('LST-071 with only one listing template there is nothing to choose', async () => {
    open('shopify', aPanel('shopify', [aSchema()]))
    await says('There is only one listing template available')
    expect(await disabled('List on Shopify')).toBe(false)
  })
  it('LST-072 List and Sync wait for a category where the channel needs one', async () => {
    open('ebay', aPanel('ebay', [aSchema()], { needsCategory: true }))
    await says('Choose a category first.')
    expect(await disabled('List on eBay')).toBe(true)
    expect(await disabled('Sync with eBay')).toBe(true)
    await press('button', 'Choose category')
    await press('button', 'T-Shirts')
    await until(async () => !(await disabled('List on eBay')) && !(await disabled('Sync with eBay')))
  })
  it('LST-072 LST-076 not on Google Sheets, which have none', async () => {
    open('csv', aPanel('csv', [aSchema()]))
    expect(await disabled('List on Google Sheets')).toBe(false)
    expect(all('region', /Category/)).toEqual([])
  })
  it('LST-062 says what kept it from being saved, and keeps what was typed', async () => {
    open('shopify', aPanel('shopify', [aSchema()]), {
      more: [answer(saveListingProducts, refusal({ status: 400, message: 'The title is no title.' }))],
    })
    await type('Title', 'Hand-sewn')
    await press('button', 'Save Changes')
    await says('Encountered error.')
    await says('The title is no title.')
    expect(((await theOne('field', 'Title')) as HTMLInputElement).value).toBe('Hand-sewn')
    expect(notificationsStore.getState().notifications[0]?.autoClose).toBe(10_000)
  })
  it('is edited all the same while a channel does not say what it takes', async () => {
    const listing = aListing('shopify')
    const screen = open('shopify', aPanel('shopify', [aSchema()], { listingProduct: listing }), {
      more: [answer(preflight, never)],
    })
    // Nobody knows yet whether it is ready.
    await says('We’ll check it before publishing.')
    await type('Title', 'Sewn by hand')
    await press('button', 'Save Changes')
    await until(() => saved(screen).length === 1)
  })
  it('what waits for a look at its channel says so in the panel and in the listings tab, since when, and until when', async () => {
    const waits = { for: 'sales' as const, since: '2026-03-01T10:00:00.000Z', until: '2026-03-01T10:30:00.000Z' }
    const listing = aListing('shopify', { pending: 'publish', waits })
    open('shopify', aPanel('shopify', [aSchema()], { listingProduct: listing }))
    const sentence = `Checking Shopify for new sales first (since ${time(waits.since)}, until ${time(waits.until)}).`
    await says(sentence)
    away()
    show(<ListingsTab productId={12} />, {
      answers: [answer(listAccounts, []), answer(listListingProducts, [listing])],
    })
    await says(sentence)
    await says('Queued')
  })
  it('LST-088 LST-086 an unlisting that fails is told in the panel', async () => {
    const listing = aListing('shopify', { externalId: 'gid://1', status: 'listed' })
    open('shopify', aPanel('shopify', [aSchema()], { listingProduct: listing }), {
      more: [answer(unlistProduct, refusal({ status: 422, message: 'Shopify is closed today.' }))],
    })
    await press('button', 'Unlist')
    await press('button', 'Unlist', await theOne('dialog', 'Unlist from Shopify?'))
    await says('Shopify is closed today.')
  })
  it('LST-087 LST-088 and only logged in the listings tab', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    show(<ListingsTab productId={12} />, {
      answers: [
        answer(listAccounts, []),
        answer(listListingProducts, [aListing('shopify', { externalId: 'gid://1', status: 'listed' })]),
        answer(unlistProduct, refusal({ status: 422, message: 'Shopify is closed today.' })),
      ],
    })
    await press('button', 'Unlist')
    await press('button', 'Unlist', await theOne('dialog', 'Unlist from Shopify?'))
    await until(() => log.mock.calls.length > 0)
    expect(log.mock.calls).toEqual([['Couldn’t unlist: Shopify is closed today.']])
    expect(text()).not.toContain('Shopify is closed today.')
    log.mockRestore()
  })
})

describe('a listing that cannot be unlisted, as no answer comes', () => {
  const clock = handClock()
  it('is told there too once Motto has tried for some seconds: no listing keeps it', async () => {
    show(<ListingsTab productId={12} />, {
      answers: [
        answer(listAccounts, []),
        answer(listListingProducts, [aListing('shopify', { externalId: 'gid://1', status: 'listed' })]),
        answer(unlistProduct, () => Promise.reject(new TypeError('Failed to fetch'))),
      ],
    })
    await press('button', 'Unlist')
    await press('button', 'Unlist', await theOne('dialog', 'Unlist from Shopify?'))
    await vi.waitFor(() => {
      if (text().includes('Couldn’t unlist')) return
      clock.pass(Math.max(...pausesMs))
      throw new Error('not told yet')
    })
    await says('We don’t know whether this was saved.')
  })
})

describe('a value field', () => {
  const specifics = () => theOne('region', 'Item Specifics')
  const field = (name: string) => theOne('field', name) as Promise<HTMLInputElement>
  const ebay = (
    aspects: Asked[],
    o: { product?: Partial<Product>; overrides?: Record<string, unknown>; schema?: object } = {},
  ) =>
    open(
      'ebay',
      aPanel('ebay', [aSchema({ ...inTees[0], ...o.schema })], {
        listingProduct: aListing('ebay', { schemaOverrides: o.overrides ?? {} }),
      }),
      { aspects, product: o.product },
    )
  const attributes = [{ name: 'Colour', value: 'Ocean Blue' }] as Product['attributes']
  const says1 = (aspectName: string, value: string | string[]) => ({ aspects: [{ aspectName, value }] })

  it('LST-089 LST-096 that is required is marked, and says when it has no value', async () => {
    ebay([{ name: 'Brand', required: true }, { name: 'Fit' }])
    await says('Value is required.', await specifics())
    const rows = [...(await specifics()).querySelectorAll<HTMLElement>('[class*="aspect"]')]
    const row = (name: string) => rows.find((candidate) => candidate.querySelector(`[aria-label="${name}"]`))
    expect(text(row('Brand'))).toMatch(/^Brand \*Required/)
    expect(text(row('Fit'))).not.toMatch(/\*|Required|required/)
  })
  it('LST-100 switches between the attributes that it refers to and what those hold', async () => {
    ebay([{ name: 'Color' }, { name: 'Fit' }], {
      product: { attributes },
      overrides: says1('Color', '{{Colour}}'),
    })
    expect((await field('Color')).value).toBe('{{Colour}}')
    await press('button', 'Show values of Color')
    await until(async () => (await field('Color')).value === 'Ocean Blue')
    expect((await field('Color')).readOnly).toBe(true)
    await press('button', 'Show attribute names of Color')
    await until(async () => (await field('Color')).value === '{{Colour}}')
    expect(all('button', /of Fit$/)).toEqual([])
    await type('Fit', '{{Colour}}')
    await theOne('button', 'Show values of Fit')
    expect([(await field('Fit')).value, (await field('Fit')).readOnly]).toEqual(['{{Colour}}', false])
  })
  it('LST-100 also where the listing template says so, and the title', async () => {
    const schema = { ...says1('Color', '{{Colour}}'), title: 'Shirt in {{Colour}}' }
    ebay([{ name: 'Color' }], { product: { attributes }, schema })
    for (const [name, value, reference] of [
      ['Color', 'Ocean Blue', '@Colour'],
      ['Title', 'Shirt in Ocean Blue', 'Shirt in @Colour'],
    ] as const) {
      await until(async () => (await field(name)).placeholder === value)
      await press('button', `Show attribute names of ${name}`)
      await until(async () => (await field(name)).placeholder === reference)
    }
  })
  it('LST-097 LST-098 with more than 250 options is typed into, and never shows more', async () => {
    const options = Array.from({ length: 251 }, (_, at) => `Option ${at + 1}`)
    ebay([
      { name: 'Many', values: options },
      { name: 'Fewer', values: options.slice(0, 250) },
    ])
    expect((await field('Many')).placeholder).toBe('Type to search values...')
    expect((await field('Fewer')).placeholder).toBe('Choose a value')
    ;(await field('Many')).focus()
    await until(() => all('option').length > 0)
    expect(all('option')).toHaveLength(250)
    await type('Many', 'Option 251')
    await until(() => all('option').length === 1)
  })
  it('LST-094 LST-095 that takes two values says so when it has them, and keeps no third', async () => {
    const material = {
      property_id: 9,
      name: 'Material',
      display_name: 'Material',
      is_multivalued: true,
      max_values_allowed: 2,
    }
    const overrides = { properties: [{ propertyId: 9, propertyName: 'Material', values: ['Linen'] }] }
    const panel = aPanel('etsy', [aSchema({ taxonomyIds: '11' })], {
      listingProduct: aListing('etsy', { schemaOverrides: overrides }),
    })
    const screen = open('etsy', panel, {
      more: [
        answer(lookups.etsy.taxonomy, [{ id: 11, parent_id: null, name: 'Tees', level: 1, children: [] }]),
        answer(lookups.etsy.propertiesMany, { 11: [material] } as never),
      ],
    })
    await theOne('field', 'Material')
    expect(text()).not.toContain('Maximum of 2 values selected')
    for (const value of ['Cotton', 'Wool']) {
      await type('Material', value)
      ;(await theOne('field', 'Material')).blur()
      await says('Maximum of 2 values selected')
    }
    await press('button', 'Save Changes')
    const [body] = await until(() => screen.sent(saveListingProducts).length > 0 && screen.sent(saveListingProducts))
    expect(body).toMatchObject({
      listingProducts: [
        { schemaOverrides: { properties: [{ propertyName: 'Material', values: ['Linen', 'Cotton'] }] } },
      ],
    })
  })
  it('LST-094 LST-095 so does a list of options', async () => {
    const took = vi.fn<(values: string[]) => void>()
    const options = ['A', 'B', 'C'].map((value) => ({ value, label: value }))
    show(<SearchMultiSelect label="Colours" options={options} value={['A', 'B']} maxValues={2} onChange={took} />)
    await says('Maximum of 2 values selected')
    await choose('Colours', 'C')
    expect(took.mock.calls.flat().every((values) => values.length <= 2 && !values.includes('C'))).toBe(true)
    show(<SearchMultiSelect label="Colours" options={options} value={['A']} maxValues={2} onChange={took} />)
    await choose('Colours', 'C')
    expect(took).toHaveBeenLastCalledWith(['A', 'C'])
    expect(text()).not.toContain('Maximum')
  })
  it('LST-099 shows five of its tags, and how many more there are', async () => {
    const values = ['Red', 'Green', 'Blue', 'Black', 'White', 'Pink', 'Grey']
    ebay([{ name: 'Features', many: true, values }], { overrides: says1('Features', values) })
    const section = await specifics()
    await says('+2', section)
    expect(values.filter((value) => text(section).includes(value))).toEqual(values.slice(0, 5))
    await press('button', 'Show 2 more', section)
    await says('Grey', section)
  })
})

describe('the preview of a product on eBay', () => {
  it('LST-138 shows what buyers read, and leads back to the editor with what was typed', async () => {
    const attributes = [{ name: 'Brand', value: 'Acme' }] as Product['attributes']
    open('ebay', aPanel('ebay', inTees, { listingProduct: aListing('ebay') }), { product: { attributes } })
    await type('Title', 'Shirt by {{Brand}}')
    const view = (name: string) =>
      until(() =>
        [...document.querySelectorAll<HTMLInputElement>('[aria-label="View of the listing"] input')].find(
          (input) => input.value === name,
        ),
      )
    ;(await view('Preview')).click()
    const preview = await theOne('region', 'On eBay')
    for (const words of ['Shirt by Acme', '$21.50', 'Brand', 'Acme', 'Condition', 'New']) await says(words, preview)
    expect(all('field', 'Title')).toEqual([])
    expect(document.querySelector('iframe[title="Description"]')?.getAttribute('srcdoc')).toContain('Soft and warm')
    ;(await view('Edit')).click()
    expect(((await theOne('field', 'Title')) as HTMLInputElement).value).toBe('Shirt by {{Brand}}')
  })
})
