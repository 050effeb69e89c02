import { expect, it } from 'vitest'
import { keepGrant, readGrant, useGrant } from './grants.ts'
import { noLag } from './host/lag.ts'
import type { SimContext } from './simulator.ts'
import { openStore } from './host/store.ts'

function openContext(): { context: SimContext; pass: (seconds: number) => void } {
  let now = Date.parse('2026-07-01T10:00:00.000Z')
  const context: SimContext = {
    store: openStore(':memory:').channel('test'),
    now: () => new Date(now),
    machine: () => new Date(now),
    lag: () => noLag,
    baseUrl: 'http://127.0.0.1:3001/test',
    app: { clientId: 'app', clientSecret: 'secret', redirectUri: 'http://127.0.0.1:3000/', redirectName: '' },
    deliver: () => undefined,
  }
  return { context, pass: (seconds) => void (now += seconds * 1000) }
}

it('reads a grant until it expires', () => {
  const { context, pass } = openContext()
  keepGrant(context, 'token', 'a', { seconds: 10, values: { seller: 'Ada' } })
  pass(10)
  expect(readGrant(context, 'token', 'a')).toMatchObject({ seller: 'Ada' })
  pass(1)
  expect(readGrant(context, 'token', 'a')).toBeUndefined()
})

it('uses a grant once', () => {
  const { context } = openContext()
  keepGrant(context, 'code', 'a', { seconds: 10, values: { seller: 'Ada' } })
  expect(useGrant(context, 'code', 'a')).toMatchObject({ seller: 'Ada' })
  expect(useGrant(context, 'code', 'a')).toBeUndefined()
})

it('deletes expired grants of a kind with the next one', () => {
  const { context, pass } = openContext()
  keepGrant(context, 'code', 'old', { seconds: 10, values: {} })
  pass(11)
  keepGrant(context, 'code', 'new', { seconds: 10, values: {} })
  expect(context.store.list('code')).toMatchObject([{ id: 'new' }])
})
