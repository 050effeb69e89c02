import { z } from 'zod'
import type { ReadinessItem } from '#contract/integrations/health.ts'
import { ChannelError } from '../channel.ts'
import { ask, type CloverConnection } from './calls.ts'
import { listOf, Merchant } from './wire.ts'

/** What Motto reads, and the permission that it needs. Whether it may write shows only when it does. */
const needed = [
  ['items', 'Inventory'],
  ['orders', 'Orders'],
  ['payments', 'Payments'],
  ['customers', 'Customers'],
] as const

/** There is no list of what was allowed: each is tried. */
async function missingPermissions(c: CloverConnection): Promise<string[]> {
  const missing: string[] = []
  for (const [path, permission] of needed)
    await ask(c, listOf(z.unknown()), { method: 'GET', path, query: [['limit', '1']] }).catch((error: unknown) => {
      if (!(error instanceof ChannelError) || error.kind !== 'forbidden') throw error
      missing.push(permission)
    })
  return missing
}

export const merchant = (c: CloverConnection) =>
  ask(c, Merchant, { method: 'GET', path: '', query: [['expand', 'properties']] })

/** What an account needs before anything can be sold there, in the order of setting it up. */
export async function readiness(c: CloverConnection): Promise<ReadinessItem[]> {
  const { properties } = await merchant(c)
  const missing = await missingPermissions(c)
  const isCounted = properties?.trackStock !== false
  return [
    {
      id: 'permissions',
      title: 'Permissions',
      state: missing.length === 0 ? 'ok' : 'todo',
      detail:
        missing.length === 0
          ? ''
          : `The app is missing these permissions: ${missing.join(', ')}. Ask your administrator to add them in Clover’s developer dashboard, then reinstall the app.`,
    },
    {
      id: 'stock',
      title: 'Stock tracking',
      state: isCounted ? 'ok' : 'todo',
      detail: isCounted
        ? ''
        : 'Stock tracking is off in Clover, so quantities can’t sync. Turn it on under Inventory › Settings in the Clover dashboard.',
    },
  ]
}
