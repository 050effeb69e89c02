import { z } from 'zod'
import { ChannelId } from '../channels/ids.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdParam, Ok, Time } from '../shapes.ts'

/**
 * How channels share the pieces of a SKU: each shows all; each its own part; or all but the last so many, which are divided.
 * `last`: pieces of each SKU.
 */
export const Sharing = z.union([
  z.object({ mode: z.literal('shared') }),
  z.object({ mode: z.literal('guaranteed') }),
  z.object({
    mode: z.literal('threshold'),
    last: z.number().int().min(1, 'Enter at least 1 unit.').max(1000, 'Enter 1,000 units or fewer.'),
  }),
])

/** Where a sharing applies; the nearest counts: product, then template, then organization. */
export const SharingRule = z.object({
  templateId: Id.nullable(),
  productId: Id.nullable(),
  /** The template's name or the product's SKU; '' of the organization's own. */
  name: z.string(),
  sharing: Sharing,
  setBy: z.string(),
  setAt: Time,
})

export const listSharing = endpoint({
  method: 'GET',
  path: '/stock/sharing',
  summary: 'Get the stock sharing settings and exceptions',
  needs: 'organization:read',
  reply: z.object({
    data: z.array(SharingRule),
    /** Orders of the last 90 days, and those that lacked a piece. */
    oversold: z.object({ orders: z.number().int(), of: z.number().int() }),
  }),
})
export const saveOrganizationSharing = endpoint({
  method: 'POST',
  path: '/stock/sharing',
  summary: 'Set the organization’s stock sharing',
  needs: 'organization:write',
  body: z.object({ sharing: Sharing }),
  reply: Ok,
  changes: ['products', 'listings'],
})
export const saveSharingException = endpoint({
  method: 'POST',
  path: '/stock/sharing/exception',
  summary: 'Set or clear a stock sharing exception',
  needs: 'products:write',
  body: z
    .object({ templateId: Id.optional(), productId: Id.optional(), sharing: Sharing.nullable() })
    .refine(({ templateId, productId }) => (templateId === undefined) !== (productId === undefined), {
      message: 'Name a template or a product.',
    }),
  reply: Ok,
  errors: ['not_found'],
  changes: ['products', 'listings'],
})

/** One SKU on one channel. All numbers are pieces. */
export const SharePart = z.object({
  sku: z.string(),
  channel: ChannelId,
  integrationId: Id,
  /** What the channel is to show once nothing is in the way. */
  share: z.number().int(),
  lastSet: z.number().int(),
  /** What it shows by all that we know. */
  shown: z.number().int(),
  /** Sold there and not heard of yet. */
  unseen: z.number().int(),
  /** Kept back because they may have been sold there where no look could tell. */
  hidden: z.number().int(),
  /** Of these, when a look at its orders tells; null where none are kept back. */
  hiddenUntil: Time.nullable(),
  /** Sold there in 30 days. */
  sold: z.number().int(),
})
export const getProductSharing = endpoint({
  method: 'GET',
  path: '/products/{id}/sharing',
  summary: 'Get a product’s stock sharing with each channel’s quantity',
  needs: 'organization:read',
  params: z.object({ id: IdParam }),
  reply: z.object({
    sharing: Sharing,
    /** Where it was chosen; `default` where nobody did. */
    from: z.enum(['product', 'template', 'organization', 'default']),
    available: z.array(z.object({ sku: z.string(), available: z.number().int() })),
    parts: z.array(SharePart),
  }),
  errors: ['not_found'],
})
