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

/** Days of profit that are counted again in one transaction. */
const PROFIT_DAYS = 20

/** Counts the days anew whose orders changed, of all organizations. Any number may run: one works, the others find nothing to do. */
export async function foldProfit({ database, stopping }: Services): Promise<void> {
  let folded = PROFIT_DAYS
  while (folded >= PROFIT_DAYS && !stopping.aborted) {
    const {
      rows: [done],
    } = await sql<{ n: number }>`select fold_profit(${PROFIT_DAYS}::int) as n`.execute(database.system)
    folded = done?.n ?? 0
  }
}

const EVERY_MS = 3000
/** A whole day is read again for one order of it, so this waits for more of them. */
const PROFIT_EVERY_MS = 30_000

/** Adds up again and again. */
export function startFolding(services: Services): { stop(): void } {
  const every = (ms: number, fold: (services: Services) => Promise<void>) =>
    setInterval(
      () => void fold(services).catch((error: unknown) => services.log.warn({ err: error }, 'adding up sales failed')),
      ms,
    )
  const timers = [every(EVERY_MS, foldSales), every(PROFIT_EVERY_MS, foldProfit)]
  return { stop: () => timers.forEach(clearInterval) }
}
