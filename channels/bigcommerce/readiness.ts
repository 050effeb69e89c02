import type { ReadinessItem } from '#contract/integrations/health.ts'
import { ChannelError } from '../channel.ts'
import { type BigCommerceConnection, send } from './calls.ts'
import { bigcommerceLookups } from './lookups.ts'

/** What nobody but the calls themselves tells: what a token may do. */
const probes = [
  ['products', 'v3/catalog/products'],
  ['stock', 'v3/inventory/items'],
  ['orders', 'v2/orders'],
] as const

async function forbidden(c: BigCommerceConnection): Promise<string[]> {
  const missing: string[] = []
  for (const [name, path] of probes)
    await send(c, { method: 'GET', path, query: { limit: '1' } }).catch((error: unknown) => {
      if (!(error instanceof ChannelError) || error.kind !== 'forbidden') throw error
      missing.push(name)
    })
  return missing
}

/** What a store needs before anything can be sold there, in the order of setting it up. */
export async function readiness(c: BigCommerceConnection): Promise<ReadinessItem[]> {
  const [missing, places] = [await forbidden(c), await bigcommerceLookups.locations(c)]
  const chosen = places.find(({ id }) => id === c.settings.locationId)
  const hasPlace = places.some(({ isActive }) => isActive)
  return [
    {
      id: 'permissions',
      title: 'Permissions',
      state: missing.length === 0 ? 'ok' : 'todo',
      detail:
        missing.length === 0
          ? ''
          : `Motto is missing these BigCommerce permissions: ${missing.join(', ')}. Add these scopes to the app or API account, then re-authorize.`,
    },
    {
      id: 'location',
      title: 'Location',
      state: hasPlace && chosen?.isActive !== false ? 'ok' : 'todo',
      detail: !hasPlace
        ? 'Your store has no active location. Add one in the control panel under Settings › Locations.'
        : chosen?.isActive === false
          ? `${chosen.label} is closed. Choose another location below.`
          : '',
    },
  ]
}
