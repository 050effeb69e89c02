import { z } from 'zod'
import { descriptions } from '../channels/all.ts'
import type { ChannelDescription } from '../channels/describe.ts'
import { ChannelId } from '../channels/ids.ts'
import { MEGABYTE, endpoint } from '../endpoint.ts'
import { Html, TOO_MUCH_MARKUP, areCleanable } from '../html.ts'
import { Sku } from '../products/products.ts'
import {
  CountInput,
  Id,
  IdParam,
  Image,
  Money,
  MoneyInput,
  Ok,
  TemplateAttribute,
  Time,
  pageOf,
  pageQuery,
} from '../shapes.ts'

/** A schema's common part; the channel's own fields stand beside it (LST-031..034). */
export const SchemaBase = z.object({
  id: z.string().min(1).max(40),
  name: z.string().trim().min(1, 'Name can not be empty').max(80),
  details: z.string().max(2000).default(''),
})
const AnySchema = z.looseObject(SchemaBase.shape)
export type ListingSchema = z.output<typeof AnySchema>

/** LST-025..030. */
export const ListingTemplate = z.object({
  id: Id,
  integrationId: Id,
  clientId: Id,
  templateId: Id,
  channel: ChannelId,
  schemas: z.array(AnySchema),
  updatedAt: Time,
})
export const ListingTemplateChange = z.object({
  id: Id.optional(),
  templateId: Id,
  channel: ChannelId,
  integrationId: Id.optional(),
  schemas: z.array(AnySchema).min(1, 'At least one schema is kept.').max(50),
  /** As it was read, null where nothing was kept. Where it differs from what is kept by now, somebody else has saved since. */
  updatedAt: Time.nullable().optional(),
})

export const ListSettings = z.object({ list: z.boolean(), sync: z.boolean(), syncQuantity: z.boolean() })
export type ListSettings = z.output<typeof ListSettings>

const overrideNames = Object.values<ChannelDescription>(descriptions).flatMap(({ fields = [] }) =>
  fields.flatMap(({ override }) => override ?? []),
)
/** What one product's listing says of its own: its choices by the names that channels' descriptions have for them, beside the fields it covers. */
export const SchemaOverrides = z.looseObject(
  Object.fromEntries(overrideNames.map((name) => [name, z.string().max(200).optional()])) as Record<never, z.ZodType>,
)
export const listingStates = ['draft', 'listed', 'unlisted', 'error'] as const

/** What the channel last said about a listing (LST-079..081). */
export const ListingResult = z.object({
  status: z.enum(['fulfilled', 'rejected', 'queued']),
  reason: z.string(),
  /** The channel's own error code. */
  code: z.string(),
  /** Our field → sentence; which field to fix. */
  fields: z.record(z.string(), z.string()),
  warnings: z.array(z.string()),
  at: Time,
  /** Of a refusal: the channel itself, or Motto, which did not even send it. */
  saidBy: z.enum(['channel', 'motto']),
  /** Of a refusal: whether something else would be sent now than what was refused. */
  changed: z.boolean(),
  /** Of a refusal because a SKU is sold there already, by a listing that Motto does not manage: that one. Nothing of it was changed. */
  there: z.object({ externalId: z.string(), url: z.string() }).optional(),
})
export type ListingResult = z.output<typeof ListingResult>

/** Why nothing is sent to an account just now: what was sold there is looked at first, or its channel asked to be left alone. At most until then. */
export const Waits = z.object({ for: z.enum(['sales', 'channel']), until: Time })
export type Waits = z.output<typeof Waits>
/** The same of a listing, and since when it waits. */
const ListingWaits = Waits.extend({ since: Time }).nullable()

/** LST-049..058, with what the channel shows. */
export const ListingProduct = z.object({
  id: Id.nullable(),
  channel: ChannelId,
  integrationId: Id.nullable(),
  templateId: Id,
  productId: Id,
  listingTemplateId: Id.nullable(),
  selectedSchemaId: z.string(),
  schemaOverrides: SchemaOverrides,
  listSettings: ListSettings,
  externalId: z.string(),
  status: z.enum(listingStates),
  url: z.string(),
  result: ListingResult.nullable(),
  pending: z.enum(['publish', 'revise', 'quantity', 'end']).nullable(),
  nextTryAt: Time.nullable(),
  waits: ListingWaits,
  pushedQuantity: z.number().int().nullable(),
  pushedAt: Time.nullable(),
  listedAt: Time.nullable(),
  /** Another one whenever its listing template or what it says of its own is changed; not when something is sent, or a switch turned. */
  version: z.string(),
})
export type ListingProduct = z.output<typeof ListingProduct>
export const ListingProductChange = z.object({
  channel: ChannelId,
  productId: Id,
  integrationId: Id.nullable().optional(),
  templateId: Id.optional(),
  listingTemplateId: Id.nullable().optional(),
  selectedSchemaId: z.string().max(40).optional(),
  schemaOverrides: SchemaOverrides.optional(),
  /** Those that are turned; the others stay as they are. */
  listSettings: ListSettings.partial().optional(),
  /** Of the listing as it was read, null where there was none. Where it differs from what is kept by now, somebody else has saved since. */
  version: z.string().max(100).nullable().optional(),
})

