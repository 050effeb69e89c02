/** LST-210 LST-212: the sites offered, with the currency that they sell in and the language that listings there are written in. */
export const ebayMarketplaces = {
  EBAY_US: { name: 'United States', currency: 'USD', language: 'en-US' },
  EBAY_GB: { name: 'United Kingdom', currency: 'GBP', language: 'en-GB' },
  EBAY_CA: { name: 'Canada', currency: 'CAD', language: 'en-CA' },
  EBAY_AU: { name: 'Australia', currency: 'AUD', language: 'en-AU' },
  EBAY_DE: { name: 'Germany', currency: 'EUR', language: 'de-DE' },
  EBAY_FR: { name: 'France', currency: 'EUR', language: 'fr-FR' },
  EBAY_IT: { name: 'Italy', currency: 'EUR', language: 'it-IT' },
  EBAY_ES: { name: 'Spain', currency: 'EUR', language: 'es-ES' },
  EBAY_AT: { name: 'Austria', currency: 'EUR', language: 'de-AT' },
  EBAY_IE: { name: 'Ireland', currency: 'EUR', language: 'en-IE' },
  EBAY_NL: { name: 'Netherlands', currency: 'EUR', language: 'nl-NL' },
  EBAY_CH: { name: 'Switzerland', currency: 'CHF', language: 'de-CH' },
  EBAY_PL: { name: 'Poland', currency: 'PLN', language: 'pl-PL' },
} as const
