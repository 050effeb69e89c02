import type { ReadinessItem } from '#contract/integrations/health.ts'
import { askTold, type ShopifyConnection } from './calls.ts'
import { shopifyVersion } from './listings/documents.ts'
import { shopifyLookups } from './lookups.ts'
import { Account } from './wire.ts'

/** What a shop needs before anything can be sold there. */
export async function readiness(c: ShopifyConnection): Promise<ReadinessItem[]> {
  const [places, publications, { version = shopifyVersion }] = await Promise.all([
    shopifyLookups.locations(c),
    shopifyLookups.publications(c),
    askTold(c, 'account', Account),
  ])
  const hasPlace = places.some(({ isActive }) => isActive)
  const isSold = publications.length > 0
  return [
    {
      id: 'location',
      title: 'Location',
      state: hasPlace ? 'ok' : 'todo',
      detail: hasPlace ? '' : 'Your shop has no active location. Add one under Settings › Locations.',
    },
    {
      id: 'publication',
      title: 'Sales channel',
      state: isSold ? 'ok' : 'todo',
      detail: isSold
        ? ''
        : 'Your shop has no sales channel, so buyers can’t see your products. Add the Online Store under Settings › Apps and sales channels.',
    },
    ...(version === shopifyVersion ? [] : [tooOld(version)]),
  ]
}

/** @see https://shopify.dev/docs/api/usage/versioning read 2026-11-26 */
const tooOld = (version: string): ReadinessItem => ({
  id: 'api-version',
  title: 'API version',
  state: 'advice',
  detail: `Shopify has retired API version ${shopifyVersion}, which this Motto uses, and responds with ${version}. Some functions may fail. Ask your administrator to update Motto.`,
})
