import { type Kysely, sql } from 'kysely'
import { type Ctx, type Services, announce, jobContext } from '../../../context.ts'
import type { DB } from '../../../db/types.ts'
import type { Jobs } from '../../../jobs/jobs.ts'

/** With more orders, to count the days that rates touch takes longer than anybody waits. */
const FEW_ORDERS = 10_000

/** Has figures count with the rates that wait; answers how many these were. @param most orders that they touch; null: however many */
async function apply(db: Kysely<DB>, organizationId: number, most: number | null): Promise<number> {
  const { rows } = await sql<{ applied: number | null }>`
    select apply_rates(${organizationId}, ${most}) as applied`.execute(db)
  return rows[0]?.applied ?? 0
}

/**
 * At once, where they touch few orders and nobody else counts: in the transaction that noted them, which another connection would wait for. With several
 * nodes, sums are locked on the coordinator, where those who fold them look.
 */
export async function countFew({ db, organizationId }: Ctx): Promise<void> {
  const { rows } = await sql<{ isFree: boolean }>`select hold_sums() as is_free`.execute(db)
  if (rows[0]?.isFree) await sql`select apply_few_rates(${organizationId}, ${FEW_ORDERS})`.execute(db)
}

/** Until it ends, figures are told with the rates of before. */
export async function countRatesJob(services: Services, { organizationId }: Jobs['figures.rates']): Promise<void> {
  if ((await apply(services.database.system, organizationId, null)) > 0)
    announce(jobContext(services, organizationId), ['organization', 'orders'])
}
