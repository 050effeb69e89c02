import type { ReadinessItem } from '#contract/connection-health.ts'
import type { ShopifyConnection } from './calls.ts'
import { shopifyLookups } from './lookups.ts'

/** What a shop needs before anything can be sold there. */
export async function readiness(c: ShopifyConnection): Promise<ReadinessItem[]> {
  const [places, publications] = await Promise.all([shopifyLookups.locations(c), shopifyLookups.publications(c)])
  const hasPlace = places.some(({ isActive }) => isActive)
  const isSold = publications.length > 0
  return [
    {
      id: 'location',
      title: 'Location',
      state: hasPlace ? 'ok' : 'todo',
      detail: hasPlace ? '' : 'The shop has no active location. Stock needs one: add it under Settings, Locations.',
    },
    {
      id: 'publication',
      title: 'Sales channel',
      state: isSold ? 'ok' : 'todo',
      detail: isSold
        ? ''
        : 'The shop has no sales channel, so nobody would see a product. Add the Online Store under Settings, Apps and sales channels.',
    },
  ]
}
