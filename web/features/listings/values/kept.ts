import type { ValueMapping } from '#contract/mappings/values.ts'
import { type Where, isOn } from '#domain/mappings/changed-values.ts'

interface Kept {
  active: boolean
  configurations: readonly Pick<ValueMapping['configurations'][number], 'parentId' | 'childId' | 'active'>[]
}

export const switchesOf = ({ configurations }: Kept) =>
  configurations.map((one) => ({ listingTemplateId: one.parentId, listingId: one.childId, active: one.active }))

/** Whether a mapping is on for a listing. */
export const isOnFor = (kept: Kept, where: Where): boolean =>
  isOn({ active: kept.active, switches: switchesOf(kept) }, where)
