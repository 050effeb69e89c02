import type { CategoryRules } from '#domain/requirements/changes.ts'
import { digestOf } from '../../kit/digest.ts'
import { nameOf } from './attributes.ts'
import { Facts } from './check.ts'

/** What of Etsy’s rules for a category concerns listings that are live there. */
export function categoryRules(facts: unknown): CategoryRules | undefined {
  const { data } = Facts.safeParse(facts)
  if (!data) return undefined
  const { properties, isRemoved } = data
  return {
    isRemoved,
    required: properties.flatMap((property) => (property.is_required ? [nameOf(property)] : [])),
    values: Object.fromEntries(
      properties.flatMap((property) =>
        property.possible_values.length > 0
          ? [[nameOf(property), digestOf(property.possible_values.map(({ name }) => name))]]
          : [],
      ),
    ),
    conditions: null,
    descriptors: [],
    needsManufacturer: false,
  }
}
