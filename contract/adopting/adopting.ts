import { z } from 'zod'
import { adoptingTabs, doubtNames } from './names.ts'
import { ChannelId } from '../channels/ids.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdParam, Money, Ok, Time, pageOf, pageQuery } from '../shapes.ts'

/*
 * Adopting: what a seller already sells on a channel is read, linked to products here, and managed from then on. Reading and linking
 * change nothing there.
 */

const Doubt = z.enum(doubtNames)

const Part = z.object({
  sku: z.string(),
  name: z.string(),
  price: Money,
  /** Null where the channel does not count. */
  quantity: z.number().int().nullable(),
  barcode: z.string(),
})
export const FoundListing = z.object({
  id: Id,
  externalId: z.string(),
  url: z.string(),
  title: z.string(),
  image: z.string(),
  state: z.enum(['draft', 'live', 'hidden', 'sold_out', 'ended']),
  currency: z.string(),
  parts: z.array(Part),
  doubts: z.array(Doubt),
  decision: z.enum(['link', 'alone']).nullable(),
  /** What settles a quantity that differs; null: nobody has said yet, and nothing is told. */
  quantity: z.enum(['ours', 'theirs']).nullable(),
  differs: z.boolean(),
  /** Set once it is linked. */
  listingId: Id.nullable(),
  /** Which of our SKUs theirs are, where they differ, as somebody chose: theirs → ours. */
  pairs: z.record(z.string(), z.string()),
  /** Why it could not be linked. */
  problem: z.string(),
  /** Products here that it may be; the chosen one, or the likeliest, first. */
  products: z.array(
    z.object({ id: Id, sku: z.string(), title: z.string(), image: z.string(), price: Money, parts: z.array(Part) }),
  ),
})
export type FoundListing = z.output<typeof FoundListing>

/** Listings that were made on the channel's own pages, which it shows to apps only once they were brought in: its own words for it. */
export const Bringing = z.object({
  /** On the page, before it is asked for. */
  unseen: z.string(),
  title: z.string(),
  about: z.string(),
  /** What one number looks like, without anchors, and what is said of anything else. */
  number: z.string(),
  wrong: z.string(),
  /** Where they are found. */
  hint: z.string(),
  /** What the seller agrees to. */
  consent: z.string(),
  /** So many at a time. */
  most: z.number().int(),
})
export type Bringing = z.output<typeof Bringing>

const params = z.object({ integrationId: IdParam })
const path = '/adopting/{integrationId}'

