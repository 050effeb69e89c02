import type { CheckResult, CheckState } from '#contract/integrations/checks.ts'
import { stepWords } from '#domain/words/connection-check.ts'
import type { Certified } from './certify.ts'

const signs: Record<CheckState, string> = {
  running: '…',
  passed: 'passed',
  attention: 'look',
  failed: 'FAILED',
  unsupported: 'not supported',
  skipped: 'skipped',
}
const width = Math.max(...Object.values(signs).map(({ length }) => length))

/** One line for each step that has ended. */
export const stepLine = ({ step, state, detail }: CheckResult): string =>
  `${signs[state].padEnd(width)}  ${stepWords[step]}${detail ? `: ${detail}` : ''}`

/** What was compared, and every difference. */
export function reportLines({ results, exchanges, differences, notCompared, deviations }: Certified): string[] {
  const failures = results.filter(({ state }) => state === 'failed').length
  return [
    '',
    ...(deviations === undefined
      ? [
          'The published description isn’t on this machine, so nothing was compared with it. CHANNEL_SPECS names its folder.',
        ]
      : [
          `${exchanges.length} requests compared with the published description: ${count(deviations.length, 'difference')}.`,
          ...deviations.map(({ step, call, problem }) => `  ${stepWords[step]} · ${call}\n    ${problem}`),
        ]),
    `${exchanges.length} requests compared with the simulator: ${count(differences.length, 'difference')}.`,
    ...differences.map(
      ({ step, call, at, account, simulator }) =>
        `  ${stepWords[step]} · ${call} · ${at}\n    account: ${account}\n    simulator: ${simulator}`,
    ),
    ...(notCompared.length > 0
      ? [
          `Fields of your own listings and orders that the simulator’s examples don’t have, not compared: ${notCompared.length}.`,
          ...notCompared.map((field) => `  ${field}`),
        ]
      : []),
    failures === 0 ? 'No step failed.' : `${count(failures, 'step')} failed.`,
  ]
}

const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`

/** Whether a script may go on. */
export const isClean = ({ results, differences, deviations }: Certified): boolean =>
  results.every(({ state }) => state !== 'failed') && differences.length === 0 && (deviations ?? []).length === 0
