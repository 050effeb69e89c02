import type { CallReply } from '#contract/endpoint.ts'
import { listingChannels, listListings } from '#contract/listings/listings.ts'
import { preflight } from '#contract/listings/preflight.ts'
import { pricePlan } from '#contract/pricing/pricing.ts'
import { listValueMappings } from '#contract/mappings/values.ts'
import type { FakeServer } from './fake-server.ts'
import { answerLookups } from './integrations.ts'
import { answerProductPage } from './product-page.ts'
import type { Product } from './listings.ts'

/* The listings of products, as the server sends them. */

type ListingRow = CallReply<typeof listListings>['data'][number]

/** A listing in the list of all. */
export const aListingRow = (over: Partial<ListingRow> = {}): ListingRow => ({
  id: 31,
  productId: 12,
  sku: 'TEE-1',
  title: 'Washed linen shirt',
  image: '',
  channel: 'ebay',
  integrationId: 5,
  status: 'listed',
  externalId: 'e-1',
  url: 'https://ebay.example/1',
  price: 20,
  available: 3,
  pushedQuantity: 3,
  listSettings: { list: true, sync: true, syncQuantity: false },
  pending: null,
  waits: null,
  result: null,
  updatedAt: '2026-11-20T10:00:00.000Z',
  ...over,
})

/** Answers what the listing pages of a template and of a product read; the lookups of channels are empty. */
export function answerListingPages(
  server: FakeServer,
  panels: CallReply<typeof listingChannels>,
  product?: Product,
): void {
  answerProductPage(server, product)
  answerLookups(server)
  server.answer(listValueMappings, [])
  server.answer(preflight, null)
  server.answer(pricePlan, null)
  server.answer(listingChannels, panels)
}
