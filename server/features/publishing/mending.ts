import { type EditableField, editableFields } from '#contract/changes.ts'
import { builtDescription } from '#contract/channels/all.ts'
import { channelNames } from '#contract/channels/ids.ts'
import type { PublishGroup, Remedy } from '#contract/publishing.ts'
import { attributeAt } from '#domain/listings/attributes.ts'

const isEditable = (field: string): field is EditableField => (editableFields as readonly string[]).includes(field)

/** Fields of a product that only a file changes for many at once. */
const filed = new Set(['images', 'sku', 'variations', 'description'])

/** What a bulk edit changes of an attribute: lists of attributes name some fields of the product, too. */
function editOf(attribute: string): EditableField {
  const field = attribute.toLowerCase()
  return isEditable(field) ? field : `attr.${attribute}`
}

/** The first attribute that a text refers to in vain: where it is filled, the text is whole. */
const missing = (sentence: string) => /^@(.+?)(?:, @.+ are| is) undefined\.$/.exec(sentence)?.[1]

type Mending = Pick<PublishGroup, 'name' | 'edits' | 'remedies'>
/** How a field is called, and what mends all products of one reason at once: nothing is offered that cannot. */
export function mendingOf(group: Pick<PublishGroup, 'channel' | 'state' | 'field' | 'reason' | 'sentence'>): Mending {
  const { channel, state, field, reason } = group
  const { fields: described = [] } = builtDescription(channel) ?? {}
  const known = described.find((one) => one.name === field)
  const attribute = attributeAt(described, field)
  const name = known?.label ?? attribute?.name ?? `${field.slice(0, 1).toUpperCase()}${field.slice(1)}`
  const by = (...remedies: Remedy[]): Mending => ({ name, edits: null, remedies })
  // No listing template says what a product costs, weighs or how many there are.
  const below: Remedy[] = known || attribute ? ['template'] : []
  const byEdit = (edits: EditableField, ...before: Remedy[]): Mending => ({
    name,
    edits,
    remedies: [...before, 'edit', ...below],
  })
  const undefinedName = missing(group.sentence)
  if (undefinedName) return byEdit(editOf(undefinedName))
  // Where there is no value, there is none to be mapped.
  const mapped: Remedy[] = reason.startsWith(`${channelNames[channel]} needs `) ? [] : ['values']
  if (attribute) return byEdit(editOf(attribute.name), ...mapped)
  if (known?.tree) return by('category')
  if (filed.has(field)) return by('file', ...below)
  if (field === 'condition') return byEdit(field, ...mapped)
  if (isEditable(field)) return byEdit(field)
  if (field === 'priceRule') return { ...by('prices'), name: 'Prices' }
  // What is said before anything was sent, and about no field, is about the account.
  return field === '' && state === 'blocked' ? by('account') : by('template')
}
