import type { CategoryRules } from '#domain/requirements/changes.ts'
import { digestOf } from '../../kit/digest.ts'
import { Facts } from './check.ts'

/** What of eBay’s rules for a category concerns listings that are live there. */
export function categoryRules(facts: unknown): CategoryRules | undefined {
  const { data } = Facts.safeParse(facts)
  if (!data) return undefined
  const { aspects, conditions, isRemoved, needsManufacturer } = data
  return {
    isRemoved,
    required: aspects.flatMap(({ localizedAspectName: name, aspectConstraint: rule }) =>
      rule.aspectRequired ? [name] : [],
    ),
    values: Object.fromEntries(
      aspects.flatMap(({ localizedAspectName: name, aspectConstraint: rule, aspectValues }) =>
        rule.aspectMode === 'SELECTION_ONLY' && aspectValues.length > 0
          ? [[name, digestOf(aspectValues.map(({ localizedValue }) => localizedValue))]]
          : [],
      ),
    ),
    conditions: conditions?.map(({ name }) => name) ?? null,
    descriptors: [
      ...new Set(
        (conditions ?? []).flatMap(({ descriptors }) =>
          descriptors.flatMap(({ isRequired, name }) => (isRequired ? [name] : [])),
        ),
      ),
    ],
    needsManufacturer,
  }
}
