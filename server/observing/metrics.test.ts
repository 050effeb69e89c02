import { beforeEach, describe, expect, it } from 'vitest'
import { allEndpoints } from '#contract/all.ts'
import { jobNames } from '../jobs/jobs.ts'
import { answers, outcomeOf, registry, requestSeconds, slowStatements } from './metrics.ts'
import { noteStatement, textWithoutValues } from './statements.ts'
import { inScope } from './scope.ts'

const slow = (sql: string) =>
  ({ level: 'query', query: { sql, parameters: ['dana@northlight.example'] }, queryDurationMillis: 1234 }) as never

describe('the numbers of a process', () => {
  it('stay below half a megabyte after every endpoint was called and was slow', async () => {
    for (const { method, path } of allEndpoints) {
      const route = `/api/v2${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
      requestSeconds.observe({ method, route }, 1)
      for (const status of ['2xx', '4xx', '5xx']) answers.inc({ method, route, status })
      slowStatements.inc({ work: `${method} ${route}` })
    }
    for (const work of jobNames) slowStatements.inc({ work })
    expect((await registry.metrics()).length).toBeLessThan(512 * 1024)
  })
  it.each([
    [undefined, 'none'],
    [200, '2xx'],
    [404, '4xx'],
    [429, '429'],
    [503, '5xx'],
  ])('an answer of the status %s counts as %s', (status, outcome) => {
    expect(outcomeOf(status)).toBe(outcome)
  })
})

describe('a slow statement', () => {
  // Other tests of this process have counted their own.
  beforeEach(() => slowStatements.reset())

  it('is counted and logged under its endpoint, without values', async () => {
    const lines: unknown[] = []
    const log = { warn: (data: object, message: string) => void lines.push({ ...data, message }) }
    inScope({ name: 'GET /api/v2/slow', requestId: 'request-1', jobs: 0 }, () => {
      noteStatement(slow(`select *\n from users where email = 'it''s dana' and id = $1`), log)
    })
    expect(lines).toEqual([
      {
        work: 'GET /api/v2/slow',
        ms: 1234,
        sql: `select * from users where email = '?' and id = $1`,
        message: 'a statement was slow',
      },
    ])
    expect(await registry.metrics()).toContain('motto_slow_statements_total{work="GET /api/v2/slow"} 1')
  })
  it('of neither a request nor a job counts as other', async () => {
    noteStatement(slow('select 1'), undefined)
    expect(await registry.metrics()).toContain('motto_slow_statements_total{work="other"} 1')
  })
  it('is shortened in the log', () => {
    expect(textWithoutValues('x '.repeat(1000))).toHaveLength(300)
  })
})
