import { areas } from '../all.ts'
import type { AnyEndpoint, Area } from '../endpoint.ts'
import { type Scope, holds } from './scopes.ts'

/** The first part of a scope. */
type Subject =
  | 'products'
  | 'templates'
  | 'listings'
  | 'orders'
  | 'integrations'
  | 'imports'
  | 'analytics'
  | 'reports'
  | 'organization'

/** What the reading endpoints of an area are about; `null` where all of the area is for people only. */
const areaSubjects: Record<string, Subject | null> = {
  // Passwords, two-factor authentication, sessions.
  accounts: null,
  // A token that made tokens could outlive its own end.
  tokens: null,
  // An endpoint hears more than a token may read.
  webhooks: null,
  // What one person's screen shows, or their mailbox gets.
  notifications: null,
  views: null,
  support: null,
  organizations: 'organization',
  templates: 'templates',
  operators: 'products',
  products: 'products',
  productHistory: 'products',
  pictures: 'products',
  bundles: 'products',
  changes: 'products',
  converting: 'products',
  merging: 'templates',
  exports: 'products',
  imports: 'imports',
  integrations: 'integrations',
  lookups: 'integrations',
  listings: 'listings',
  library: 'templates',
  preflight: 'listings',
  publishing: 'listings',
  priceSuggestion: 'products',
  pricing: 'listings',
  mappings: 'templates',
  ruleChanges: 'templates',
  optionValues: 'listings',
  valueMappings: 'listings',
  orders: 'orders',
  adopting: 'listings',
  reports: 'reports',
  search: 'products',
  ai: 'products',
  analytics: 'analytics',
  connectionChecks: 'integrations',
  connectionHealth: 'integrations',
  drift: 'integrations',
  shadow: 'integrations',
  sharing: 'products',
  jobs: 'integrations',
  proposals: 'products',
  // An administrator's.
  upgrade: null,
  requirements: 'listings',
}

/** Endpoints of open areas that no token reaches. */
const closed = new Set([
  // Members, roles, and whether two-factor authentication is required.
  'addUserRole',
  'changeUserRole',
  'removeUser',
  'endMemberSessions',
  'resendInvitation',
  'withdrawInvitation',
  'updateClient',
  // A person gives consent to a connection, and ends it.
  'createIntegration',
  'connectWithKey',
  'oauthUrl',
  'exchangeCode',
  'disconnectIntegration',
  // Of one person.
  'hideFirstSteps',
  'leaveReport',
  'rejoinReport',
  'sendReport',
  // Keys for the picker in a browser.
  'driveKeys',
  // Whoever proposes a change does not approve it.
  'decideProposal',
])

/** They do what a proposal says, or end it. What it changes decides what else they need (server/features/agents/views.ts). */
export const proposalWrites = ['applyProposal', 'withdrawProposal', 'undoProposal', 'undoProposals'] as const

/** Endpoints that are about something else than their area. */
const otherScopes: Record<string, readonly Scope[]> = {
  getStart: ['analytics:read'],
  listRates: ['organization:read'],
  exportTemplates: ['templates:read'],
  importTemplateFile: ['templates:read'],
  failedRowsFile: ['imports:read'],
  deleteProducts: ['products:delete-many'],
  searchRecords: ['products:read', 'templates:read', 'listings:read', 'orders:read'],
  ...Object.fromEntries(proposalWrites.map((name) => [name, ['products:read']])),
  // They save nothing, but the organization pays for each.
  generateAttributes: ['products:write'],
  generateDetail: ['products:write'],
}

const isRead = ({ method, savesNothing }: AnyEndpoint) => method === 'GET' || savesNothing === true

/** @returns undefined where no token is let in */
function scopesFor(area: string, name: string, endpoint: AnyEndpoint): readonly Scope[] | undefined {
  const { needs } = endpoint
  const subject = areaSubjects[area]
  if (!subject || closed.has(name)) return undefined
  if (needs === 'public' || needs === 'session' || needs === 'everything:admin') return undefined
  const of = needs === 'organization:read' ? subject : needs.slice(0, needs.indexOf(':'))
  return otherScopes[name] ?? [`${of}:${isRead(endpoint) ? 'read' : 'write'}` as Scope]
}

const byEndpoint = new Map<AnyEndpoint, readonly Scope[]>(
  Object.entries(areas).flatMap(([area, endpoints]) =>
    Object.entries(endpoints).flatMap(([name, endpoint]) => {
      const needed = scopesFor(area, name, endpoint)
      return needed ? [[endpoint, needed] as const] : []
    }),
  ),
)

/** The scopes that a token needs for an endpoint, all of them. @returns undefined where no token is let in */
export const scopesOf = (endpoint: AnyEndpoint): readonly Scope[] | undefined => byEndpoint.get(endpoint)

/** What a token must be able to read to hear that it changed. The other areas are of people's own. */
const areaScopes: Partial<Record<Area, Scope>> = {
  organization: 'organization:read',
  templates: 'templates:read',
  products: 'products:read',
  integrations: 'integrations:read',
  listings: 'listings:read',
  orders: 'orders:read',
  packing: 'orders:read',
  jobs: 'integrations:read',
  changes: 'products:read',
  proposals: 'products:read',
  imports: 'imports:read',
  reports: 'reports:read',
}

/** Whether a token with these scopes hears of changes in an area. */
export function hears(granted: ReadonlySet<string>, area: Area): boolean {
  const needed = areaScopes[area]
  return needed !== undefined && holds(granted, needed)
}

/** What an AI agent writes: changes that were previewed, within its budget or with approval. */
const agentWrites = new Set<string>(['propose', 'proposeOrders', 'proposePublishing', ...proposalWrites])
const openToAgents = new Set<AnyEndpoint>(
  Object.values(areas).flatMap((endpoints) =>
    Object.entries(endpoints).flatMap(([name, endpoint]) =>
      agentWrites.has(name) || (isRead(endpoint) && !(name in otherScopes && endpoint.savesNothing)) ? [endpoint] : [],
    ),
  ),
)
/** Whether the token of an AI agent may call an endpoint for which it has the scopes. */
export const isOpenToAgents = (endpoint: AnyEndpoint): boolean => openToAgents.has(endpoint)

/** Names in the tables above that no area or endpoint has any more, and areas that nobody has decided about. */
export function undecided(): string[] {
  const names = new Set(Object.values(areas).flatMap((endpoints) => Object.keys(endpoints)))
  return [
    ...Object.keys(areas).filter((area) => !(area in areaSubjects)),
    ...Object.keys(areaSubjects).filter((area) => !(area in areas)),
    ...[...closed, ...agentWrites, ...Object.keys(otherScopes)].filter((name) => !names.has(name)),
  ]
}
