import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/types.ts'
import { type Difference, compareSales, rebuildSales } from '../features/analytics/days/rebuild.ts'
import { StartError } from '../start-error.ts'
import { runCommand } from './command.ts'

const SHOWN = 20
const line = ({ organizationId, kind, at, channel, currency, sku, stored, counted }: Difference) =>
  kind === 'columns'
    ? `organization ${organizationId}, columns of ${at}: differ from its orders`
    : `organization ${organizationId}, ${kind} of ${at}, ${channel}, ${currency}${sku && `, ${sku}`}: stored ${stored.join(' ')}, counted ${counted.join(' ')}`

/** Compares the sums behind analytics with the orders, of all organizations. @param how `--rebuild`: then counts anew where they differ */
export async function checkSales(db: Kysely<DB>, how: string): Promise<string> {
  if (how !== '' && how !== '--rebuild')
    throw new StartError('The only option is --rebuild: node server/cli/sales.ts --rebuild')
  const { rows } = await sql<{ id: number }>`select id from organizations order by id`.execute(db)
  const wrong: Difference[] = []
  for (const { id } of rows) {
    const differences = await compareSales(db, id)
    wrong.push(...differences)
    if (how === '--rebuild' && differences.length > 0) await rebuildSales(db, id)
  }
  if (wrong.length === 0) return 'The sales totals of all organizations match their orders.'
  const more = wrong.length > SHOWN ? [`… and ${wrong.length - SHOWN} more`] : []
  const done = how === '--rebuild' ? 'Totals were rebuilt.' : 'Rebuild them with: node server/cli/sales.ts --rebuild'
  return [
    `Totals that differ from the orders: ${wrong.length}`,
    ...wrong.slice(0, SHOWN).map(line),
    ...more,
    done,
  ].join('\n')
}

if (import.meta.main) await runCommand('sales.ts', checkSales, '')
