import { type Services, announce, jobContext } from '../../context.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import * as queries from './queries.ts'

/** Counts all days of an organization's figures in its currency and time zone of now. Until it ends they are told in those of before. */
export async function countFiguresJob(services: Services, { organizationId }: Jobs['figures.count']): Promise<void> {
  const counted = await queries.countFigures(services.database.system, organizationId)
  if (counted.numUpdatedRows > 0n) announce(jobContext(services, organizationId), ['organization', 'orders'])
}
