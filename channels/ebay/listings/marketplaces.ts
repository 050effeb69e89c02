/** LST-210 LST-212: the marketplaces offered, with the currency that they sell in and the language that listings there are written in. */
const marketplaces: Record<string, { currency: string; language: string }> = {
  EBAY_US: { currency: 'USD', language: 'en-US' },
  EBAY_GB: { currency: 'GBP', language: 'en-GB' },
  EBAY_CA: { currency: 'CAD', language: 'en-CA' },
  EBAY_AU: { currency: 'AUD', language: 'en-AU' },
  EBAY_DE: { currency: 'EUR', language: 'de-DE' },
  EBAY_FR: { currency: 'EUR', language: 'fr-FR' },
  EBAY_IT: { currency: 'EUR', language: 'it-IT' },
  EBAY_ES: { currency: 'EUR', language: 'es-ES' },
}
const unitedStates = { currency: 'USD', language: 'en-US' }

export const marketplaceOf = (id: string) => marketplaces[id] ?? unitedStates
