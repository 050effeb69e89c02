import type { CheckResult, CheckState, CheckStep } from '#contract/integrations/checks.ts'

/**
 * Whether a test product may still be on an account after a check.
 * @param before whether one may have been there when the check began
 * @param results of the steps that have begun
 */
export function mayRemain(before: boolean, results: readonly Pick<CheckResult, 'step' | 'state'>[]): boolean {
  const states = new Map<CheckStep, CheckState>(results.map(({ step, state }) => [step, state]))
  const create = states.get('create')
  const wasMade = create !== undefined && create !== 'skipped'
  // Whoever skips both has looked for the product, and there was none.
  const isGone =
    states.get('remove') === 'passed' || (states.get('end') === 'skipped' && states.get('remove') === 'skipped')
  return (before && states.get('leftovers') !== 'passed') || (wasMade && !isGone)
}
