import { describe, expect, it } from 'vitest'
import { whoMay } from './may.tsx'

describe('ORG who may do what, in words', () => {
  it.each([
    ['organization:read', 'Guests, Members, Managers and Admins'],
    ['products:write', 'Members, Managers and Admins'],
    ['integrations:write', 'Managers and Admins'],
    ['people:write', 'Admins'],
    ['everything:admin', 'Super Admins'],
  ] as const)('%s: %s', (permission, words) => expect(whoMay(permission)).toBe(words))
})
