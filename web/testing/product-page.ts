import { whoGenerates } from '#contract/ai.ts'
import { priceSuggestionConfiguration } from '#contract/channels/ebay-prices.ts'
import { availableIntegrations, listIntegrations } from '#contract/integrations/integrations.ts'
import { listingChannels, listListingProducts } from '#contract/listings/listings.ts'
import { ebayOptionValues } from '#contract/listings/option-values.ts'
import { getBundle } from '#contract/products/bundles.ts'
import { productHistory } from '#contract/products/history.ts'
import { listingPrices } from '#contract/pricing/pricing.ts'
import { driveKeys, productPictures } from '#contract/products/images.ts'
import { allTags, getProduct, listMovements, listProducts, skuPrefixes } from '#contract/products/products.ts'
import { getProductSharing } from '#contract/sync/sharing.ts'
import { getTemplate } from '#contract/templates.ts'
import type { FakeServer } from './fake-server.ts'
import { aProduct, aTemplate, anAccountPrice, type Product } from './listings.ts'
import { pageWith } from './products.ts'

/** Answers all that the pages of one product, and those of a new one, read. */
export function answerProductPage(server: FakeServer, product: Product = aProduct()): void {
  server.answer(getProduct, product)
  server.answer(getTemplate, aTemplate())
  server.answer(listingChannels, {})
  server.answer(listListingProducts, [])
  server.answer(listingPrices, [anAccountPrice()])
  server.answer(listProducts, pageWith())
  server.answer(productHistory, pageWith())
  server.answer(listMovements, pageWith())
  server.answer(productPictures, { waiting: 0, copied: 0, failed: 0, failures: [] })
  server.answer(getBundle, { sku: product.sku, parts: [], available: product.quantity, in: [], refusal: '' })
  server.answer(getProductSharing, { sharing: { mode: 'shared' }, from: 'default', available: [], parts: [] })
  server.answer(priceSuggestionConfiguration, { on: false, title: '', attributes: [] })
  server.answer(whoGenerates, { model: '', host: '', perHour: 100 })
  server.answer(allTags, [])
  server.answer(skuPrefixes, [])
  server.answer(driveKeys, {})
  server.answer(ebayOptionValues, [])
  server.answer(availableIntegrations, [])
  server.answer(listIntegrations, {})
}
