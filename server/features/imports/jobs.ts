import { type Ctx, type Services, jobContext } from '../../context.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { enqueue } from '../../jobs/queue.ts'
import { applyImport } from './applying/apply.ts'
import { planImport } from './planning/plan.ts'
import * as queries from './queries.ts'
import * as upkeep from './upkeep.ts'
import { readImport } from './reading/read.ts'
import { KEPT_DAYS, queue } from './service.ts'

type Job = Jobs['imports.read']

/** Acts for the one who uploaded the file, so that the history names them. */
async function contextOf(services: Services, { organizationId, importId }: Job): Promise<Ctx> {
  const ctx = jobContext(services, organizationId)
  return { ...ctx, userId: (await queries.find(ctx, importId))?.userId ?? null }
}

export const readImportJob = async (services: Services, job: Job): Promise<void> =>
  readImport(await contextOf(services, job), job.importId)
export const planImportJob = async (services: Services, job: Job): Promise<void> =>
  planImport(await contextOf(services, job), job.importId)
export const applyImportJob = async (services: Services, job: Job): Promise<void> =>
  applyImport(await contextOf(services, job), job.importId)

/** Rows deleted in one statement. */
const PURGED = 5000
const DAY_MS = 24 * 3_600_000
/** An import at which nobody works for so long was forgotten: its job gave up, or was lost. */
const FORGOTTEN_MS = 10 * 60_000
const HOURLY_MS = 3_600_000

/** Forgets the files of an organization's old imports. */
export async function purgeImportsJob(services: Services, { organizationId }: Jobs['imports.purge']): Promise<void> {
  const ctx = jobContext(services, organizationId)
  const now = services.clock.now().getTime()
  for (const { id } of await upkeep.old(ctx, new Date(now - KEPT_DAYS * DAY_MS), new Date(now - DAY_MS))) {
    while (await upkeep.purge(ctx, id, PURGED)) {
      /* until nothing is left */
    }
    await queries.remove(ctx, id)
  }
}

const jobOf = { reading: 'imports.read', planning: 'imports.plan', applying: 'imports.apply' } as const

/** Of all organizations: wakes imports that were left lying, and has old ones forgotten. */
export async function sweepImports(services: Services): Promise<void> {
  const now = services.clock.now().getTime()
  for (const { organizationId, id, state } of await upkeep.forgotten(
    services.database.system,
    new Date(now - FORGOTTEN_MS),
  )) {
    if (state in jobOf) await queue(jobContext(services, organizationId), jobOf[state as keyof typeof jobOf], id)
  }
  for (const { organizationId } of await upkeep.organizationsWithOld(
    services.database.system,
    new Date(now - DAY_MS),
  )) {
    await enqueue(
      jobContext(services, organizationId),
      'imports.purge',
      { organizationId },
      { key: String(organizationId) },
    )
  }
}

/** Sweeps when a worker starts, and hourly. */
export function startSweeping(services: Services): { stop(): void } {
  const sweep = () =>
    void sweepImports(services).catch((error: unknown) =>
      services.log.warn({ err: error }, 'looking for imports that were left failed'),
    )
  sweep()
  const timer = setInterval(sweep, HOURLY_MS)
  return { stop: () => clearInterval(timer) }
}
