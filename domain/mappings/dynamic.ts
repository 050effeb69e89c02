import type { Rule, RuleSet, RuledText } from '#contract/mappings/mappings.ts'
import { Meter } from '../products/attributes/meter.ts'
import { resolve } from '../products/attributes/references.ts'
import { nameKey } from '../products/attributes/values.ts'
import { type Change, type State, changesOf } from './actions.ts'
import { type Values, blockTest, blockWords } from './conditions.ts'
import { namesIn, parts } from './inputs.ts'

/*
 * Dynamic mapping: rules that rewrite a product's title, description and attributes. All run once, in their order, and each sees what the
 * ones before it made; none runs again because of what it changed, so they cannot loop.
 */

/** So much may be asked of each product: one for each input compared with each value, and for each target and input of an action. More is not run. */
export const MOST_COST = 2000

/** What is not an attribute to be changed: it names the product, or is chosen from the channel's list. */
const fixed = new Set(['sku', 'condition'])

/** One change by a rule. */
export interface Mapped {
  /** `title`, `description` or the attribute's name as the product has it. */
  target: string
  isText: boolean
  mapping: { uuid: string; name: string }
  /** Of its mapping, from 1. */
  rule: number
  /** Why it applied. */
  because: string
  before: string
  after: string
}
export interface Ruled {
  texts: Record<RuledText, string>
  values: Values
  changes: Mapped[]
  /** Mappings that were not run, as all before them cost too much. */
  left: { uuid: string; name: string }[]
  /** The rule that would have read or written more than Motto works with: it ended there, and no later one ran. */
  stopped?: { mapping: { uuid: string; name: string }; rule: number }
}
export interface Unruled {
  title: string
  description: string
  /** By `nameKey`. */
  values: Values
  /** Keys of attributes that are left alone (MAP-100). */
  overridden: ReadonlySet<string>
  /** Attributes' names as the product has them, by key. */
  names?: ReadonlyMap<string, string>
  /** Counts what rules read and write; else each product has one of its own. */
  meter?: Meter
}

/** One that names nothing means the text that it applies to, or a value of its own. */
const named = (text: string) => Math.max(1, namesIn(text).length)

/** What one mapping asks of a product. */
export const costOf = ({ rules }: Pick<RuleSet, 'rules'>): number =>
  rules.reduce(
    (sum, { conditionSets, actions }) =>
      sum +
      actions.reduce((cost, { target, input }) => cost + named(target) * named(input), 0) +
      conditionSets
        .flatMap(({ conditions }) => conditions)
        .reduce((cost, { input, value }) => cost + named(input) * parts(value).length, 0),
    0,
  )

const isOwned = ({ ownerType }: RuleSet) => ownerType === 'Template'

/** In the order in which they run: those of the template first, then by index (MAP-101); titles before descriptions. */
export const inOrder = (mappings: readonly RuleSet[]): RuleSet[] =>
  mappings.toSorted(
    (a, b) =>
      Number(isOwned(b)) - Number(isOwned(a)) ||
      a.index - b.index ||
      Number(a.applyTo === 'description') - Number(b.applyTo === 'description') ||
      (a.uuid < b.uuid ? -1 : 1),
  )

type ReadRule = ReturnType<typeof ruleOf>
const readRules = new WeakMap<readonly Rule[], { applyTo: RuledText; cost: number; rules: readonly ReadRule[] }>()
/** A list of rules is read once, for however many products and in however many combinations it runs. */
function readOnce({ rules, applyTo }: RuleSet) {
  const known = readRules.get(rules)
  if (known?.applyTo === applyTo) return known
  const read = { applyTo, cost: costOf({ rules }), rules: rules.map((rule) => ruleOf(rule, applyTo)) }
  readRules.set(rules, read)
  return read
}

function ruleOf(rule: Rule, applyTo: RuledText) {
  const words = new Map<number, string>()
  return {
    block: blockTest(rule),
    actions: rule.actions.map((action) => changesOf(action, applyTo)),
    /** Why it applies to whom one of its blocks fits. */
    because(limit: number): string {
      const known = words.get(limit) ?? blockWords(rule, limit)
      words.set(limit, known)
      return known
    },
  }
}

