import type { CallInput, CallReply } from '#contract/endpoint.ts'
import type {
  Action,
  Condition,
  listDynamicMappings,
  OwnerType,
  Rule,
  RuledText,
  RuleSet,
} from '#contract/mappings/mappings.ts'
import type { saveRules } from '#contract/mappings/rule-changes.ts'
import { MOST_COST, costOf } from '#domain/mappings/dynamic.ts'
import { problemsOf } from '#domain/mappings/check.ts'
import { moved } from '#web/form/move.ts'
import { newId } from '#web/new-id.ts'

/** A mapping as the dialog holds it. */
export interface DraftMapping {
  uuid: string
  name: string
  description: string
  active: boolean
  /** For the product at hand. */
  enabled: boolean
  rules: Rule[]
}
export const owners = ['Template', 'Global'] as const
export const texts = ['title', 'description'] as const
/** One of the four lists. */
export type ListKey = `${OwnerType} ${RuledText}`
export type Lists = Record<ListKey, DraftMapping[]>
export const keyOf = (owner: OwnerType, applyTo: RuledText): ListKey => `${owner} ${applyTo}`
export const partsOf = (key: ListKey) => key.split(' ') as [OwnerType, RuledText]
export const listKeys = owners.flatMap((owner) => texts.map((text) => keyOf(owner, text)))

export type Kept = CallReply<typeof listDynamicMappings>[number]

export const newCondition = (uuid: string = newId()): Condition => ({
  uuid,
  input: '',
  operator: 'equals',
  qualifier: 'all',
  value: '',
})
/** What takes the place of "use value" where the target is an attribute, which it changes (MAP-051, MAP-066). */
export const newAction = (uuid: string = newId()): Action => ({
  uuid,
  target: '',
  action: 'use value',
  input: '',
  value: '',
})
export const newRule = (uuid: string = newId()): Rule => ({ uuid, conditionSets: [], actions: [] })

const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
const shortId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(5)), (byte) => letters[byte % letters.length]).join('')
/** MAP-061..MAP-064. */
export const newMapping = (uuid: string = newId(), id = shortId()): DraftMapping => ({
  uuid,
  name: `Dynamic Mapping ${id}`,
  description: '',
  active: true,
  enabled: true,
  rules: [newRule()],
})

const wholeCondition = (
  condition: Kept['rules'][number]['conditionSets'][number]['conditions'][number],
): Condition => ({
  ...newCondition(condition.uuid),
  ...condition,
})
const wholeRule = ({ uuid, conditionSets, actions }: Kept['rules'][number]): Rule => ({
  uuid,
  conditionSets: conditionSets.map((set) => ({ uuid: set.uuid, conditions: set.conditions.map(wholeCondition) })),
  actions: actions.map((action) => ({ ...newAction(action.uuid), ...action })),
})

/** The four lists as they are kept. */
export function listsOf(mappings: readonly Kept[]): Lists {
  const lists = Object.fromEntries(listKeys.map((key) => [key, [] as DraftMapping[]])) as Lists
  for (const { uuid, name, description, active, enabled, rules, ownerType, applyTo } of mappings)
    lists[keyOf(ownerType, applyTo)].push({ uuid, name, description, active, enabled, rules: rules.map(wholeRule) })
  return lists
}

/** Where a mapping stands. */
export const placeOf = (lists: Lists, uuid: string): ListKey | undefined =>
  listKeys.find((key) => lists[key].some((mapping) => mapping.uuid === uuid))

export const changedLists = (before: Lists, after: Lists): ListKey[] =>
  listKeys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))

/** How many mappings of a list are new, gone, moved or different. */
export function changedMappings(before: readonly DraftMapping[], after: readonly DraftMapping[]): number {
  const then = before.map((mapping) => JSON.stringify(mapping))
  const now = after.map((mapping) => JSON.stringify(mapping))
  const places = (of: readonly DraftMapping[]) => of.map(({ uuid }) => uuid)
  const different = now.filter((text) => !then.includes(text)).length
  const uuids = new Set(places(after))
  const removed = before.filter(({ uuid }) => !uuids.has(uuid)).length
  return different + removed || (String(places(before)) === String(places(after)) ? 0 : 1)
}

