import type { RuleActions, RuleCondition } from '#contract/orders/rules.ts'
import { countryCode } from '../countries.ts'

/** An order as rules see it when it arrives. */
export interface RuledOrder {
  channel: string
  country: string | undefined
  region: string | undefined
  /** In minor units. */
  totalAmount: number
  currency: string
  skus: readonly string[]
  tags: readonly string[]
}
export interface Rule {
  name: string
  conditions: readonly RuleCondition[]
  actions: RuleActions
}

const keyOf = (text: string) => text.trim().toLowerCase()

const keysByList = new WeakMap<readonly string[], ReadonlySet<string>>()
/** Values as they are compared, read once for however many conditions and orders meet them. */
function keysOf(values: readonly string[]): ReadonlySet<string> {
  const known = keysByList.get(values)
  if (known) return known
  const keys = new Set(values.map(keyOf))
  keysByList.set(values, keys)
  return keys
}
const exactByList = new WeakMap<readonly string[], ReadonlySet<string>>()
function exactOf(values: readonly string[]): ReadonlySet<string> {
  const known = exactByList.get(values)
  if (known) return known
  const exact = new Set(values)
  exactByList.set(values, exact)
  return exact
}

/** What an order does not tell is neither one of the values nor none of them. */
const isOneOf = (value: string, { not, values }: { not: boolean; values: readonly string[] }) =>
  value !== '' && keysOf(values).has(keyOf(value)) !== not

const compared = {
  above: (total: number, amount: number) => total > amount,
  atLeast: (total: number, amount: number) => total >= amount,
  below: (total: number, amount: number) => total < amount,
  atMost: (total: number, amount: number) => total <= amount,
}

function holds(condition: RuleCondition, order: RuledOrder): boolean {
  switch (condition.field) {
    case 'channel':
      return isOneOf(order.channel, condition)
    case 'country':
      return isOneOf(countryCode(order.country), condition)
    case 'region':
      return isOneOf(order.region?.trim() ?? '', condition)
    case 'total':
      return order.currency === condition.currency && compared[condition.compare](order.totalAmount, condition.amount)
    // SKUs are told apart by the case of their letters, everywhere.
    case 'sku':
      return !exactOf(condition.values).isDisjointFrom(exactOf(order.skus)) !== condition.not
    case 'tag':
      return !keysOf(condition.values).isDisjointFrom(keysOf(order.tags)) !== condition.not
  }
}

/** Whether all conditions hold; a rule without any is for every order. */
export const matches = ({ conditions }: Pick<Rule, 'conditions'>, order: RuledOrder): boolean =>
  conditions.every((condition) => holds(condition, order))

/** Tags are the same whatever the case of their letters: the first spelling stays. */
export function withTags(tags: readonly string[], more: readonly string[]): string[] {
  const known = new Set(keysOf(tags))
  return [...tags, ...more.filter((tag) => !known.has(keyOf(tag)) && known.add(keyOf(tag)))]
}
export const withoutTags = (tags: readonly string[], removed: readonly string[]): string[] =>
  tags.filter((tag) => !keysOf(removed).has(keyOf(tag)))

/** The rules that match, in their order: each sees the tags that those before it have added. */
export function matching<R extends Rule>(rules: readonly R[], order: RuledOrder): R[] {
  let { tags } = order
  return rules.filter((rule) => {
    const does = matches(rule, { ...order, tags })
    if (does) tags = withTags(tags, rule.actions.addTags)
    return does
  })
}
