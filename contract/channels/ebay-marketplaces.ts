interface Site {
  name: string
  currency: string
  /** That listings there are written in. */
  language: string
  /** What eBay calls it, where that is another site's name as well: Belgium and Canada have two languages, told apart by headers alone. */
  marketplace?: string
}

/** LST-210 LST-212: the sites offered, by the value of the setting. */
export const ebayMarketplaces: Readonly<Record<string, Site>> = {
  EBAY_US: { name: 'United States', currency: 'USD', language: 'en-US' },
  EBAY_GB: { name: 'United Kingdom', currency: 'GBP', language: 'en-GB' },
  EBAY_CA: { name: 'Canada', currency: 'CAD', language: 'en-CA' },
  EBAY_CA_FR: { name: 'Canada, French', currency: 'CAD', language: 'fr-CA', marketplace: 'EBAY_CA' },
  EBAY_AU: { name: 'Australia', currency: 'AUD', language: 'en-AU' },
  EBAY_DE: { name: 'Germany', currency: 'EUR', language: 'de-DE' },
  EBAY_FR: { name: 'France', currency: 'EUR', language: 'fr-FR' },
  EBAY_IT: { name: 'Italy', currency: 'EUR', language: 'it-IT' },
  EBAY_ES: { name: 'Spain', currency: 'EUR', language: 'es-ES' },
  EBAY_AT: { name: 'Austria', currency: 'EUR', language: 'de-AT' },
  EBAY_BE: { name: 'Belgium, Dutch', currency: 'EUR', language: 'nl-BE' },
  EBAY_BE_FR: { name: 'Belgium, French', currency: 'EUR', language: 'fr-BE', marketplace: 'EBAY_BE' },
  EBAY_IE: { name: 'Ireland', currency: 'EUR', language: 'en-IE' },
  EBAY_NL: { name: 'Netherlands', currency: 'EUR', language: 'nl-NL' },
  EBAY_CH: { name: 'Switzerland', currency: 'CHF', language: 'de-CH' },
  EBAY_PL: { name: 'Poland', currency: 'PLN', language: 'pl-PL' },
}
