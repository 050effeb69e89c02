import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Time } from '../shapes.ts'

/** A step of an upgrade of the database: docs/running/upgrades.md. */
export const UpgradeStep = z.object({
  name: z.string(),
  kind: z.enum(['expand', 'index', 'backfill', 'contract']),
  /** `waiting`: a contract step that a later version runs. */
  state: z.enum(['waiting', 'running', 'done']),
  /** Of a backfill: rows that are done, and about how many there are. */
  rows: z.number().int(),
  rowsExpected: z.number().int(),
  /** Why it failed last; '' where it did not. */
  error: z.string(),
  startedAt: Time,
  finishedAt: Time.nullable(),
})
export const getUpgrade = endpoint({
  method: 'GET',
  path: '/superAdmin/upgrade',
  summary: 'Get the version and the progress of its database upgrade',
  needs: 'everything:admin',
  reply: z.object({
    version: z.string(),
    /** Those that are not done first, then the newest 50. */
    steps: z.array(UpgradeStep),
  }),
})
