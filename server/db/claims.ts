import type { Kysely, RawBuilder } from 'kysely'
import type { DB } from './types.ts'

export interface Claimed<T> {
  rows: T[]
  affected: number
}

/**
 * Claims rows of several organizations, one organization after the other: those of several may be on different nodes, which cannot lock rows together.
 * @param due a query of the `organization_id`s that have something due; it locks nothing
 * @param claim the statement for one of them, which locks what is due and skips what is locked
 */
export async function claimEach<T>(
  db: Kysely<DB>,
  due: RawBuilder<{ organizationId: number }>,
  claim: (organizationId: number) => RawBuilder<T>,
): Promise<Claimed<T>> {
  const claimed: Claimed<T> = { rows: [], affected: 0 }
  for (const { organizationId } of (await due.execute(db)).rows) {
    const { rows, numAffectedRows } = await claim(organizationId).execute(db)
    claimed.rows.push(...rows)
    claimed.affected += Number(numAffectedRows ?? 0)
  }
  return claimed
}
