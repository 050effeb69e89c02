// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import {
  listingChannels,
  listProduct,
  saveListingProducts,
  saveListingTemplates,
  switchOnChannels,
  unlistProduct,
  listListingProducts,
} from '#contract/listings/listings.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { aListing, aPanel, aProduct, aSchema } from '#web/testing/listings.ts'
import { answerListingPages } from '#web/testing/listing-pages.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, press, says, text, theOne, type, until } from '#web/testing/screen.tsx'

const server = fakeServer()

describe('how a template lists on a channel', () => {
  it('a missing integration can be connected at once', async () => {
    answerListingPages(server, { ebay: aPanel('ebay', null, { integrationId: null, authenticated: false }) })
    await renderPage('/template/7/listing/ebay?create=true')
    await says('Nice! Next step: Configure your Listing Templates.')
    await says('Missing Integration')
    await theOne('button', 'Connect eBay')
    expect((await theOne('link', 'Set up')).getAttribute('href')).toBe('/integrations/ebay')
  })

  it('the defaults are saved with one click', async () => {
    answerListingPages(server, { ebay: aPanel('ebay', null) })
    server.answer(saveListingTemplates, () => {
      server.answer(listingChannels, { ebay: aPanel('ebay', [aSchema()]) })
      return []
    })
    await renderPage('/template/7/listing/ebay')
    await says('This listing template is not saved yet.')
    await press('button', 'Save default settings')
    await says('Template Saved.')
    await until(() => !text().includes('This listing template is not saved yet.'))
    expect(server.calls(saveListingTemplates).map(({ body }) => body.listingTemplates)).toMatchObject([
      [{ templateId: 7, channel: 'ebay', schemas: [{ name: 'Default' }] }],
    ])
  })

  it('LST-035 LST-036 LST-038 LST-043..LST-045 LST-048 a second listing template is added and renamed, by a name of its own', async () => {
    answerListingPages(server, { shopify: aPanel('shopify', [aSchema()]) })
    server.answer(saveListingTemplates, [])
    await renderPage('/template/7/listing/shopify')
    const tabs = await theOne('group', 'Listing templates')
    expect(all('button', /./, tabs).map((tab) => tab.getAttribute('aria-label') ?? text(tab))).toEqual([
      'Default',
      'Add listing template',
    ])
    expect(((await theOne('button', 'Remove')) as HTMLButtonElement).disabled).toBe(true)
    await press('button', 'Add listing template')
    const add = await theOne('dialog', 'Add listing template')
    await press('button', 'Add', add)
    await says('Schema with name "" already exists.')
    await type('Name', 'default', add)
    await press('button', 'Add', add)
    await says('Schema with name "default" already exists.')
    await type('Name', 'Sale', add)
    await press('button', 'Add', add)
    await press('button', 'Rename')
    const rename = await theOne('dialog', 'Rename listing template')
    await type('Name', '', rename)
    await press('button', 'Rename', rename)
    await says('Name can not be empty')
    await type('Name', 'Default', rename)
    await says('Name already exists')
    await type('Name', 'Clearance', rename)
    await press('button', 'Rename', rename)
    await theOne('button', 'Clearance')
    await press('button', 'Save Changes')
    await says('Template Saved.')
    expect(
      server.calls(saveListingTemplates)[0]?.body.listingTemplates[0]?.schemas.map((schema) => schema.name),
    ).toEqual(['Default', 'Clearance'])
  })

  it('LST-305..LST-307 LST-365 LST-366 Square asks for categories, location, title and description', async () => {
    answerListingPages(server, { square: aPanel('square', [aSchema()]) })
    await renderPage('/template/7/listing/square')
    for (const name of ['Categories', 'Square Location', 'Title', 'Description']) await says(name)
  })

  it('LST-324 LST-325 Clover asks for a category and a title, and says that it has no descriptions', async () => {
    answerListingPages(server, { clover: aPanel('clover', [aSchema()]) })
    await renderPage('/template/7/listing/clover')
    await says('Clover doesn’t support descriptions.')
    await says('Category')
    await theOne('field', 'Title')
    expect(all('field', 'Description')).toEqual([])
  })
})

