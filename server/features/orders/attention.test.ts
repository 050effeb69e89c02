import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { searchOrders, Shipping } from '#contract/orders/orders.ts'
import { needsAttention } from '#domain/orders/intake/attention.ts'
import { attentionAt } from '../../db/rules/order-rules.ts'
import { ordersDesk } from '../../testing/shop/orders-desk.ts'

const { app, ctx, as } = ordersDesk()

describe('orders that need attention', () => {
  it('are in SQL what the rule says, for every mix of what it reads', async () => {
    const [now, hour] = [app().services.clock.now(), 3_600_000]
    const [late, later] = [new Date(now.getTime() - hour), new Date(now.getTime() + hour)]
    await sql`
      insert into orders (organization_id, channel, external_order_id, number, state, stage, shipping, payment, order_status, shipping_status, payment_status, order_date,
        oversold, has_unknown, tracking_untold, ship_by)
      select ${ctx().organizationId}, 'manual', concat_ws('|', s, h, p, o, u, t, coalesce(b::text, '')), '', s, '', h, p, '', '', '', now(), o, u, t, b
      from unnest(${['open', 'shipped', 'cancelled']}::text[]) s, unnest(${Shipping.options}::text[]) h, unnest('{none,failed,paid}'::text[]) p,
        unnest('{true,false}'::boolean[]) o, unnest('{true,false}'::boolean[]) u, unnest('{true,false}'::boolean[]) t,
        unnest(array[${late}, ${later}, null]::timestamptz[]) b`.execute(ctx().db)
    const all = await ctx()
      .db.selectFrom('orders')
      .select(['id', 'state', 'stage', 'shipping', 'payment', 'oversold', 'hasUnknown', 'trackingUntold', 'shipBy'])
      .where('organizationId', '=', ctx().organizationId)
      .execute()
    expect(all).toHaveLength(3 * 4 * 3 * 2 * 2 * 2 * 3)
    const query = { tab: 'attention', pageSize: 200 } as const
    const expected = all.filter((order) => needsAttention(order, now)).map(({ id }) => id)
    const listed: number[] = []
    for (const page of [0, 1, 2, 3]) {
      const { body } = await app().call(searchOrders, { query: { ...query, page }, as: as() })
      if (page === 0) expect(body.data?.[0]?.totalRows).toBe(expected.length)
      listed.push(...(body.data ?? []).map(({ id }) => id))
    }
    expect(listed.toSorted((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b))
  })

  it('are found by an index of their own, also among many others', async () => {
    await sql`
      insert into orders (organization_id, channel, external_order_id, number, state, stage, shipping, payment, order_status, shipping_status, payment_status, order_date, oversold)
      select ${ctx().organizationId}, 'manual', n::text, n::text, case when n % 500 = 0 then 'open' else 'shipped' end, '', case when n % 500 = 0 then 'open' else 'shipped' end, 'paid', '', '', '',
        now() - n * interval '1 minute', n % 1000 = 0
      from generate_series(1, 5000) n`.execute(ctx().db)
    await sql`analyze orders`.execute(app().services.database.system)
    const { rows } = await sql<{ plan: string }>`
      explain select id from orders where organization_id = ${ctx().organizationId} and ${attentionAt(app().services.clock.now())}
      order by order_date desc, id desc limit 25`.execute(ctx().db.withoutPlugins())
    expect(rows.map((row) => Object.values(row)[0]).join('\n')).toContain('orders_attention')
  })
})
