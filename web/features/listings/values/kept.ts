import type { ValueMapping } from '#contract/value-mappings.ts'
import { type Where, isOn } from '#domain/mappings/changed-values.ts'

/** Whether a mapping is on for a listing. */
export const isOnFor = ({ active, configurations }: Pick<ValueMapping, 'active' | 'configurations'>, where: Where) =>
  isOn(
    {
      active,
      switches: configurations.map((one) => ({
        listingTemplateId: one.parentId,
        listingId: one.childId,
        active: one.active,
      })),
    },
    where,
  )
