import { z } from 'zod'
import type { ReadinessItem } from '#contract/integrations/health.ts'
import { ChannelError } from '../channel.ts'
import { type EbayConnection, get, send } from './calls.ts'
import { ebayLookups } from './lookups.ts'

// @see https://developer.ebay.com/api-docs/sell/account/overview.html read 2026-11-22
const Privilege = z.object({
  sellerRegistrationCompleted: z.boolean().default(true),
  sellingLimit: z.object({ quantity: z.number().optional() }).nullish(),
})
const Programs = z.object({ programs: z.array(z.object({ programType: z.string() })).default([]) })

const account = (path: string) => `/sell/account/v1${path}`
const POLICIES = 'SELLING_POLICY_MANAGEMENT'
const STOCK = 'OUT_OF_STOCK_CONTROL'
/** eBay's own word for what it already has. */
const ALREADY = '25803'

const item = (
  id: string,
  title: string,
  isFine: boolean,
  otherwise: Pick<ReadinessItem, 'detail' | 'action'> & { state?: 'todo' | 'advice' },
): ReadinessItem => (isFine ? { id, title, state: 'ok', detail: '' } : { id, title, state: 'todo', ...otherwise })

/** What a seller needs on eBay before anything can be listed, in the order in which it is set up. */
export async function readiness(c: EbayConnection): Promise<ReadinessItem[]> {
  const [{ sellerRegistrationCompleted, sellingLimit }, { programs }, places] = await Promise.all([
    get(c, Privilege, account('/privilege')),
    get(c, Programs, account('/program/get_opted_in_programs')),
    ebayLookups.locations(c),
  ])
  const has = (type: string) => programs.some(({ programType }) => programType === type)
  const missing = has(POLICIES) ? await missingPolicies(c) : ['shipping', 'payment', 'return']
  return [
    item('registration', 'Seller account', sellerRegistrationCompleted, {
      detail: 'Your seller registration isn’t finished. Complete it and add a bank account in Seller Hub.',
    }),
    item('selling-limit', 'Selling limit', sellingLimit?.quantity !== 0, {
      detail: 'You’ve reached eBay’s selling limit for this month. Request a higher limit in Seller Hub.',
    }),
    item(POLICIES, 'Business policies', has(POLICIES), {
      detail: 'Listings need business policies. eBay can take a day to turn them on.',
      action: 'Turn on',
    }),
    item('policies', 'Policies', missing.length === 0, {
      detail: `You have no ${missing.join(', no ')} policy. Create one under Account settings › Business policies on eBay.`,
    }),
    item(STOCK, 'Out-of-stock control', has(STOCK), {
      state: 'advice',
      detail: 'Without it, eBay ends listings that sell out, and relisting loses watchers and history.',
      action: 'Turn on',
    }),
    item(
      'location',
      'Inventory location',
      places.some(({ enabled }) => enabled),
      {
        detail: 'You have no active inventory location. Listings need one to show where items ship from.',
      },
    ),
  ]
}

async function missingPolicies(c: EbayConnection): Promise<string[]> {
  const { fulfillmentPolicies, paymentPolicies, returnPolicies } = await ebayLookups.policies(c)
  const kinds = { shipping: fulfillmentPolicies, payment: paymentPolicies, return: returnPolicies }
  return Object.entries(kinds).flatMap(([kind, all]) => (all.length > 0 ? [] : [kind]))
}

/** @param id of an item of `readiness` that has an action */
export async function switchOn(c: EbayConnection, id: string): Promise<void> {
  if (id !== POLICIES && id !== STOCK) throw new ChannelError('not_found', 'Motto can’t turn this on.')
  try {
    await send(c, { method: 'POST', path: account('/program/opt_in'), json: { programType: id } })
  } catch (error) {
    if (!(error instanceof ChannelError && error.code === ALREADY)) throw error
  }
}
