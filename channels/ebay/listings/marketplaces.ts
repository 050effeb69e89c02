import { ebayMarketplaces } from '#contract/channels/ebay-marketplaces.ts'

interface Marketplace {
  /** As eBay's calls name it: of two languages of a country, the same. */
  id: string
  name: string
  currency: string
  language: string
  /** The sites of the same name in other languages: headers alone tell them apart. */
  siblings: readonly { name: string; language: string }[]
}

const idOf = (site: string) => ebayMarketplaces[site]?.marketplace ?? site
const standard = { currency: 'USD', language: 'en-US' }

/** What eBay knows of a site that the settings name. */
export function marketplaceOf(site: string): Marketplace {
  const { name, currency, language } = ebayMarketplaces[site] ?? { ...standard, name: site }
  const id = idOf(site)
  const siblings = Object.entries(ebayMarketplaces).flatMap(([other, sibling]) =>
    other !== site && idOf(other) === id ? [sibling] : [],
  )
  return { id, name, currency, language, siblings }
}

/** As an inventory item says it. */
export const localeOf = (language: string): string => language.replace('-', '_')
