import { z } from 'zod'
import { etsy } from '../etsy.ts'
import { schemaOf, settingsOf } from '../shape.ts'

/** LST-260. `propertyId` 0: the one of that name. Values are a text, or several where the property takes several. */
export const EtsyPropertyValue = z.object({
  propertyId: z.number().int().min(0).default(0),
  propertyName: z.string().min(1).max(100),
  values: z.union([z.string(), z.array(z.string())]),
  scaleId: z.number().int().nullable().default(null),
  required: z.boolean().default(false),
})

/** LST-251..LST-260: how a template lists on Etsy. */
export const EtsySchema = schemaOf(etsy, { properties: z.array(EtsyPropertyValue).default([]) })
export type EtsySchema = z.output<typeof EtsySchema>

/** LST-117. */
export const EtsyNode = z.object({
  id: z.number(),
  parent_id: z.number().nullable(),
  name: z.string(),
  level: z.number(),
  get children() {
    return z.array(EtsyNode)
  },
})

/** LST-262..LST-267. */
export const EtsyProperty = z.object({
  property_id: z.number(),
  name: z.string(),
  display_name: z.string(),
  scales: z.array(z.object({ scale_id: z.number(), display_name: z.string() })).default([]),
  is_required: z.boolean().default(false),
  supports_attributes: z.boolean().default(true),
  supports_variations: z.boolean().default(false),
  is_multivalued: z.boolean().default(false),
  max_values_allowed: z.number().nullable().default(null),
  possible_values: z
    .array(
      z.object({ value_id: z.number().nullable(), name: z.string(), scale_id: z.number().nullable().default(null) }),
    )
    .default([]),
})
export type EtsyProperty = z.output<typeof EtsyProperty>

export const EtsySettings = settingsOf(etsy)
export type EtsySettings = z.output<typeof EtsySettings>

export const etsyReplies = {
  taxonomy: z.array(EtsyNode),
  properties: z.array(EtsyProperty),
  propertiesMany: z.record(z.string(), z.array(EtsyProperty)),
  /** LST-268. */
  shippingProfiles: z.array(z.object({ shipping_profile_id: z.string(), title: z.string() })),
  /** LST-269; `label` as LST-270 words it. */
  returnPolicies: z.array(
    z.object({
      return_policy_id: z.string(),
      accepts_returns: z.boolean(),
      accepts_exchanges: z.boolean(),
      return_deadline: z.number().nullable(),
      label: z.string(),
    }),
  ),
  processingProfiles: z.array(z.object({ readiness_state_id: z.string(), label: z.string() })),
  sections: z.array(z.object({ shop_section_id: z.string(), title: z.string() })),
}