/** What the engine runs. */
export const ruleSetsOf = (lists: Lists): RuleSet[] =>
  listKeys.flatMap((key) => {
    const [ownerType, applyTo] = partsOf(key)
    return lists[key].map((mapping, index) => ({ ...mapping, index, ownerType, applyTo }))
  })

export const costOfAll = (lists: Lists) => {
  const all = ruleSetsOf(lists)
    .filter(({ active }) => active)
    .map((ruleSet) => ({ name: ruleSet.name, cost: costOf(ruleSet) }))
  const [dearest] = all.toSorted((a, b) => b.cost - a.cost)
  return { cost: all.reduce((sum, mapping) => sum + mapping.cost, 0), most: MOST_COST, dearest }
}

/** What is wrong, by list. @param namesOf attributes that a list may ask about */
export const problemsIn = (lists: Lists, namesOf: (owner: OwnerType) => readonly string[]) =>
  Object.fromEntries(
    listKeys.map((key) => {
      const [owner, applyTo] = partsOf(key)
      return [key, problemsOf(lists[key], applyTo, namesOf(owner))]
    }),
  ) as Record<ListKey, Record<string, string>>

type Body = NonNullable<CallInput<typeof saveRules>['body']>
/** What is sent: the lists that changed. */
export const bodyOf = (
  { templateId, productId }: { templateId: number; productId: number | undefined },
  lists: Lists,
  changed: readonly ListKey[],
  mappings: readonly Kept[],
): Body => ({
  templateId,
  productId,
  tabs: changed.map((key) => {
    const [ownerType, applyTo] = partsOf(key)
    return {
      ownerType,
      applyTo,
      dynamicMappings: lists[key],
      seen: mappings
        .filter((mapping) => mapping.ownerType === ownerType && mapping.applyTo === applyTo)
        .map(({ uuid, updatedAt }) => ({ uuid, updatedAt })),
    }
  }),
})

/* Changes of a list. */

const replaced = <T>(list: readonly T[], at: number, change: Partial<T>): T[] =>
  list.map((item, index) => (index === at ? { ...item, ...change } : item))
const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, index) => index !== at)

export const put = replaced
export const drop = without
export const move = moved

/** Those of a list that are chosen, all on or all off; the others as they are. */
export const switched = (list: readonly DraftMapping[], chosen: ReadonlySet<string>, active: boolean): DraftMapping[] =>
  list.map((mapping) => (chosen.has(mapping.uuid) && mapping.active !== active ? { ...mapping, active } : mapping))

/** The last condition of a block takes the block with it (MAP-093). */
export function dropCondition(rule: Rule, set: number, condition: number): Rule {
  const left = without(rule.conditionSets[set]?.conditions ?? [], condition)
  return {
    ...rule,
    conditionSets:
      left.length > 0 ? replaced(rule.conditionSets, set, { conditions: left }) : without(rule.conditionSets, set),
  }
}

/** The same rule once more, with ids of its own. */
export const copyOf = ({ conditionSets, actions }: Rule): Rule => ({
  uuid: newId(),
  conditionSets: conditionSets.map(({ conditions }) => ({
    uuid: newId(),
    conditions: conditions.map((condition) => ({ ...condition, uuid: newId() })),
  })),
  actions: actions.map((action) => ({ ...action, uuid: newId() })),
})

/* Words of actions and their targets. */

export const referencesOf = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(',')

const isText = (target: string): boolean => !target.includes('{{')
/** What an action may be, by its target: an attribute is set, a text uses a value (MAP-048, MAP-051, MAP-066). */
export const actionsFor = (target: string): Action['action'][] => [
  isText(target) ? 'use value' : 'set value',
  'append',
  'prepend',
  'split by',
  'join with',
  'sum all',
  'multiply all',
  'max',
  'min',
]
/** Gives an action another target; what it does stays. */
export function retargeted(action: Action, target: string): Action {
  const does = action.action === 'use value' || action.action === 'set value' ? actionsFor(target)[0] : action.action
  return { ...action, target, action: does ?? action.action }
}
const folds = new Set<Action['action']>(['sum all', 'multiply all', 'max', 'min'])

/** What an action's last field holds; undefined where it has none. */
export function valueLabelOf({ action, input }: Pick<Action, 'action' | 'input'>): string | undefined {
  if (folds.has(action)) return undefined
  if (action === 'split by') return 'Split by'
  return action === 'join with' || input ? 'Joined with' : 'Text'
}
