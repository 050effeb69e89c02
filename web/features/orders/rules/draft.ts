import type { CallInput, CallReply } from '#contract/endpoint.ts'
import type { createOrderRule, listOrderRules } from '#contract/orders/rules.ts'
import { conditionWords } from '#domain/orders/rules/words.ts'
import { newId } from '#web/new-id.ts'

export type Rule = CallReply<typeof listOrderRules>[number]
export type Given = NonNullable<CallInput<typeof createOrderRule>['body']>
type Condition = Given['conditions'][number]
type Total = Extract<Condition, { field: 'total' }>
export type Field = Condition['field']

/** A condition while it is written: it keeps what was typed for the other fields, too. */
export interface DraftCondition {
  key: string
  field: Field
  not: boolean
  values: string[]
  compare: Total['compare']
  amount: number | null
  currency: string
}
export interface Draft {
  name: string
  conditions: DraftCondition[]
  actions: Given['actions']
}

export const newCondition = (currency: string): DraftCondition => ({
  key: newId(),
  field: 'channel',
  not: false,
  values: [],
  compare: 'above',
  amount: null,
  currency,
})

export const draftOf = (rule: Rule | undefined, currency: string): Draft => ({
  name: rule?.name ?? '',
  conditions: (rule?.conditions ?? []).map((condition) => ({
    ...newCondition(currency),
    ...condition,
    ...('values' in condition && { values: [...condition.values] }),
  })),
  actions: rule?.actions ?? { addTags: [], service: '', assigneeId: null, hold: false },
})

/** A blank amount is sent as none, so that the server says at its field what is wrong. */
const sent = ({ field, not, values, compare, amount, currency }: DraftCondition): Condition =>
  (field === 'total' ? { field, compare, amount: amount ?? -1, currency } : { field, not, values }) as Condition

export const givenOf = ({ name, conditions, actions }: Draft): Given => ({
  name,
  conditions: conditions.map(sent),
  actions,
})

/** A condition in words; amounts come as decimals. */
export const inWords = (condition: Rule['conditions'][number]): string =>
  conditionWords(condition.field === 'total' ? { ...condition, amount: Math.round(condition.amount * 100) } : condition)
