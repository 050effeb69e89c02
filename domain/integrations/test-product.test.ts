import { describe, expect, it } from 'vitest'
import type { CheckResult } from '#contract/integrations/checks.ts'
import { mayRemain } from './test-product.ts'

type Pair = [CheckResult['step'], CheckResult['state']]
const results = (...pairs: Pair[]) => pairs.map(([step, state]) => ({ step, state }))
const clean: Pair = ['leftovers', 'passed']

describe('a test product may remain on the account', () => {
  it.each<[string, Pair[]]>([
    ['while it is being made', [clean, ['create', 'running']]],
    ['when making it failed and nobody has looked yet', [clean, ['create', 'failed']]],
    ['when deleting it failed', [clean, ['create', 'passed'], ['end', 'passed'], ['remove', 'failed']]],
    ['when looking for it failed', [clean, ['create', 'failed'], ['end', 'failed'], ['remove', 'skipped']]],
  ])('%s', (_, pairs) => {
    expect(mayRemain(false, results(...pairs))).toBe(true)
  })

  it.each<[string, Pair[]]>([
    ['before it is made', [['account', 'passed']]],
    ['when it was deleted', [clean, ['create', 'passed'], ['end', 'failed'], ['remove', 'passed']]],
    [
      'when making it failed and none was there',
      [clean, ['create', 'failed'], ['end', 'skipped'], ['remove', 'skipped']],
    ],
    ['when it was never made', [clean, ['create', 'skipped'], ['end', 'skipped'], ['remove', 'skipped']]],
  ])('no longer, or not yet, %s', (_, pairs) => {
    expect(mayRemain(false, results(...pairs))).toBe(false)
  })

  it('of an earlier check until a check has deleted what it found of it', () => {
    expect(
      mayRemain(true, results(['account', 'failed'], ['create', 'skipped'], ['end', 'skipped'], ['remove', 'skipped'])),
    ).toBe(true)
    expect(mayRemain(true, results(['leftovers', 'failed']))).toBe(true)
    expect(mayRemain(true, results(clean))).toBe(false)
  })
})
