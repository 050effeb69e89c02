import { makeEbay } from './ebay/index.ts'
import type { MakeSimulator, SimContext } from './kit/simulator.ts'
import { makeShopify } from './shopify/simulator.ts'

interface Entry {
  name: string
  make: MakeSimulator
  app: Omit<SimContext['app'], 'redirectUri'>
}

/** Every channel that the sandbox plays, by its id; the app that is registered there unless the environment names another. */
export const registry: Record<string, Entry> = {
  ebay: {
    name: 'eBay',
    make: makeEbay,
    app: {
      clientId: 'motto-sandbox-SBX-ebay',
      clientSecret: 'sandbox-ebay-secret',
      redirectName: 'Motto-MottoSBX-ebay',
    },
  },
  shopify: {
    name: 'Shopify',
    make: makeShopify,
    app: { clientId: 'motto-sandbox-shopify', clientSecret: 'sandbox-shopify-secret', redirectName: '' },
  },
}
