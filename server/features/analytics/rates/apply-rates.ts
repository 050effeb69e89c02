import { sql } from 'kysely'
import { type Ctx, type Services, announce, jobContext } from '../../../context.ts'
import type { Jobs } from '../../../jobs/jobs.ts'

/** With more orders, to count the days that rates touch takes longer than anybody waits. */
const FEW_ORDERS = 10_000

/** Has figures count with the rates that wait; answers how many these were. @param most orders that they touch; null: however many */
async function apply({ database }: Services, organizationId: number, most: number | null): Promise<number> {
  const { rows } = await sql<{ applied: number | null }>`
    select apply_rates(${organizationId}, ${most}) as applied`.execute(database.system)
  return rows[0]?.applied ?? 0
}

/** At once, where they touch few orders and nobody else counts. */
export const countFew = ({ services, organizationId }: Ctx) => apply(services, organizationId, FEW_ORDERS)

/** Until it ends, figures are told with the rates of before. */
export async function countRatesJob(services: Services, { organizationId }: Jobs['figures.rates']): Promise<void> {
  if ((await apply(services, organizationId, null)) > 0)
    announce(jobContext(services, organizationId), ['organization', 'orders'])
}
