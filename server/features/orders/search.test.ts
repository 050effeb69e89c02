import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChannelOrder } from '#channels/channel.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { ordersByProduct, recentOrders, searchOrders, Payment, Shipping, Stage } from '#contract/orders/orders.ts'
import { updateClient } from '#contract/organizations/organizations.ts'
import { updateProduct } from '#contract/products/products.ts'
import { inTab, isCompleted, type OrderTab } from '#domain/orders/intake/status.ts'
import { makeSeller } from '#seed/make.ts'
import type { TestApp } from '../../testing/setup/app.ts'
import { ordersDesk } from '../../testing/shop/orders-desk.ts'
import { channelOrder, makeIntegration, orderLine } from '../../testing/shop/orders.ts'
import { takeIn } from './intake/intake.ts'

const { app, ctx, as, take, idOf, product } = ordersDesk()

describe('GET /orders/search', () => {
  const on = (day: string, over: Partial<ChannelOrder> = {}) => channelOrder({ orderDate: new Date(day), ...over })
  const numbers = async (query: CallInput<typeof searchOrders>['query']) =>
    (await app().call(searchOrders, { query, as: as() })).body.data?.map((o) => o.number) ?? []

  it('ORD-353 ORD-354 ORD-355 ORD-356 pages through orders, newest first; the first carries the number of rows', async () => {
    await take(...[1, 2, 3, 4, 5].map((n) => on(`2026-11-0${n}T09:00:00Z`, { number: `#${n}` })))
    const first = (await app().call(searchOrders, { query: { page: 0, pageSize: 2 }, as: as() })).body.data
    expect(first?.map((o) => [o.number, o.totalRows])).toEqual([
      ['#5', 5],
      ['#4', undefined],
    ])
    expect(
      (await app().call(searchOrders, { query: { page: 2, pageSize: 2 }, as: as() })).body.data?.map((o) => [
        o.number,
        o.totalRows,
      ]),
    ).toEqual([['#1', 5]])
    expect(await numbers({ page: 3, pageSize: 2 })).toEqual([])
  })

  it('ORD-041 ORD-042 has pages of 25 from 0 on', async () => {
    await take(...Array.from({ length: 30 }, () => channelOrder()))
    const { body } = await app().call(searchOrders, { as: as() })
    expect(body.data).toHaveLength(25)
    expect(body.data?.[0]?.totalRows).toBe(30)
  })

  it('DESIGN 4: of more than 10,000 of a filtered list, only that there are more is told; of all orders the number', async () => {
    await sql`
      insert into orders (organization_id, channel, external_order_id, number, state, shipping, payment, order_status, shipping_status, payment_status, order_date)
      select ${ctx().organizationId}, 'manual', n, n, 'shipped', 'shipped', 'paid', '', '', '', now() from generate_series(1, 10003) n`.execute(
      ctx().db,
    )
    const first = async (query: object) => {
      const [row] = (await app().call(searchOrders, { query, as: as() })).body.data ?? []
      return [row?.totalRows, row?.itemsCapped]
    }
    expect(await first({ tab: 'completed' })).toEqual([10_000, true])
    expect(await first({ tab: 'completed', page: 400 })).toEqual([10_003, undefined])
    expect(await first({})).toEqual([10_003, undefined])
  })

  it('DESIGN 4 goes on after an order and leads up to one: nothing is told twice or left out while orders come in', async () => {
    const days = Array.from({ length: 7 }, (_, i) => on(`2026-11-0${i + 1}T09:00:00Z`, { number: `#${i + 1}` }))
    await take(...days)
    const turn = async (query: CallInput<typeof searchOrders>['query']) => {
      const rows = (await app().call(searchOrders, { query: { pageSize: 2, ...query }, as: as() })).body.data ?? []
      return { ids: rows.map(({ id }) => String(id)), numbers: rows.map((o) => o.number), all: rows[0]?.totalRows }
    }
    const first = await turn({ page: 0 })
    expect(first).toMatchObject({ numbers: ['#7', '#6'], all: 7 })
    await take(on('2026-11-09T09:00:00Z', { number: '#8' }), on('2026-11-09T10:00:00Z', { number: '#9' }))
    const second = await turn({ page: 1, after: first.ids[1] })
    expect(second).toMatchObject({ numbers: ['#5', '#4'], all: 9 })
    expect(await turn({ page: 1 })).toMatchObject({ numbers: ['#7', '#6'] })
    const third = await turn({ page: 2, after: second.ids[1] })
    expect(third).toMatchObject({ numbers: ['#3', '#2'] })
    expect(await turn({ page: 3, after: third.ids[1] })).toMatchObject({ numbers: ['#1'], all: 9 })
    expect(await turn({ page: 1, until: third.ids[0] })).toMatchObject({ numbers: ['#5', '#4'], all: 9 })
    // Fewer than a page lead up to it, and of one that is gone nothing is known: then by the number.
    expect(await turn({ page: 1, until: (await turn({ page: 0 })).ids[1] })).toMatchObject({ numbers: ['#7', '#6'] })
    expect(await turn({ page: 2, after: '999999999' })).toMatchObject({ numbers: ['#5', '#4'] })
  })

  it('DESIGN 4 begins beside no order of another organization', async () => {
    await take(on('2026-11-01T09:00:00Z', { number: 'ours' }), on('2026-11-02T09:00:00Z', { number: 'newer' }))
    const other = await makeSeller(app().services)
    const theirs = channelOrder({ orderDate: new Date('2026-11-01T12:00:00Z') })
    await takeIn(other.ctx, { id: (await makeIntegration(other.ctx, 'ebay')).id, channel: 'ebay' }, [theirs])
    const orders = (await app().call(searchOrders, { as: other.as })).body.data
    const after = String(orders?.[0]?.id)
    expect(orders).toHaveLength(1)
    const { body } = await app().call(searchOrders, { query: { after, page: 0 }, as: as() })
    expect(body.data?.map((o) => o.number)).toEqual(['newer', 'ours'])
  })

  it('DESIGN 7: a page of all orders and their number are one statement', async () => {
    await take(...Array.from({ length: 3 }, () => channelOrder()))
    await numbers({})
    const { statements } = app().services.database
    const before = statements.count
    const { body } = await app().call(searchOrders, { query: { pageSize: 2 }, as: as() })
    expect(body.data?.map((o) => o.totalRows)).toEqual([3, undefined])
    expect(Object.keys(body.data?.[1] ?? {})).not.toContain('all')
    expect(statements.count - before).toBe(1)
  })

  describe('a ship-by date', () => {
    // Noon in Los Angeles, where the next day begins twelve hours later than in Greenwich.
    const noon = `${new Date().toISOString().slice(0, 10)}T20:00:00.000Z`
    const hours = (count: number) => new Date(Date.parse(noon) + count * 3_600_000)
    const open = (number: string, shipBy: Date | null, over: Partial<ChannelOrder> = {}) =>
      on('2026-11-01T09:00:00Z', { number, shipBy, shipping: 'open', payment: 'paid', ...over })
    let clock: TestApp['services']['clock']
    beforeEach(async () => {
      ;({ clock } = app().services)
      app().services.clock = { ...clock, now: () => new Date(noon) }
      const { organizationId } = ctx()
      const body = { clientId: organizationId, displayName: 'Shop', timeZone: 'America/Los_Angeles' }
      await app().call(updateClient, { body, as: as() })
      await take(
        open('none', null),
        open('week', hours(7 * 24)),
        open('tomorrow', hours(20)),
        open('tonight', hours(9)),
        open('late', hours(-30)),
        open('just late', hours(-1)),
        open('sent', hours(-2), { shipping: 'shipped' }),
      )
    })
    afterEach(() => {
      app().services.clock = clock
    })

    it('sorts the list; orders without one, or with nothing left to ship, come last', async () => {
      const sorted = ['late', 'just late', 'tonight', 'tomorrow', 'week', 'none', 'sent']
      expect(await numbers({ sort: 'shipBy' })).toEqual(sorted)
      expect(await numbers({ sort: 'shipBy', page: 1, pageSize: 3 })).toEqual(['tomorrow', 'week', 'none'])
      const { body } = await app().call(searchOrders, { query: { sort: 'shipBy' }, as: as() })
      expect(body.data?.map(({ shipBy }) => shipBy)).toEqual([
        ...[-30, -1, 9, 20, 7 * 24].map((count) => hours(count).toISOString()),
        null,
        null,
      ])
    })

    it.each([
      ['late', ['just late', 'late']],
      ['today', ['tonight']],
      ['tomorrow', ['tomorrow']],
      ['later', ['week']],
      ['none', ['none']],
    ] as const)('due %s: days are those of the organization', async (due, expected) => {
      expect(await numbers({ due })).toEqual(expected)
    })
  })

  it('ORD-353 takes whole days, both ends included, or moments', async () => {
    await take(
      on('2026-11-01T00:00:00Z', { number: 'a' }),
      on('2026-11-02T23:59:59.999Z', { number: 'b' }),
      on('2026-11-03T00:00:00Z', { number: 'c' }),
    )
    expect(await numbers({ startDate: '2026-11-01', endDate: '2026-11-02' })).toEqual(['b', 'a'])
    expect(await numbers({ startDate: '2026-11-02' })).toEqual(['c', 'b'])
    expect(await numbers({ endDate: '2026-11-03T00:00:00.000Z' })).toEqual(['c', 'b', 'a'])
    for (const startDate of ['soon', '2026-02-30', ' 2026-11-31'])
      expect(await app().call(searchOrders, { query: { startDate }, as: as() })).toMatchObject({
        status: 400,
        body: { fields: { startDate: 'Enter a valid date.' } },
      })
  })

  // On the first of November, clocks go back from daylight saving: that day has 25 hours. In Havana its first hour comes twice.
  it.each(['America/New_York', 'America/Havana'])(
    "ORD-353 takes days as the organization's time zone has them, also where clocks change: %s",
    async (timeZone) => {
      const { organizationId, services } = ctx()
      await services.database.system
        .updateTable('organizations')
        .set({ timeZone })
        .where('id', '=', organizationId)
        .execute()
      await take(
        on('2026-11-01T03:59:59Z', { number: 'before' }),
        on('2026-11-01T04:00:00Z', { number: 'first' }),
        on('2026-11-02T04:59:59Z', { number: 'last' }),
        on('2026-11-02T05:00:00Z', { number: 'after' }),
      )
      expect(await numbers({ startDate: '2026-11-01', endDate: '2026-11-01' })).toEqual(['last', 'first'])
      expect(await numbers({ startDate: '2026-11-02' })).toEqual(['after'])
      expect(await numbers({ endDate: '2026-10-31' })).toEqual(['before'])
    },
  )

  it('ORD-353 takes SKUs, one of which must be in the order, also with a plus inside', async () => {
    await take(
      channelOrder({
        number: 'a',
        lines: [orderLine({ externalId: '1', sku: 'A+1' }), orderLine({ externalId: '2', sku: 'B' })],
      }),
      channelOrder({ number: 'b', lines: [orderLine({ sku: 'B' })] }),
      channelOrder({ number: 'c' }),
    )
    expect(await numbers({ skus: ['A+1', 'none'] })).toEqual(['a'])
    expect((await numbers({ skus: ['B'] })).toSorted()).toEqual(['a', 'b'])
    expect(await numbers({ skus: ['b'] })).toEqual([])
  })

  it('ORD-353 takes channels', async () => {
    await take(channelOrder({ number: 'e' }))
    await takeIn(ctx(), { id: (await makeIntegration(ctx(), 'shopify')).id, channel: 'shopify' }, [
      channelOrder({ number: 's' }),
    ])
    expect(await numbers({ channels: ['shopify'] })).toEqual(['s'])
    expect((await numbers({ channels: ['shopify', 'ebay'] })).toSorted()).toEqual(['e', 's'])
  })

  it('ORD-045 ORD-353 "Completed" selects as the Completed tab does, "Pending" everything else', async () => {
    await take(channelOrder({ number: 'done', state: 'shipped' }), channelOrder({ number: 'open' }))
    expect(await numbers({ statuses: ['Completed'] })).toEqual(['done'])
    expect(await numbers({ statuses: ['Pending'] })).toEqual(['open'])
    expect(await numbers({ statuses: ['Completed', 'Pending'] })).toHaveLength(2)
    expect(await numbers({ tab: 'completed' })).toEqual(['done'])
  })

  it('ORD-044 a row holds what the list shows', async () => {
    const { sku } = await product(0)
    const order = channelOrder({
      number: '#7',
      totalAmount: 1234,
      lines: [orderLine({ externalId: '1', sku, quantity: 2 }), orderLine({ externalId: '2', sku: 'other' })],
    })
    await take(order)
    expect((await app().call(searchOrders, { as: as() })).body.data).toEqual([
      {
        id: await idOf(order),
        channel: 'ebay',
        integrationId: expect.any(Number),
        externalOrderId: order.externalOrderId,
        number: '#7',
        orderDate: order.orderDate.toISOString(),
        customer: 'Ana Lima',
        skus: expect.arrayContaining([sku, 'other']),
        totalQuantity: 3,
        toShip: null,
        shipBy: null,
        totalAmount: 12.34,
        currency: 'USD',
        stage: 'open',
        shipping: 'open',
        payment: 'paid',
        tags: [],
        held: false,
        assignee: null,
        orderStatus: 'OPEN',
        shippingStatus: 'NOT_STARTED',
        paymentStatus: 'PAID',
        oversold: true,
        state: 'open',
        totalRows: 1,
      },
    ])
  })

  it('a partly shipped order says how many units are still to ship', async () => {
    const { sku } = await product(5)
    const line = orderLine({ sku, quantity: 4, sent: 2, lost: 1 })
    await take(channelOrder({ lines: [line], shipping: 'partly' }))
    expect((await app().call(searchOrders, { as: as() })).body.data).toMatchObject([{ totalQuantity: 4, toShip: 1 }])
  })

  it('DESIGN 7: a page with its total is one statement', async () => {
    await take(...Array.from({ length: 3 }, () => channelOrder()))
    await app().call(searchOrders, { as: as() })
    const before = app().services.database.statements.count
    await app().call(searchOrders, {
      query: { tab: 'open', startDate: '2020-01-01', skus: ['SKU'], pageSize: 2 },
      as: as(),
    })
    expect(app().services.database.statements.count - before).toBeLessThanOrEqual(2)
  })

  it('ORD-047..ORD-053 each tab means in SQL what the rule says, for every mix of what an order means', async () => {
    const states = ['open', 'shipped', 'cancelled'] as const
    await sql`
      insert into orders (organization_id, channel, external_order_id, number, state, stage, shipping, payment, order_status, shipping_status, payment_status, order_date, ready_to_ship)
      select ${ctx().organizationId}, 'manual', concat_ws('|', s, o, h, p, r), '', s, o, h, p, '', '', '', now(), r
      from unnest(${states}::text[]) s, unnest(${Stage.options}::text[]) o, unnest(${Shipping.options}::text[]) h, unnest(${Payment.options}::text[]) p, unnest('{true,false}'::boolean[]) r`.execute(
      ctx().db,
    )
    const all = await ctx()
      .db.selectFrom('orders')
      .select(['id', 'state', 'stage', 'shipping', 'payment', 'readyToShip'])
      .where('organizationId', '=', ctx().organizationId)
      .execute()
    expect(all).toHaveLength(3 * 3 * 4 * 8 * 2)
    const total = async (query: { tab?: OrderTab; statuses?: string[] }) =>
      (await app().call(searchOrders, { query: { ...query, pageSize: 1 }, as: as() })).body.data?.[0]?.totalRows
    for (const tab of ['all', 'open', 'readyToShip', 'completed'] as const)
      expect([tab, await total({ tab })]).toEqual([tab, all.filter((o) => inTab(o, tab)).length])
    expect(await total({ statuses: ['Pending'] })).toBe(all.filter((o) => !isCompleted(o)).length)
    for (const tab of ['open', 'readyToShip', 'completed'] as const) {
      const page = (await app().call(searchOrders, { query: { tab, pageSize: 200 }, as: as() })).body.data ?? []
      const orders = new Map(all.map((o) => [o.id, o]))
      expect(
        page.filter((row) => {
          const o = orders.get(row.id)
          return !o || !inTab(o, tab)
        }),
      ).toEqual([])
    }
  })
})

