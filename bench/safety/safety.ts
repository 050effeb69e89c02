import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSandbox } from '#sandbox/testing/open.ts'
import { openDatabase } from '#server/db/connection/open.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { startBackground } from '#server/features/background.ts'
import { movableClock, type Plan, safetyDay, safetyStage } from '#server/testing/safety/day.ts'
import { openApp } from '#server/testing/setup/open-app.ts'
import type { Row } from '../kit/report.ts'

const PLAN: Plan = { each: 2500, exempt: 500, sample: 40 }
const PASSES = 5

/** 5,000 products of two manufacturers get operators and warnings in three ways, each undone afterwards, on the eve and the day of Etsy's rule. */
export async function benchSafety(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'motto-bench-'))
  const database = await openDatabase({ databaseUrl: undefined, dataDir, log: (line) => console.error(line) })
  await migrate(database.connection)
  const { now, arrive } = movableClock()
  const sandbox = await openSandbox({ now })
  const app = await openApp({ SANDBOX_PORT: String(sandbox.port) }, database.connection)
  app.services.clock = { ...app.services.clock, now }
  const background = await startBackground(app.services)
  try {
    const stage = await safetyStage({ app, sandbox, arrive }, PLAN)
    const day = await safetyDay(stage)
    for (const what of [...day.wrong, ...day.surprises].slice(0, 20)) console.error(what)
    const judged = 3 * PLAN.sample
    const row = (benchmark: string, ours: string, goal: string, met: boolean): Row => ({
      benchmark,
      ours,
      floor: '',
      ratio: '',
      goal,
      met,
    })
    const share = (part: number, of: number) => `${part.toLocaleString('en-US')} of ${of.toLocaleString('en-US')}`
    const checks = PASSES * day.products
    return [
      row(
        `what the check misses of ${day.products.toLocaleString('en-US')} products, in ${PASSES} passes`,
        `${share(day.predicted, checks)} as expected`,
        'all',
        day.predicted === checks,
      ),
      row(
        `verdicts of the simulator on a sample of ${PLAN.sample} in each state`,
        `${share(day.foretold, judged)} as the check foretold`,
        'all',
        day.foretold === judged,
      ),
      row(
        `alarms on ${PLAN.exempt} products that need nothing, in ${PASSES} passes`,
        String(day.falseAlarms),
        '0',
        day.falseAlarms === 0,
      ),
      row(
        'products that a file and a bulk edit changed, and that their undo put back',
        `${day.changed.file} and ${day.changed.edit}; ${day.undone.file} and ${day.undone.edit}`,
        `${PLAN.each} each`,
        [day.changed.file, day.changed.edit, day.undone.file, day.undone.edit].every((count) => count === PLAN.each),
      ),
    ]
  } finally {
    await background.stop()
    await app.stop()
    await sandbox.stop()
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
