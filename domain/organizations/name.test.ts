import { expect, it } from 'vitest'
import { organizationName } from './name.ts'

it.each([
  ['Harbour & Pine', 'HarbourPine'],
  ['Café 12!', 'Caf12'],
  ['  ', ''],
])('ORG-061 %j is saved as %j', (displayName, name) => {
  expect(organizationName(displayName)).toBe(name)
})
