// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { listAccounts } from '#contract/integrations/integrations.ts'
import { listListings, saveListingProducts } from '#contract/listings/listings.ts'
import { roles } from '#contract/permissions.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { aListingRow } from '#web/testing/listing-pages.ts'
import { aListing } from '#web/testing/listings.ts'
import { pageWith } from '#web/testing/products.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, press, says, text, theOne, until } from '#web/testing/screen.tsx'

const server = fakeServer()
const byHand = { list: true, sync: false, syncQuantity: false }

beforeEach(() => server.answer(listListings, pageWith(aListingRow())))

describe('the list of listings', () => {
  it('Keep in step switches the quantity on for a listing that was left to its owner', async () => {
    server.answer(listListings, pageWith(aListingRow({ listSettings: byHand })))
    server.answer(saveListingProducts, () => {
      server.answer(listListings, pageWith(aListingRow()))
      return [aListing('ebay')]
    })
    await renderPage('/listings?channel=ebay&search=TEE-1')
    await press('button', 'Sync quantity')
    expect(server.calls(listListings)[0]?.query).toMatchObject({ channel: 'ebay', search: ['TEE-1'] })
    await says('Quantity now syncs to eBay.')
    await until(() => all('button', 'Sync quantity').length === 0)
    expect(server.calls(saveListingProducts).map(({ body }) => body.listingProducts)).toMatchObject([
      [{ channel: 'ebay', productId: 12, integrationId: 5, listSettings: { syncQuantity: true } }],
    ])
  })

  it('a guest sees what is not kept in step, and no button', async () => {
    server.answer(listListings, pageWith(aListingRow({ listSettings: byHand })))
    await renderPage('/listings', { roleId: roles.guest })
    await theOne('link', 'TEE-1')
    expect(all('button', 'Sync quantity')).toEqual([])
  })

  it('LST-017 with several accounts of a channel each row names its own, and the filter and the links do, too', async () => {
    server.answer(listAccounts, [
      { id: 5, channel: 'shopify', account: 'first.example', authenticated: true },
      { id: 6, channel: 'shopify', account: 'second.example', authenticated: true },
    ])
    server.answer(listListings, pageWith(aListingRow({ channel: 'shopify', integrationId: 6 })))
    await renderPage('/listings')
    const row = await theOne('row', /TEE-1/)
    await says('second.example', row)
    expect([...document.querySelectorAll('th')].map((header) => text(header))).toContain('Account')
    expect((await theOne('link', 'TEE-1')).getAttribute('href')).toBe('/product/12/publish/shopify?account=6')
    await press('button', 'Channel')
    await press('choice', 'Shopify: second.example')
    await until(() => server.calls(listListings).at(-1)?.query.integrationId === 6)
  })
})
