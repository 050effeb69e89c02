import { ebayMarketplaces } from '#contract/channels/ebay-marketplaces.ts'

type Marketplace = { currency: string; language: string }

export const marketplaceOf = (id: string): Marketplace =>
  (ebayMarketplaces as Readonly<Record<string, Marketplace>>)[id] ?? ebayMarketplaces.EBAY_US
