import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

/** The columns of a product row, read by hand-written SQL. */
const columns = `p.id, p.sku, p.title, p.template_id as "templateId", t.name as "templateName", coalesce(p.images -> 0 ->> 'url', '') as image, p.condition, p.tags,
  p.price, p.cost, p.msrp, s.available as quantity, s.reserved as "reservedQuantity", s.sold, p.readiness, p.created_at as "createdAt", p.updated_at as "updatedAt"`
const page = (order: string) => `select ${columns} from (select * from products p where organization_id = $1 order by ${order} offset $2 limit 25) p
  join product_templates t on t.organization_id = $1 and t.id = p.template_id
  join stock_levels s on s.organization_id = $1 and s.product_id = p.id and s.variation_id is null order by ${order}`
const matching = (words: string) => `to_tsvector('simple', sku || ' ' || title) @@ to_tsquery('simple', ${words})`

/** The same answer from one hand-written prepared statement behind a bare server: what ours is held against. */
export async function startFloor(connection: pg.PoolConfig, organizationId: number): Promise<{ url: string; stop(): Promise<void> }> {
  const pool = new pg.Pool({ ...connection, max: 10 })
  const statements: Record<string, string> = {
    first: page('p.updated_at desc, p.id desc'), price: page('p.price, p.id'),
    search: `select ${columns} from (select * from products p where organization_id = $1 and ${matching('$3')}
      order by p.updated_at desc, p.id desc offset $2 limit 25) p
      join product_templates t on t.organization_id = $1 and t.id = p.template_id join stock_levels s on s.organization_id = $1 and s.product_id = p.id and s.variation_id is null
      order by p.updated_at desc, p.id desc`,
  }
  // Filtered totals are counted up to a cap, as the answer tells them.
  const totals = {
    all: 'select products as n from organization_counts where organization_id = $1',
    found: `select count(*) as n from (select from products p where organization_id = $1 and ${matching('$2')} limit 10001) found`,
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://floor')
    const name = url.pathname.slice(1)
    const text = statements[name]
    if (!text) return void response.writeHead(404).end()
    const values: unknown[] = [organizationId, Number(url.searchParams.get('offset') ?? 0)]
    const words = url.searchParams.get('search')
    const of = words === null ? [] : [`${words}:*`]
    const total = words === null ? 'all' : 'found'
    void Promise.all([pool.query({ name, text, values: [...values, ...of] }), pool.query<{ n: number }>({ name: total, text: totals[total], values: [organizationId, ...of] })])
      .then(([rows, { rows: [counted] }]) => response.setHeader('content-type', 'application/json').end(JSON.stringify({ data: rows.rows, items: Math.min(counted?.n ?? 0, total === 'found' ? 10_000 : Infinity) })))
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
