import { testChromiumPath } from './lib/chromium.ts'
import { runChecks } from './lib/checks.ts'
import { type Part, timed, timings } from './lib/timings.ts'
import { runVitest } from './lib/vitest.ts'
import { buildWeb } from './lib/web.ts'

const fast = process.argv.includes('--fast')
const chosen = process.argv.slice(2).filter((word) => word !== '--fast')

const browser = fast ? {} : { CHROMIUM_PATH: await testChromiumPath() }
const parts: Part[] = []
const checks = chosen.length ? { passed: 0, failed: 0 } : await timed(parts, 'checks', runChecks)
await timed(parts, 'web', buildWeb)
const words = [...(fast ? ['--project', 'unit*', '--project', 'server*'] : []), ...chosen]
const tests = await timed(parts, 'tests', () => runVitest(words, browser))

for (const line of timings(parts, tests.files)) console.log(line)
const failed = checks.failed + tests.failed
console.log(`${checks.passed + tests.passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
