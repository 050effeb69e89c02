import { type EbayCondition, ebayConditions } from '#contract/channels/ebay.ts'
import type { FieldRule } from '#contract/mappings/values.ts'
import { Facts } from './check.ts'
import { conditionIds, wordsFor } from './conditions.ts'

/** What eBay says of the values of item specifics and of the condition. */
export function values(facts: unknown): FieldRule[] {
  const { aspects, conditions } = Facts.parse(facts ?? {})
  const allowed = new Set(conditions?.length ? conditions.map((entry) => entry.condition) : Object.keys(conditionIds))
  const condition: FieldRule = {
    name: 'Condition',
    required: true,
    strict: true,
    options: Object.keys(ebayConditions)
      .filter((key) => allowed.has(key))
      .map((key) => ebayConditions[key as EbayCondition]),
    also: wordsFor(allowed),
  }
  return [
    condition,
    ...aspects.map(({ localizedAspectName, aspectConstraint: rule, aspectValues }) => ({
      name: localizedAspectName,
      required: rule.aspectRequired,
      strict: rule.aspectMode === 'SELECTION_ONLY' && aspectValues.length > 0,
      options: aspectValues.map(({ localizedValue }) => localizedValue),
    })),
  ]
}
