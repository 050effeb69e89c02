import { makeClover } from './clover/simulator.ts'
import { makeCsv } from './csv/simulator.ts'
import { makeBigCommerce } from './bigcommerce/simulator.ts'
import { makeEbay } from './ebay/simulator.ts'
import { makeEtsy } from './etsy/simulator.ts'
import type { MakeSimulator } from './kit/simulator.ts'
import { makeShopify } from './shopify/simulator.ts'
import { makeSquare } from './square/simulator.ts'

export interface Entry {
  name: string
  make: MakeSimulator
}

/** Every channel that the sandbox plays, by its id. */
export const registry: Record<string, Entry> = {
  bigcommerce: { name: 'BigCommerce', make: makeBigCommerce },
  ebay: { name: 'eBay', make: makeEbay },
  etsy: { name: 'Etsy', make: makeEtsy },
  shopify: { name: 'Shopify', make: makeShopify },
  square: { name: 'Square', make: makeSquare },
  clover: { name: 'Clover', make: makeClover },
  csv: { name: 'Google Sheets', make: makeCsv },
}
