import { searchProducts } from '#contract/products/products.ts'
import { searchRecords } from '#contract/search.ts'
import { addressOf } from '#server/testing/address.ts'
import type { Shop } from './kit/fixture.ts'
import { type Asked, startFloor } from './kit/floor.ts'
import { fetched } from './list.ts'
import { type Row, ms } from './kit/report.ts'
import { inTurn } from './kit/time.ts'

const ROUNDS = 40
/** Over HTTP, session and permissions included. */
const GOAL_MS = { suggestions: 30, palette: 50 }

/** What people type, and what would find it, by hand: the words by their index, a code by the index of pieces of SKUs. */
const typed: [name: string, text: string, where: string, values: string[]][] = [
  ['a frequent word', 'mug', `p.words @@ to_tsquery('simple', $2)`, ['mug:*']],
  ['the beginning of a word', 'larks', `p.words @@ to_tsquery('simple', $2)`, ['larks:*']],
  ['the beginning of a SKU', 'NL-MUG', 'p.sku ilike $2', ['NL-MUG%']],
  [
    'a part of a SKU and a frequent word',
    '00081 candle',
    `p.sku ilike $2 and p.words @@ to_tsquery('simple', $3)`,
    ['%00081%', 'candle:*'],
  ],
  [
    'a frequent part of SKUs and a frequent word',
    'nl-cnd candle',
    `p.sku ilike $2 and p.words @@ to_tsquery('simple', $3)`,
    ['%nl-cnd%', 'candle:*'],
  ],
]

/** Suggestions of products and the palette of all records, while somebody types. */
export async function benchSearch({ server, connection, organizationId, cookie, products }: Shop): Promise<Row[]> {
  const floor = await startFloor(
    connection,
    typed.map(
      ([, , where, values], n): Asked => ({
        page: {
          name: `typed${n}`,
          text: `select p.id, p.sku, p.title, p.images from products p where p.organization_id = $1 and ${where} limit 10`,
          values: [organizationId, ...values],
        },
      }),
    ),
  )
  const rows: Row[] = []
  try {
    for (const [n, [name, text]] of typed.entries()) {
      const [suggested, palette, theirs] = await inTurn(
        ROUNDS,
        () => fetched(server.url + addressOf(searchProducts, { query: { search: text.split(' ') } }), cookie),
        () => fetched(server.url + addressOf(searchRecords, { query: { q: text } }), cookie),
        () => fetched(`${floor.url}/${n}`),
      )
      for (const [what, ours, goal] of [
        ['suggestions', suggested, GOAL_MS.suggestions],
        ['the palette', palette, GOAL_MS.palette],
      ] as const) {
        if (!ours || !theirs) continue
        const row = {
          benchmark: `${products.toLocaleString('en-US')} products, ${what} for ${name}`,
          ours: `p50 ${ms(ours.p50)}, p95 ${ms(ours.p95)}`,
          floor: `p50 ${ms(theirs.p50)}, p95 ${ms(theirs.p95)}`,
          ratio: (ours.p50 / theirs.p50).toFixed(2),
          goal: `≤ ${goal} ms`,
          met: ours.p50 <= goal,
        }
        console.error(`${row.met ? '✓' : '✗'} ${row.benchmark}: ${row.ours} beside ${row.floor}`)
        rows.push(row)
      }
    }
  } finally {
    await floor.stop()
  }
  return rows
}
