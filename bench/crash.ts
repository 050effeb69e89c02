import { startMany } from '../e2e/support/many.ts'
import { storm } from '../e2e/support/storm.ts'
import { begin } from '../e2e/support/story.ts'
import type { Row } from './kit/report.ts'

const SEEDS = 20
const EVENTS = 120

/** Two api and two worker processes and the sandbox under random sales, cancellations, counts and edits, while workers are killed. It fails where not all agree in the end. */
export async function benchCrash(): Promise<Row[]> {
  const many = await startMany()
  try {
    const story = await begin(many)
    const total = { sales: 0, kills: 0, shared: 0, guaranteed: 0 }
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const { sales, kills, oversold } = await storm(many, story, { seed, events: EVENTS })
      total.sales += sales
      total.kills += kills
      total.shared += oversold.shared
      total.guaranteed += oversold.guaranteed
      console.error(`Seed ${seed}: ${sales} sales, ${kills} kills, oversold orders ${JSON.stringify(oversold)}`)
    }
    return [
      {
        benchmark: `kill -9 of workers among sales: ${SEEDS} seeds of ${EVENTS} events`,
        ours: `${total.sales} sales are as many orders, ${total.kills} kills, ${total.shared} oversold of what is shared, ${total.guaranteed} of what is guaranteed`,
        floor: '',
        ratio: '',
        goal: '0 oversold of what is guaranteed; one order per sale, levels equal the ledger, all agree',
        met: total.guaranteed === 0,
      },
    ]
  } finally {
    await many.stop()
  }
}