/** Rules that were read once for many products. */
export interface RuleRun {
  (product: Unruled): Ruled
  /** What it was made of: plain data, of which another thread makes the same. */
  readonly mappings: readonly RuleSet[]
}

/** Reads mappings once for many products. */
export function compile(mappings: readonly RuleSet[]): RuleRun {
  let cost = 0
  const running = inOrder(mappings).filter(({ active, enabled }) => active && enabled)
  const within = running.map((mapping) => {
    cost += readOnce(mapping).cost
    return cost <= MOST_COST
  })
  const left = running.filter((_, at) => !within[at]).map(({ uuid, name }) => ({ uuid, name }))
  const run = running.filter((_, at) => within[at]).map((mapping) => ({ mapping, rules: readOnce(mapping).rules }))
  const runOne = (product: Unruled): Ruled => {
    const state: State = {
      texts: { title: product.title, description: product.description },
      values: product.values,
      meter: product.meter ?? new Meter(),
    }
    const changes: Mapped[] = []
    const stopped = runAll(run, product, state, changes)
    return { texts: state.texts, values: state.values, changes, left, ...(stopped && { stopped }) }
  }
  return Object.assign(runOne, { mappings: running })
}

/** @returns the rule at which the meter ran out */
function runAll(
  run: readonly { mapping: RuleSet; rules: readonly ReadRule[] }[],
  product: Unruled,
  state: State,
  changes: Mapped[],
): Ruled['stopped'] {
  const explaining = new Meter()
  for (const { mapping, rules } of run)
    for (const [at, { block, actions, because }] of rules.entries()) {
      state.meter.enter({ rule: mapping.name })
      const blocking = block(state.values, state.meter)
      for (const action of blocking === undefined ? [] : actions)
        for (const change of withinMeter(action(state), state)) {
          const made = make(state, change, product, explaining)
          if (made) changes.push(changed(made, mapping, at + 1, explaining, () => because(blocking ?? -1)))
        }
      if (state.meter.isOver) return { mapping: { uuid: mapping.uuid, name: mapping.name }, rule: at + 1 }
    }
  return undefined
}

/** What an action changes, or nothing where only a part of it was within the budget. */
const withinMeter = (changes: Change[], { meter }: State) => (meter.isOver ? [] : changes)

interface Made {
  target: string
  isText: boolean
  before: string
  after: string
  /** Where both still hold references: the values that these have. */
  values?: Values
}

/** Most changes are only made: what one was before, and why it was made, is read when somebody asks. */
const changed = (
  { target, isText, before, after, values }: Made,
  { uuid, name }: RuleSet,
  rule: number,
  explaining: Meter,
  because: () => string,
): Mapped => ({
  target,
  isText,
  mapping: { uuid, name },
  rule,
  get because() {
    return because()
  },
  get before() {
    return values ? shown(before, values, explaining) : before
  },
  get after() {
    return values ? shown(after, values, explaining) : after
  },
})

/** Puts a change in its place. @returns undefined where it changes nothing, or may not */
function make(state: State, { target, value }: Change, product: Unruled, explaining: Meter): Made | undefined {
  const { texts, values } = state
  if ('text' in target) {
    const [before, after] = [texts[target.text], value]
    if (before === after) return undefined
    texts[target.text] = after
    const made = { target: target.text, isText: true }
    // The product's own values stay as they are; those that rules change are others soon.
    if (!state.own) return { ...made, before, after, values }
    return { ...made, before: shown(before, values, explaining), after: shown(after, values, explaining) }
  }
  const key = nameKey(target.attribute)
  const before = values.get(key) ?? ''
  if (fixed.has(key) || product.overridden.has(key) || before === value) return undefined
  // Most rules change texts alone, so the product's values are copied once one of them changes.
  const own = state.own ?? new Map(values)
  own.set(key, value)
  state.own = own
  state.values = own
  return { target: product.names?.get(key) ?? target.attribute, isText: false, before, after: value }
}

/** As somebody reads it; with its references once all explanations of a product together have read as much as its listing may. */
const shown = (text: string, values: Values, explaining: Meter) => resolve(text, values, 'plain', explaining).text
