import { afterAll, beforeEach, beforeAll, describe, expect, it } from 'vitest'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { ChannelError, type ChannelOrder } from '#channels/channel.ts'
import type { FakeOrders } from '#channels/testing/fake.ts'
import type { Ctx } from '../../../context.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { channelOrder, fakeConnect, laterVersion, makeIntegration, orderLine } from '../../../testing/shop/orders.ts'
import { lookForOrders } from '../../integrations/polling/looks.ts'
import { levelsOf } from '../../stock/service.ts'
import { rereadDue } from '../../sync/ticker.ts'
import { pullOrdersJob } from '../jobs.ts'
import { rereadOrdersJob } from './reread.ts'
import { importNow } from '../service.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

let ctx: Ctx
let job: { organizationId: number; integrationId: number }
let product: { id: number; sku: string }
beforeEach(async () => {
  ctx = (await makeSeller(app.services)).ctx
  product = await makeProduct(ctx, (await makeTemplate(ctx)).id, { quantity: 100 })
  job = { organizationId: ctx.organizationId, integrationId: (await makeIntegration(ctx, 'ebay', 2)).id }
})

const run = (pull: FakeOrders['pull']) => pullOrdersJob(app.services, job, fakeConnect({ pull }))
const integration = () =>
  ctx.db
    .selectFrom('integrations')
    .selectAll()
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', job.integrationId)
    .executeTakeFirstOrThrow()
const orderCount = async () =>
  (await ctx.db.selectFrom('orders').select('id').where('organizationId', '=', ctx.organizationId).execute()).length
const reserved = async () => (await levelsOf(ctx, [product.id]))[0]?.reserved
const waiting = async () => {
  const jobs = await app.services.queue.boss.findJobs<typeof job>('orders.pull', { data: job })
  return jobs.filter((entry) => entry.state === 'created').map((entry) => entry.startAfter)
}
/** Does the work, and holds moments against it, however long it took. */
async function during(work: () => Promise<unknown>) {
  const from = Date.now()
  await work()
  const to = Date.now()
  /** So many seconds later. */
  return (moment: Date | null | undefined, least: number, most: number) => {
    expect(moment?.getTime()).toBeGreaterThanOrEqual(from + least * 1000)
    expect(moment?.getTime()).toBeLessThanOrEqual(to + most * 1000)
  }
}
/** As if it had been connected some days ago. */
const makeOlder = (days: number) =>
  ctx.db
    .updateTable('integrations')
    .set({ createdAt: new Date(Date.now() - days * 86_400_000) })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', '=', job.integrationId)
    .execute()
const MINUTE_MS = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS)
const sale = (minutesAgo: number) =>
  channelOrder({ lines: [orderLine({ sku: product.sku })], orderDate: ago(minutesAgo), updatedAt: ago(minutesAgo) })
const pages =
  (...all: ChannelOrder[][]): FakeOrders['pull'] =>
  async (_since, cursor) => {
    const n = Number(cursor ?? 0)
    return { items: all[n] ?? [], next: n + 1 < all.length ? String(n + 1) : undefined }
  }

