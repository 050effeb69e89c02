import pg from 'pg'
import type { CallInput } from '#contract/endpoint.ts'
import { listListings } from '#contract/listings/listings.ts'
import { getStart } from '#contract/organizations/organizations.ts'
import { addressOf } from '#server/testing/address.ts'
import { inBulk } from './bulk.ts'
import type { Shop } from './kit/fixture.ts'
import { type Asked, startFloor } from './kit/floor.ts'
import { fetched } from './list.ts'
import { type Row, beside, ms } from './kit/report.ts'
import { inTurn } from './kit/time.ts'

const ROUNDS = 60
/** DESIGN 7: at most so many times the floor's p50. */
const GOAL = 2
const CAP = 10_000
const CHANNELS = ['ebay', 'shopify', 'etsy', 'square', 'bigcommerce', 'clover']

const accounts = `
  insert into integrations (organization_id, channel, status, settings, account_id, authenticated_at)
  select $1, ($2::text[])[1 + n % array_length($2::text[], 1)], 'authenticated', '{}', 'bench-' || n, now() from generate_series(1, $3::int) n returning id`

/** Each product on each account: of a hundred some are refused, drafts, ended, on their way, or not kept in step. */
const listings = `
  insert into listing_products (organization_id, product_id, template_id, channel, integration_id, list, sync_quantity, status, external_id, result, updated_at)
  select $1, p.id, p.template_id, i.channel, i.id, true, n <> 5, s.status, case when s.status in ('draft', 'error') then '' else 'L-' || i.id || '-' || p.id end,
    case when s.status = 'error' then '{"status": "rejected", "reason": "The title is too long.", "code": "", "fields": {}, "warnings": [], "at": "2026-01-01T00:00:00Z", "about": "publish"}'::jsonb end,
    now() - ((p.id * 7919 + i.id * 31) % 10000000) * interval '1 second'
  from products p cross join integrations i cross join lateral (select (p.id * 31 + i.id * 17) % 200 as n) r
    cross join lateral (select case when n = 1 then 'error' when n = 2 then 'draft' when n = 3 then 'unlisted' else 'listed' end as status) s
  where p.organization_id = $1 and i.organization_id = $1 and i.id = any($2::bigint[])
  order by p.id`
const debts = `
  insert into listing_debts (organization_id, listing_id, integration_id, pending, pending_since, next_try_at, pushed_quantity)
  select l.organization_id, l.id, l.integration_id, case when (l.product_id * 31 + l.integration_id * 17) % 200 = 4 then 'quantity' end, now(), now(), coalesce(f.quantity, 0)
  from listing_products l left join product_facts f on f.organization_id = l.organization_id and f.product_id = l.product_id where l.organization_id = $1`

interface Look {
  name: string
  query: NonNullable<CallInput<typeof listListings>['query']>
  where?: string
}
const refused = `(l.status = 'error' or l.result ->> 'status' = 'rejected')`
const looks = (account: number): Look[] => [
  { name: 'All', query: {} },
  { name: 'All, page 40', query: { offset: 1000 } },
  { name: 'one channel', query: { channel: 'clover' }, where: `l.channel = 'clover'` },
  { name: 'one account', query: { integrationId: account }, where: `l.integration_id = ${account}` },
  { name: 'Needs you', query: { status: 'error' }, where: refused },
  { name: 'Drafts', query: { status: 'draft' }, where: `l.status = 'draft'` },
  { name: 'Ended', query: { status: 'unlisted' }, where: `l.status = 'unlisted'` },
  { name: 'Live', query: { status: 'listed' }, where: `l.status = 'listed'` },
  {
    name: 'Drafts of one account',
    query: { integrationId: account, status: 'draft' },
    where: `l.integration_id = ${account} and l.status = 'draft'`,
  },
  { name: 'On their way', query: { behind: 'pending' }, where: `d.pending is not null` },
]

