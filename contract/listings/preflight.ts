import { z } from 'zod'
import { ChannelId } from '../channels/ids.ts'
import { endpoint } from '../endpoint.ts'
import { Step } from './origins.ts'
import { PriceRule } from '../pricing/price-rule.ts'
import { IdParam, Money } from '../shapes.ts'

/** What would be sent, and what stands in its way, without asking the channel to publish. */
export const Preflight = z.object({
  channel: ChannelId,
  title: z.string(),
  description: z.string(),
  /** What buyers are asked at least; null while no rule says it. */
  price: Money.nullable(),
  currency: z.string(),
  /** What it is made of. */
  own: z.object({ price: Money, currency: z.string() }),
  /** What the listing's pricing makes of it, before the rule; null where it asks the product's price. */
  asked: Money.nullable(),
  rule: PriceRule.nullable(),
  available: z.number().int(),
  buffer: z.number().int(),
  quantity: z.number().int(),
  images: z.array(z.string()),
  fields: z.record(z.string(), z.unknown()),
  /** How each value came about, by its field, or `field.name` of an attribute; first where it began. */
  origins: z.record(z.string(), z.array(Step)),
  errors: z.record(z.string(), z.string()),
  warnings: z.record(z.string(), z.string()),
  /** What the channel takes for listing it; amounts as decimals of their currency. */
  costs: z.array(z.object({ amount: z.string(), currency: z.string(), why: z.string() })),
})
export const preflight = endpoint({
  method: 'GET',
  path: '/listingProducts/preflight',
  summary: 'Check a listing',
  needs: 'organization:read',
  query: z.object({ productId: IdParam, channel: ChannelId, integrationId: IdParam.optional() }),
  /** null: nothing is kept yet of how the product lists there, so that nothing can be checked. */
  reply: Preflight.nullable(),
  errors: [
    'not_found',
    'integration_missing',
    'integration_unauthenticated',
    'listing_incomplete',
    'channel_unavailable',
    'channel_refused',
  ],
})
