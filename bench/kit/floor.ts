import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import type { Operation } from './operations.ts'

/** The columns that the inventory shows at first, and no more: what a list that nobody has changed needs. */
export const floorColumns = 'picture, SKU, template, title, price, quantity, status, time of the last change'
const row = `p.id, p.sku, p.title, t.name as "templateName", p.price, f.quantity, p.images, p.readiness as status, p.updated_at as "updatedAt"`
const facts = 'product_facts f on f.organization_id = $1 and f.product_id = p.id'
const templates = 'product_templates t on t.organization_id = $1 and t.id = p.template_id'
const CAP = 10_000

/** The page's ids first, from the table that the sort's index is of, then the rows of these. */
function pageOf({ where = 'true', order = 'p.updated_at', query }: Operation): string {
  const way = query.orderBy ?? 'desc'
  const byFact = order.startsWith('f.')
  const from = byFact
    ? `product_facts f ${where === 'true' ? '' : 'join products p on p.organization_id = $1 and p.id = f.product_id'} where f.organization_id = $1`
    : `products p ${order.startsWith('lower') ? `join ${templates}` : ''} ${where.includes('f.') ? `join ${facts}` : ''} where p.organization_id = $1`
  const id = byFact ? 'f.product_id' : 'p.id'
  return `select ${row} from (select ${id} as id, ${order} as sorted from ${from} and ${where} order by ${order} ${way}, ${id} ${way} offset $2 limit 25) page
    join products p on p.organization_id = $1 and p.id = page.id join ${templates} join ${facts} order by page.sorted ${way}, page.id ${way}`
}
const totalOf = ({ where }: Operation) =>
  where
    ? `select count(*)::int as n from (select from products p ${where.includes('f.') ? `join ${facts}` : ''} where p.organization_id = $1 and $2::int is not null and ${where} limit ${CAP + 1}) found`
    : 'select products::int as n from organization_counts where organization_id = $1 and $2::int is not null'

/** Rows, and how many there are where that is asked. */
export interface Asked {
  page: pg.QueryConfig
  total?: pg.QueryConfig
}
/** What somebody would write by hand for looks at the product list. */
export const askedOf = (organizationId: number, operations: readonly Operation[]): Asked[] =>
  operations.map((operation, n) => {
    const values = [organizationId, operation.offset ?? 0, ...(operation.values ?? [])]
    return {
      page: { name: `page${n}`, text: pageOf(operation), values },
      total: { name: `total${n}`, text: totalOf(operation), values },
    }
  })

/** Answers of hand-written prepared statements behind a bare server: what ours are held against. Each is asked for by its number. */
export async function startFloor(
  connection: pg.PoolConfig,
  requests: readonly Asked[],
): Promise<{ url: string; stop(): Promise<void> }> {
  const pool = new pg.Pool({ ...connection, max: 10 })
  const server = createServer((request, response) => {
    const match = requests[Number(request.url?.slice(1))]
    if (!match) return void response.writeHead(404).end()
    void Promise.all([pool.query(match.page), match.total ? pool.query<{ n: number }>(match.total) : { rows: [] }])
      .then(
        ([
          { rows },
          {
            rows: [counted],
          },
        ]) =>
          response
            .setHeader('content-type', 'application/json')
            .end(JSON.stringify({ data: rows, items: counted?.n ?? 0 })),
      )
      .catch((error: unknown) => response.writeHead(500).end(String(error)))
  }).listen(0, '127.0.0.1')
  await new Promise((ready) => server.once('listening', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await pool.end()
    },
  }
}
