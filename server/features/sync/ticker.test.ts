import { sql } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { syncShop } from '../../testing/setup/sync.ts'
import { startTicker, ticking } from './ticker.ts'

const { app, shop, live } = syncShop()

describe('what is due', () => {
  const names = [
    'orders.pull',
    'sync.push',
    'listings.price',
    'sync.reconcile',
    'orders.reread',
    'integrations.check',
  ] as const

  /** Everything is due, always: what a look queues is what it looked for. */
  async function allIsDue(listingId: number) {
    const { db, organizationId } = shop().ctx
    await sql`update integrations set orders_due_at = now(), stock_checked_at = null, orders_reread_at = now() - interval '2 days' where organization_id = ${organizationId}`.execute(
      db,
    )
    await sql`update listing_debts set pending = 'quantity', pending_since = now(), next_try_at = now() where organization_id = ${organizationId}`.execute(
      db,
    )
    await sql`insert into listing_prices (organization_id, listing_id, next_at) values (${organizationId}, ${listingId}, '2000-01-01')
      on conflict (organization_id, listing_id) do update set next_at = excluded.next_at`.execute(db)
    await sql`delete from jobs.job where name = any(${names}::text[]) and (data->>'organizationId')::bigint = ${organizationId}`.execute(
      app().services.database.system,
    )
  }
  async function queued() {
    const { rows } = await sql<{ name: string }>`
      select distinct name from jobs.job where name = any(${names}::text[]) and (data->>'organizationId')::bigint = ${shop().ctx.organizationId}`.execute(
      app().services.database.system,
    )
    return names.filter((name) => rows.some((row) => row.name === name))
  }

  it('orders and what is owed are looked for each time, the rest after 3 s, 30 s or an hour, and all where the clock was set back', async () => {
    const { id: productId } = await live()
    const { id } = await shop().listing('shopify', productId)
    let now = Date.UTC(2026, 10, 26)
    const tick = ticking({ ...app().services, clock: { ...app().services.clock, now: () => new Date(now) } })
    const after = async (ms: number) => {
      now += ms
      await allIsDue(id ?? 0)
      await tick()
      return queued()
    }
    const always = ['orders.pull', 'sync.push']
    const second3 = [...always, 'listings.price']
    const second30 = [...second3, 'sync.reconcile', 'orders.reread']
    expect(await after(0), 'the first').toEqual(names)
    expect(await after(250), 'the next').toEqual(always)
    expect(await after(2750), 'after 3 s').toEqual(always)
    expect(await after(1), 'and a millisecond').toEqual(second3)
    expect(await after(26_999), 'after 30 s').toEqual(second3)
    expect(await after(1), 'and a millisecond').toEqual(second30.filter((name) => name !== 'listings.price'))
    expect(await after(3_569_999), 'after an hour').toEqual(second30)
    expect(await after(1), 'and a millisecond').toEqual([...always, 'integrations.check'])
    expect(await after(-3_600_001), 'set back').toEqual(names)
  })

  it.each([
    ['never', 'null', true],
    ['25 hours ago', "now() - interval '25 hours'", true],
    ['23 hours ago', "now() - interval '23 hours'", false],
  ])('the numbers of an account that were read back %s', async (_, at, isDue) => {
    const { id: productId } = await live()
    await allIsDue((await shop().listing('shopify', productId)).id ?? 0)
    await sql`update integrations set stock_checked_at = ${sql.raw(at)} where organization_id = ${shop().ctx.organizationId}`.execute(
      shop().ctx.db,
    )
    await ticking(app().services)()
    expect((await queued()).includes('sync.reconcile')).toBe(isDue)
  })
})

describe('the ticker', () => {
  afterEach(() => vi.useRealTimers())

  it('looks four times a second, never twice at once, goes on after a look that failed, and ends with the last one', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const ends: PromiseWithResolvers<void>[] = []
    const warned: string[] = []
    const log = { ...app().services.log, warn: (_about: object, text: string) => void warned.push(text) }
    const ticker = startTicker({ ...app().services, log } as never, () => {
      const end = Promise.withResolvers<void>()
      ends.push(end)
      return end.promise
    })
    const settled = () => new Promise((resolve) => setImmediate(resolve))
    vi.advanceTimersByTime(249)
    expect(ends).toHaveLength(0)
    vi.advanceTimersByTime(1)
    expect(ends).toHaveLength(1)
    vi.advanceTimersByTime(1000)
    expect(ends, 'the first is still at work').toHaveLength(1)
    ends[0]?.reject(new Error('The database is away.'))
    await settled()
    vi.advanceTimersByTime(250)
    expect([ends.length, warned]).toEqual([2, ['looking for due work failed']])
    let stopped = false
    const stopping = ticker.stop().then(() => (stopped = true))
    await settled()
    expect(stopped).toBe(false)
    ends[1]?.resolve()
    await stopping
    vi.advanceTimersByTime(1000)
    expect(ends).toHaveLength(2)
  })
})
