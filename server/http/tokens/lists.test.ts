import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { listListings } from '#contract/listings/listings.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { searchOrders } from '#contract/orders/orders.ts'
import { listProducts } from '#contract/products/products.ts'
import { makeProduct, makeTemplate, makeToken } from '#seed/make.ts'
import { foldTallies } from '../../features/analytics/days/fold.ts'
import { makeListing } from '../../testing/shop/listed.ts'
import { makeIntegration, channelOrder } from '../../testing/shop/orders.ts'
import { ordersDesk } from '../../testing/shop/orders-desk.ts'

const { app, ctx, as, take } = ordersDesk()
const system = () => app().services.database.system

let own: number
let other: number
/** Order 2 is another account's, and order 4 was entered by hand. */
beforeEach(async () => {
  own = (await makeIntegration(ctx(), 'ebay')).id
  other = (await makeIntegration(ctx(), 'etsy')).id
  await take(
    ...[1, 2, 3, 4, 5, 6].map((n) =>
      channelOrder({ number: `#${n}`, externalOrderId: `E-${n}`, orderDate: new Date(`2026-11-0${n}T09:00:00Z`) }),
    ),
  )
  await sql`
    update orders set integration_id = case when number = '#2' then ${other}::bigint when number <> '#4' then ${own}::bigint end
    where organization_id = ${ctx().organizationId}`.execute(ctx().db)
})

const limitedToken = async () => (await makeToken(ctx(), { accounts: [own] })).headers

describe('lists by a token that is limited to some accounts', () => {
  it('pages of orders are those of its accounts, in the same order as for people', async () => {
    const headers = await limitedToken()
    const read = async (query: CallInput<typeof searchOrders>['query']) => {
      const data = (await app().call(searchOrders, { query, headers })).body.data ?? []
      return [data.map(({ number }) => number).join(' '), data[0]?.totalRows]
    }
    const fourth = String((await app().call(searchOrders, { query: { search: '#4' }, headers })).body.data?.[0]?.id)
    expect(await read({ pageSize: 3 })).toEqual(['#6 #5 #4', 5])
    expect(await read({ pageSize: 3, page: 1 })).toEqual(['#3 #1', 5])
    expect(await read({ pageSize: 3, page: 1, after: fourth })).toEqual(['#3 #1', 5])
    expect(await read({ pageSize: 2, until: fourth })).toEqual(['#6 #5', 5])
    expect(await read({ pageSize: 3, sort: 'shipBy' })).toEqual(['#1 #3 #4', 5])
    await foldTallies(app().services)
    expect(await read({ pageSize: 3 })).toEqual(['#6 #5 #4', 5])
  })

  it('the number of orders is a kept one: row-level security would ask each order whose it is', async () => {
    const headers = await limitedToken()
    const total = async () => (await app().call(searchOrders, { headers })).body.data?.[0]?.totalRows
    await foldTallies(app().services)
    const add = (account: number) =>
      sql`update tallies set n = n + 100 where organization_id = ${ctx().organizationId} and name = 'orders' and integration_id = ${account}`.execute(
        system(),
      )
    await add(other)
    expect(await total()).toBe(5)
    await add(own)
    expect(await total()).toBe(105)
  })

  it('pages of listings are those of its accounts, the last changed first', async () => {
    const templateId = (await makeTemplate(ctx())).id
    for (const [n, integrationId] of [own, other, own, own].entries()) {
      const { id: productId } = await makeProduct(ctx(), templateId, { sku: `MUG-${n}` })
      await makeListing(ctx(), { productId, templateId }, { status: 'listed', externalId: `L-${n}`, integrationId })
      await sql`update listing_products set updated_at = ${new Date(Date.UTC(2026, 10, n + 1))} where product_id = ${productId}`.execute(
        ctx().db,
      )
    }
    const headers = await limitedToken()
    const read = async (query: CallInput<typeof listListings>['query']) => {
      const { data } = (await app().call(listListings, { query, headers })).body
      return [data?.data.map(({ sku }) => sku).join(' '), data?.items]
    }
    expect(await read({ limit: 2 })).toEqual(['MUG-3 MUG-2', 3])
    expect(await read({ limit: 2, offset: 2 })).toEqual(['MUG-0', 3])
    expect(await read({ limit: 2, channel: 'ebay' })).toEqual(['MUG-3 MUG-2', 3])
  })

  it('products are not found by what a channel requires on another account', async () => {
    const templateId = (await makeTemplate(ctx())).id
    const { id: productId } = await makeProduct(ctx(), templateId, { sku: 'MUG-1' })
    await makeListing(ctx(), { productId, templateId }, { status: 'listed', externalId: 'L-1', integrationId: other })
    const { rows } = await sql<{ id: number }>`
      with required as (
        insert into requirements (organization_id, integration_id, rule, since)
        select ${ctx().organizationId}, id, 'test', now() from unnest(array[${own}, ${other}]::bigint[]) id returning *)
      select id from required order by integration_id = ${other}`.execute(system())
    await sql`
      insert into requirement_listings (organization_id, requirement_id, listing_id, product_id, template_id)
      select organization_id, unnest(${rows.map(({ id }) => id)}::bigint[]), id, product_id, template_id from listing_products
      where product_id = ${productId}`.execute(system())
    const count = async (sender: object, requirementId: number | undefined) =>
      (await app().call(listProducts, { query: { requirementId: String(requirementId) }, ...sender })).body.data?.items
    const [ofOwn, ofOther] = rows.map(({ id }) => id)
    const headers = await limitedToken()
    expect(await Promise.all([count({ headers }, ofOwn), count({ headers }, ofOther)])).toEqual([1, 0])
    expect(await Promise.all([count({ as: as() }, ofOwn), count({ as: as() }, ofOther)])).toEqual([1, 1])
  })

  it('a list sends no more statements by a token than by a session', async () => {
    const headers = [{}, (await makeToken(ctx())).headers, await limitedToken()]
    for (const endpoint of [listProducts, listListings, searchOrders]) {
      const counts: number[] = []
      for (const sender of headers) {
        const input = sender === headers[0] ? { as: as() } : { headers: sender }
        // The first request with a token or a session also looks up whose it is.
        await app().call(endpoint, input as never)
        const before = app().services.database.statements.count
        await app().call(endpoint, input as never)
        counts.push(app().services.database.statements.count - before)
      }
      expect(counts, endpoint.path).toEqual(counts.map(() => counts[0]))
    }
  })
})
