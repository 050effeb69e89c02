// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { channelIds } from '#contract/channels/names.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { listIntegrations } from '#contract/integrations/integrations.ts'
import { lookups } from '#contract/integrations/lookups.ts'
import { type listingChannels, saveListingProducts, saveListingTemplates } from '#contract/listings/listings.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { anIntegration } from '#web/testing/integrations.ts'
import { answerListingPages } from '#web/testing/listing-pages.ts'
import { aListing, aPanel, aSchema } from '#web/testing/listings.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, choose, press, says, text, theOne, type, until } from '#web/testing/screen.tsx'

const server = fakeServer()
type Panels = CallReply<typeof listingChannels>

const openTemplate = (channel: ChannelId) => renderPage(`/template/7/listing/${channel}`)
const savedSchema = async () => {
  server.answer(saveListingTemplates, [])
  await press('button', 'Save Changes')
  await says('Template Saved.')
  return server.calls(saveListingTemplates).at(-1)?.body.listingTemplates[0]?.schemas[0]
}

describe('what a listing template keeps', () => {
  it('LST-308 LST-310 title and location of Square are typed, chosen and saved', async () => {
    answerListingPages(server, { square: aPanel('square', [aSchema()]) } as Panels)
    server.answer(lookups.square.locations, [
      { id: 'L1', name: 'Harbor shop', isActive: true, address: '1 Pier', currency: 'USD' },
    ])
    await openTemplate('square')
    await type('Title', 'Harbor @Title')
    await choose('Location', /Harbor shop/)
    expect(await savedSchema()).toMatchObject({ locationId: 'L1', title: expect.stringContaining('Harbor') })
  })

  it('LST-319 the location of BigCommerce is chosen and saved', async () => {
    answerListingPages(server, { bigcommerce: aPanel('bigcommerce', [aSchema()]) } as Panels)
    server.answer(lookups.bigcommerce.locations, [{ id: '3', label: 'Harbor store', isActive: true }])
    await openTemplate('bigcommerce')
    await choose('Location', /Harbor store/)
    expect(await savedSchema()).toMatchObject({ locationId: '3' })
  })

  it('LST-266 a property of Etsy offers the names of its possible values', async () => {
    answerListingPages(server, { etsy: aPanel('etsy', [aSchema({ taxonomyIds: '482' } as never)]) } as Panels)
    server.answer(lookups.etsy.taxonomy, [{ id: 482, parent_id: null, name: 'Shirts', level: 1, children: [] }])
    server.answer(lookups.etsy.propertiesMany, {
      482: [
        {
          property_id: 201,
          name: 'Finish',
          display_name: 'Finish',
          scales: [],
          is_required: false,
          supports_attributes: true,
          supports_variations: false,
          is_multivalued: false,
          max_values_allowed: null,
          possible_values: [
            { value_id: 1, name: 'Gloss', scale_id: null },
            { value_id: 2, name: 'Matte', scale_id: null },
          ],
        },
      ],
    } as never)
    await openTemplate('etsy')
    await press('field', 'Finish')
    await theOne('option', 'Gloss')
    expect(all('option').map((option) => text(option))).toEqual(['Gloss', 'Matte'])
  })
})

describe('notices of the listing editors', () => {
  it('LST-286 an Etsy shop without shipping profiles is sent to where they are created', async () => {
    answerListingPages(server, { etsy: aPanel('etsy', [aSchema()]) } as Panels)
    await openTemplate('etsy')
    await says('No shipping profiles found, Create Etsy Shipping Profiles here')
    expect(all('link').map((link) => link.getAttribute('href'))).toContain(
      'https://www.etsy.com/your/shops/me/tools/shipping-profiles',
    )
  })

  it('LST-336 a sheet without headers asks to update the integration', async () => {
    answerListingPages(server, { csv: aPanel('csv', [aSchema()]) } as Panels)
    const sheets = [{ sheetId: 0, sheetTitle: 'Products', index: 0, headerRow: 1, headers: [] }]
    const config = { spreadsheets: [{ spreadsheetId: 's', title: 'Stock', url: '', sheets }] }
    const integration = { shop: 'Shop', updatedAt: '2026-11-20T10:00:00.000Z', config }
    server.answer(listIntegrations, { csv: { ...anIntegration('csv', { integration }), others: [] } })
    await openTemplate('csv')
    await says('No headers. Update this Integration')
  })
})

describe('what one product overrides', () => {
  const cases = [
    ['ebay', 'selectedCategoryIds', '15687'],
    ['etsy', 'selectedTaxonomyIds', '482'],
    ['shopify', 'selectedCollectionIds', '77'],
  ] as const
  it.each(cases)('LST-055 on %s its %s is shown, and kept when its title is changed', async (channel, name, value) => {
    const listingProduct = aListing(channel, { schemaOverrides: { [name]: value } })
    answerListingPages(server, { [channel]: aPanel(channel, [aSchema()], { listingProduct }) } as Panels)
    server.answer(saveListingProducts, [listingProduct])
    await renderPage(`/product/12/publish/${channel}`)
    await type('Title', 'A title of its own')
    await press('button', 'Save Changes')
    await until(() => server.calls(saveListingProducts).length === 1)
    const body = server.calls(saveListingProducts)[0]?.body
    expect(body?.listingProducts[0]?.schemaOverrides).toMatchObject({ [name]: value, title: 'A title of its own' })
    server.takeFaults()
  })
})

it('PRO-097 PRO-098 each channel of a new product has a block with a selector of its listing templates', async () => {
  const two = [aSchema(), aSchema({ id: 'b', name: 'Sale' })]
  answerListingPages(server, Object.fromEntries(channelIds.map((channel) => [channel, aPanel(channel, two)])) as Panels)
  await renderPage('/inventory/new/7')
  await type('SKU', 'STRAP-1')
  await press('button', 'Next')
  const names = { ebay: 'eBay', etsy: 'Etsy', bigcommerce: 'BigCommerce', csv: 'Google Sheets' }
  for (const channel of ['eBay', 'Etsy', 'BigCommerce', 'Shopify', 'Square', 'Clover', names.csv]) {
    const block = await theOne('group', `Listing on ${channel}`)
    await press('field', 'Listing template', block)
    await theOne('option', 'Sale')
    expect(all('option').map((option) => text(option))).toEqual(['Default', 'Sale'])
    await press('option', 'Sale')
  }
  server.takeFaults()
})
