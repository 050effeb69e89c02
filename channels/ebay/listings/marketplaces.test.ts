import { expect, it } from 'vitest'
import { EbaySettings } from '#contract/channels/shapes/ebay.ts'
import { marketplaceOf } from './marketplaces.ts'

it.each([
  ['EBAY_US', 'USD', 'en-US'],
  ['EBAY_GB', 'GBP', 'en-GB'],
  ['EBAY_CA', 'CAD', 'en-CA'],
  ['EBAY_CA_FR', 'CAD', 'fr-CA'],
  ['EBAY_AU', 'AUD', 'en-AU'],
  ['EBAY_DE', 'EUR', 'de-DE'],
  ['EBAY_FR', 'EUR', 'fr-FR'],
  ['EBAY_IT', 'EUR', 'it-IT'],
  ['EBAY_ES', 'EUR', 'es-ES'],
  ['EBAY_AT', 'EUR', 'de-AT'],
  ['EBAY_BE', 'EUR', 'nl-BE'],
  ['EBAY_BE_FR', 'EUR', 'fr-BE'],
  ['EBAY_IE', 'EUR', 'en-IE'],
  ['EBAY_NL', 'EUR', 'nl-NL'],
  ['EBAY_CH', 'CHF', 'de-CH'],
  ['EBAY_PL', 'PLN', 'pl-PL'],
])('LST-210 %s sells in %s and is written in %s', (id, currency, language) => {
  expect(marketplaceOf(id)).toMatchObject({ currency, language })
  expect(EbaySettings.parse({ marketplaceId: id }).marketplaceId).toBe(id)
})
