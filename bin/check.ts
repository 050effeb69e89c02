import { runChecks } from './lib/checks.ts'
import { runVitest } from './lib/vitest.ts'

const checks = await runChecks()
const walls = await runVitest(['house.test.ts', 'names.test.ts', 'wording.test.ts'])
console.log(`${checks.passed + walls.passed} passed, ${checks.failed + walls.failed} failed`)
process.exit(checks.failed + walls.failed ? 1 : 0)
