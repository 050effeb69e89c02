// @vitest-environment jsdom
import { notificationsStore } from '@mantine/notifications'
import { afterEach, describe, expect, it } from 'vitest'
import { channelIds } from '#contract/channels/names.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { listIntegrations } from '#contract/integrations/integrations.ts'
import { listingChannels, listProduct } from '#contract/listings/listings.ts'
import { lookups } from '#contract/integrations/lookups.ts'
import { type RoleId, roles } from '#contract/permissions.ts'
import { getProduct } from '#contract/products/products.ts'
import { getTemplate } from '#contract/templates.ts'
import { listValueMappings } from '#contract/mappings/values.ts'
import { aListing, aPanel, aProduct, aSchema, aTemplate } from '#web/testing/listings.ts'
import {
  all,
  answer,
  away,
  nameOf,
  never,
  theOne,
  focusOn,
  press,
  refusal,
  says,
  show,
  type,
  until,
} from '#web/testing/screen.tsx'
import { TemplateListingTab } from './editor/template-listing-tab.tsx'
import { PublishTab } from './publish/publish-tab.tsx'

afterEach(away)

type Panels = CallReply<typeof listingChannels>
const known = (panels: Panels) => [
  answer(getProduct, aProduct()),
  answer(getTemplate, aTemplate()),
  answer(listValueMappings, []),
  answer(lookups.shopify.locations, []),
  answer(lookups.shopify.collections, []),
  answer(listingChannels, panels),
]
const publish = (channel: string, panels: Panels, more: ReturnType<typeof known> = [], role?: RoleId) =>
  show(<PublishTab productId={12} channel={channel} />, { answers: [...known(panels), ...more], role })
const template = (channel: string, panels: Panels, more: ReturnType<typeof known> = []) =>
  show(<TemplateListingTab templateId={7} channel={channel} />, { answers: [...known(panels), ...more] })

describe('the channel tab strip', () => {
  const names = ['eBay', 'Etsy', 'BigCommerce', 'Shopify', 'Square', 'Clover', 'Google Sheets']
  it.each([
    ['a template', () => template('ebay', {}), '/template/7/listing/'],
    ['a product', () => publish('ebay', {}), '/product/12/publish/'],
  ])('LST-001 LST-002 of %s has a tab for each channel, with its icon', async (_of, open, at) => {
    open()
    await theOne('link', 'eBay')
    const tabs = all('link', undefined, document.querySelector('nav[aria-label="Channels"]') ?? undefined)
    expect(tabs.map(nameOf)).toEqual(names)
    expect(tabs.map((tab) => tab.getAttribute('href'))).toEqual(channelIds.map((id) => `${at}${id}`))
    expect(tabs.map((tab) => tab.querySelector('img')?.getAttribute('src'))).toEqual(
      channelIds.map((id) => `/channel_icons/${id}.png`),
    )
  })
})

