import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, IdParam, Ok, Time } from '../shapes.ts'

/*
 * Shadow mode of an account: Motto reads, computes and shows what it would send, and sends nothing until the seller confirms.
 */

/** `none`: it owes an update that would change nothing there. */
export const ShadowAction = z.enum(['publish', 'revise', 'quantity', 'end', 'none'])
export type ShadowAction = z.output<typeof ShadowAction>

export const ShadowField = z.object({
  /** As the listing names it: `title`, `price`, `quantity`, a field of the channel. */
  field: z.string(),
  label: z.string(),
  /** Of which SKU; '' where it is the whole listing's. */
  sku: z.string(),
  /** On the channel, as text; null where Motto does not know it. */
  now: z.string().nullable(),
  would: z.string(),
})
export type ShadowField = z.output<typeof ShadowField>

const ShadowListing = z.object({
  listingId: Id,
  productId: Id,
  sku: z.string(),
  title: z.string(),
  action: ShadowAction,
  changes: z.array(ShadowField),
  /** Why it would not be sent as it is; '' where nothing keeps it. */
  problem: z.string(),
})
export type ShadowListing = z.output<typeof ShadowListing>

export const ShadowOrderWhat = z.enum(['ship', 'track', 'refund', 'cancel'])
const ShadowOrder = z.object({
  id: Id,
  orderId: Id,
  number: z.string(),
  what: ShadowOrderWhat,
  /** Of a parcel: carrier and number. */
  tracking: z.string(),
  /** Of a refund, in hundredths of the order's currency. */
  amount: z.number().int().nullable(),
  currency: z.string(),
  at: Time,
  /** The channel rejected it. */
  problem: z.string(),
})
export type ShadowOrder = z.output<typeof ShadowOrder>

const counts = z.object({
  publish: z.number().int(),
  revise: z.number().int(),
  quantity: z.number().int(),
  end: z.number().int(),
  /** Listings that owe an update which would change nothing. */
  none: z.number().int(),
  /** Of all these, those with a problem. */
  blocked: z.number().int(),
  ship: z.number().int(),
  track: z.number().int(),
  refund: z.number().int(),
  cancel: z.number().int(),
})

export const Shadow = z.object({
  /** Since when; null: it is off. */
  since: Time.nullable(),
  counts,
  /** Listings whose changes are not computed yet. */
  computing: z.number().int(),
  /** Names this very list: what is confirmed is what was shown. */
  list: z.string(),
  listings: z.array(ShadowListing),
  /** Up to 100, oldest first. */
  orders: z.array(ShadowOrder),
  /** The next page of listings begins after this; null: there are no more. */
  next: z.number().int().nullable(),
  /** Orders whose channel rejected what was confirmed. */
  rejected: z.number().int(),
})
export type Shadow = z.output<typeof Shadow>

const path = '/integrations/{integrationId}/shadow'
const params = z.object({ integrationId: IdParam })

export const getShadow = endpoint({
  method: 'GET',
  path,
  summary: 'List what shadow mode would send',
  needs: 'organization:read',
  params,
  query: z.object({ after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional() }),
  reply: Shadow,
  errors: ['not_found'],
})
export const startShadow = endpoint({
  method: 'POST',
  path: `${path}/start`,
  summary: 'Turn on shadow mode: compute and show updates, send nothing',
  needs: 'integrations:write',
  params,
  reply: Ok,
  errors: ['not_found'],
  changes: ['integrations', 'listings'],
})
export const refreshShadow = endpoint({
  method: 'POST',
  path: `${path}/refresh`,
  summary: 'Compute again what shadow mode would send',
  needs: 'integrations:write',
  params,
  reply: Ok,
  errors: ['not_found', 'shadow_off'],
  changes: ['integrations'],
})
export const confirmShadow = endpoint({
  method: 'POST',
  path: `${path}/confirm`,
  summary: 'Send what shadow mode listed and turn it off',
  needs: 'integrations:write',
  params,
  /** `list`: the list that was shown. */
  body: z.object({ list: z.string().max(100) }),
  reply: Ok,
  errors: ['not_found', 'shadow_off', 'shadow_changed', 'integration_unauthenticated'],
  changes: ['integrations', 'listings', 'orders'],
})
export const resendShadowed = endpoint({
  method: 'POST',
  path: `${path}/resend`,
  summary: 'Send confirmed shipments again that the channel rejected',
  needs: 'integrations:write',
  params,
  reply: Ok,
  errors: ['not_found'],
  changes: ['integrations', 'orders'],
})
