import type { Rule, RuledText } from '#contract/mappings/mappings.ts'
import { MOST_METERED } from '../products/attributes/meter.ts'
import { nameKey } from '../products/attributes/values.ts'
import { MOST_COST, costOf } from './dynamic.ts'
import { namesIn, targetsIn } from './inputs.ts'

/** What can be read besides a template's own attributes; the first two cannot be changed. */
export const builtIn = ['SKU', 'Condition', 'Brand', 'Vendor', 'Location', 'Warehouse', 'Bin']
const unchangeable = new Set(['sku', 'condition'])
export const isChangeable = (name: string) => !unchangeable.has(nameKey(name))

interface Checked {
  name: string
  active: boolean
  rules: readonly Rule[]
}

/**
 * What is wrong with a list of mappings, each sentence at its field: `0.name`, `0.rules.1.actions.0.target`; at '' what is wrong with the whole.
 * @param attributes names that conditions may ask about, besides those that the rules themselves make
 */
export function problemsOf(
  mappings: readonly Checked[],
  applyTo: RuledText,
  attributes: readonly string[],
): Record<string, string> {
  const problems: Record<string, string> = {}
  const set = mappings.flatMap(({ rules }) =>
    rules.flatMap(({ actions }) => actions.flatMap(({ target }) => attributesIn(target, applyTo))),
  )
  const known = new Set([...builtIn, ...attributes, ...set].map(nameKey))
  const names = new Set<string>()
  for (const [at, { name, rules }] of mappings.entries()) {
    if (!name.trim()) problems[`${at}.name`] = 'Name is required.'
    else if (names.has(nameKey(name))) problems[`${at}.name`] = 'Name already exists'
    names.add(nameKey(name))
    for (const [r, rule] of rules.entries())
      for (const [path, problem] of ruleProblems(rule, applyTo, known)) problems[`${at}.rules.${r}.${path}`] = problem
  }
  if (Object.keys(problems).length > 0) return problems
  const active = mappings.filter((mapping) => mapping.active)
  const tooMuch = comparisonProblem(active) ?? writingProblem(active, applyTo) ?? lengthProblem(mappings)
  return tooMuch ? { '': tooMuch } : {}
}

function comparisonProblem(active: readonly Checked[]): string | undefined {
  const cost = active.reduce((sum, mapping) => sum + costOf(mapping), 0)
  return cost > MOST_COST
    ? `These rules are too complex (${cost.toLocaleString('en')} of ${MOST_COST.toLocaleString('en')} allowed comparisons per product). Remove some values or turn off a rule.`
    : undefined
}

const mostWritten = MOST_METERED.toLocaleString('en')
/** Rules that no product could ever be within the budget with: a text without references, written whatever the product is. */
function writingProblem(active: readonly Checked[], applyTo: RuledText): string | undefined {
  for (const { name, rules } of active) {
    const least = rules.reduce((sum, rule) => sum + leastWritten(rule, applyTo), 0)
    if (least > MOST_METERED)
      return `The rule “${name}” writes ${least.toLocaleString('en')} characters for each product. Motto works with up to ${mostWritten}. Shorten its texts, or change fewer attributes.`
  }
  return undefined
}

const always = ({ conditionSets }: Rule) => conditionSets.every(({ conditions }) => conditions.length === 0)
const leastWritten = (rule: Rule, applyTo: RuledText): number =>
  always(rule)
    ? rule.actions
        .filter(({ action, input, value }) => writing.has(action) && !input && !value.includes('{{'))
        .reduce((sum, { target, value }) => sum + targetsIn(target, applyTo).length * value.length, 0)
    : 0
const writing: ReadonlySet<string> = new Set(['use value', 'set value', 'append', 'prepend'])

/** All texts of a list together: it is read with each request that needs its rules. */
function lengthProblem(mappings: readonly Checked[]): string | undefined {
  const characters = mappings
    .flatMap(({ rules }) => rules.flatMap(textsOf))
    .reduce((sum, { length }) => sum + length, 0)
  return characters > MOST_TEXT
    ? `These rules hold ${characters.toLocaleString('en')} characters. Motto works with up to ${MOST_TEXT.toLocaleString('en')}. Shorten their values, or delete some rules.`
    : undefined
}
const MOST_TEXT = 500_000
const textsOf = ({ conditionSets, actions }: Rule): string[] => [
  ...conditionSets.flatMap(({ conditions }) => conditions.flatMap(({ input, value }) => [input, value])),
  ...actions.flatMap(({ target, input, value }) => [target, input, value]),
]

function* ruleProblems(
  { conditionSets, actions }: Rule,
  applyTo: RuledText,
  known: ReadonlySet<string>,
): Generator<[string, string]> {
  for (const [s, { conditions }] of conditionSets.entries())
    for (const [c, { input }] of conditions.entries()) {
      const problem = inputProblem(input, known)
      if (problem) yield [`conditionSets.${s}.conditions.${c}.input`, problem]
    }
  for (const [a, { target, input }] of actions.entries()) {
    const fixed = attributesIn(target, applyTo).find((name) => !isChangeable(name))
    if (fixed) yield [`actions.${a}.target`, `Rules can’t change @${fixed}.`]
    const problem = input ? inputProblem(input, known) : undefined
    if (problem) yield [`actions.${a}.input`, problem]
  }
}

const attributesIn = (target: string, applyTo: RuledText) =>
  targetsIn(target, applyTo).flatMap((actionTarget) => ('attribute' in actionTarget ? [actionTarget.attribute] : []))

function inputProblem(input: string, known: ReadonlySet<string>): string | undefined {
  const names = namesIn(input)
  if (names.length === 0) return 'Choose an attribute.'
  const strange = names.find((name) => !known.has(nameKey(name)))
  return strange && `There’s no attribute @${strange}.`
}
