import { type EditableField, editableFields } from '#contract/changes/changes.ts'
import { builtDescription } from '#contract/channels/all.ts'
import { type ChannelId, channelNames } from '#contract/channels/ids.ts'
import type { PublishGroup, Remedy } from '#contract/publishing.ts'
import { attributeAt, nameAt } from '#domain/listings/content/attributes.ts'
import type { FoundGroup } from './queries.ts'

const isEditable = (field: string): field is EditableField => (editableFields as readonly string[]).includes(field)

/** Fields of a product that only a file changes for many at once. */
const filed = new Set(['images', 'sku', 'variations', 'description'])

/** What a bulk edit changes of an attribute: lists of attributes name some fields of the product, too. */
function editOf(attribute: string): EditableField {
  const field = attribute.toLowerCase()
  return isEditable(field) ? field : `attr.${attribute}`
}

/** The first attribute that a text refers to in vain: where it is filled, the text is whole. */
const missing = (sentence: string) =>
  /^“(.+?)”(?:, “.+” are| is) empty, but the text uses (?:it|them)\.$/.exec(sentence)?.[1]

/** Fields of the product itself: what they lack is mended there, whichever channel says so. */
export const ownFields: readonly string[] = [...editableFields, ...filed]

type Mending = Pick<PublishGroup, 'name' | 'edits' | 'remedies'>
type Reason = Pick<PublishGroup, 'state' | 'sentence'> & { channel: ChannelId; field: string }

/** How a field of a channel is called. */
function nameOf({ channel, field }: Pick<Reason, 'channel' | 'field'>): string {
  const { fields: described = [] } = builtDescription(channel) ?? {}
  const label = nameAt(described, field)
  return label ?? `${field.slice(0, 1).toUpperCase()}${field.slice(1)}`
}

/** What mends all products that one channel refuses for one reason: nothing is offered that cannot. */
export function mendingOf({ channel, state, field, sentence }: Reason): Mending {
  const { fields: described = [] } = builtDescription(channel) ?? {}
  const known = described.find((candidate) => candidate.name === field)
  const attribute = attributeAt(described, field)
  const name = nameOf({ channel, field })
  const by = (...remedies: Remedy[]): Mending => ({ name, edits: null, remedies })
  // No listing template says what a product costs, weighs or how many there are.
  const below: Remedy[] = known || attribute ? ['template'] : []
  const byEdit = (edits: EditableField, ...before: Remedy[]): Mending => ({
    name,
    edits,
    remedies: [...before, 'edit', ...below],
  })
  const undefinedName = missing(sentence)
  if (undefinedName) return { ...byEdit(editOf(undefinedName)), name: undefinedName }
  // Where there is no value, there is none to be mapped.
  const mapped: Remedy[] = sentence.startsWith(`${channelNames[channel]} requires `) ? [] : ['values']
  if (attribute) return byEdit(editOf(attribute.name), ...mapped)
  if (known?.tree) return by('category')
  if (filed.has(field)) return by('file', ...below)
  if (field === 'condition') return byEdit(field, ...mapped)
  if (isEditable(field)) return byEdit(field)
  if (field === 'priceRule') return { ...by('prices'), name: 'Prices' }
  if (field === 'account') return { ...by('account'), name: 'Seller account' }
  // What is said before anything was sent, and about no field, is about the account.
  return field === '' && state === 'blocked' ? by('account') : by('template')
}

/** A group with what mends it on all of its accounts. */
export function mended(group: FoundGroup): PublishGroup {
  const { state, sentence } = group
  const [first, ...others] = group.accounts.flatMap(({ channel, fields }) =>
    fields.map((field) => mendingOf({ channel, state, field, sentence })),
  )
  return {
    ...group,
    accounts: group.accounts.map((account) => ({
      ...account,
      fields: account.fields.map((field) => ({ field, name: nameOf({ channel: account.channel, field }) })),
    })),
    name: first?.name ?? '',
    edits: first?.edits ?? null,
    remedies: first?.remedies.filter((remedy) => others.every(({ remedies }) => remedies.includes(remedy))) ?? [],
  }
}
