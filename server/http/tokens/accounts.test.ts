import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listProposals } from '#contract/agents/proposals.ts'
import { areas } from '#contract/all.ts'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { accountRuleOf, unknownNames } from '#contract/tokens/accounts.ts'
import { scopesOf } from '#contract/tokens/access.ts'
import { scopeNames, scopesOfAllAccounts } from '#contract/tokens/scopes.ts'
import { makeProduct, makeSeller, makeTemplate, makeToken } from '#seed/make.ts'
import type { Ctx } from '../../context.ts'
import { foreign, foreignAccount } from '../../testing/attacks/foreign.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { makeBelongings } from '../../testing/shop/belongings.ts'

/** Stands in every text of the other account. */
const OTHER = 'OTHER-ACCOUNT'
/** What belongs to an account or to one of its orders. */
const ofAccounts = new Set([
  'integration',
  'listing',
  'order',
  'refund',
  'itemReport',
  'slips',
  'publishing',
  'check',
  'item',
])

let app: TestApp
let ctx: Ctx
let ids: Record<string, number>
let own: number
let headers: Record<string, string>
/** The token may all that a limited one can. */
const scopes = scopeNames.filter((scope) => !scopesOfAllAccounts.has(scope))

beforeAll(async () => {
  app = await testApp()
  ctx = (await makeSeller(app.services)).ctx
  const account = async (shop: string) =>
    (
      await ctx.db
        .insertInto('integrations')
        .values({
          organizationId: ctx.organizationId,
          channel: 'ebay',
          shop,
          accountId: shop,
          status: 'authenticated',
          authenticatedAt: new Date(),
          settings: '{}',
          tokens: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const other = await account(OTHER)
  own = await account('own')
  const belongings = await makeBelongings(ctx, other)
  await sql`update orders set integration_id = ${other}, channel = 'ebay', number = ${OTHER}, external_order_id = ${OTHER}, buyer_name = ${OTHER}, buyer_email = 'other-account@example.com' where id = ${belongings.order}`.execute(
    ctx.db,
  )
  await sql`update order_items set integration_id = ${other}, external_id = ${OTHER}, shortfall = 1 where order_id = ${belongings.order}`.execute(
    ctx.db,
  )
  await sql`update listing_products set external_id = ${OTHER}, status = 'listed', url = ${OTHER} where id = ${belongings.listing}`.execute(
    ctx.db,
  )
  await sql`update publish_runs set integration_ids = array[${other}]::bigint[]`.execute(ctx.db)
  await propose('OTHER orders', [orderOf(other)])
  await propose('OTHER orders and own', [orderOf(own), orderOf(other)])
  await propose('OTHER run', [runOf(own, other)])
  await propose('own orders', [orderOf(own), orderOf(null)])
  await propose('own run', [runOf(own)])
  await propose('products', [
    { productId: belongings.product, sku: 'OURS-1', title: 'Mug', before: {}, after: {}, edits: [], error: '' },
  ])
  const item = await ctx.db.selectFrom('orderItems').select('id').executeTakeFirstOrThrow()
  const theirs = await makeProduct(ctx, (await makeTemplate(ctx)).id, { sku: 'THEIRS-1' })
  ids = { ...belongings, item: item.id, theirProduct: theirs.id, theirTemplate: theirs.templateId }
  headers = (await makeToken(ctx, { scopes, accounts: [own] })).headers
})
afterAll(() => app.stop())

const orderOf = (integrationId: number | null) => ({ about: 'orders', integrationId, outcome: '', error: '' })
const runOf = (...integrationIds: number[]) => ({
  about: 'publishing',
  runId: 1,
  productIds: [],
  integrationIds,
  live: [],
})
/** A proposal, of another account where its title says so. */
const propose = (title: string, rows: object[]) =>
  ctx.db
    .insertInto('proposals')
    .values({
      organizationId: ctx.organizationId,
      title: title.replace('OTHER', OTHER),
      reason: 'A test',
      state: 'ready',
      products: 1,
      units: 0,
      money: 0,
      pricePercent: 0,
      tokenId: null,
      userId: null,
      rows: JSON.stringify(rows),
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + 86_400_000),
    })
    .execute()

const named = Object.values(areas).flatMap((area): [string, AnyEndpoint][] => Object.entries(area))
const call = (endpoint: AnyEndpoint, input: object, as = headers) =>
  app.call(endpoint, { ...input, headers: as } as never)

/** Endpoints that take an item of an order, of which the others’ inputs name none that exists. */
const items: Record<string, (i: Record<string, number>) => object> = {
  takeFromSku: (i) => ({ body: { itemId: i.item, sku: 'THEIRS-1' } }),
  waitForStock: (i) => ({ body: { itemId: i.item, waits: true } }),
  leaveLine: (i) => ({ body: { itemId: i.item, leave: true } }),
  saveLineCost: (i) => ({ body: { itemId: i.item, cost: 5 } }),
  assignLine: (i) => ({ body: { itemId: i.item, sku: 'THEIRS-1' } }),
}

/** What reads need to find something. */
const queryOf = (name: string): object =>
  ({
    searchOrders: { search: 'other' },
    searchRecords: { search: 'other' },
    listListingProducts: { productId: ids['product'] },
    ordersByProduct: { sku: 'OURS-9' },
    getOrder: { orderId: ids['order'] },
    orderHistory: { orderId: ids['order'] },
    ordersOnPaper: { ids: [ids['order']] },
  })[name] ?? {}

describe('a token that is limited to some accounts', () => {
  it('every exception names an endpoint', () => expect(unknownNames()).toEqual([]))

  it('finds nothing of another account, by every endpoint that takes an account, a listing or an order', async () => {
    const tried: string[] = []
    for (const [name, endpoint] of named) {
      for (const input of [items[name], foreign[name], foreignAccount[name]]) {
        if (!input || !scopesOf(endpoint)) continue
        const read = new Set<string>()
        const watched = new Proxy(ids, { get: (all, key: string) => (read.add(key), all[key]) })
        const sent = input(watched)
        if (![...read].some((key) => ofAccounts.has(key))) continue
        const { code = 'success' } = (await call(endpoint, sent)).body
        const expected =
          accountRuleOf(endpoint) === 'closed' ? ['insufficient_scope'] : ['not_found', 'integration_missing']
        expect(expected, name).toContain(code)
        tried.push(name)
      }
    }
    expect(tried.length).toBeGreaterThan(90)
  })

  it('is told nothing of another account, by any endpoint that reads', { timeout: 120_000 }, async () => {
    const whole = (await makeToken(ctx)).headers
    const tells: string[] = []
    const answered: string[] = []
    const toldToOthers = new Set<string>()
    for (const [name, endpoint] of named) {
      if (!scopesOf(endpoint) || !(endpoint.method === 'GET' || endpoint.savesNothing)) continue
      for (const params of [ids['product'], ids['template'], ids['order']]) {
        const input = {
          params: { id: params, sku: 'OURS-1', channel: 'ebay', integrationId: own },
          query: queryOf(name),
        }
        const { status, raw } = await call(endpoint, input)
        if (raw.toString().toUpperCase().includes(OTHER)) tells.push(name)
        if (status === 200) answered.push(name)
        if ((await call(endpoint, input, whole)).raw.toString().toUpperCase().includes(OTHER)) toldToOthers.add(name)
      }
    }
    expect([...new Set(tells)]).toEqual([])
    expect(new Set(answered).size).toBeGreaterThan(50)
    // So that silence proves something: a token without limits is told by these.
    expect([...toldToOthers]).toEqual(
      expect.arrayContaining([
        'listListings',
        'searchOrders',
        'recentOrders',
        'listAccounts',
        'searchRecords',
        'exportOrders',
        'listProposals',
      ]),
    )
  })

  it('sees proposals about its own accounts, orders without one, and products', async () => {
    const { data } = (await app.call(listProposals, { headers })).body
    const titles = data?.data.map(({ title }) => title)
    expect(titles).toEqual(expect.arrayContaining(['products', 'own run', 'own orders']))
    expect(data?.items).toBe(titles?.length)
  })

  it('sees no row of another account, whichever table it asks', async () => {
    const limited = app.services.database.forOrganization(ctx.organizationId, 0, [own])
    const { rows: columns } = await sql<{ table: string; column: string }>`
      select c.table_name as table, c.column_name as column from information_schema.columns c
      join pg_class t on t.relname = c.table_name and t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
      where c.table_schema = 'public' and c.column_name in ('integration_id', 'integration_ids', 'order_id', 'order_ids', 'listing_id')
        and has_table_privilege('motto_app', t.oid, 'select')`.execute(app.services.database.system)
    const secured = await sql<{ name: string }>`
      select polrelid::regclass::text as name from pg_policy where polname = 'only_accounts'`.execute(
      app.services.database.system,
    )
    const names = new Set(secured.rows.map(({ name }) => name))
    // The ledger of a product names orders by their numbers; tokens are seen by people alone.
    const others = ['stock_movements', 'api_tokens']
    const without = columns.map(({ table }) => table).filter((table) => !names.has(table) && !others.includes(table))
    expect([...new Set(without)]).toEqual([])
    for (const name of names) {
      const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(
        limited,
      )
      expect(
        rows.filter(({ row }) => row.includes(OTHER)),
        name,
      ).toEqual([])
    }
  })
})
