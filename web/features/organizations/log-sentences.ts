import type { ChannelId } from '#contract/channels/ids.ts'
import { channelNames } from '#contract/channels/names.ts'
import {
  type PageLink,
  toIntegrations,
  toOrder,
  toProduct,
  toPublish,
  toTemplate,
  toTemplateListing,
} from '#web/addresses.ts'
import { roleWord } from '#web/form/role-choices.ts'
import { type Change, changesInWords } from '#web/form/words/log.ts'

/** What one entry of the audit log tells. */
export interface Entry {
  userName: string
  entity: string
  entityId: number
  entityName: string
  /** A product's title, beside its SKU. */
  entityTitle: string
  /** Whether the record is still there. */
  exists: boolean
  /** Of an integration or a listing. */
  channel: string
  /** The product of a listing, the template of a listing template. */
  parentId: number | null
  action: string
  old: Readonly<Record<string, unknown>> | null
  new: Readonly<Record<string, unknown>> | null
}

const things: Readonly<Record<string, string>> = {
  product: 'product',
  template: 'template',
  order: 'order',
  integration: 'the integration',
  listing: 'listing',
  listing_template: 'listing template',
  organization: 'organization',
  view: 'view',
  report: 'the email report',
  order_rule: 'the order rule',
  token: 'the API token',
  webhook: 'the webhook',
  operator: 'the operator',
}

const verbs: Readonly<Record<string, string>> = {
  create: 'created',
  created: 'created',
  update: 'changed',
  updated: 'updated',
  saved: 'saved',
  delete: 'deleted',
  restore: 'restored',
  revoke: 'revoked',
  rotate: 'replaced the secret of',
  imported: 'imported',
  shipping: 'changed the shipping of',
  shipped: 'shipped',
  edited: 'changed',
  cancelled: 'cancelled',
  promised: 'reserved stock for',
  returned: 'recorded a return for',
  assigned: 'assigned a product to a line of',
  'taken from another SKU': 'substituted another SKU in',
  waiting: 'backordered',
  'not waiting': 'stopped backordering',
  'left alone': 'ignored a line of',
  'not left alone': 'reopened a line of',
  packed: 'packed',
  told: 'sent the channel an update of',
  refused: 'couldn’t update the channel about',
  handled: 'handled',
  rule: 'applied a rule to',
  'rule failed': 'failed to apply a rule to',
  'switch on': 'turned on',
  'switch off': 'turned off',
  connected: 'connected',
  disconnected: 'disconnected',
  settings: 'changed the settings of',
  sharing: 'changed the stock sharing of',
  rates: 'changed the exchange rates of',
  bundle: 'changed the components of the bundle',
  drift: 'resolved a quantity change of',
}

/** An integration is not made but begun. */
const setUp: Readonly<Record<string, string>> = { created: 'set up' }

const role = (values: Entry['old']) => (typeof values?.roleId === 'number' ? roleWord(values.roleId) : 'another role')

/** Sentences about people, without who did it. */
const people: Readonly<Record<string, (name: string, entry: Entry) => string>> = {
  invite: (name, entry) => `invited ${name} as ${role(entry.new)}`,
  'invite again': (name) => `resent the invitation to ${name}`,
  'withdraw invitation': (name) => `cancelled the invitation for ${name}`,
  'change role': (name, entry) => `changed the role of ${name} from ${role(entry.old)} to ${role(entry.new)}`,
  remove: (name) => `removed ${name} from the organization`,
  'join by group': (_, entry) => `joined through single sign-on as ${role(entry.new)}`,
  'change role by group': (_, entry) =>
    `got another role through single sign-on: ${role(entry.new)} instead of ${role(entry.old)}`,
  'leave by group': () => 'left, as none of their groups has a role here',
  'link identity': () => 'linked a login provider',
  'unlink identity': () => 'unlinked a login provider',
  'end sessions': (name) => `logged ${name} out everywhere`,
  accept: () => 'accepted the invitation',
  decline: () => 'declined the invitation',
  update: () => 'changed their profile',
  'turn on two-factor sign-in': () => 'turned on two-factor authentication',
  'turn off two-factor sign-in': () => 'turned off two-factor authentication',
  'renew backup codes': () => 'generated new backup codes',
}