/** Everything the panel of one account needs. `there`: what was read there with a SKU of the product, and nobody manages. */
export const AccountPanel = z.object({
  integrationId: Id.nullable(),
  /** What its channel calls it; '' before it was connected. */
  account: z.string(),
  authenticated: z.boolean(),
  listingTemplate: ListingTemplate.nullable(),
  listingProduct: ListingProduct.nullable(),
  needsCategory: z.boolean(),
  there: z.object({ title: z.string(), url: z.string() }).nullable(),
  /** The account's defaults, for what a schema leaves blank. */
  defaults: z.record(z.string(), z.string()),
})
export const listingChannels = endpoint({
  method: 'GET',
  path: '/listingTemplates/channels',
  summary: 'Get the listing settings of a template or product',
  needs: 'organization:read',
  /** Without a template, the product's own. */
  query: z.object({ templateId: IdParam.optional(), productId: z.coerce.number().int().min(0).default(0) }),
  /** The panel of a channel's first account, and those of its others (LST-339). */
  reply: z.partialRecord(ChannelId, AccountPanel.extend({ others: z.array(AccountPanel) })),
  errors: ['not_found'],
})
const descriptionOf = ({ description }: ListingSchema) => (typeof description === 'string' ? [description] : [])
export const saveListingTemplates = endpoint({
  method: 'POST',
  path: '/listingTemplates/',
  summary: 'Save listing templates',
  needs: 'listings:write',
  bodyBytes: 4 * MEGABYTE,
  body: z.object({
    listingTemplates: z
      .array(ListingTemplateChange)
      .max(20)
      .refine((all) => areCleanable(all.flatMap(({ schemas }) => schemas.flatMap(descriptionOf))), TOO_MUCH_MARKUP),
  }),
  reply: z.array(ListingTemplate),
  errors: ['not_found', 'integration_missing', 'schema_taken', 'invalid_input', 'edit_conflict'],
  changes: ['listings'],
})
export const listListingProducts = endpoint({
  method: 'GET',
  path: '/listingProducts/listingProducts',
  summary: 'List a product’s listings',
  needs: 'organization:read',
  query: z.object({ productId: IdParam }),
  reply: z.array(ListingProduct),
  errors: ['not_found'],
})
export const saveListingProducts = endpoint({
  method: 'POST',
  path: '/listingProducts/',
  summary: "Save a product's listings",
  needs: 'listings:write',
  bodyBytes: 4 * MEGABYTE,
  body: z.union([
    z.object({ listingProducts: z.array(ListingProductChange).max(20) }),
    z
      .array(ListingProductChange)
      .max(20)
      .transform((listingProducts) => ({ listingProducts })),
  ]),
  reply: z.array(ListingProduct),
  errors: ['not_found', 'integration_missing', 'invalid_input', 'edit_conflict'],
  changes: ['listings', 'products'],
})

/**
 * Switches channels on for a product, List and Sync both. A template that does not say yet how it lists on one gets a listing template
 * there, "Default", that takes everything from the product.
 */
export const switchOnChannels = endpoint({
  method: 'POST',
  path: '/listingProducts/switchOn',
  summary: 'Turn on channels for a product',
  needs: 'listings:write',
  body: z.object({
    productId: Id,
    channels: z.array(ChannelId).min(1).max(20),
    /** Of a channel that has several accounts, which of them; else the first. */
    integrationIds: z.array(Id).max(50).optional(),
  }),
  reply: z.array(ListingProduct),
  errors: ['not_found', 'integration_missing', 'integration_unauthenticated'],
  changes: ['listings', 'products'],
})

