import pg from 'pg'
import { listProducts } from '#contract/products.ts'
import { addressOf } from '#server/testing/address.ts'
import { fillProducts } from './fill.ts'
import { startFloor } from './floor.ts'
import type { Bench } from './main.ts'
import { type Row, ms } from './report.ts'
import { inTurn, perSecond } from './time.ts'

const fetched = async (url: string, cookie = '') => {
  const response = await fetch(url, { headers: { cookie } })
  const body = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${body.slice(0, 200)}`)
}

/** The product list beside its floor, with session and permission checks on, at one size. */
export async function benchLists(bench: Bench, count: number): Promise<Row[]> {
  const pool = new pg.Pool(bench.connection)
  await fillProducts(pool, bench.organizationId, count)
  await pool.end()
  const floor = await startFloor(bench.connection, bench.organizationId)
  const ours = (query: object) => () => fetched(bench.url + addressOf(listProducts, { query }), bench.cookie)
  const compare: [string, object, string][] = [
    ['first page with total', {}, 'first'], ['sorted by price', { sortBy: 'price', orderBy: 'asc' }, 'price'], ['keyword search with total', { search: ['Harbour'] }, 'search?search=Harbour'],
    ['deep page (offset 4,000)', { offset: 4000 }, 'first?offset=4000'],
  ]
  const rows: Row[] = []
  for (const [name, query, path] of compare) {
    const [a, b] = await inTurn(200, ours(query), () => fetched(`${floor.url}/${path}`))
    if (a && b) rows.push({ benchmark: `products ${count.toLocaleString('en-US')}: ${name}`, ours: `p50 ${ms(a.p50)}, p95 ${ms(a.p95)}`, floor: `p50 ${ms(b.p50)}`, ratio: (a.p50 / b.p50).toFixed(2), goal: /deep|keyword/.test(name) ? '≤ 1.5' : '≤ 2' })
  }
  const fast = await perSecond(1000, 16, () => fetched(`${floor.url}/first`))
  const mine = await perSecond(1000, 16, ours({}))
  rows.push({ benchmark: `products ${count.toLocaleString('en-US')}: first page, 16 at once`, ours: `${mine.toFixed(0)}/s`, floor: `${fast.toFixed(0)}/s`, ratio: (mine / fast).toFixed(2), goal: '≥ 0.4' })
  await floor.stop()
  return rows
}
