import { z } from 'zod'
import { EditField } from './changes/changes.ts'
import { ChannelId } from './channels/ids.ts'
import { MEGABYTE, endpoint } from './endpoint.ts'
import { Waits } from './listings/listings.ts'
import { ProductSelection } from './products/filter.ts'
import { Id, IdParam, Time, pageOf, pageQuery } from './shapes.ts'

/** Products being gathered; looked at before anything is sent; ready to begin; being sent; held up by somebody; over. */
export const publishStates = ['gathering', 'checking', 'ready', 'running', 'paused', 'done', 'cancelled'] as const
export type PublishState = (typeof publishStates)[number]
/** A product on an account: not looked at yet; could be sent; would be refused; is being sent; on sale; refused; not wanted any more. */
export const publishItemStates = ['unchecked', 'ready', 'blocked', 'asked', 'listed', 'refused', 'dropped'] as const
export type PublishItemState = (typeof publishItemStates)[number]

const Account = z.object({
  integrationId: Id,
  channel: ChannelId,
  /** What its channel calls it. */
  account: z.string(),
})
/** How far one account is. */
export const PublishAccount = Account.extend({
  waits: Waits.nullable(),
  counts: z.record(z.enum(publishItemStates), z.number().int()),
})
/**
 * What fixes all products of one cause: their values are mapped, they are edited, a category is chosen for their template, its listing says it,
 * the account's prices do, or the account is looked after. None: each product is fixed on its own page.
 */
export const remedies = ['values', 'edit', 'category', 'template', 'prices', 'account'] as const
export type Remedy = (typeof remedies)[number]

/**
 * Products that would be rejected, or were, for the same cause: of all templates, accounts and channels together. `other:` and a hash where
 * only a sentence is known.
 */
export const PublishGroup = z.object({
  /** Names the group: `title_too_long`, `missing_specific:Brand`. */
  cause: z.string(),
  /** What it is, without a channel: `Title is too long`. */
  title: z.string(),
  /** What people call what is to be fixed. */
  name: z.string(),
  templates: z.array(z.object({ templateId: Id, template: z.string(), products: z.number().int() })),
  accounts: z.array(
    z.object({
      integrationId: Id,
      channel: ChannelId,
      /** Motto’s check blocks them, or the channel rejected them. */
      state: z.enum(['blocked', 'refused']),
      /** Listings there. */
      products: z.number().int(),
      /** In words that name this channel alone. */
      sentence: z.string(),
      /** The fields there that say so, and what people call them. */
      fields: z.array(z.object({ field: z.string(), name: z.string() })),
    }),
  ),
  /** What a bulk edit changes, where one fixes it. */
  edits: EditField.nullable(),
  /** The product’s own field that is written for each product here, where that fixes it. */
  fixes: z.union([EditField, z.literal('description')]).nullable(),
  /** Most characters that all of these channels allow of it. */
  most: z.number().int().nullable(),
  /** The likeliest first. */
  remedies: z.array(z.enum(remedies)),
  /** Each counted once, however many accounts it concerns. */
  products: z.number().int(),
  /** On all accounts together. */
  listings: z.number().int(),
  /** SKUs of a few. */
  examples: z.array(z.string()),
})
export type PublishGroup = z.output<typeof PublishGroup>

/** Many products listed on several accounts, as one job. */
export const PublishRun = z.object({
  id: Id,
  state: z.enum(publishStates),
  /** Products, and what they are on all accounts together. */
  products: z.number().int(),
  total: z.number().int(),
  userName: z.string(),
  createdAt: Time,
  finishedAt: Time.nullable(),
  accounts: z.array(PublishAccount),
  /** The largest first. */
  groups: z.array(PublishGroup),
  /** Whether there are more groups. */
  moreGroups: z.boolean(),
})
export type PublishRun = z.output<typeof PublishRun>

/** Products of a group on one page. */
export const GROUP_PAGE = 25

const path = '/publishing'
const params = z.object({ id: IdParam })

