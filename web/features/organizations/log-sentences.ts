import { roleWord } from './role-choices.ts'

/** What one entry of the audit log tells. */
export interface Entry {
  userName: string
  entity: string
  entityId: number
  entityName: string
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
}

const verbs: Readonly<Record<string, string>> = {
  create: 'created',
  created: 'set up',
  update: 'changed',
  updated: 'updated',
  saved: 'saved',
  delete: 'deleted',
  restore: 'brought back',
  imported: 'took in',
  shipping: 'changed the shipping of',
  shipped: 'shipped',
  edited: 'changed',
  cancelled: 'cancelled',
  connected: 'connected',
  disconnected: 'disconnected',
  settings: 'changed the settings of',
}

const role = (values: Entry['old']) => (typeof values?.roleId === 'number' ? roleWord(values.roleId) : 'another role')

/** Sentences about people, without who did it. */
const people: Readonly<Record<string, (name: string, entry: Entry) => string>> = {
  invite: (name, entry) => `invited ${name} as ${role(entry.new)}`,
  'invite again': (name) => `sent the invitation of ${name} again`,
  'withdraw invitation': (name) => `withdrew the invitation of ${name}`,
  'change role': (name, entry) => `changed the role of ${name} from ${role(entry.old)} to ${role(entry.new)}`,
  remove: (name) => `removed ${name} from the organization`,
  'end sessions': (name) => `signed ${name} out everywhere`,
  accept: () => 'accepted the invitation',
  decline: () => 'declined the invitation',
  update: () => 'changed their profile',
  'turn on two-factor sign-in': () => 'switched two-factor sign-in on',
  'turn off two-factor sign-in': () => 'switched two-factor sign-in off',
  'renew backup codes': () => 'made new backup codes',
}

/** "changed the role of kim@example.com from Guest to Manager"; for what nobody wrote a sentence, its own words. */
export function sentenceOf(entry: Entry): string {
  const { entity, entityId, entityName, action } = entry
  if (entity === 'member' || entity === 'user') {
    const about = people[action]
    return about ? about(entityName || 'someone', entry) : `${action}: ${entityName || 'someone'}`
  }
  const name = entityName || `#${entityId}`
  return `${verbs[action] ?? action} ${things[entity] ?? entity.replaceAll('_', ' ')} ${name}`
}

const labels: Readonly<Record<string, string>> = {
  displayName: 'Display name',
  requireTwoFactor: 'Require two-factor sign-in',
  roleId: 'Role',
  sku: 'SKU',
  orderStatus: 'Order status',
  shippingStatus: 'Shipping status',
}
const label = (field: string) => {
  const words = field.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return labels[field] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

const empty = 'empty'
/** Longer values are cut: the log says that something changed, not all of it. */
const longest = 80

function shown(field: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return empty
  if (field === 'roleId' && typeof value === 'number') return roleWord(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const words = typeof value === 'string' ? value : JSON.stringify(value)
  return words.length > longest ? `${words.slice(0, longest)}…` : words
}

export interface Change {
  field: string
  from?: string
  to?: string
}

/** The changed fields in words; nothing where the sentence has said it all. */
export function changesOf({ entity, old, new: now }: Entry): Change[] {
  if (entity === 'member') return []
  const fields = [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])]
  // What is new may be empty without a word; that something was emptied is a change.
  const told = fields.filter((field) => (old && field in old) || shown(field, now?.[field]) !== empty)
  return told.map((field) => ({
    field: label(field),
    ...(old && field in old ? { from: shown(field, old[field]) } : {}),
    ...(now && field in now ? { to: shown(field, now[field]) } : {}),
  }))
}
