import { expect, it } from 'vitest'
import { initials } from './initials.ts'

it.each([
  ['Ines Aldana', 'IA'],
  ['Harbour & Pine', 'HP'],
  ['dana@northlight.camera', 'DC'],
  ['  ', '?'],
  ['Motto', 'M'],
])('%j is %s', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
