import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { UpgradeStep } from '#contract/organizations/upgrade.ts'
import type { Services } from '../../context.ts'
import { migrations } from '../../db/schema/migrations.ts'
import { fillBatch, firstSize, nextSize } from '../../db/schema/steps/fill.ts'
import { readStanding } from '../../db/schema/steps/ledger.ts'
import type { Step } from '../../db/schema/steps/steps.ts'
import { version } from '../../version.ts'

const TELL_MS = 10_000
/** After rows that somebody else has locked. */
const PAUSE_MS = 500

/** The tables of upgrades are not the application's: their statements are written out. */
const plain = ({ database: { system } }: Services) => system.withoutPlugins() as unknown as Kysely<unknown>

async function unfilled(services: Services, steps: readonly Step[]): Promise<Step[]> {
  const { ledger } = await readStanding(plain(services))
  const running = new Set(ledger.filter(({ state }) => state === 'running').map(({ name }) => name))
  return steps.filter(({ name, kind }) => kind === 'backfill' && running.has(name))
}

/**
 * Changes the rows that backfills of this version are about, batch by batch, and rests between them as long as each took. It goes on where a process
 * before it stopped.
 * @param steps those of this version unless told
 */
export async function fillJob(services: Services, steps: readonly Step[] = migrations): Promise<void> {
  for (const step of await unfilled(services, steps)) await fillStep(services, step)
}

async function fillStep({ log, stopping, ...services }: Services, step: Step): Promise<void> {
  const db = plain({ log, stopping, ...services })
  let size = firstSize
  let rows = 0
  let lastLine = performance.now()
  log.info({ step: step.name }, 'a backfill of the upgrade begins')
  while (true) {
    stopping.throwIfAborted()
    const began = performance.now()
    const batch = await fillBatch(db, step, size)
    if (batch.state === 'done') break
    const ms = performance.now() - began
    rows += batch.rows
    if (batch.rows === size) size = nextSize(size, ms)
    if (performance.now() - lastLine > TELL_MS) {
      log.info({ step: step.name, rows }, 'a backfill of the upgrade goes on')
      lastLine = performance.now()
    }
    await delay(batch.state === 'waits' ? PAUSE_MS : ms, undefined, { signal: stopping })
  }
  log.info({ step: step.name, rows }, 'a backfill of the upgrade is done')
}

/** How far the upgrade of the database is, for who runs the installation. A step of the version after is among them once that began it. */
export async function readUpgrade(
  services: Services,
): Promise<{ version: string; steps: z.output<typeof UpgradeStep>[] }> {
  const { rows } = await sql<z.output<typeof UpgradeStep>>`
    select name, kind, state, rows_done::int as rows, greatest(rows_expected, rows_done)::int as "rowsExpected", error,
      started_at as "startedAt", finished_at as "finishedAt"
    from upgrade_steps order by state = 'done', name desc limit 50`.execute(plain(services))
  return { version, steps: rows }
}

/** Queues the job where an upgrade, maybe by another process, has left rows to change. */
export async function startFilling(services: Services): Promise<void> {
  if ((await unfilled(services, migrations)).length)
    await services.queue.send(services.database.system, 'upgrade.fill', { organizationId: null }, { key: 'upgrade' })
}