export const adoptingState = endpoint({
  method: 'GET',
  path,
  summary: 'Get the progress of scanning and linking a channel',
  needs: 'organization:read',
  params,
  reply: z.object({
    channel: ChannelId,
    shop: z.string(),
    connected: z.boolean(),
    /** Null: it was never read. */
    read: z
      .object({
        state: z.enum(['reading', 'done', 'failed']),
        listings: z.number().int(),
        startedAt: Time,
        finishedAt: Time.nullable(),
        /** Why it waits, or stopped. */
        problem: z.string(),
      })
      .nullable(),
    counts: z.object({
      /** Listed by Motto itself, or linked before this read. */
      managed: z.number().int(),
      /** Of all that are linked from here, or about to be. */
      linked: z.number().int(),
      look: z.number().int(),
      new: z.number().int(),
      alone: z.number().int(),
      /** Of the linked ones: to be linked with "Finish". */
      waiting: z.number().int(),
      /** Of the linked ones: show another quantity, and nobody said whose counts. */
      differs: z.number().int(),
      /** SKUs of ours that are sold there by listings that Motto does not manage. */
      unmanagedSkus: z.number().int(),
    }),
    doubts: z.array(z.object({ doubt: Doubt, listings: z.number().int() })),
    /** Linking goes on just now. */
    linking: z.boolean(),
    /** Null: all listings are seen. */
    bringsIn: Bringing.nullable(),
  }),
  errors: ['not_found'],
})
export const readCatalogue = endpoint({
  method: 'POST',
  path: `${path}/read`,
  summary: 'Scan a channel’s listings (background)',
  needs: 'integrations:write',
  params,
  body: z.unknown().optional(),
  reply: Ok,
  errors: ['not_found', 'integration_unauthenticated'],
  changes: ['integrations', 'jobs'],
})
export const bringIn = endpoint({
  method: 'POST',
  path: `${path}/bring-in`,
  summary: 'Add listings by item number (from then on they can only be changed here)',
  needs: 'integrations:write',
  params,
  body: z.object({
    /** As the channel numbers its listings, and so many as it takes at a time. */
    numbers: z.array(z.string().min(1).max(100)).min(1).max(100),
    /** The seller's consent: it cannot be undone. */
    agreed: z.literal(true),
  }),
  reply: z.object({
    brought: z.number().int(),
    refused: z.array(z.object({ number: z.string(), reason: z.string() })),
  }),
  errors: [
    'not_found',
    'invalid_input',
    'integration_unauthenticated',
    'unsupported',
    'channel_refused',
    'channel_unavailable',
  ],
  changes: ['integrations', 'jobs'],
})
export const listFound = endpoint({
  method: 'GET',
  path: `${path}/listings`,
  summary: 'List scanned listings with their possible matches',
  needs: 'organization:read',
  params,
  query: z.object({ ...pageQuery, tab: z.enum(adoptingTabs).default('look'), doubt: Doubt.optional() }),
  reply: pageOf(FoundListing),
  errors: ['not_found'],
})
/** Some, or all of a tab with a reason: one reason is one decision. */
export const WhichFound = z.union([
  z.object({ ids: z.array(Id).min(1).max(500) }),
  z.object({ tab: z.enum(adoptingTabs), doubt: Doubt.optional() }),
])
export const decideFound = endpoint({
  method: 'POST',
  path: `${path}/decide`,
  summary: 'Link, ignore or reopen scanned listings',
  needs: 'integrations:write',
  params,
  body: z.object({
    which: WhichFound,
    as: z.enum(['link', 'alone', 'open']),
    /** Another product than the likeliest; for one listing. */
    productId: Id.optional(),
    /** Which of our SKUs theirs are, where they differ; for one listing. What is not named is paired by itself. */
    pairs: z
      .array(z.object({ theirs: z.string().min(1).max(500), ours: z.string().min(1).max(100) }))
      .max(250)
      .optional(),
  }),
  reply: z.object({ decided: z.number().int() }),
  errors: ['not_found', 'invalid_input'],
  changes: ['integrations'],
})
export const settleQuantities = endpoint({
  method: 'POST',
  path: `${path}/quantities`,
  summary: 'Choose Motto’s or the channel’s quantity',
  needs: 'integrations:write',
  params,
  body: z.object({ which: WhichFound, as: z.enum(['ours', 'theirs']) }),
  reply: z.object({ decided: z.number().int() }),
  errors: ['not_found'],
  changes: ['integrations', 'listings', 'products', 'jobs'],
})
export const linkFound = endpoint({
  method: 'POST',
  path: `${path}/link`,
  summary: 'Apply the decisions on scanned listings (background)',
  needs: 'integrations:write',
  params,
  body: z.unknown().optional(),
  reply: Ok,
  errors: ['not_found', 'integration_unauthenticated'],
  changes: ['integrations', 'listings', 'jobs'],
})
export const unlinkFound = endpoint({
  method: 'POST',
  path: `${path}/unlink`,
  summary: 'Unlink listings (all of them in the background)',
  needs: 'integrations:write',
  params,
  body: z.union([z.object({ ids: z.array(Id).min(1).max(500) }), z.object({ all: z.literal(true) })]),
  reply: z.object({
    unlinked: z.number().int(),
    /** Of these, those whose number was counted here when it was settled as theirs: that stays. */
    counted: z.number().int(),
  }),
  errors: ['not_found'],
  changes: ['integrations', 'listings', 'products'],
})
/** For listings that a channel refused because their SKU is sold there already, or for a product before it is listed. */
export const linkThere = endpoint({
  method: 'POST',
  path: '/adopting/linkThere',
  summary: 'Link products to existing listings with the same SKU',
  needs: 'listings:write',
  body: z.union([
    z.object({ listingIds: z.array(Id).min(1).max(500) }),
    z.object({ productId: Id, integrationId: Id }),
  ]),
  reply: z.object({ linking: z.number().int() }),
  errors: ['not_found'],
  changes: ['integrations', 'listings', 'jobs'],
})
