import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Services } from '../../context.ts'
import { migrations } from '../../db/schema/migrations.ts'
import { fillBatch, firstSize, nextSize } from '../../db/schema/steps/fill.ts'
import { readStanding } from '../../db/schema/steps/ledger.ts'
import type { Step } from '../../db/schema/steps/steps.ts'

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

/** Queues the job where an upgrade, maybe by another process, has left rows to change. */
export async function startFilling(services: Services): Promise<void> {
  if ((await unfilled(services, migrations)).length)
    await services.queue.send(services.database.system, 'upgrade.fill', { organizationId: null }, { key: 'upgrade' })
}