describe('GET /orders/orders and /orders/searchOrdersByProduct', () => {
  it('ORD-358 ORD-359 the newest orders of a date range', async () => {
    await take(
      ...[1, 2, 3].map((n) => channelOrder({ number: `#${n}`, orderDate: new Date(`2026-11-0${n}T09:00:00Z`) })),
    )
    expect(
      (await app().call(recentOrders, { query: { endDate: '2026-11-02', limit: 1 }, as: as() })).body.data?.map(
        (o) => o.number,
      ),
    ).toEqual(['#2'])
  })
  it('ANA-195 the recent orders of a date range come by pages; the first tells how many there are', async () => {
    await take(
      ...[1, 2, 3, 4].map((n) => channelOrder({ number: `#${n}`, orderDate: new Date(`2026-11-0${n}T09:00:00Z`) })),
    )
    const page = async (n: number) =>
      (
        await app().call(recentOrders, {
          query: { startDate: '2026-11-02', endDate: '2026-11-04', limit: 2, page: n },
          as: as(),
        })
      ).body.data?.map((o) => [o.number, o.totalRows])
    expect(await page(0)).toEqual([
      ['#4', 3],
      ['#3', undefined],
    ])
    expect(await page(1)).toEqual([['#2', 3]])
    expect(await page(2)).toEqual([])
  })
  it('ORD-360 ORD-361 the orders that hold a SKU', async () => {
    await take(
      channelOrder({ number: 'a', lines: [orderLine({ sku: 'A 1' })] }),
      channelOrder({ number: 'b', lines: [orderLine({ sku: 'A 1' })] }),
      channelOrder({ number: 'c' }),
    )
    const { body } = await app().call(ordersByProduct, { query: { sku: 'A 1', pageSize: 1 }, as: as() })
    expect(body.data).toHaveLength(1)
    expect(body.data?.[0]?.totalRows).toBe(2)
  })
  it("PRO-153 of a product with variations, those of all its SKUs; a variation's alone", async () => {
    const { id, sku } = await product()
    const body = {
      product: {
        id,
        variations: [
          { name: 'S', sku: `${sku}-S`, quantity: 5 },
          { name: 'M', sku: `${sku}-M`, quantity: 5 },
        ],
      },
    }
    expect((await app().call(updateProduct, { as: as(), body })).status).toBe(200)
    await take(
      channelOrder({ number: 'small', lines: [orderLine({ sku: `${sku}-S` })] }),
      channelOrder({ number: 'middle', lines: [orderLine({ sku: `${sku}-M` })] }),
      channelOrder({ number: 'before', lines: [orderLine({ sku })] }),
      channelOrder({ number: 'other' }),
    )
    const numbers = async (of: string) =>
      ((await app().call(ordersByProduct, { query: { sku: of }, as: as() })).body.data ?? [])
        .map((o) => o.number)
        .toSorted()
    expect(await numbers(sku)).toEqual(['before', 'middle', 'small'])
    expect(await numbers(`${sku}-S`)).toEqual(['small'])
  })
})
