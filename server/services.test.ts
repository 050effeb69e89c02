import { expect, it } from 'vitest'
import { QUEUE_CONNECTIONS } from './jobs/queue.ts'
import { poolSizes } from './services.ts'
import { readConfig } from './config.ts'
import { MOST_APART } from './db/connection/pools.ts'

const DATABASE_URL = 'postgres://motto:password@db.example.com/motto'
/** PostgreSQL's own default, less the connections that it reserves for superusers. */
const FREE = 100 - 3
/** One sends events; an api process listens for them, too. */
const most = (role: 'api' | 'worker', pool: string) => {
  const { organizations, system } = poolSizes(readConfig({ DATABASE_URL, ROLE: role, DATABASE_POOL: pool }))
  const queue = role === 'api' ? QUEUE_CONNECTIONS.api : QUEUE_CONNECTIONS.worker + 1
  const events = role === 'api' ? 2 : 1
  return { all: organizations + system + MOST_APART + queue + events, organizations, system }
}

it('two api and two worker processes fit into the default of PostgreSQL', () => {
  expect(2 * most('api', '').all + 2 * most('worker', '').all).toBeLessThanOrEqual(FREE)
})

it('a process keeps to DATABASE_POOL, and has connections for organizations and for itself even at its least', () => {
  for (const role of ['api', 'worker'] as const)
    for (const pool of ['16', '24', '60']) {
      const { all, organizations, system } = most(role, pool)
      expect(all).toBeLessThanOrEqual(Number(pool))
      expect(Math.min(organizations, system)).toBeGreaterThanOrEqual(2)
    }
})
