import { describe, expect, it } from 'vitest'
import { guard, isPublic, type GuardUser } from './guards.ts'

const visit = (user: GuardUser | null, path: string, search = {}) => guard(user, { path, search, target: path })
const member: GuardUser = { emailConfirmed: true, roleId: 4, clientIds: [7], clientId: 7 }
const unchosen: GuardUser = { ...member, roleId: null, clientId: null, clientIds: [7, 8] }
const lone: GuardUser = { ...member, roleId: null, clientId: null, clientIds: [] }

describe('public paths', () => {
  it.each([
    ['ACC-039', '/'],
    ['ACC-040', '/home'],
    ['ACC-041', '/about'],
    ['ACC-042', '/contact'],
    ['ACC-043', '/privacy'],
    ['ACC-044', '/terms'],
    ['ACC-045', '/pricing'],
    ['ACC-046', '/createAccount'],
    ['ACC-047', '/forgotPassword'],
    ['ACC-048', '/resetPassword'],
    ['ACC-049', '/login'],
  ])('%s %s opens without sign-in', (_, path) => {
    expect(isPublic(path)).toBe(true)
    expect(visit(null, path)).toBeNull()
  })
  it('ACC-052 a visitor whose session is over sees a public path as anybody does', () => {
    expect(visit(null, '/pricing')).toBeNull()
    expect(visit(null, '/')).toBeNull()
  })
  it('ACC-062 the guards leave signed-in users alone on public paths, but / is the dashboard', () => {
    expect(visit(unchosen, '/about')).toBeNull()
    expect(visit(member, '/')).toEqual({ to: '/dashboard' })
  })
  it('ACC-063 a mailed confirmation link opens in any browser, the bare page does not', () => {
    expect(visit(null, '/confirmEmail', { uuid: 'u', code: 'c' })).toBeNull()
    expect(visit(null, '/confirmEmail')).toEqual({ to: '/login', redirectTo: '/confirmEmail' })
  })
})

describe('guards', () => {
  it('ACC-051 ACC-058 a stranger, or whose session is over, goes to /login and takes the wanted path along', () => {
    expect(visit(null, '/inventory')).toEqual({ to: '/login', redirectTo: '/inventory' })
  })
  it('NAV-050 a stranger at an address where nothing lives is told so, and not asked to sign in first', () => {
    expect(visit(null, '/nowhere')).toBeNull()
    expect(visit(null, '/nowhere/at/all')).toBeNull()
    expect(visit(null, '/product/17')).toEqual({ to: '/login', redirectTo: '/product/17' })
  })
  it('ACC-053, ACC-055 with organizations but none selected: /selectClient, with the wanted path', () => {
    expect(visit(unchosen, '/orders')).toEqual({ to: '/selectClient', redirectTo: '/orders' })
  })
  it('ACC-054 a super-admin selects an organization even without one of their own', () => {
    expect(visit({ ...lone, roleId: 1 }, '/orders')).toEqual({ to: '/selectClient', redirectTo: '/orders' })
  })
  it('ACC-056 an unconfirmed email goes to /confirmEmail', () => {
    expect(visit({ ...member, emailConfirmed: false }, '/orders')).toEqual({ to: '/confirmEmail' })
  })
  it('ACC-057, ACC-061 no organization at all: /admin', () => {
    expect(visit(lone, '/orders')).toEqual({ to: '/admin' })
  })
  it('ACC-059 the first match wins, and its own target opens', () => {
    expect(visit({ ...unchosen, emailConfirmed: false }, '/orders')?.to).toBe('/selectClient')
    expect(visit({ ...lone, emailConfirmed: false }, '/orders')?.to).toBe('/confirmEmail')
    expect(visit(unchosen, '/selectClient')).toBeNull()
    expect(visit({ ...lone, emailConfirmed: false }, '/confirmEmail')).toBeNull()
    expect(visit(lone, '/admin')).toBeNull()
  })
  it('ACC-060 /account stays open, the invitations are there', () => {
    expect(visit(lone, '/account')).toBeNull()
  })
  it('leads a member without the second factor that the organization asks for to where it is set up', () => {
    const closed = { ...member, secondFactorSetupRequired: true }
    expect(visit(closed, '/orders')).toEqual({ to: '/account' })
    expect(visit(closed, '/account')).toBeNull()
    expect(visit(closed, '/about')).toBeNull()
  })
  it('lets a member of a selected organization through', () => {
    expect(visit(member, '/orders')).toBeNull()
  })
})