/** "changed the role of kim@example.com from Guest to Manager"; for what nobody wrote a sentence, its own words. */
export function sentenceOf(entry: Entry): string {
  const { entityName, action } = entry
  const subject = subjectOf(entry)
  if (subject) return `${subject.verb} ${subject.thing} ${subject.name}`
  const about = people[action]
  return about ? about(entityName || 'someone', entry) : `${action}: ${entityName || 'someone'}`
}

/** The changed fields in words; nothing where the sentence has said it all. */
export function changesOf({ entity, old, new: now }: Entry): Change[] {
  if (entity === 'member') return []
  // An order's own number on its channel stands under this name.
  const called = (values: Entry['old']) =>
    entity === 'order' && values && 'channel' in values
      ? Object.fromEntries(
          Object.entries(values).map(([field, value]) => [field === 'channel' ? 'externalOrderNumber' : field, value]),
        )
      : values
  return changesInWords(called(old), called(now))
}

/** What the sentence is about, as it is called today. */
export interface Subject {
  verb: string
  thing: string
  name: string
  /** Where it stands; nothing for what is gone or has no page. */
  link: PageLink | undefined
  /** It was deleted, and this entry is not the one that says so. */
  isDeleted: boolean
}

type Recorded = Pick<Entry, 'entityId' | 'parentId'> & { channel: ChannelId | undefined }
const pages: Readonly<Record<string, (record: Recorded) => PageLink | undefined>> = {
  product: ({ entityId }) => toProduct(entityId),
  template: ({ entityId }) => toTemplate(entityId),
  order: ({ entityId }) => toOrder(entityId),
  integration: ({ channel }) => toIntegrations(channel),
  listing: ({ parentId, channel }) => (parentId === null ? undefined : toPublish(parentId, channel)),
  listing_template: ({ parentId, channel }) => (parentId === null ? undefined : toTemplateListing(parentId, channel)),
}
const isChannel = (name: string): name is ChannelId => Object.hasOwn(channelNames, name)
const ends: readonly string[] = ['delete', 'disconnected']

/** What somebody did to which record; undefined for what is told of people. */
export function subjectOf(entry: Entry): Subject | undefined {
  const { entity, entityId, parentId, entityName, entityTitle, action, exists } = entry
  if (entity === 'member' || entity === 'user') return undefined
  const thing = things[entity] ?? entity.replaceAll('_', ' ')
  const channel = isChannel(entry.channel) ? entry.channel : undefined
  const on = channel ? channelNames[channel] : ''
  const called = entity === 'integration' ? on : entityTitle ? `${entityTitle} (${entityName})` : entityName
  const page = pages[entity]
  return {
    verb: (entity === 'integration' && setUp[action]) || (verbs[action] ?? action),
    thing,
    name: [called || 'without a name', entity.startsWith('listing') && on && `on ${on}`].filter(Boolean).join(' '),
    link: exists ? page?.({ entityId, parentId, channel }) : undefined,
    isDeleted: !exists && page !== undefined && !ends.includes(action),
  }
}

/** Who did it, and the API token that a person used for it. An organization's token acts for nobody. */
export function actorOf(entry: { userName: string; userId: number | null; actor: string; tokenName: string }): {
  name: string
  token: string
} {
  const { userName, userId, actor, tokenName } = entry
  if (actor === 'person' || actor === 'job')
    return { name: userName || (userId === null ? 'Motto' : 'Someone'), token: '' }
  const kind = actor === 'agent' ? ' (AI agent)' : ''
  if (userId === null) return { name: `API token ${tokenName}${kind}`, token: '' }
  return { name: userName || 'Someone', token: `with the API token ${tokenName}${kind}` }
}
