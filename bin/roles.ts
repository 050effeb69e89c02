import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Permission, permissions, roleNames, type RoleId, roles } from '../contract/permissions.ts'
import { root } from './lib/run-tool.ts'

const mark = (role: RoleId, permission: Permission) => (role <= permissions[permission].maxRole ? 'yes' : '')
const order = Object.values(roles)

/** What each role may do, as a page: read off the contract. */
export function rolesPage(): string {
  const named = (Object.keys(permissions) as Permission[]).filter(
    (permission) => permission !== 'public' && permission !== 'session',
  )
  return `# Roles and permissions

Made from \`contract/permissions.ts\` by \`node bin/roles.ts\`; a test compares. A role belongs to one member in one organization; a Super Admin
has the first role in all of them. Permissions stand on the endpoints and are checked in one place, \`server/http/route.ts\`.

| may | ${order.map((role) => roleNames[role]).join(' | ')} |
| --- | ${order.map(() => ':-:').join(' | ')} |
${named.map((permission) => `| ${permissions[permission].meaning} | ${order.map((role) => mark(role, permission)).join(' | ')} |`).join('\n')}
`
}

if (import.meta.main) writeFileSync(join(root, 'docs/roles.md'), rolesPage())