describe('looking for orders', () => {
  it('reads to the last page, and only then moves the mark, to the newest change seen', async () => {
    const orders = [sale(30), sale(20), sale(10)]
    const requests: Date[] = []
    const pull: FakeOrders['pull'] = (since, cursor) => {
      requests.push(new Date())
      return pages(orders.slice(0, 2), orders.slice(2))(since, cursor)
    }
    const later = await during(() => run(pull))
    expect(await orderCount()).toBe(3)
    const row = await integration()
    // What is sold while it reads may be on a page that it has read already.
    for (const at of [row.ordersCheckedAt, row.ordersWholeAt])
      expect(at?.getTime()).toBeLessThanOrEqual(requests[0]?.getTime() ?? 0)
    expect(row.ordersCursor).toEqual(orders[2]?.updatedAt)
    expect(row.ordersClaimedUntil).toBeNull()
    later(row.ordersCheckedAt, 0, 0)
    later(row.ordersDueAt, 0.001, 2.1)
  })

  it('begins an hour before the connection, then five minutes before the mark, which never goes back', async () => {
    const requests: Date[] = []
    const remember =
      (...orders: ChannelOrder[]): FakeOrders['pull'] =>
      async (since) => {
        requests.push(since)
        return { items: orders, next: undefined }
      }
    const { authenticatedAt } = await integration()
    const newest = sale(10)
    await run(remember(newest))
    await run(remember(sale(14)))
    expect(requests).toEqual([
      new Date((authenticatedAt?.getTime() ?? 0) - 60 * MINUTE_MS),
      new Date(newest.updatedAt.getTime() - 5 * MINUTE_MS),
    ])
    expect((await integration()).ordersCursor).toEqual(newest.updatedAt)
  })

  it('a shop that is called about all the time loses no order that is listed late: one look in a while reads all since the last whole one', async () => {
    const listed: ChannelOrder[] = []
    const requests: number[] = []
    const hint = (now: ChannelOrder) => {
      listed.push(now)
      const pull: FakeOrders['pull'] = async (since) => {
        requests.push(Math.round((now.updatedAt.getTime() - since.getTime()) / 1000))
        return { items: listed.filter(({ updatedAt }) => updatedAt >= since), next: undefined }
      }
      return pullOrdersJob(app.services, { ...job, hinted: true }, fakeConnect({ pull }))
    }
    await run(pages([sale(30)]))
    for (const minutes of [29, 28, 27]) await hint(sale(minutes))
    // Sold before the last one, listed after it, and the call about it was lost.
    listed.push(sale(28.5))
    for (const minutes of [26, 25, 24, 23]) await hint(sale(minutes))
    expect(requests.filter((seconds) => seconds > 120)).toHaveLength(1)
    expect(await orderCount()).toBe(9)
    expect(await reserved()).toBe(9)
  })

  it('all orders of a day are read again once a day: what a channel listed hours late is taken in, and what is known changes nothing', async () => {
    const known = sale(10)
    await run(pages([known]))
    await makeOlder(2)
    const requests: Date[] = []
    const again: FakeOrders['pull'] = async (since, cursor) => {
      requests.push(since)
      return pages([known], [sale(600)])(since, cursor)
    }
    await rereadDue(app.services)
    expect((await app.services.queue.boss.findJobs('orders.reread', { data: job })).length).toBe(1)
    await rereadOrdersJob(app.services, job, fakeConnect({ pull: again }))
    expect([await orderCount(), await reserved()]).toEqual([2, 2])
    expect(Date.now() - (requests[0]?.getTime() ?? 0)).toBeGreaterThan(24 * 3600_000)
    const { ordersCursor, ordersRereadAt } = await integration()
    expect(ordersCursor).toEqual(known.updatedAt)
    expect(Date.now() - (ordersRereadAt?.getTime() ?? 0)).toBeLessThan(MINUTE_MS)
    // A channel that cannot tell now is asked again in an hour.
    const down: FakeOrders['pull'] = () => Promise.reject(new ChannelError('unavailable', 'Down for today.'))
    await rereadOrdersJob(app.services, job, fakeConnect({ pull: down }))
    const { ordersRereadAt: later } = await integration()
    expect(Math.round((Date.now() - (later?.getTime() ?? 0)) / 3600_000)).toBe(23)
    expect((await integration()).ordersProblem).toBe('')
  })

  it('broken off after the first page, the next look begins anew: nothing is lost and nothing counts twice', async () => {
    const orders = [sale(30), sale(20), sale(10)]
    await expect(
      run(async (_since, cursor) => {
        if (cursor) throw new Error('the process was killed')
        return { items: orders.slice(0, 2), next: '1' }
      }),
    ).rejects.toThrow('killed')
    expect(await orderCount()).toBe(2)
    expect((await integration()).ordersCursor).toBeNull()
    await run(pages(orders.slice(0, 2), orders.slice(2)))
    expect(await orderCount()).toBe(3)
    expect(await reserved()).toBe(3)
  })

  it('an order that cannot be kept stops neither the pages after it nor the next look at itself', async () => {
    const broken = channelOrder({ lines: [orderLine({ quantity: 3_000_000_000 })], updatedAt: ago(20) })
    await expect(run(pages([broken], [sale(10)]))).rejects.toThrow('a number that is too large')
    expect(await orderCount()).toBe(1)
    expect((await integration()).ordersCursor).toBeNull()
  })

  it('while another worker looks, a wake-up waits a second instead of getting lost', async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    let calls = 0
    const slow: FakeOrders['pull'] = async () => {
      calls += 1
      await gate
      return { items: [], next: undefined }
    }
    const first = run(slow)
    await expect.poll(() => calls).toBe(1)
    const later = await during(() => run(slow))
    expect(calls).toBe(1)
    later((await waiting())[0], 0.5, 2)
    release()
    await first
    await run(pages([sale(1)]))
    expect(await orderCount()).toBe(1)
  })

  it('a worker that fell silent is replaced once its time is over', async () => {
    const lease = (claimedUntil: Date) =>
      ctx.db
        .updateTable('integrations')
        .set({ ordersClaimedUntil: claimedUntil })
        .where('organizationId', '=', ctx.organizationId)
        .execute()
    await lease(ago(-1))
    await run(pages([sale(1)]))
    expect(await orderCount()).toBe(0)
    await lease(ago(0.01))
    await run(pages([sale(1)]))
    expect(await orderCount()).toBe(1)
  })

  it('asked to wait by the channel, it waits as long, and nobody asks meanwhile', async () => {
    let calls = 0
    const refuse = async () => {
      calls += 1
      throw new ChannelError('rate_limited', 'Too many requests', { retryAfterSeconds: 40 })
    }
    const later = await during(async () => {
      await run(refuse)
      await run(refuse)
    })
    expect(calls).toBe(1)
    const { holdUntil, ordersClaimedUntil } = await integration()
    later(holdUntil, 40, 49)
    expect(ordersClaimedUntil).toBeNull()
    later((await waiting())[0], 39, 60)
  })

  it('a channel that does not answer is asked again soon, without an error', async () => {
    const later = await during(() => run(() => Promise.reject(new ChannelError('unavailable', 'no answer'))))
    expect(await orderCount()).toBe(0)
    later((await waiting())[0], 4, 7)
  })

  it('a call, and a channel that is connected anew, are followed at once though another look was put off', async () => {
    for (const hinted of [false, true]) {
      const usedUp = new ChannelError('quota', 'Used up.', { retryAfterSeconds: 600 })
      await pullOrdersJob(app.services, { ...job, hinted }, fakeConnect({ pull: () => Promise.reject(usedUp) }))
    }
    expect(await waiting()).toHaveLength(2)
    for (const hinted of [true, true, false, false]) await lookForOrders(ctx, job.integrationId, { hinted })
    const putOff = (await waiting()).map((at) => at.getTime() > Date.now() + 9 * MINUTE_MS)
    expect(putOff.toSorted()).toEqual([false, false, true, true])
  })

  it('a connection that has ended ends the look, without an error and without a next one', async () => {
    await run(() => Promise.reject(new ChannelError('revoked', 'revoked')))
    expect(await waiting()).toEqual([])
    expect((await integration()).ordersClaimedUntil).toBeNull()
  })

  it('a channel that refuses fresh tokens is asked again', async () => {
    await run(() => Promise.reject(new ChannelError('unauthorized', 'not now')))
    expect(await waiting()).toHaveLength(1)
  })

  it('orders that cannot be read are shown as such from the first refusal until a look is complete', async () => {
    const refuse = () => run(() => Promise.reject(new ChannelError('forbidden', 'Not these.')))
    await expect(refuse()).rejects.toThrow('Not these.')
    const { ordersFailingSince, ordersProblem } = await integration()
    expect([ordersFailingSince instanceof Date, ordersProblem]).toEqual([true, 'Not these.'])
    await expect(refuse()).rejects.toThrow('Not these.')
    expect((await integration()).ordersFailingSince).toEqual(ordersFailingSince)
    await run(pages([sale(1)]))
    expect(await integration()).toMatchObject({ ordersFailingSince: null, ordersProblem: '' })
  })

  it('sees what happened to an order meanwhile: placed, then cancelled', async () => {
    const order = sale(30)
    await run(pages([order]))
    expect(await reserved()).toBe(1)
    await run(pages([order, laterVersion(order, { state: 'cancelled' })]))
    expect(await reserved()).toBe(0)
  })
})

