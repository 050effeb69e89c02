import { z } from 'zod'
import { ChannelId } from '../channels/ids.ts'
import { Pricing } from '../channels/pricing-shape.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdParam, Money, Time } from '../shapes.ts'

/** What becomes of a listing's price, and what of it was already. Prices are those of the account. */
export const PricePlan = z.object({
  /** With `lastReduced` as it is; null where the listing simply asks the product's price. */
  configuration: Pricing.nullable(),
  currency: z.string(),
  /** What the product's price is there, the lowest of its variations'. */
  own: Money,
  now: Money,
  floor: Money,
  live: z.boolean(),
  reductions: z.number().int(),
  /** Times that its auction was listed again. */
  auctions: z.number().int(),
  /** An auction that is over there, and that nothing begins anew by itself: it ended early, or was ended. */
  over: z.boolean(),
  /** What happens next, each with what is asked from then on; empty before it is listed. */
  steps: z.array(z.object({ act: z.enum(['reduce', 'relist', 'again', 'stop']), at: Time, price: Money })),
})
export const pricePlan = endpoint({
  method: 'GET',
  path: '/listingProducts/pricing',
  summary: 'Get a listing’s price schedule',
  needs: 'organization:read',
  query: z.object({ productId: IdParam, channel: ChannelId, integrationId: IdParam.optional() }),
  /** Null before anything of the listing is saved. */
  reply: PricePlan.nullable(),
  errors: ['not_found', 'integration_missing'],
})
export const restartPricing = endpoint({
  method: 'POST',
  path: '/listingProducts/restartPricing',
  summary: 'Restart a price schedule at the maximum price',
  needs: 'listings:write',
  body: z.object({ productId: Id, channel: ChannelId, integrationId: Id.nullable().optional() }),
  reply: z.object({ changeSetId: Id }),
  errors: ['not_found', 'invalid_input', 'integration_missing'],
  changes: ['listings', 'products', 'changes'],
})

/** What a product costs in each account. */
export const listingPrices = endpoint({
  method: 'GET',
  path: '/listingProducts/prices',
  summary: 'Get a product’s price on each channel account',
  needs: 'organization:read',
  query: z.object({ productId: IdParam }),
  /** Every account of the organization; of one where the product is not listed, what its price would be. */
  reply: z.array(
    z.object({
      integrationId: Id,
      channel: ChannelId,
      /** What its channel calls it; '' before it was connected. */
      account: z.string(),
      authenticated: z.boolean(),
      currency: z.string(),
      /** The lowest of its variations' prices; null where the account can't have a price yet, and then `problem` says why. */
      price: Money.nullable(),
      /** Whether another variation costs more. */
      hasHigher: z.boolean(),
      problem: z.string(),
    }),
  ),
  errors: ['not_found'],
})
