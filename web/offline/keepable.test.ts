import { expect, it } from 'vitest'
import { allEndpoints } from '#contract/all.ts'
import { isKeepable, keptWrites } from './keepable.ts'

const endpoints = allEndpoints.filter(isKeepable)

it('what is kept in the browser are writes that the contract has', () =>
  expect(endpoints.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([...keptWrites].toSorted()))

it.each(endpoints.map((endpoint) => [endpoint.path, endpoint] as const))(
  '%s changes records, and concerns neither people nor sign-in nor consents, so that a key can make it happen once',
  (_, { needs, changes, form }) => {
    expect(['products:write', 'templates:write', 'listings:write', 'orders:write']).toContain(needs)
    expect(changes.length).toBeGreaterThan(0)
    expect(form).toBeUndefined()
  },
)
