import { channelNames } from '#contract/channels/names.ts'
import type { RuleActions, RuleCondition } from '#contract/orders/rules.ts'
import { countries } from '../countries.ts'

/** An amount of an order's own currency, in English. @param amount in minor units */
export const amountWords = (amount: number, currency: string): string =>
  `${(amount / 100).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} ${currency}`

export const channelWord = (channel: string): string =>
  channel === 'manual' ? 'By hand' : channelNames[channel as keyof typeof channelNames]

const fields = {
  channel: 'channel',
  country: 'country',
  region: 'state or region',
  sku: 'a SKU',
  tag: 'a tag',
} as const
export const compareWords = { above: 'above', atLeast: 'at least', below: 'below', atMost: 'at most' } as const

const shownValues = 4
function anyOf(values: readonly string[]): string {
  const rest = values.length - shownValues
  if (rest > 0) return `${values.slice(0, shownValues).join(', ')} or ${rest} more`
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
}

/** "country is not United States or Canada" */
export function conditionWords(condition: RuleCondition): string {
  if (condition.field === 'total')
    return `total is ${compareWords[condition.compare]} ${amountWords(condition.amount, condition.currency)}`
  const { field, not, values } = condition
  const words = values.map((value) =>
    field === 'channel' ? channelWord(value) : field === 'country' ? (countries().get(value) ?? value) : value,
  )
  const verb = field === 'sku' || field === 'tag' ? (not ? 'none is' : 'is') : not ? 'is not' : 'is'
  return `${fields[field]} ${verb} ${anyOf(words)}`.replace(/^a (SKU|tag) none is/, 'no $1 is')
}

/** What is done, one by one. @param assignee how the person is called */
export const actionWords = ({ addTags, service, assigneeId, hold }: RuleActions, assignee: string): string[] => [
  ...(addTags.length > 0 ? [`${addTags.length === 1 ? 'Tag' : 'Tags'} ${addTags.join(', ')}`] : []),
  ...(service ? [`Service ${service}`] : []),
  ...(assigneeId === null ? [] : [`Assigned to ${assignee}`]),
  ...(hold ? ['Put on hold'] : []),
]
