import { expect, it } from 'vitest'
import { playHistory } from '../../../testing/shop/order-history.ts'
import { ordersDesk } from '../../../testing/shop/orders-desk.ts'

const desk = ordersDesk()

/** HISTORIES=10000 plays as many, from the seed HISTORIES_FROM on, and names those that differ. */
const HISTORIES = Number(process.env['HISTORIES'] ?? 60)
const FROM = Number(process.env['HISTORIES_FROM'] ?? 1)
const AT_ONCE = 10
const MS_EACH = 2_000

it(
  'DESIGN 2: after any history of parcels, refunds, restocks, returns and counts, the ledger agrees with a shelf counted by hand',
  async () => {
    const seeds = Array.from({ length: HISTORIES }, (_, n) => FROM + n)
    const failures: unknown[] = []
    const play = async (): Promise<void> => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift())
        await playHistory(desk, seed).catch((error: unknown) => failures.push(error))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, play))
    expect(failures).toEqual([])
  },
  HISTORIES * MS_EACH,
)
