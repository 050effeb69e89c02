import { describe, expect, it } from 'vitest'
import { allEndpoints } from './all.ts'
import { type Permission, type RoleId, may, permissions, roleNames, roles } from './permissions.ts'

/** DESIGN's words: guest reads; member edits products, templates, listings and orders; manager also integrations, imports and bulk deletion; admin also people and the organization. */
const lowest: Record<Exclude<Permission, 'public' | 'session'>, RoleId> = {
  'organization:read': 5,
  'templates:write': 4,
  'products:write': 4,
  'listings:write': 4,
  'orders:write': 4,
  'reports:write': 4,
  'integrations:write': 3,
  'imports:write': 3,
  'products:delete-many': 3,
  'people:write': 2,
  'organization:write': 2,
  'everything:admin': 1,
}
const all = Object.values(roles)

describe('roles', () => {
  it('ORG-070 ORG-071 ORG-072 ORG-073 ORG-074 have their ids and names', () => {
    expect(roleNames).toEqual({ 1: 'Super Admin', 2: 'Admin', 3: 'Manager', 4: 'Member', 5: 'Guest' })
    expect(roles).toEqual({ superAdmin: 1, admin: 2, manager: 3, member: 4, guest: 5 })
  })
  it('ORG-075 a lower id may whatever a higher one may', () => {
    for (const permission of Object.keys(permissions) as Permission[]) {
      const allowed = all.toSorted().map((role) => may(role, permission))
      expect(allowed, permission).toEqual(allowed.toSorted().toReversed())
    }
  })
  it.each(Object.entries(lowest))('%s is for role %i and above', (permission, role) => {
    expect(all.map((r) => may(r, permission as Permission))).toEqual(all.map((r) => r <= role))
  })
  it('ORG-076 only the super-admin runs the installation', () => {
    expect(all.filter((role) => may(role, 'everything:admin'))).toEqual([1])
  })
  it('ORG-077 admin rights are those of id 2 and below', () => {
    for (const permission of ['people:write', 'organization:write'] as const)
      expect(all.filter((role) => may(role, permission))).toEqual([1, 2])
  })
  it('nobody may anything of an organization without a role', () => {
    for (const permission of Object.keys(permissions) as Permission[])
      expect(may(null, permission), permission).toBe(permission === 'public' || permission === 'session')
  })
  it('every permission is known here', () => {
    expect(Object.keys(permissions).toSorted()).toEqual([...Object.keys(lowest), 'public', 'session'].toSorted())
  })
})

describe('every endpoint', () => {
  it("that changes something of an organization needs more than reading; views, API tokens, a hidden setup guide and notifications are the reader's own", () => {
    const writing = allEndpoints.filter(({ method, needs }) => needs === 'organization:read' && method !== 'GET')
    expect(writing.filter(({ changes }) => changes.join() !== 'views').map(({ path }) => path)).toEqual([
      '/tokens',
      '/tokens/{id}',
      '/tokens/{id}',
      '/organization/firstSteps',
      '/notifications/settings',
      '/notifications/test',
      '/reports/{id}/send',
      '/reports/{id}/leave',
      '/reports/{id}/rejoin',
      // What a proposal is about decides what it needs (acting.test.ts).
      '/proposals/{id}/apply',
      '/proposals/{id}/withdraw',
      '/proposals/{id}/decide',
      '/proposals/{id}/undo',
      '/proposals/undo',
    ])
  })
  it('has its own method and path', () => {
    const addresses = allEndpoints.map(
      ({ method, path }) => `${method} ${path.replace(/\/$/, '').replaceAll(/\{\w+\}/g, '{}')}`,
    )
    expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
  })
  it('a read changes no area', () => {
    expect(
      allEndpoints.filter(({ method, changes }) => method === 'GET' && changes.length > 0).map(({ path }) => path),
    ).toEqual([])
  })
})
