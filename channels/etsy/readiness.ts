import type { ReadinessItem } from '#contract/integrations/health.ts'
import { readAs } from '../kit/read.ts'
import { type EtsyConnection, get, ofShop, send } from './calls.ts'
import { etsyScopes } from './connect.ts'
import { etsyLookups } from './lookups.ts'
import { Scopes, ShopAnswer } from './wire.ts'

const item = (
  id: string,
  title: string,
  isFine: boolean,
  detail: string,
  state: 'todo' | 'advice' = 'todo',
): ReadinessItem => (isFine ? { id, title, state: 'ok', detail: '' } : { id, title, state, detail })

/** What a shop needs on Etsy before anything can be listed, in the order in which it is set up. */
export async function readiness(c: EtsyConnection): Promise<ReadinessItem[]> {
  const [shop, missing, shipping, processing, returns] = await Promise.all([
    get(c, ShopAnswer, ofShop(c)),
    missingScopes(c),
    etsyLookups.shippingProfiles(c),
    etsyLookups.processingProfiles(c),
    etsyLookups.returnPolicies(c),
  ])
  return [
    item(
      'permissions',
      'Permissions',
      missing.length === 0,
      `This connection is missing permissions: ${missing.join(', ')}. Re-authorize it and allow all permissions.`,
    ),
    item(
      'payments',
      'Etsy Payments',
      shop.is_etsy_payments_onboarded,
      'Etsy Payments isn’t set up. Finish it under Finances › Payment settings.',
    ),
    item(
      'shipping-profile',
      'Shipping profile',
      shipping.length > 0,
      'Listings need a shipping profile. Create one on Etsy under Settings › Shipping settings.',
    ),
    item(
      'processing-profile',
      'Processing profile',
      processing.length > 0,
      'Listings need a processing profile. Create one on Etsy under Settings › Shipping settings.',
    ),
    item(
      'return-policy',
      'Return policy',
      returns.length > 0,
      'Listings need a return policy. Create one on Etsy under Settings › Policy settings.',
    ),
    item(
      'vacation',
      'Shop open',
      !shop.is_vacation,
      'Your shop is on vacation, so buyers can’t order. Reopen it under Settings › Options.',
      'advice',
    ),
  ]
}

/** An answer without a list says nothing of what is missing. */
async function missingScopes(c: EtsyConnection): Promise<string[]> {
  const { body } = await send(c, { method: 'POST', path: '/scopes', form: { token: c.accessToken }, reads: true })
  const { scopes } = readAs('Etsy', Scopes, body)
  return scopes ? etsyScopes.filter((scope) => !scopes.includes(scope)) : []
}
