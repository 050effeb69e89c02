// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { listListingProducts } from '#contract/listings/listings.ts'
import { listingPrices } from '#contract/pricing/pricing.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { aListing, aProduct, anAccountPrice } from '#web/testing/listings.ts'
import { answerProductPage } from '#web/testing/product-page.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { press, says, text, theOne, type, until } from '#web/testing/screen.tsx'

const server = fakeServer()
const refused = {
  status: 'rejected' as const,
  reason: 'Mount is empty',
  code: '',
  fields: {},
  warnings: [],
  at: '2026-11-23T10:00:00.000Z',
  saidBy: 'channel' as const,
  changed: false,
}
beforeEach(() => answerProductPage(server, aProduct({ price: 45 })))
const strip = () => theOne('section', 'Listings')
const cells = async () => [...(await strip()).querySelectorAll('li')].map((cell) => text(cell))
const loaded = async () => {
  const section = await strip()
  await until(() => section.getAttribute('aria-busy') === 'false')
}
const open = async () => {
  await renderPage('/product/12')
  await loaded()
}

it('each account has a cell with price, units and state, and what was rejected comes first', async () => {
  server.answer(listingPrices, [
    anAccountPrice({ integrationId: 5, channel: 'shopify', price: 45 }),
    anAccountPrice({ integrationId: 6, channel: 'etsy', price: 49.5, currency: 'EUR', hasHigher: true }),
    anAccountPrice({ integrationId: 7, channel: 'ebay', price: 47.25 }),
  ])
  server.answer(listListingProducts, [
    aListing('shopify', { status: 'listed', url: 'https://shop.example/1', pushedQuantity: 4 }),
    aListing('ebay', { integrationId: 7, result: refused }),
  ])
  await open()
  expect(await cells()).toEqual([
    'eBayWould be $47.25Rejected: Mount is empty',
    'Shopify$45.004 unitsLive',
    'EtsyWould be from €49.50Not listed',
  ])
  expect((await theOne('link', 'View on Shopify')).getAttribute('href')).toBe('https://shop.example/1')
  expect((await theOne('link', 'eBay', await strip())).getAttribute('href')).toBe('/product/12/publish/ebay')
})

it('two accounts of one channel have their names, and lead each to its own settings', async () => {
  server.answer(listingPrices, [
    anAccountPrice({ account: 'North' }),
    anAccountPrice({ integrationId: 8, account: 'South', authenticated: false }),
  ])
  await open()
  expect(await cells()).toEqual(['eBay NorthWould be $45.00Not listed', 'eBay SouthWould be $45.00Not connected'])
  expect((await theOne('link', 'eBay South')).getAttribute('href')).toBe('/product/12/publish/ebay?account=8')
})

it('says why an account has no price yet', async () => {
  const problem = 'Your prices are in USD, but this eBay account sells in EUR.'
  server.answer(listingPrices, [anAccountPrice({ price: null, problem })])
  await open()
  expect(await cells()).toEqual([`eBayNo price${problem}`])
})

it('says that a changed price goes out on Save, where the listing is kept in step', async () => {
  server.answer(listingPrices, [anAccountPrice(), anAccountPrice({ integrationId: 6, channel: 'etsy' })])
  const listSettings = { list: true, sync: true, syncQuantity: true }
  server.answer(listListingProducts, [
    aListing('ebay', { status: 'listed', listSettings }),
    aListing('etsy', { integrationId: 6, status: 'listed', listSettings: { ...listSettings, sync: false } }),
  ])
  await open()
  expect(await cells()).toEqual(['eBay$45.00Live', 'Etsy$45.00Live'])
  await type('Price', '46')
  expect(await cells()).toEqual(['eBay$45.00New price goes out on Save', 'Etsy$45.00Live'])
})

it('leads to the channels where none is connected', async () => {
  server.answer(listingPrices, [])
  await renderPage('/product/12')
  expect((await theOne('link', 'Connect a channel')).getAttribute('href')).toBe('/integrations')
  expect(text(await strip())).toContain('No channel is connected yet.')
})

it('says that listings could not be loaded, and tries again', async () => {
  server.fail(listListingProducts, 'internal', { message: 'The database is restarting.' })
  await renderPage('/product/12')
  await says('The database is restarting.')
  server.answer(listListingProducts, [])
  await press('button', 'Try again')
  await until(async () => (await cells()).length > 0)
  expect(await cells()).toEqual(['eBayWould be $45.00Not listed'])
})
