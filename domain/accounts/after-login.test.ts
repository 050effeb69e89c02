import { describe, expect, it } from 'vitest'
import { afterLogin, safeTarget } from './after-login.ts'

const user = (clientIds: number[], roleId: number | null = 4) => ({ clientIds, roleId })

describe('after login', () => {
  it('ACC-030 several organizations: choose one', () => {
    expect(afterLogin(user([1, 2]))).toEqual({ to: '/selectClient', redirectTo: undefined })
  })
  it('ACC-031 a super-admin always chooses', () => {
    expect(afterLogin(user([1], 1)).to).toBe('/selectClient')
    expect(afterLogin(user([], 1)).to).toBe('/selectClient')
  })
  it('ACC-032, ACC-033 exactly one organization: the wanted page, else the dashboard', () => {
    expect(afterLogin(user([1]), '/orders?page=2')).toEqual({ to: '/orders?page=2' })
    expect(afterLogin(user([1]))).toEqual({ to: '/dashboard' })
  })
  it('ACC-034, ACC-035 no organization: the wanted page, else /admin', () => {
    expect(afterLogin(user([], null), '/account')).toEqual({ to: '/account' })
    expect(afterLogin(user([], null))).toEqual({ to: '/admin' })
  })
  it('ACC-036 the wanted page goes along to the choice', () => {
    expect(afterLogin(user([1, 2]), '/orders')).toEqual({ to: '/selectClient', redirectTo: '/orders' })
  })
})

describe('ACC-037 only paths of this site are followed', () => {
  it.each(['/orders', '/inventory?skus=A+B#top'])('%s is followed', (path) => expect(safeTarget(path)).toBe(path))
  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    '/a\\b',
    '/\t/evil.example',
  ])('%j is not', (path) => expect(safeTarget(path)).toBeUndefined())
})
