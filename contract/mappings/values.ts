import { z } from 'zod'
import { ChannelId } from '../channels/ids.ts'
import { MEGABYTE, endpoint } from '../endpoint.ts'
import { FieldMapping } from './mappings.ts'
import { Id, IdParam, Time } from '../shapes.ts'

/** Whether a mapping is on where a template lists, or for one listing of it (MAP-118..MAP-122). */
export const ValueMappingConfiguration = z.object({
  valueMappingId: Id,
  /** The listing template. */
  parentId: Id,
  /** The listing product; null: all of the listing template. */
  childId: Id.nullable(),
  childType: z.literal('ListingProduct'),
  active: z.boolean(),
})
export type ValueMappingConfiguration = z.output<typeof ValueMappingConfiguration>

/** MAP-103..MAP-111. */
export const ValueMapping = z.object({
  id: Id,
  uuid: z.uuid(),
  channel: ChannelId,
  name: z.string(),
  description: z.string(),
  index: z.number().int(),
  active: z.boolean(),
  mappings: z.array(FieldMapping),
  configurations: z.array(ValueMappingConfiguration),
  updatedAt: Time,
})
export type ValueMapping = z.output<typeof ValueMapping>

export const ValueMappingChange = z.object({
  /** Of one that is saved already. */
  id: Id.optional(),
  uuid: z.uuid(),
  channel: ChannelId.default('ebay'),
  name: z.string().trim().min(1, 'Name is required.').max(120),
  description: z.string().max(2000).default(''),
  index: z.number().int().min(0).default(0),
  active: z.boolean().default(true),
  mappings: z.array(FieldMapping).max(500),
  configurations: z
    .array(ValueMappingConfiguration.omit({ valueMappingId: true, childType: true }))
    .max(5000)
    .default([]),
  /** As it was read. Where it differs from what is kept by now, or nothing is, somebody else has saved since. */
  updatedAt: Time.optional(),
})
export type ValueMappingChange = z.output<typeof ValueMappingChange>

/** Most source values that one save may hold. */
export const MOST_VALUES = 20_000
/** Values of all mappings of an organization: they are read with each listing. */
export const MOST_KEPT_VALUES = 100_000

export const listValueMappings = endpoint({
  method: 'GET',
  path: '/mapping/valueMapping',
  summary: 'List value mappings',
  needs: 'organization:read',
  query: z.object({ channel: ChannelId.optional() }),
  reply: z.array(ValueMapping),
})
export const saveValueMappings = endpoint({
  method: 'POST',
  path: '/mapping/valueMapping',
  summary: 'Save or delete value mappings',
  needs: 'listings:write',
  bodyBytes: 8 * MEGABYTE,
  body: z.object({
    valueMappings: z.array(ValueMappingChange).max(200),
    deleteIds: z.array(Id).max(1000).default([]),
  }),
  reply: z.array(ValueMapping),
  errors: ['not_found', 'invalid_input', 'edit_conflict'],
  changes: ['listings'],
})

/** What a channel says of the values of one of its fields. */
export const FieldRule = z.object({
  /** As the channel calls the field. */
  name: z.string(),
  required: z.boolean(),
  /** Whether it takes nothing but one of the options. */
  strict: z.boolean(),
  options: z.array(z.string()),
  /** Whether it knows an option in any case. */
  anyCase: z.boolean().optional(),
  /** What it takes besides the options, in any case. */
  also: z.array(z.string()).optional(),
  /** The channel's number for the field. */
  id: z.number().int().optional(),
  /** Most values that it takes. */
  most: z.number().int().optional(),
})
export type FieldRule = z.output<typeof FieldRule>

/** A field with the values that products bring to it before any mapping. */
export const FieldValues = FieldRule.extend({
  values: z.array(
    z.object({
      value: z.string(),
      /** Products that have it. */
      products: z.number().int(),
      /** Those of them that are live on the channel. */
      live: z.number().int(),
    }),
  ),
  /** Distinct values beyond those told. */
  more: z.number().int(),
})
export type FieldValues = z.output<typeof FieldValues>

export const channelValues = endpoint({
  method: 'GET',
  path: '/mapping/channelValues',
  summary: 'List a template’s values by channel field with the allowed values',
  needs: 'organization:read',
  query: z.object({ templateId: IdParam, channel: ChannelId, integrationId: IdParam.optional() }),
  reply: z.object({
    fields: z.array(FieldValues),
    /** Products that were looked at. */
    products: z.number().int(),
    /** Whether there are more that were not. */
    capped: z.boolean(),
  }),
  errors: ['not_found', 'integration_missing', 'integration_unauthenticated', 'channel_refused', 'channel_unavailable'],
})
