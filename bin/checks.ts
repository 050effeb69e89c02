import { availableParallelism } from 'node:os'
import { runTool } from './run-tool.ts'

interface Check {
  title: string
  tool: string
  parameters: string[]
}

const types = (room: string): Check => ({
  title: `types of ${room}`,
  tool: 'tsc',
  parameters: ['-p', `${room}/tsconfig.json`],
})

const checks: Check[] = [
  types('contract'),
  types('server'),
  types('web'),
  types('sandbox'),
  types('e2e'),
  { title: 'format', tool: 'biome', parameters: ['format', '.'] },
  { title: 'lint', tool: 'oxlint', parameters: ['--type-aware', '--deny-warnings'] },
  { title: 'nothing unused', tool: 'knip', parameters: ['--no-progress'] },
]

/** Everything but the tests: types, format, lint, what nobody uses. Says what is wrong. @returns how many hold and how many do not */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const waiting = [...checks]
  let failed = 0
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { code, output } = await runTool(check.tool, check.parameters, { quiet: true })
      if (code !== 0) failed += 1
      console.log(code === 0 ? `✓ ${check.title}` : `✗ ${check.title}\n${output.trimEnd()}`)
    }
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work))
  return { passed: checks.length - failed, failed }
}
