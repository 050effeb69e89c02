import { z } from 'zod'
import { cloverReplies } from '../channels/shapes/clover.ts'
import { clover } from '../channels/clover.ts'
import { bigcommerceReplies } from '../channels/shapes/bigcommerce.ts'
import { bigcommerce } from '../channels/bigcommerce.ts'
import { ConfiguredSpreadsheet, csvReplies } from '../channels/shapes/csv.ts'
import { csv, csvPaths } from '../channels/csv.ts'
import type { Built, Lookup } from '../channels/describe.ts'
import { EbayDefaults, ebayReplies } from '../channels/shapes/ebay.ts'
import { ebay } from '../channels/ebay.ts'
import { etsyReplies } from '../channels/shapes/etsy.ts'
import { etsy } from '../channels/etsy.ts'
import type { BuiltId } from '../channels/names.ts'
import { shopifyReplies } from '../channels/shapes/shopify.ts'
import { shopify } from '../channels/shopify.ts'
import { squareReplies } from '../channels/shapes/square.ts'
import { square } from '../channels/square.ts'
import { type AnyEndpoint, type Endpoint, endpoint } from '../endpoint.ts'
import { Id, IdParam, Ok } from '../shapes.ts'

/** Which account is asked, of a channel that has several: else the first. */
const ofAccount = { integrationId: IdParam.optional() }
type QueryOf<L> = z.ZodObject<
  (L extends { asks: infer A }
    ? { [N in keyof A]: A[N] extends 0 ? z.ZodDefault<z.ZodString> : z.ZodString }
    : unknown) &
    typeof ofAccount
>
type EndpointsOf<D extends Built, R> = {
  [N in keyof D['lookups']]: Endpoint<
    z.ZodUndefined,
    QueryOf<D['lookups'][N]>,
    z.ZodUndefined,
    N extends keyof R ? (R[N] extends z.ZodType ? R[N] : never) : never
  >
}

const queryOf = (asks: Lookup['asks'] = {}) =>
  z.object({
    ...Object.fromEntries(
      Object.entries(asks).map(([name, least]) => [name, least ? z.string().min(least) : z.string().default('')]),
    ),
    ...ofAccount,
  })

/** An endpoint for each lookup of a channel's description. @param replies the shape of each answer */
const lookupsOf = <const D extends Built, R extends { [N in keyof D['lookups']]: z.ZodType }>(
  { lookups }: D,
  replies: R,
) =>
  Object.fromEntries(
    Object.entries(lookups).map(([name, { path, summary, asks }]) => [
      name,
      endpoint({
        method: 'GET',
        path,
        summary,
        needs: 'organization:read',
        query: queryOf(asks),
        reply: (replies as Record<string, z.ZodType>)[name] ?? z.unknown(),
        errors: [
          'integration_missing',
          'integration_unauthenticated',
          'channel_refused',
          'channel_unavailable',
          'invalid_input',
        ],
      }),
    ]),
  ) as unknown as EndpointsOf<D, R>

/** What can be asked of each channel, by the names of its description. */
export const lookups = {
  bigcommerce: lookupsOf(bigcommerce, bigcommerceReplies),
  ebay: lookupsOf(ebay, ebayReplies),
  etsy: lookupsOf(etsy, etsyReplies),
  shopify: lookupsOf(shopify, shopifyReplies),
  square: lookupsOf(square, squareReplies),
  clover: lookupsOf(clover, cloverReplies),
  csv: lookupsOf(csv, csvReplies),
} satisfies Record<BuiltId, unknown>

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
/** The same under one name each: `ebayAspects`. */
export const lookupEndpoints: Record<string, AnyEndpoint> = Object.fromEntries(
  Object.entries(lookups).flatMap(([channel, byName]) =>
    Object.entries(byName).map(([name, lookup]) => [`${channel}${capital(name)}`, lookup as AnyEndpoint]),
  ),
)

export const saveEbayPolicies = endpoint({
  method: 'POST',
  path: ebay.defaultsPath,
  summary: 'Save default policies for new listings',
  needs: 'integrations:write',
  body: EbayDefaults.extend({ integrationId: Id.optional() }),
  reply: Ok,
  errors: ['integration_missing'],
  changes: ['integrations'],
})

/** CHN-119. */
export const createSpreadsheet = endpoint({
  method: 'POST',
  path: csvPaths.create,
  summary: 'Create a spreadsheet with a header row for products',
  needs: 'integrations:write',
  body: z.object({
    title: z.string().trim().min(1, 'Spreadsheet title is required.').max(200),
    integrationId: Id.optional(),
  }),
  reply: z.object({ id: z.string() }),
  errors: ['integration_missing', 'integration_unauthenticated', 'channel_refused', 'channel_unavailable'],
  changes: ['integrations', 'listings'],
})
/** CHN-121: keeps which row of each sheet holds the headers, and reads those. */
export const updateConfig = endpoint({
  method: 'POST',
  path: csvPaths.update,
  summary: 'Save an account’s spreadsheets with their current headers',
  needs: 'integrations:write',
  body: z.object({
    config: z.object({ spreadsheets: z.array(ConfiguredSpreadsheet).max(100) }),
    integrationId: Id.optional(),
  }),
  reply: Ok,
  errors: [
    'integration_missing',
    'integration_unauthenticated',
    'channel_refused',
    'channel_unavailable',
    'invalid_input',
  ],
  changes: ['integrations', 'listings'],
})

export const createEbayTemplate = endpoint({
  method: 'POST',
  path: ebay.templatePath,
  summary: 'Create a template from eBay leaf categories',
  needs: 'templates:write',
  body: z.object({
    categoryIds: z
      .array(z.string().min(1).max(20))
      .min(1, 'Choose a category.')
      .max(10, 'Choose at most 10 categories.'),
    /** Its name. */
    template: z.string().trim().min(1, 'Name is required.').max(120),
    integrationId: Id.optional(),
  }),
  reply: z.object({ id: Id }),
  errors: [
    'template_taken',
    'integration_missing',
    'integration_unauthenticated',
    'channel_refused',
    'channel_unavailable',
  ],
  changes: ['templates', 'listings'],
})
