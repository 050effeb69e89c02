/** Lowest id = highest privilege (ORG-070..ORG-075). */
export const roles = { superAdmin: 1, admin: 2, manager: 3, member: 4, guest: 5 } as const
export type RoleId = (typeof roles)[keyof typeof roles]
export const roleNames: Record<RoleId, string> = { 1: 'Super Admin', 2: 'Admin', 3: 'Manager', 4: 'Member', 5: 'Guest' }

/**
 * The one table of permissions: the highest role id that still may.
 * `public` needs no session, `session` any signed-in user, with or without an organization.
 */
export const permissions = {
  public: { maxRole: 99, meaning: 'Anyone, signed in or not' },
  session: { maxRole: 99, meaning: 'Anyone signed in' },
  'organization:read': { maxRole: 5, meaning: 'See products, templates, listings, orders and integrations' },
  'templates:write': { maxRole: 4, meaning: 'Create and edit templates' },
  'products:write': { maxRole: 4, meaning: 'Create and edit products, stock and images' },
  'listings:write': { maxRole: 4, meaning: 'Set up, publish and end listings' },
  'orders:write': { maxRole: 4, meaning: 'Create, ship and edit orders' },
  'reports:write': { maxRole: 4, meaning: 'Email analytics reports to members' },
  'integrations:write': { maxRole: 3, meaning: 'Connect and disconnect channels, pull their orders' },
  'imports:write': { maxRole: 3, meaning: 'Import files and channel items' },
  'products:delete-many': { maxRole: 3, meaning: 'Delete products in bulk' },
  'people:write': { maxRole: 2, meaning: 'Invite people, change roles, remove people' },
  'organization:write': { maxRole: 2, meaning: 'Edit the organization' },
  'everything:admin': { maxRole: 1, meaning: 'Run the installation' },
} as const
export type Permission = keyof typeof permissions

/** Whether a role may do what needs `permission`; a user without an organization has no role. */
export const may = (roleId: number | null, permission: Permission): boolean =>
  permission === 'public' || permission === 'session' || (roleId !== null && roleId <= permissions[permission].maxRole)