describe('how a product lists on a channel', () => {
  it('LST-017 a template that says nothing can be passed by with the defaults', async () => {
    answerListingPages(server, { shopify: aPanel('shopify', null) })
    server.answer(switchOnChannels, [])
    server.answer(listProduct, { status: 'queued', reason: '', fields: {}, warnings: [], integrationId: 5 } as never)
    await renderPage('/product/12/publish/shopify')
    await says('Missing Template Integration')
    expect((await theOne('link', 'Template Integration')).getAttribute('href')).toBe('/template/7/listing/shopify')
    await press('button', 'Use the defaults and list')
    await until(() => server.calls(switchOnChannels).length === 1)
    expect(server.calls(switchOnChannels)[0]?.body).toMatchObject({ productId: 12, channels: ['shopify'] })
    server.takeFaults()
  })

  it('a price under its cost is published after a question alone', async () => {
    const listSettings = { list: true, sync: true, syncQuantity: false }
    const schema = aSchema({ categoryIds: '15687' } as never)
    answerListingPages(
      server,
      { ebay: aPanel('ebay', [schema], { listingProduct: aListing('ebay', { listSettings }) }) },
      aProduct({ price: 20, cost: 500 }),
    )
    server.answer(listProduct, { status: 'fulfilled', externalId: '1', url: '', warnings: [] })
    await renderPage('/product/12/publish/ebay')
    await press('button', 'List on eBay')
    const question = await theOne('dialog', 'Publish this price for TEE-1?')
    await says('$20.00 is below the cost of TEE-1 ($500.00).', question)
    await press('button', 'Go back and check', question)
    await until(() => all('dialog').length === 0)
    expect(server.calls(listProduct)).toEqual([])
    await press('button', 'List on eBay')
    await press('button', 'Publish price', await theOne('dialog', 'Publish this price for TEE-1?'))
    await says('Successfully listed product.')
  })

  it('LST-066 LST-069 LST-075 PRO-150 the three switches follow each other', async () => {
    const listSettings = { list: true, sync: true, syncQuantity: false }
    answerListingPages(server, {
      ebay: aPanel('ebay', [aSchema({ categoryIds: '15687' } as never)], {
        listingProduct: aListing('ebay', { listSettings }),
      }),
    })
    await renderPage('/product/12/publish/ebay')
    const turn = (name: string) => press('switch', name)
    const state = async () =>
      Promise.all(
        ['List on eBay', 'Sync with eBay', 'Sync quantity with eBay'].map(
          async (name) => ((await theOne('switch', name)) as HTMLInputElement).checked,
        ),
      )
    await theOne('switch', 'List on eBay')
    expect(await state()).toEqual([true, true, false])
    await turn('Sync quantity with eBay')
    await until(async () => `${await state()}` === 'true,false,true')
    await turn('Sync with eBay')
    await until(async () => `${await state()}` === 'true,true,false')
    await turn('List on eBay')
    await until(async () => `${await state()}` === 'false,false,false')
    await press('button', 'Discard')
    await until(async () => `${await state()}` === 'true,true,false')
    expect(server.calls(saveListingProducts)).toEqual([])
  })

  it('PRO-151 PRO-152 LST-085 a listing is unlisted after a question', async () => {
    const live = aListing('shopify', { status: 'listed', externalId: 's-1', url: 'https://shop.example/1' })
    answerListingPages(server, { shopify: aPanel('shopify', [aSchema()], { listingProduct: live }) })
    server.answer(listListingProducts, [live])
    server.answer(unlistProduct, { status: 'fulfilled' })
    await renderPage('/product/12/listings')
    await press('button', 'Unlist', await theOne('row', /Shopify/))
    await press('button', 'Unlist', await theOne('dialog', /./))
    await says('Successfully unlisted.')
    expect(server.calls(unlistProduct).map(({ params, body }) => [params.integration, body.productId])).toEqual([
      ['shopify', 12],
    ])
  })
})
