import { availableParallelism } from 'node:os'
import { runTool } from './run-tool.ts'

interface Check {
  title: string
  tool: string
  parameters: string[]
}

/** How many run at a time, and how many processors each of them has. */
const lanes = Math.min(2, availableParallelism())
const share = Math.floor(availableParallelism() / lanes)
/** For tools written in Go: threads that only look for work, and sweeping what is small, took a third of their time. */
const go = { GOMAXPROCS: String(share), GOGC: '400' }

const types = (room: string): Check => ({
  title: `types of ${room}`,
  tool: 'tsc',
  // Left to itself it has four, of which each learns the same types for itself.
  parameters: ['-p', `${room}/tsconfig.json`, '--checkers', String(share)],
})

/** The longest first. */
const checks: Check[] = [
  { title: 'lint', tool: 'oxlint', parameters: ['--type-aware', '--deny-warnings'] },
  types('server'),
  types('e2e'),
  types('web'),
  { title: 'nothing unused', tool: 'knip', parameters: ['--no-progress'] },
  types('contract'),
  types('packages/sandbox'),
  types('packages/client'),
  types('packages/cli'),
  { title: 'format', tool: 'biome', parameters: ['format', '.'] },
]

/** Everything but the tests: types, format, lint, what nobody uses. Says what is wrong. @returns how many hold and how many do not */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const waiting = [...checks]
  let failed = 0
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { code, output } = await runTool(check.tool, check.parameters, { quiet: true, env: go })
      if (code !== 0) failed += 1
      console.log(code === 0 ? `✓ ${check.title}` : `✗ ${check.title}\n${output.trimEnd()}`)
    }
  }
  await Promise.all(Array.from({ length: lanes }, work))
  return { passed: checks.length - failed, failed }
}
