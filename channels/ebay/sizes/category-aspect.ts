import { z } from 'zod'
import { EbayAspect } from '#contract/channels/shapes/ebay.ts'

/** An item specific of a category, with values that are possible only beside certain values of another one. Taxonomy API 1.1.1, read 2026-11-21. */
export const CategoryAspect = EbayAspect.extend({
  aspectValues: z
    .array(
      z.object({
        localizedValue: z.string(),
        valueConstraints: z
          .array(
            z.object({
              applicableForLocalizedAspectName: z.string(),
              applicableForLocalizedAspectValues: z.array(z.string()).default([]),
            }),
          )
          .optional(),
      }),
    )
    .default([]),
})
export type CategoryAspect = z.output<typeof CategoryAspect>
