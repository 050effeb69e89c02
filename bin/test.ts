import { chromiumPath } from './chromium.ts'
import { runChecks } from './checks.ts'
import { runVitest } from './vitest.ts'
import { buildWeb } from './web.ts'

const fast = process.argv.includes('--fast')
const chosen = process.argv.slice(2).filter((word) => word !== '--fast')

const browser = fast ? {} : { CHROMIUM_PATH: await chromiumPath() }
const checks = chosen.length ? { passed: 0, failed: 0 } : await runChecks()
await buildWeb()
const tests = await runVitest([...(fast ? ['--project', 'unit', '--project', 'server'] : []), ...chosen], browser)

for (const note of tests.notes) console.log(note)
const failed = checks.failed + tests.failed
console.log(`${checks.passed + tests.passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
