import { describe, expect, it } from 'vitest'
import { isAdmin, isSuperAdmin, parseSession } from './session.ts'

const cookie = (value: unknown) => encodeURIComponent(JSON.stringify(value))
const full = {
  id: 3,
  userUUID: 'a-b',
  image: '/media/1/p.webp',
  email: 'ines@harbourpine.shop',
  name: 'Inés',
  emailConfirmed: true,
  roleId: 2,
  clientIds: [7, 8],
  clientId: 7,
  clientName: 'Harbour & Pine',
  currency: 'EUR',
  twoFactor: true,
  secondFactorSetupRequired: false,
}

describe('the user cookie', () => {
  it('ACC-012..ACC-019, ACC-025 holds what the browser needs to draw', () =>
    expect(parseSession(cookie(full))).toEqual(full))
  it('has no role and no organization before one is selected', () => {
    expect(parseSession(cookie({ ...full, roleId: null, clientId: null, clientName: '', image: '' }))).toMatchObject({
      roleId: null,
      clientId: null,
      clientName: null,
      image: null,
    })
  })
  it.each([
    ['nothing', ''],
    ['no JSON', 'abc'],
    ['a broken escape', '%E0%A4%A'],
    ['no user', cookie({ name: 'x' })],
    ['null', 'null'],
  ])('is nobody when it is %s', (_, raw) => {
    expect(parseSession(raw)).toBeNull()
  })
})

it('ORG-076 a super-admin is role 1 or lower, ORG-077 admin rights begin at 2', () => {
  expect([1, 2, 3].map((roleId) => isSuperAdmin({ roleId }))).toEqual([true, false, false])
  expect([1, 2, 3].map((roleId) => isAdmin({ roleId }))).toEqual([true, true, false])
  expect([isSuperAdmin({ roleId: null }), isAdmin({ roleId: null })]).toEqual([false, false])
})
