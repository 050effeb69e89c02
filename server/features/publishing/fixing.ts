import { type EditableField, editableFields } from '#contract/changes/changes.ts'
import { builtDescription } from '#contract/channels/all.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { PublishGroup, Remedy } from '#contract/publishing.ts'
import { isFieldOf } from '#contract/products/fields.ts'
import { attributeAt, nameAt } from '#domain/listings/content/attributes.ts'
import { type ProblemCode, sentenceOf } from '#domain/listings/problems/problem.ts'
import { titleOf } from '#domain/listings/problems/titles.ts'
import type { StoredGroup } from './groups.ts'

const isEditable = (field: string): field is EditableField => (editableFields as readonly string[]).includes(field)

/** Fields whose value is written in one line, for each product. */
const isWritten = (field: EditableField) =>
  field.startsWith('attr.') || isFieldOf(field, 'line', 'text', 'barcode', 'money', 'count')

/** Fields of a product that its own page changes, one product at a time. */
const onProductPage = new Set(['images', 'sku', 'variations'])

/** What a bulk edit changes of an attribute: lists of attributes name some fields of the product, too. */
function editOf(attribute: string): EditableField {
  const field = attribute.toLowerCase()
  return isEditable(field) ? field : `attr.${attribute}`
}

type Fix = Pick<PublishGroup, 'name' | 'edits' | 'fixes' | 'remedies'>
interface Reason {
  channel: ChannelId
  state: 'blocked' | 'refused'
  field: string
  code: ProblemCode | null
  /** What the cause is about, where it names it. */
  about: string
}

/** How a field of a channel is called. */
function nameOf({ channel, field }: Pick<Reason, 'channel' | 'field'>): string {
  const { fields: described = [] } = builtDescription(channel) ?? {}
  const label = nameAt(described, field)
  return label ?? `${field.slice(0, 1).toUpperCase()}${field.slice(1)}`
}

/** Values that are there and that a channel doesn’t take: another may be sent instead. */
const mappable = new Set<ProblemCode | null>([null, 'specific_refused', 'condition_unknown', 'condition_refused'])

/** What fixes all products that one channel rejects for one cause: nothing is offered that cannot. */
export function fixOf({ channel, state, field, code, about }: Reason): Fix {
  const { fields: described = [] } = builtDescription(channel) ?? {}
  const known = described.find((candidate) => candidate.name === field)
  const attribute = attributeAt(described, field)
  const name = nameOf({ channel, field })
  const by = (...remedies: Remedy[]): Fix => ({ name, edits: null, fixes: null, remedies })
  // No listing template says what a product costs, weighs or how many there are.
  const below: Remedy[] = known || attribute ? ['template'] : []
  const byEdit = (edits: EditableField, ...before: Remedy[]): Fix => ({
    name,
    edits,
    fixes: isWritten(edits) ? edits : null,
    remedies: [...before, 'edit', ...below],
  })
  if (code === 'missing_reference') return { ...byEdit(editOf(about)), name: about }
  const mapped: Remedy[] = mappable.has(code) ? ['values'] : []
  if (attribute) return byEdit(editOf(attribute.name), ...mapped)
  if (known?.tree) return by('category')
  if (field === 'description' && code !== 'too_much_markup')
    return { name, edits: null, fixes: 'description', remedies: below }
  if (onProductPage.has(field)) return by(...below)
  if (field === 'condition') return byEdit(field, ...mapped)
  if (isEditable(field)) return byEdit(field)
  if (field === 'priceRule') return { ...by('prices'), name: 'Prices' }
  if (field === 'account') return { ...by('account'), name: 'Seller account' }
  // What is said before anything was sent, and about no field, is about the account.
  return field === '' && state === 'blocked' ? by('account') : by('template')
}

/** What a channel says of several products: not how many characters one of them has. */
function sentenceFor(code: ProblemCode | null, account: StoredGroup['accounts'][number]): string {
  const { channel, state, sentence, isSame, params } = account
  if (code === null || state === 'refused' || isSame || params['count'] === undefined) return sentence
  const { count: _ofOne, ...rest } = params
  return sentenceOf(channel, { cause: code, code, params: rest })
}

/** The fewest characters that any of the channels allows. */
function mostOf(code: ProblemCode | null, accounts: StoredGroup['accounts']): number | null {
  if (code !== 'title_too_long') return null
  const limits = accounts.map(({ params }) => params['most']).filter((most) => typeof most === 'number')
  return limits.length > 0 ? Math.min(...limits) : null
}

/** A group with what fixes it on all of its accounts. */
export function fixed({ code, ...group }: StoredGroup): PublishGroup {
  const about = String(group.accounts[0]?.params['about'] ?? '')
  const fixes = group.accounts.flatMap(({ channel, state, fields }) =>
    fields.map((field) => fixOf({ channel, state, field, code, about })),
  )
  const [first, ...others] = fixes
  const all = <T>(of: (fix: Fix) => T): T | null =>
    first && others.every((fix) => of(fix) === of(first)) ? of(first) : null
  // A field that Motto could not read is named by its label, not by its path.
  const name = (code === 'value_refused' ? '' : about) || (first?.name ?? '')
  return {
    ...group,
    accounts: group.accounts.map((account) => ({
      integrationId: account.integrationId,
      channel: account.channel,
      state: account.state,
      products: account.products,
      sentence: sentenceFor(code, account),
      fields: account.fields.map((field) => ({ field, name: nameOf({ channel: account.channel, field }) })),
    })),
    title: code === null ? (first?.name ?? '') || 'Other problem' : titleOf(code, name),
    name,
    edits: all((fix) => fix.edits),
    fixes: all((fix) => fix.fixes),
    most: mostOf(code, group.accounts),
    remedies: first?.remedies.filter((remedy) => others.every(({ remedies }) => remedies.includes(remedy))) ?? [],
  }
}
