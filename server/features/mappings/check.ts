import type { z } from 'zod'
import type { DynamicMappingChange, RuledText } from '#contract/mappings.ts'
import { MOST_COST, costOf } from '#domain/mappings/dynamic.ts'
import { namesIn, targetsIn } from '#domain/mappings/inputs.ts'
import { nameKey } from '#domain/products/values.ts'
import { AppError, invalid } from '../../errors.ts'

export type Change = z.output<typeof DynamicMappingChange>

/** What can be read besides a template's own attributes; the first two cannot be changed. */
const builtIn = ['SKU', 'Condition', 'Brand', 'Vendor', 'Location', 'Warehouse', 'Bin']
const unchangeable = new Set(['sku', 'condition'])

/** @param attributes names that conditions may ask about @throws invalid_input with each field that is not right */
export function check(changes: readonly Change[], applyTo: RuledText, attributes: readonly string[]): void {
  const fields: Record<string, string> = {}
  const set = changes.flatMap(({ rules }) =>
    rules.flatMap(({ actions }) => actions.flatMap((action) => attributesIn(action.target, applyTo))),
  )
  const known = new Set([...builtIn, ...attributes, ...set].map(nameKey))
  const names = new Set<string>()
  for (const [at, { name, rules }] of changes.entries()) {
    const path = `dynamicMappings.${at}`
    if (names.has(nameKey(name))) fields[`${path}.name`] = 'Name already exists'
    names.add(nameKey(name))
    for (const [r, { conditionSets, actions }] of rules.entries()) {
      for (const [s, { conditions }] of conditionSets.entries())
        for (const [c, { input }] of conditions.entries()) {
          const problem = inputProblem(input, known)
          if (problem) fields[`${path}.rules.${r}.conditionSets.${s}.conditions.${c}.input`] = problem
        }
      for (const [a, { target }] of actions.entries()) {
        const fixed = attributesIn(target, applyTo).find((one) => unchangeable.has(nameKey(one)))
        if (fixed) fields[`${path}.rules.${r}.actions.${a}.target`] = `@${fixed} cannot be changed by a rule.`
      }
    }
  }
  if (Object.keys(fields).length > 0) throw new AppError('invalid_input', Object.values(fields)[0], { fields })
  const cost = changes.filter(({ active }) => active).reduce((sum, one) => sum + costOf(one), 0)
  if (cost > MOST_COST)
    throw invalid(
      'dynamicMappings',
      `These rules make ${cost.toLocaleString('en')} comparisons for each product; at most ${MOST_COST.toLocaleString('en')} are made. Ask for fewer values, or switch some off.`,
    )
}

const attributesIn = (target: string, applyTo: RuledText) =>
  targetsIn(target, applyTo).flatMap((one) => ('attribute' in one ? [one.attribute] : []))

function inputProblem(input: string, known: ReadonlySet<string>): string | undefined {
  const names = namesIn(input)
  if (names.length === 0) return 'Choose an attribute.'
  const strange = names.find((name) => !known.has(nameKey(name)))
  return strange && `@${strange} is not an attribute.`
}
