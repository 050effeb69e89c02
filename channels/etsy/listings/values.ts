import { etsyDefinitions } from '#contract/channels/etsy.ts'
import type { FieldRule } from '#contract/mappings/values.ts'
import { nameKey } from '#domain/products/attributes/values.ts'
import { nameOf } from './attributes.ts'
import { Facts } from './check.ts'

/** What Etsy says of the values of its properties, and of what every listing has; of properties those of all scales count. */
export function values(facts: unknown): FieldRule[] {
  const rules = Facts.parse(facts ?? {}).properties.flatMap((property) =>
    property.supports_attributes || property.supports_variations
      ? [
          {
            name: nameOf(property),
            required: property.is_required,
            strict: property.supports_attributes && property.possible_values.length > 0,
            options: [...new Set(property.possible_values.map(({ name }) => name))],
            anyCase: true,
            id: property.property_id,
            most: property.is_multivalued ? (property.max_values_allowed ?? undefined) : 1,
          },
        ]
      : [],
  )
  const named = new Set(rules.map(({ name }) => nameKey(name)))
  return [...etsyDefinitions.filter(({ name }) => !named.has(nameKey(name))), ...rules]
}