const columns = `l.id, l.product_id, l.channel, l.integration_id, l.status, l.external_id, l.url, d.pushed_quantity, l.list, l.sync, l.sync_quantity, d.pending,
  l.result, l.updated_at, p.sku, p.title, p.price, p.images,
  (select sum(s.available)::int from stock_levels s where s.organization_id = $1 and s.product_id = l.product_id) as available`
const from = (where: string) =>
  `listing_products l ${where.includes('d.') ? debt : ''} where l.organization_id = $1 and ${where}`
const debt = `join listing_debts d on d.organization_id = $1 and d.listing_id = l.id`
/** What somebody would write by hand: the page's ids first, then the rows of these. */
const askedOf =
  (organizationId: number) =>
  ({ query, where = 'true' }: Look, n: number): Asked => ({
    page: {
      name: `listings${n}`,
      text: `select ${columns} from (select l.id from ${from(where)} order by l.updated_at desc, l.id desc offset ${query.offset ?? 0} limit 25) page
        join listing_products l on l.organization_id = $1 and l.id = page.id ${debt} join products p on p.organization_id = $1 and p.id = l.product_id
        order by l.updated_at desc, l.id desc`,
      values: [organizationId],
    },
    total: {
      name: `counted${n}`,
      text: `select count(*)::int as n from (select from ${from(where)} limit ${CAP + 1}) found`,
      values: [organizationId],
    },
  })

interface Found {
  data: { id: number }[]
  items: number
}

/** Each filter of the listings list beside its floor, and what the header counts, at several numbers of listings. */
export async function benchListings(shop: Shop, sizes: readonly number[]): Promise<Row[]> {
  const { server, connection, organizationId, cookie, products } = shop
  const db = new pg.Client(connection)
  await db.connect()
  const rows: Row[] = []
  try {
    for (const size of sizes) {
      const count = Math.ceil(size / products)
      const filled = (count * products).toLocaleString('en-US')
      console.error(`Filling in ${filled} listings on ${count} accounts…`)
      await db.query(`delete from integrations where organization_id = $1 and account_id like 'bench-%'`, [
        organizationId,
      ])
      const { rows: made } = await db.query<{ id: string }>(accounts, [organizationId, CHANNELS, count])
      const ids = made.map(({ id }) => Number(id))
      await inBulk(db, ['listing_products', 'listing_debts'], async () => {
        await db.query(listings, [organizationId, ids])
        await db.query(debts, [organizationId])
      })
      await db.query('vacuum analyze listing_products, listing_debts')
      const requests = looks(ids[0] ?? 0)
      const floor = await startFloor(connection, requests.map(askedOf(organizationId)))
      try {
        for (const [n, { name, query }] of requests.entries()) {
          const ours = async () =>
            (
              await fetched<{ data: Found }>(
                server.url + addressOf(listListings, { query: { limit: 25, ...query } }),
                cookie,
              )
            ).data
          const theirs = () => fetched<Found>(`${floor.url}/${n}`)
          const benchmark = `${filled} listings, ${name}`
          mustAgree(benchmark, await ours(), await theirs())
          const [a, b] = await inTurn(ROUNDS, ours, theirs)
          rows.push(...beside(benchmark, a, b, GOAL))
        }
        const [counts] = await inTurn(ROUNDS, () => fetched(server.url + addressOf(getStart), cookie))
        if (counts)
          rows.push({
            benchmark: `${filled} listings, what the header counts`,
            ours: `p50 ${ms(counts.p50)}, p95 ${ms(counts.p95)}`,
            floor: '',
            ratio: '',
            goal: 'grows little with the listings',
          })
      } finally {
        await floor.stop()
      }
    }
  } finally {
    await db.end()
  }
  return rows
}

/** A floor that answers something else is none. */
function mustAgree(benchmark: string, ours: Found, theirs: Found): void {
  const isSame = ours.data.map(({ id }) => id).join() === theirs.data.map(({ id }) => id).join()
  if (!isSame || Math.min(ours.items, CAP) !== Math.min(theirs.items, CAP))
    throw new Error(`${benchmark}: the floor answers otherwise (${theirs.items} listings, ours ${ours.items})`)
}
