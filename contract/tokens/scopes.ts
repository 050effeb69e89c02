import { type Permission, may } from '../permissions.ts'

/** What a token may be given, in the order in which people choose. `needs` is the permission that the maker's role must have. */
export const scopes = {
  'products:read': { needs: 'organization:read', meaning: 'See products, stock, images and history' },
  'products:write': { needs: 'products:write', meaning: 'Create and edit products, stock and images' },
  'products:delete-many': { needs: 'products:delete-many', meaning: 'Delete products in bulk' },
  'templates:read': { needs: 'organization:read', meaning: 'See templates and mapping rules' },
  'templates:write': { needs: 'templates:write', meaning: 'Create and edit templates' },
  'listings:read': { needs: 'organization:read', meaning: 'See listings and publish runs' },
  'listings:write': { needs: 'listings:write', meaning: 'Set up, publish and end listings' },
  'orders:read': { needs: 'organization:read', meaning: 'See orders with buyers’ names and addresses' },
  'orders:write': { needs: 'orders:write', meaning: 'Create, ship and edit orders' },
  'integrations:read': { needs: 'organization:read', meaning: 'See connected channels and background tasks' },
  'integrations:write': { needs: 'integrations:write', meaning: 'Change channel settings, pull orders' },
  'imports:read': { needs: 'organization:read', meaning: 'See imports and their rows' },
  'imports:write': { needs: 'imports:write', meaning: 'Import files and channel items' },
  'analytics:read': { needs: 'organization:read', meaning: 'See sales and stock figures' },
  'reports:read': { needs: 'organization:read', meaning: 'See email reports' },
  'reports:write': { needs: 'reports:write', meaning: 'Email analytics reports to members' },
  'organization:read': { needs: 'organization:read', meaning: 'See the organization, its members and exchange rates' },
  'organization:write': { needs: 'organization:write', meaning: 'Edit exchange rates and stock sharing' },
  'people:read': { needs: 'people:write', meaning: 'See the audit log and invitations' },
} as const satisfies Record<string, { needs: Permission; meaning: string }>
export type Scope = keyof typeof scopes
export const scopeNames = Object.keys(scopes) as [Scope, ...Scope[]]

/** Whether somebody of this role may give a token this scope. */
export const mayGive = (roleId: number | null, scope: Scope): boolean => may(roleId, scopes[scope].needs)

/** Whoever may write something may also read it. */
export const holds = (granted: ReadonlySet<string>, scope: Scope): boolean =>
  granted.has(scope) || (scope.endsWith(':read') && granted.has(scope.replace(/:read$/, ':write')))

/** Scopes that a token limited to some accounts cannot have: what they open is about all accounts together. */
export const scopesOfAllAccounts: ReadonlySet<Scope> = new Set<Scope>([
  'imports:read',
  'imports:write',
  'analytics:read',
  'reports:read',
  'reports:write',
  'organization:write',
  'people:read',
])
