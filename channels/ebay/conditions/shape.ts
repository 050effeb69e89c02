import { z } from 'zod'

/** What must or may be said of a condition besides, as the grade of a trading card. @see https://developer.ebay.com/api-docs/sell/metadata/types/sel:ConditionDescriptor read 2026-11-28 */
export const Descriptor = z.object({
  id: z.string(),
  name: z.string(),
  isRequired: z.boolean(),
  /** Takes any text; else one of its values. */
  isText: z.boolean(),
  isSeveral: z.boolean(),
  most: z.number(),
  /** Descriptors that must be said, too, where this one is. */
  together: z.array(z.string()),
  values: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** It goes only with these values of another descriptor. */
      only: z.array(z.object({ id: z.string(), values: z.array(z.string()) })),
    }),
  ),
})
export type Descriptor = z.output<typeof Descriptor>

/** `additionalInfo` of an inventory item. */
const TEXT_CHARS = 30

/** As getItemConditionPolicies answers them. */
export const ConditionDescriptors = z
  .array(
    z
      .looseObject({
        conditionDescriptorId: z.string(),
        conditionDescriptorName: z.string(),
        conditionDescriptorConstraint: z
          .looseObject({
            usage: z.string().optional(),
            mode: z.string().optional(),
            cardinality: z.string().optional(),
            maxLength: z.number().optional(),
            applicableToConditionDescriptorIds: z.array(z.string()).optional(),
          })
          .optional(),
        conditionDescriptorValues: z
          .array(
            z.looseObject({
              conditionDescriptorValueId: z.string(),
              conditionDescriptorValueName: z.string(),
              conditionDescriptorValueConstraints: z
                .array(
                  z.looseObject({
                    applicableToConditionDescriptorId: z.string(),
                    applicableToConditionDescriptorValueIds: z.array(z.string()).default([]),
                  }),
                )
                .optional(),
            }),
          )
          .default([]),
      })
      .transform((input): Descriptor => {
        const rule = input.conditionDescriptorConstraint
        return {
          id: input.conditionDescriptorId,
          name: input.conditionDescriptorName,
          isRequired: rule?.usage === 'REQUIRED',
          isText: rule?.mode === 'FREE_TEXT',
          isSeveral: rule?.cardinality === 'MULTI',
          most: rule?.maxLength ?? TEXT_CHARS,
          together: rule?.applicableToConditionDescriptorIds ?? [],
          values: input.conditionDescriptorValues.map((value) => ({
            id: value.conditionDescriptorValueId,
            name: value.conditionDescriptorValueName,
            only: (value.conditionDescriptorValueConstraints ?? []).map((only) => ({
              id: only.applicableToConditionDescriptorId,
              values: only.applicableToConditionDescriptorValueIds,
            })),
          })),
        }
      }),
  )
  .default([])
