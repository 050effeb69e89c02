import { sql } from 'kysely'
import type { Services } from '../../../context.ts'

/** Changes that are added up in one transaction: it lasts some ten milliseconds. */
const CHUNK = 2000
/** Changes of stock that are counted in one transaction. */
const PRODUCTS = 1000
/** Days of profit that are counted again in one transaction. */
const PROFIT_DAYS = 20

/** Of all organizations. Any number may run: one works, the others find nothing to do. @param fold a function of the database @param most done in one transaction */
const folding =
  (fold: string, most: number) =>
  async ({ database, stopping }: Services): Promise<void> => {
    let folded = most
    while (folded >= most && !stopping.aborted) {
      const {
        rows: [done],
      } = await sql<{ n: number }>`select ${sql.ref(fold)}(${most}::int) as n`.execute(database.system)
      folded = done?.n ?? 0
    }
  }

/** Adds up what writers of orders noted. */
export const foldSales = folding('fold_sales', CHUNK)
/** Adds up what writers of products and listings noted. */
export const foldTallies = folding('fold_tallies', CHUNK)
/** Counts the products again whose stock, cost or sales changed. */
export const foldStock = folding('fold_stock', PRODUCTS)
/** Counts the days anew whose orders changed. */
export const foldProfit = folding('fold_profit', PROFIT_DAYS)

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
  const timers = [
    every(EVERY_MS, foldSales),
    every(EVERY_MS, foldTallies),
    every(EVERY_MS, foldStock),
    every(PROFIT_EVERY_MS, foldProfit),
  ]
  return { stop: () => timers.forEach(clearInterval) }
}
