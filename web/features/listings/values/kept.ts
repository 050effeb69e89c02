import type { ValueMapping } from '#contract/mappings/values.ts'
import { type Where, isOn } from '#domain/mappings/changed-values.ts'

interface Kept {
  active: boolean
  configurations: readonly Pick<ValueMapping['configurations'][number], 'parentId' | 'childId' | 'active'>[]
}

export const switchesOf = ({ configurations }: Kept) =>
  configurations.map((configuration) => ({
    listingTemplateId: configuration.parentId,
    listingId: configuration.childId,
    active: configuration.active,
  }))

/** Whether a mapping is on for a listing. */
export const isOnFor = (map: Kept, where: Where): boolean =>
  isOn({ active: map.active, switches: switchesOf(map) }, where)
