import { sql } from 'kysely'
import type { Services } from '../../../context.ts'

/** Changes of orders, and of pieces, added up in one transaction: it lasts some ten milliseconds. */
const CHUNK = 2000

/** Adds up what writers of orders noted, of all organizations. Any number may run: one works, the others find nothing to do. */
export async function foldSales({ database, stopping }: Services): Promise<void> {
  let folded = CHUNK
  while (folded >= CHUNK && !stopping.aborted) {
    const {
      rows: [done],
    } = await sql<{ n: number }>`select fold_sales(${CHUNK}::int) as n`.execute(database.system)
    folded = done?.n ?? 0
  }
}

const EVERY_MS = 3000

/** Adds up again and again. */
export function startFolding(services: Services): { stop(): void } {
  const timer = setInterval(
    () =>
      void foldSales(services).catch((error: unknown) => services.log.warn({ err: error }, 'adding up sales failed')),
    EVERY_MS,
  )
  return { stop: () => clearInterval(timer) }
}
