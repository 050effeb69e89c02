import { brief } from '#domain/listings/content/origins.ts'
import { problem, type Problem } from '#domain/listings/problems/problem.ts'
import type { ReadyVariant } from '../../channel.ts'
import type { CategoryAspect } from './category-aspect.ts'

/** Beside which values of another item specific a value is possible, as a size beside its size type. */
interface Beside {
  name: string
  values: readonly string[]
}
/** Value → what must stand beside it; undefined where every value is possible beside all. */
export function besidesIn({
  aspectConstraint,
  aspectValues,
}: CategoryAspect): ReadonlyMap<string, Beside[]> | undefined {
  if (aspectConstraint.aspectMode !== 'SELECTION_ONLY') return undefined
  const besides = aspectValues.flatMap(({ localizedValue, valueConstraints = [] }) =>
    valueConstraints.length > 0
      ? [
          [
            localizedValue,
            valueConstraints.map(
              ({ applicableForLocalizedAspectName: name, applicableForLocalizedAspectValues: values }) => ({
                name,
                values,
              }),
            ),
          ] as const,
        ]
      : [],
  )
  return besides.length > 0 ? new Map(besides) : undefined
}

/** A value that its category allows, but not beside what a variation says of the other item specific. */
export function besideProblem(
  { name, key, besides }: { name: string; key: string; besides: ReadonlyMap<string, Beside[]> | undefined },
  ours: ReadonlyMap<string, readonly string[]>,
  variants: readonly Pick<ReadyVariant, 'options'>[],
): Problem | undefined {
  if (!besides) return undefined
  for (const { options } of variants.length > 0 ? variants : [{ options: {} }]) {
    const valuesOf = (attribute: string): readonly string[] => {
      const option = Object.entries(options).find(([optionName]) => optionName.toLowerCase() === attribute)?.[1]
      return option === undefined ? (ours.get(attribute) ?? []) : [option]
    }
    for (const value of valuesOf(key)) {
      const beside = besides.get(value)?.find(({ name: other, values }) => {
        const there = valuesOf(other.toLowerCase())
        return there.length > 0 && !there.some((candidate) => values.includes(candidate))
      })
      if (beside)
        return problem('specific_beside', {
          about: name,
          value: brief(value),
          other: beside.name,
          otherValue: brief(valuesOf(beside.name.toLowerCase()).join(', ')),
        })
    }
  }
  return undefined
}
