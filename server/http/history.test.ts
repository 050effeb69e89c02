import { expect, it } from 'vitest'
import { testDatabase } from '../testing/setup/database.ts'
import { violations } from '../testing/history/check.ts'
import { planOf } from '../testing/history/plan.ts'
import { carryOut } from '../testing/history/run.ts'

const ROUNDS = 20
/** HISTORY_SEEDS=100 plays as many, from the seed HISTORY_SEEDS_FROM on. */
const SEEDS = Number(process.env['HISTORY_SEEDS'] ?? 0)
const FROM = Number(process.env['HISTORY_SEEDS_FROM'] ?? 1)
const seeds = SEEDS > 0 ? Array.from({ length: SEEDS }, (_, n) => FROM + n) : [2, 33]

it.each(seeds)(
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
