import type { FieldRule } from '#contract/value-mappings.ts'
import { nameOf } from './attributes.ts'
import { Facts } from './check.ts'

/** What Etsy says of the values of its properties; those of all scales count. */
export const values = (facts: unknown): FieldRule[] =>
  Facts.parse(facts ?? {}).properties.flatMap((property) =>
    property.supports_attributes || property.supports_variations
      ? [
          {
            name: nameOf(property),
            required: property.is_required,
            strict: property.supports_attributes && property.possible_values.length > 0,
            options: [...new Set(property.possible_values.map(({ name }) => name))],
            anyCase: true,
          },
        ]
      : [],
  )
