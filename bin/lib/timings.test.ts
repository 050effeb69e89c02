import { expect, it } from 'vitest'
import { timings } from './timings.ts'

it('the table of a run names its parts, its projects and its ten slowest files, the slowest first', () => {
  const files = Array.from({ length: 12 }, (_, n) => ({
    file: `server/${n}.test.ts`,
    project: n < 2 ? 'unit' : 'server',
    passed: 1,
    failed: 0,
    ms: n * 1000,
  }))
  const lines = timings([{ title: 'checks', ms: 93_210 }], files)
  expect(lines.slice(0, 6)).toEqual([
    'Time by the clock',
    '   93.2 s  checks',
    'Time of the tests, several files at once',
    '    1.0 s  unit, 2 files',
    '   65.0 s  server, 10 files',
    'Slowest files',
  ])
  expect(lines.slice(6)).toHaveLength(10)
  expect([lines[6], lines.at(-1)]).toEqual(['   11.0 s  server/11.test.ts', '    2.0 s  server/2.test.ts'])
})