export const beginPublishing = endpoint({
  method: 'POST',
  path,
  summary: 'Start a publish run (checks only)',
  needs: 'listings:write',
  bodyBytes: MEGABYTE,
  body: z.object({
    selection: ProductSelection,
    integrationIds: z.array(Id).min(1, 'Choose a channel.').max(50),
  }),
  reply: PublishRun,
  errors: ['not_found', 'invalid_input', 'integration_unauthenticated'],
  changes: ['listings'],
})
/** List the accounts available for publishing: the accounts that are connected. */
export const listPublishAccounts = endpoint({
  method: 'GET',
  path: `${path}/accounts`,
  summary: 'List the accounts available for publishing',
  needs: 'organization:read',
  reply: z.array(Account),
})
/** One of the times that many products were listed, as a row of their list. */
const PublishRunRow = PublishRun.pick({
  id: true,
  state: true,
  products: true,
  userName: true,
  createdAt: true,
  finishedAt: true,
}).extend({
  accounts: z.array(Account),
  /** Products on an account that would be refused, or were. */
  failed: z.number().int(),
  /** There are more: it stopped counting. */
  failedCapped: z.boolean(),
})
export const listPublishing = endpoint({
  method: 'GET',
  path,
  summary: 'List publish runs, newest first',
  needs: 'organization:read',
  query: z.object(pageQuery),
  reply: pageOf(PublishRunRow),
})
export const getPublishing = endpoint({
  method: 'GET',
  path: `${path}/{id}`,
  summary: 'Get a publish run with its problems by cause',
  needs: 'organization:read',
  params,
  reply: PublishRun,
  errors: ['not_found'],
})
/** What all that turns one into another state has in common. */
const turning = {
  needs: 'listings:write' as const,
  params,
  body: z.unknown().optional(),
  reply: PublishRun,
  errors: ['not_found', 'edit_conflict'] as const,
}
export const recheckPublishing = endpoint({
  method: 'POST',
  path: `${path}/{id}/check`,
  summary: 'Recheck blocked and rejected listings of a publish run',
  changes: ['listings'],
  ...turning,
  body: z
    .object({
      /** Only those of these products; all of them when left out. */
      productIds: z.array(Id).min(1).max(50_000).optional(),
      /** Of a run that is done: what passes is published at once. */
      publish: z.boolean().optional(),
    })
    .optional(),
  bodyBytes: MEGABYTE,
})
export const startPublishing = endpoint({
  method: 'POST',
  path: `${path}/{id}/start`,
  summary: 'Publish the listings that passed the check, or resume publishing',
  changes: ['listings', 'products', 'jobs'],
  ...turning,
})
export const pausePublishing = endpoint({
  method: 'POST',
  path: `${path}/{id}/pause`,
  summary: 'Pause a publish run',
  changes: ['listings'],
  ...turning,
})
export const cancelPublishing = endpoint({
  method: 'POST',
  path: `${path}/{id}/cancel`,
  summary: 'Stop a publish run',
  changes: ['listings', 'jobs'],
  ...turning,
})

const ofGroup = {
  integrationId: IdParam.optional(),
  templateId: IdParam.optional(),
  /** Of a group. */
  cause: z.string().max(300).optional(),
}
export const listPublishItems = endpoint({
  method: 'GET',
  path: `${path}/{id}/items`,
  summary: 'List the products of a publish run with their problems',
  needs: 'organization:read',
  params,
  query: z.object({
    ...pageQuery,
    ...ofGroup,
    state: z.enum(publishItemStates).optional(),
    /** What would be refused, or was. */
    failed: z.literal('yes').optional(),
  }),
  reply: pageOf(
    z.object({
      productId: Id,
      sku: z.string(),
      title: z.string(),
      integrationId: Id,
      channel: ChannelId,
      account: z.string(),
      state: z.enum(publishItemStates),
      errors: z.record(z.string(), z.string()),
    }),
  ),
  errors: ['not_found'],
})
export const listPublishProducts = endpoint({
  method: 'GET',
  path: `${path}/{id}/products`,
  summary: 'List a publish run’s products with one problem',
  needs: 'organization:read',
  params,
  query: z.object({ ...ofGroup, offset: pageQuery.offset }),
  /** As many as a selection by id takes; SKUs of a page of them, from `offset` on. */
  reply: z.object({ ids: z.array(Id), capped: z.boolean(), skus: z.array(z.string()) }),
  errors: ['not_found'],
})