describe("a channel's panel", () => {
  const connected = (channel: ChannelId) => ({ [channel]: aPanel(channel, [aSchema()]) }) as Panels
  it('LST-003 LST-023 shows that channel’s editor, each of the seven', async () => {
    for (const [channel, section] of [
      ['ebay', 'Location and policies'],
      ['etsy', 'Category'],
      ['shopify', 'Shopify Location'],
      ['square', 'Square Location'],
      ['bigcommerce', 'BigCommerce Location'],
      ['clover', 'Category'],
      ['csv', 'Spreadsheets'],
    ] as const) {
      template(channel, connected(channel))
      await theOne('region', section)
    }
  })
  it('LST-004 says that it is loading', async () => {
    show(<TemplateListingTab templateId={7} />, { answers: [answer(listingChannels, never)] })
    await until(() => document.querySelector('[role="status"][aria-label="Loading the channel"]'))
  })
  it.each([
    ['a template', <TemplateListingTab key="t" templateId={7} />],
    ['a product', <PublishTab key="p" productId={12} />],
  ])('LST-005 of %s says why the channel’s data could not be loaded', async (_of, tab) => {
    const down = answer(listingChannels, refusal({ status: 400, message: 'The line is down.' }))
    show(tab, { answers: [...known({}), down] })
    await says('Error loading channel data: The line is down.')
    await theOne('button', 'Try again')
  })
  it('LST-006 LST-010 without an integration leads to where one is set up', async () => {
    publish('etsy', { etsy: aPanel('etsy', null, { integrationId: null, authenticated: false }) })
    await says('Missing Integration. Connect Etsy to publish there.')
    expect((await theOne('link', 'Set up')).getAttribute('href')).toBe('/integrations/etsy')
    await theOne('button', /^Connect/)
  })
  it('LST-007 LST-011 whose integration is not authenticated asks to reauthenticate', async () => {
    publish('square', { square: aPanel('square', null, { authenticated: false }) })
    await says('Integration Unauthenticated. Reauthenticate Square in settings to list there.')
    expect((await theOne('link', 'Reauthenticate')).getAttribute('href')).toBe('/integrations/square')
    await theOne('button', /^(Connect|Reauthenticate|Reconnect)/)
  })
  it.each([
    ['a template', template],
    ['a product', publish],
  ])('LST-008 LST-023 of %s, of a channel that nobody knows', async (_of, open) => {
    const screen = open('fleamarket', {})
    await says('This channel has not been configured yet. Please check back later.')
    expect(document.querySelector('[aria-current]')).toBeNull()
    expect(screen.unanswered).toEqual([])
  })
  it('LST-009 asks for all that the channel offers at once, and for nothing before the integration is authenticated', async () => {
    const { ebay } = lookups
    const requestsOf = (screen: ReturnType<typeof template>) =>
      screen.requests.filter((request) => request.includes('/channels/ebay/'))
    const waiting = [answer(ebay.categories, never), answer(ebay.locations, never), answer(ebay.policies, never)]
    const before = template('ebay', { ebay: aPanel('ebay', null, { authenticated: false }) }, waiting)
    await says('Integration Unauthenticated')
    expect(requestsOf(before)).toEqual([])
    const after = template('ebay', connected('ebay'), waiting)
    await until(() => requestsOf(after).length === 3)
    expect(requestsOf(after).toSorted()).toEqual([
      'GET /channels/ebay/categories',
      'GET /channels/ebay/inventoryLocations',
      'GET /channels/ebay/listingPolicies',
    ])
  })
  it.each([
    ['LST-012', 'shopify', 'Missing Template Integration'],
    ['LST-013', 'square', 'Missing Template Integration'],
    ['LST-014', 'bigcommerce', 'Missing Template Integration'],
    ['LST-015', 'clover', 'Missing Template Integration'],
    ['LST-016', 'csv', 'Missing Template Integration'],
    ['LST-022', 'ebay', 'No Listing Templates'],
    ['LST-022', 'etsy', 'No Listing Templates'],
  ] as const)('%s of a product without a listing template for %s says "%s"', async (_id, channel, words) => {
    publish(channel, { [channel]: aPanel(channel, null) })
    await says(`${words}. Set up`)
    expect((await theOne('link', 'Template Integration')).getAttribute('href')).toBe(`/template/7/listing/${channel}`)
  })
  it('LST-018 LST-019 LST-158 of a product whose listing template has no categories leads to where they are added, in a new tab', async () => {
    const tree = { categoryTreeVersion: '1', rootCategoryNode: { category: { categoryId: '0', categoryName: '' } } }
    publish('ebay', connected('ebay'), [answer(lookups.ebay.categories, tree as never)])
    await says('Listing template has no configured categories. Select any category')
    const link = await theOne('link', 'add categories to the listing template')
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/template/7/channels/ebay', '_blank'])
  })
  it.each([
    ['No Sheets. Update this Integration', []],
    [
      'No headers. Update this Integration',
      [{ spreadsheetId: 's', title: 'Stock', sheets: [{ sheetId: 0, sheetTitle: 'One', headers: [] }] }],
    ],
  ])('LST-020 of Google Sheets says "%s", with the way there', async (words, spreadsheets) => {
    const config = { spreadsheets }
    const integrations = { csv: { id: 5, authenticated: true, others: [], integration: { config } } }
    template('csv', connected('csv'), [answer(listIntegrations, integrations as never)])
    await says(words)
    expect((await theOne('link', 'Update')).getAttribute('href')).toBe('/integrations/csv')
  })
  /** An account whose only sheet has these columns. */
  const sheetWith = (headers: { name: string; cellId: string; options?: string[] }[]) => {
    const plain = { dataType: '', strict: false, required: false, options: [], spreadsheetId: 's', sheetId: 0 }
    const sheets = [{ sheetId: 0, sheetTitle: 'One', headers: headers.map((header) => ({ ...plain, ...header })) }]
    const config = { spreadsheets: [{ spreadsheetId: 's', title: 'Stock', sheets }] }
    return answer(listIntegrations, {
      csv: { id: 5, authenticated: true, others: [], integration: { config } },
    } as never)
  }
  it('LST-098 of Google Sheets shows 250 of more options, and those that are typed for', async () => {
    const options = Array.from({ length: 251 }, (_, at) => `Shelf ${at + 1}`)
    publish('csv', connected('csv'), [
      sheetWith([{ name: 'Shelf', cellId: 'A1', options }]),
      answer(getProduct, aProduct()),
    ])
    await focusOn('field', 'column A1')
    await until(() => all('option').length > 0)
    expect(all('option')).toHaveLength(250)
    await type('column A1', 'Shelf 251')
    await until(() => all('option').length === 1)
  })
  it('of a product says what stands in each column as far as it is known, in no signs of our own, and what is missing', async () => {
    const names = ['SKU', 'Price', 'Size', 'Note', 'Description']
    const integrations = sheetWith(names.map((name, at) => ({ name, cellId: `${'ABCDE'[at]}1` })))
    const written = [
      { spreadsheetId: 's', sheetId: 0, headers: [{ name: 'Note', cellId: 'D1', value: 'In {{Glaze}}' }] },
    ]
    const panels = { csv: aPanel('csv', [aSchema({ spreadsheets: written })]) } as Panels
    publish('csv', panels, [
      integrations,
      answer(getProduct, aProduct({ description: `<p>${'Soft and warm. '.repeat(30)}</p>` })),
    ])
    const under = async (id: string) =>
      (await theOne('field', `column ${id}`))
        .closest('.mantine-InputWrapper-root')
        ?.textContent?.replace(`column ${id}`, '')
    expect([await under('A1'), await under('B1'), await under('C1'), await under('D1')]).toEqual([
      'TEE-1',
      '',
      '',
      '@Glaze is undefined.',
    ])
    expect(await under('E1')).toMatch(/^Soft and warm.*…$/)
  })
  it('leads to the field of the product that a value comes from, not to the top of its page', async () => {
    publish('shopify', connected('shopify'), [answer(getProduct, aProduct())])
    const links = await Promise.all(
      ['Title', 'Description'].map((name) => theOne('link', `Edit source: change where ${name} comes from`)),
    )
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/product/12#title', '/product/12#description'])
  })
  it('a guest may look at the preview of a listing and at the value mappings', async () => {
    publish('shopify', connected('shopify'), [answer(getProduct, aProduct())], roles.guest)
    const looks = await Promise.all([
      theOne('button', 'Value Mapping'),
      until(() => document.querySelector('input[value="Preview"]')),
    ])
    expect(looks.map((look) => look.matches(':disabled'))).toEqual([false, false])
    expect((await theOne('switch', 'List on Shopify')).matches(':disabled')).toBe(true)
    expect((await theOne('field', 'Title')).matches(':disabled')).toBe(true)
  })
  it.each([
    ['ebay', true],
    ['square', false],
    ['clover', false],
  ] as const)('marks the category of a product as required where %s needs one: %s', async (channel, needs) => {
    publish(channel, connected(channel), [answer(getProduct, aProduct())])
    const title = await until(() =>
      [...document.querySelectorAll('label, div')].find((element) =>
        /^Category( \*)?$/.test(element.textContent ?? ''),
      ),
    )
    expect(title.textContent).toBe(needs ? 'Category *' : 'Category')
  })
  it.each([
    ['<p>Soft &amp; warm</p>', 'If blank: Soft & warm'],
    ['<p>Made of {{Wood}}</p>', 'If blank: Made of @Wood'],
    ['', 'The product has no description either.'],
  ])(
    'of a product says what stands in the place of a description that is left blank: %j',
    async (description, words) => {
      publish('shopify', connected('shopify'), [answer(getProduct, aProduct({ description }))])
      await says(words)
    },
  )
  it('LST-021 LST-083 keeps its alerts for 10 seconds; warnings of a product that is listed are one', async () => {
    const warnings = [{ message: 'The picture is small.' }, { message: 'The title is long.' }]
    const done = { status: 'fulfilled' as const, externalId: '1', url: '', warnings }
    publish('shopify', { shopify: aPanel('shopify', [aSchema()], { listingProduct: aListing('shopify') }) }, [
      answer(listProduct, done),
    ])
    await press('button', 'List on Shopify')
    await says('Successfully listed product.')
    await says('The picture is small. The title is long.')
    const shown = notificationsStore
      .getState()
      .notifications.map((toast) => [toast['data-tone' as never], toast.autoClose])
    expect(shown).toEqual([
      ['success', 10_000],
      ['warning', 10_000],
    ])
  })
})
