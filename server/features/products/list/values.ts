import { sql } from 'kysely'
import type { Services } from '../../../context.ts'

/** Changes added up in one transaction: it lasts some ten milliseconds. */
const CHUNK = 2000

/** Adds up what writers of products noted of tags, attributes and words, of all organizations. Any number may run: one works, the others find nothing to do. */
export async function foldValueChanges({ database, stopping }: Services): Promise<void> {
  let folded = CHUNK
  while (folded === CHUNK && !stopping.aborted) {
    const {
      rows: [done],
    } = await sql<{ n: number }>`select fold_value_changes(${CHUNK}::int) as n`.execute(database.system)
    folded = done?.n ?? 0
  }
}