describe('importOrders', () => {
  it('ORD-362 looks now and tells how many orders are new and how many changed', async () => {
    const order = sale(30)
    expect(await importNow(ctx, { channel: 'ebay' }, fakeConnect({ pull: pages([order], [sale(20)]) }))).toEqual({
      imported: 2,
      updated: 0,
    })
    expect(
      await importNow(
        ctx,
        { channel: 'ebay' },
        fakeConnect({ pull: pages([order, laterVersion(order, { state: 'shipped' })]) }),
      ),
    ).toEqual({ imported: 0, updated: 1 })
  })

  it('counts once what was read twice because a token ended in between', async () => {
    const once = fakeConnect({ pull: pages([sale(30)]) })
    const twice: typeof once = async (services, key, work) => {
      await once(services, key, work)
      return once(services, key, work)
    }
    expect(await importNow(ctx, { channel: 'ebay' }, twice)).toEqual({ imported: 1, updated: 0 })
  })

  it('says why it cannot', async () => {
    await expect(importNow(ctx, { channel: 'shopify' })).rejects.toMatchObject({ code: 'integration_missing' })
    await expect(
      importNow(
        ctx,
        { channel: 'ebay' },
        fakeConnect({ pull: () => Promise.reject(new ChannelError('unavailable', 'no answer')) }),
      ),
    ).rejects.toMatchObject({ code: 'channel_unavailable' })
    await ctx.db
      .updateTable('integrations')
      .set({ status: 'expired' })
      .where('organizationId', '=', ctx.organizationId)
      .execute()
    await expect(importNow(ctx, { channel: 'ebay' })).rejects.toMatchObject({ code: 'integration_unauthenticated' })
  })
})

it('a channel that calls before its list shows what it calls about is asked again within seconds', async () => {
  const look = (hinted: boolean, pull: FakeOrders['pull']) =>
    during(() =>
      pullOrdersJob(app.services, { ...job, hinted }, fakeConnect({ pull, pollSeconds: { sandbox: 15, live: 300 } })),
    )
  const due = async () => (await integration()).ordersDueAt
  const early = await look(true, pages([]))
  early(await due(), 2, 2)
  const result = await look(true, pages([sale(0)]))
  result(await due(), 15, 15)
  const usual = await look(false, pages([]))
  usual(await due(), 15, 15)
  expect(await orderCount()).toBe(1)
})
