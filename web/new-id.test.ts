import { expect, it, vi } from 'vitest'
import { newId } from './new-id.ts'

it.each([
  ['over HTTPS', crypto],
  ['over plain HTTP, where the browser makes no ids', {}],
])('two ids differ on a page that came %s', (_, own) => {
  vi.stubGlobal('crypto', own)
  expect(newId()).not.toBe(newId())
})