export const FirstListing = z.object({
  product: z.object({
    sku: Sku,
    title: z.string().trim().min(1, 'Title is required.').max(500),
    description: Html.max(100_000).default(''),
    condition: z.string().max(100).default('New'),
    price: MoneyInput,
    quantity: CountInput,
    images: z.array(Image).max(24, 'At most 24 images.').default([]),
    attributes: z
      .array(z.object({ name: z.string().trim().min(1).max(100), value: z.string().max(10_000) }))
      .max(100)
      .default([]),
  }),
  /** The template of this name is used; it is made where there is none, and gets the attributes it lacks. */
  template: z.object({
    name: z.string().trim().min(1, 'Name is required.').max(120),
    attributes: z
      .array(TemplateAttribute.pick({ name: true, options: true }))
      .max(100)
      .default([]),
  }),
  /** Fields of the channel: `schema` for a listing template that has to be made, `overrides` for this product where there is one. */
  channels: z
    .array(
      z.object({
        channel: ChannelId,
        /** In which account, of a channel that has several; else in the first. */
        integrationId: Id.optional(),
        schema: z.looseObject({}).default({}),
        overrides: SchemaOverrides.default({}),
      }),
    )
    .min(1, 'Choose a channel.')
    .max(20),
})
export const createAndList = endpoint({
  method: 'POST',
  path: '/listingProducts/createAndList',
  summary: 'Create and list a product with its template',
  needs: 'listings:write',
  body: FirstListing,
  reply: z.object({ id: Id, templateId: Id }),
  errors: [
    'sku_taken',
    'template_taken',
    'integration_missing',
    'integration_unauthenticated',
    'invalid_input',
    'not_found',
    'unsupported',
  ],
  changes: ['products', 'templates', 'listings', 'jobs'],
})

const ResultOfAccount = ListingResult.extend({ integrationId: Id })
export const listToChannels = endpoint({
  method: 'POST',
  path: '/integrations/listToChannels',
  summary: 'Publish a product on all its channels',
  needs: 'listings:write',
  /** `wait` in seconds: how long to wait for the channels; what is still running then is answered as `queued`. */
  body: z.object({ productId: Id, wait: z.number().min(0).max(60).default(30) }),
  reply: z.partialRecord(ChannelId, ResultOfAccount.extend({ others: z.array(ResultOfAccount) })),
  errors: ['not_found'],
  changes: ['listings', 'products', 'jobs'],
})
export const listProduct = endpoint({
  method: 'POST',
  path: '/channels/{channel}/listProduct',
  summary: 'Publish a product on one channel',
  needs: 'listings:write',
  params: z.object({ channel: ChannelId }),
  body: z.object({
    productId: Id,
    /** In which account, of a channel that has several; else in the first. */
    integrationId: Id.nullish(),
    wait: z.number().min(0).max(60).default(30),
  }),
  reply: z.object({
    status: z.enum(['fulfilled', 'queued']),
    externalId: z.string(),
    url: z.string(),
    warnings: z.array(z.object({ message: z.string() })),
  }),
  errors: [
    'not_found',
    'integration_missing',
    'integration_unauthenticated',
    'listing_incomplete',
    'channel_refused',
    'channel_unavailable',
    'unsupported',
  ],
  changes: ['listings', 'products', 'jobs'],
})
export const unlistProduct = endpoint({
  method: 'POST',
  path: '/integrations/{integration}/unlistProduct',
  summary: 'Unlist a product from a channel',
  needs: 'listings:write',
  params: z.object({ integration: ChannelId }),
  body: z.object({
    productId: Id,
    integrationId: Id.nullable().optional(),
    wait: z.number().min(0).max(60).default(30),
  }),
  reply: z.object({ status: z.enum(['fulfilled', 'queued']) }),
  errors: ['not_found', 'integration_missing', 'integration_unauthenticated', 'channel_refused', 'channel_unavailable'],
  changes: ['listings', 'products', 'jobs'],
})

export const ListingRow = z.object({
  id: Id,
  productId: Id,
  sku: z.string(),
  title: z.string(),
  image: z.string(),
  channel: ChannelId,
  integrationId: Id,
  status: z.enum(listingStates),
  externalId: z.string(),
  url: z.string(),
  price: Money,
  available: z.number().int(),
  pushedQuantity: z.number().int().nullable(),
  listSettings: ListSettings,
  pending: z.string().nullable(),
  waits: ListingWaits,
  result: ListingResult.nullable(),
  updatedAt: Time,
})
/** Not kept in step; on its way; its channel is held up; its channel goes on showing more than there is. */
export const behindFor = ['notKept', 'pending', 'held', 'tooMany'] as const
export const listListings = endpoint({
  method: 'GET',
  path: '/listings',
  summary: 'List all listings',
  needs: 'organization:read',
  query: z.object({
    ...pageQuery,
    channel: ChannelId.optional(),
    integrationId: IdParam.optional(),
    /** `error` is also what is live and of which the channel refused the last change: all that somebody has to mend. */
    status: z.enum(listingStates).optional(),
    /** Words, pieces of SKUs and barcodes of the product, as in the inventory. */
    search: z.union([z.array(z.string()), z.string().transform((text) => [text])]).optional(),
    /** Those that do not show what we say, for this reason. */
    behind: z.enum(behindFor).optional(),
  }),
  reply: pageOf(ListingRow),
})
export const retryListing = endpoint({
  method: 'POST',
  path: '/listings/{id}/retry',
  summary: 'Publish a listing again now',
  needs: 'listings:write',
  params: z.object({ id: IdParam }),
  body: z.unknown().optional(),
  reply: Ok,
  errors: ['not_found'],
  changes: ['listings', 'jobs'],
})
