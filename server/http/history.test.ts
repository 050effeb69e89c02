import { expect, it } from 'vitest'
import { testDatabase } from '../testing/setup/database.ts'
import { violations } from '../testing/history/check.ts'
import { planOf } from '../testing/history/plan.ts'
import { carryOut } from '../testing/history/run.ts'

const ROUNDS = 20

it.each([2, 33])(
  'people are told the truth of their writes while connections, sessions and processes break (seed %i)',
  async (seed) => {
    const history = await carryOut(await testDatabase(), planOf(seed, ROUNDS))
    try {
      expect(await violations(history)).toEqual([])
    } finally {
      await history.stop()
    }
  },
  120_000,
)
