import { runChecks } from './checks.ts'
import { runVitest } from './vitest.ts'

const checks = await runChecks()
const walls = await runVitest(['house.test.ts'])
console.log(`${checks.passed + walls.passed} passed, ${checks.failed + walls.failed} failed`)
process.exit(checks.failed + walls.failed ? 1 : 0)
