import { randomInt } from 'node:crypto'
import { chanceOf } from '#domain/testing/stock/time.ts'
import { elsewhere } from '#server/testing/writes/legal.ts'
import { type Row, percentile } from '../kit/report.ts'
import { Adversary } from './adversary.ts'
import { Clients } from './clients.ts'
import { keepRun } from './runs.ts'
import { Sales } from './sales.ts'
import { Shops, crowd, quarrel } from './shops.ts'
import { startStand } from './stand.ts'
import { Walk, ofOneOrganization } from './walk.ts'

export interface HistoryOptions {
  minutes: number
  /** Without one, a seed is drawn and printed. */
  seed: number | undefined
  /** Of the walk over all kinds of writes, only those that have this in their name. */
  named: string
}

/**
 * Many clients write to a whole Motto of two api and two worker processes, with keys, while an adversary breaks connections, processes, the database, the
 * sandbox, the disk's speed and the clocks. Then all that they were told is compared with rows, ledger and channels.
 */
export async function benchHistory(o: HistoryOptions): Promise<Row[]> {
  const seed = o.seed ?? randomInt(1, 1_000_000)
  const began = performance.now()
  const log = (line: string) =>
    console.error(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${line}`)
  log(`seed ${seed}, ${o.minutes} minutes`)
  const stand = await startStand(log)
  // Whoever stops it early leaves no process behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stand.stop().finally(() => process.exit(1)))
  try {
    const clients = new Clients(stand, chanceOf(seed + 1))
    const shops = new Shops(stand, clients, chanceOf(seed + 2), quarrel)
    const many = new Shops(stand, clients, chanceOf(seed + 5), crowd)
    const walk = new Walk(stand, clients, chanceOf(seed + 3), o.named)
    const sales = new Sales(stand, clients, chanceOf(seed + 4))
    const adversary = new Adversary(stand, clients, chanceOf(seed), log)
    await Promise.all([shops.open(), many.open(), sales.open()])
    log(`learning what ${walk.kinds} kinds of writes leave`)
    await walk.learn()
    log('writing')
    const end = performance.now() + o.minutes * 60_000
    // What was written until something did not start again is compared all the same.
    const broken: string[] = []
    const isOver = () => performance.now() > end || broken.length > 0
    const striking = adversary.run().catch((error: unknown) => void broken.push(String(error)))
    const telling = setInterval(() => log(`${clients.written()} writes`), 30_000)
    const writing = Promise.all([shops, many, walk, sales].map((part) => part.run(isOver)))
    await Promise.all([striking, writing.finally(() => adversary.stop())])
    clearInterval(telling)
    const violations = [...broken]
    for (const [name, part] of Object.entries({ shops, 'the crowd': many, walk, sales })) {
      log(`comparing ${name}`)
      violations.push(...(await part.check()))
    }
    return tell(seed, o.minutes, { clients, walk, sales, adversary, violations })
  } finally {
    await stand.stop()
  }
}

interface Ran {
  clients: Clients
  walk: Walk
  sales: Sales
  adversary: Adversary
  violations: string[]
}

function tell(seed: number, minutes: number, { clients, walk, sales, adversary, violations }: Ran): Row[] {
  console.table(Object.fromEntries([...clients.byKind].sort(([a], [b]) => a.localeCompare(b))))
  console.table(Object.fromEntries([...clients.rejections].sort(([, a], [, b]) => b - a)))
  console.table(Object.fromEntries(adversary.counts))
  const total = clients.total()
  const settled = clients.settledMs
  const mended = clients.sinceMendedMs
  const times = (ms: readonly number[]) =>
    ms.length === 0 ? 'none' : `p50 ${Math.round(percentile(ms, 0.5))} ms, p99 ${Math.round(percentile(ms, 0.99))} ms`
  if (walk.indistinct.size > 0)
    console.error(`Told apart by their answers alone, as they leave no rows: ${[...walk.indistinct].sort().join(', ')}`)
  console.error(`Not sent: ${[...Object.keys(elsewhere), ...ofOneOrganization].join(', ')}`)
  for (const sentence of violations) console.error(`VIOLATION (seed ${seed}) ${sentence}`)
  if (violations.length > 0) process.exitCode = 1
  const { kills } = adversary
  const differences = violations.length
  console.error(keepRun({ seed, minutes, writes: clients.written(), requests: total.requests, kills, differences }))
  const faults = [...adversary.counts.values()].reduce((sum, n) => sum + n, 0)
  return [
    {
      benchmark: `history of ${minutes} minutes, seed ${seed}: ${clients.byKind.size} kinds of writes`,
      ours: [
        `${clients.written()} writes in ${total.requests} requests`,
        `${total.saved} saved, ${total.rejected} rejected, ${total.unknown} unknown`,
        `${sales.sales} sales, ${faults} faults, ${kills} of them kills`,
        `a repeat settled ${times(settled)}; ${mended.length} that were sent once all answered again: ${times(mended)}`,
        `${differences} violations`,
      ].join('; '),
      floor: '',
      ratio: '',
      goal: 'no second row, no lost row, no false statement; stock and channels agree',
      met: violations.length === 0,
    },
  ]
}
