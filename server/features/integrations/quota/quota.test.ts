import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { HttpAnswer, Quota } from '#channels/call.ts'
import { type Channel, ChannelError } from '#channels/channel.ts'
import { ebay } from '#channels/ebay/index.ts'
import { makeSeller } from '#seed/make.ts'
import type { Services } from '../../../context.ts'
import { openPools } from '../../../db/connection/pools.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { breakingDatabase } from '../../../testing/setup/breaking.ts'
import { makeIntegration } from '../../../testing/shop/orders.ts'
import type { IntegrationKey } from '../connections/integration-key.ts'
import { makeGate } from './gate.ts'
import { lease, tell } from './leases.ts'
import { leaveSeats, seatHolder } from './seats.ts'

let app: TestApp
/** Two processes share nothing but the database. */
let processes: [Services, Services]
beforeAll(async () => {
  app = await testApp()
  processes = [app.services, { ...app.services, database: openPools(app.services.database.connection, 5) }]
})
afterAll(async () => {
  await processes[1].database.close()
  await app.stop()
})

let key: IntegrationKey
let other: IntegrationKey
beforeEach(async () => {
  const { system } = app.services.database
  await sql`truncate channel_quotas, channel_quota_hours, channel_quota_shares, channel_seats`.execute(system)
  await system.updateTable('integrations').set({ status: 'unauthenticated' }).execute()
  ;[key, other] = [await connectedSeller(), await connectedSeller()]
})
async function connectedSeller(): Promise<IntegrationKey> {
  const { ctx } = await makeSeller(app.services)
  return { organizationId: ctx.organizationId, integrationId: (await makeIntegration(ctx, 'ebay', 2)).id }
}

const channelWith = (...quotas: Quota[]): Channel => ({ ...ebay, limits: { ...ebay.limits, quotas } }) as Channel
const DAY = 86_400
const call = (lane?: string) => ({ method: 'GET', url: 'http://channel.test/', ...(lane ? { lane } : {}) }) as const
const fine: HttpAnswer = { status: 200, headers: {}, body: {} }
const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'sent',
    (error: unknown) => (error instanceof ChannelError ? error.kind : error),
  )
const tally = (kinds: unknown[]) => ({
  sent: kinds.filter((kind) => kind === 'sent').length,
  refused: kinds.filter((kind) => kind !== 'sent').length,
})

describe('what channels allow', () => {
  it('lets two processes together send no more than the quota', async () => {
    // What flows in during the test is far less than a call.
    const quota: Quota = { per: 'account', calls: 20, seconds: 3000, burst: 20 }
    const purpose = { channel: 'ebay' as const, ...key, quota }
    const leases = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        lease(processes[n % 2 === 0 ? 0 : 1].database.system, purpose, { least: 1, want: 1 }),
      ),
    )
    expect(leases.reduce((sum, result) => sum + ('granted' in result ? result.granted : 0), 0)).toBe(20)
  })

  it('flows on where the clock was set back by an hour since its calls were counted', async () => {
    const { system } = app.services.database
    const purpose = { channel: 'ebay' as const, ...key, quota: { per: 'account', calls: 20, seconds: 600 } as const }
    await lease(system, purpose, { least: 1, want: 1 })
    await sql`update channel_quotas set tokens = 0, counted_at = now() + interval '1 hour'`.execute(system)
    expect(await lease(system, purpose, { least: 1, want: 1 })).toHaveProperty('granted')
  })

  it('keeps the share of an account that has not called yet, and counts over processes', async () => {
    const quota: Quota = { per: 'app', lane: 'taxonomy', calls: 60, seconds: DAY }
    const channel = channelWith(quota)
    // The day begins: later, what the others will hardly need any more is free for everybody.
    await tell(app.services.database.system, { channel: 'ebay', ...key, quota }, { windowLeft: DAY, used: 0 })
    const gates = processes.map((services) => makeGate(services, channel, key))
    const greedy = await Promise.all(
      Array.from({ length: 80 }, (_, n) =>
        kindOf(gates[n % 2]?.(call('taxonomy'), async () => fine) ?? Promise.reject()),
      ),
    )
    expect(tally(greedy).sent).toBeGreaterThanOrEqual(30)
    const late = makeGate(processes[1], channel, other)
    const theirs = []
    for (let n = 0; n < 40; n += 1) theirs.push(await kindOf(late(call('taxonomy'), async () => fine)))
    expect(tally(theirs).sent).toBeGreaterThanOrEqual(29)
    expect(tally(greedy).sent + tally(theirs).sent).toBeLessThanOrEqual(60)
    expect(theirs.at(-1)).toBe('quota')
  })

  it('counts only the calls of its lane, and begins anew when its window is over', async () => {
    const channel = channelWith({ per: 'app', lane: 'taxonomy', calls: 2, seconds: DAY })
    await app.services.database.system
      .updateTable('integrations')
      .set({ status: 'unauthenticated' })
      .where('id', '=', other.integrationId)
      .execute()
    const gate = makeGate(processes[0], channel, key)
    const kinds = []
    for (const lane of ['taxonomy', undefined, 'taxonomy', 'inventory', 'taxonomy'])
      kinds.push(await kindOf(gate(call(lane), async () => fine)))
    expect(kinds).toEqual(['sent', 'sent', 'sent', 'sent', 'quota'])
    await sql`update channel_quotas set window_ends_at = window_ends_at - interval '1 day'`.execute(
      app.services.database.system,
    )
    expect(await kindOf(makeGate(processes[1], channel, key)(call('taxonomy'), async () => fine))).toBe('sent')
  })

  it('lets no stretch of a day hold more than the day, where its channel counts so, and keeps each account its share of it', async () => {
    const { system } = app.services.database
    const quota: Quota = { per: 'app', calls: 20, seconds: DAY, rolling: true }
    const take = (who: IntegrationKey, least: number) =>
      lease(system, { channel: 'ebay', ...who, quota }, { least, want: least })
    const later = (hours: number) =>
      sql`update channel_quota_hours set ends_at = ends_at - make_interval(hours => ${hours})`.execute(system)
    expect(await take(key, 10)).toMatchObject({ granted: 10 })
    expect(await take(key, 1)).toMatchObject({ why: 'share' })
    await later(12)
    expect(await take(other, 10)).toMatchObject({ granted: 10 })
    await later(11)
    expect(await take(key, 1)).toMatchObject({ why: 'spent' })
    await later(2)
    expect(await take(key, 10)).toMatchObject({ granted: 10 })
    expect(await take(other, 1)).toMatchObject({ why: 'spent' })
    const { waitSeconds } = (await take(other, 1)) as { waitSeconds: number }
    expect(Math.abs(waitSeconds - 11 * 3600)).toBeLessThan(3700)
  })

  it('counts no more of a rolling day than is sent, but for a few an hour: what is taken in advance is lost with its hour', async () => {
    const channel = channelWith({ per: 'app', calls: 10_000, seconds: DAY, rolling: true, reserve: 2_000 })
    let ms = 0
    const gate = makeGate(processes[0], channel, key, { clock: () => ms })
    for (let hour = 0; hour < 24; hour += 1) {
      for (let calls = 0; calls < 12; calls += 1) await gate({ ...call(), hurries: calls % 2 > 0 }, async () => fine)
      ms += 3_600_000
      await sql`update channel_quota_hours set ends_at = ends_at - make_interval(hours => ${23 - hour}) where ends_at > now()`.execute(
        app.services.database.system,
      )
    }
    const { rows } = await sql<{ used: number }>`select sum(used)::int as used from channel_quota_hours`.execute(
      app.services.database.system,
    )
    expect(rows[0]?.used).toBeGreaterThanOrEqual(24 * 12)
    expect(rows[0]?.used).toBeLessThanOrEqual(24 * (12 + 2 * 5))
  })

  it('keeps calls of a day for what must not wait, and says so to what waits', async () => {
    const channel = channelWith({ per: 'app', lane: 'taxonomy', calls: 20, seconds: DAY, reserve: 5 })
    await app.services.database.system
      .updateTable('integrations')
      .set({ status: 'unauthenticated' })
      .where('id', '=', other.integrationId)
      .execute()
    const gate = makeGate(processes[0], channel, key)
    const ask = (hurries: boolean) => kindOf(gate({ ...call('taxonomy'), hurries }, async () => fine))
    const kinds = []
    for (let n = 0; n < 20; n += 1) kinds.push(await ask(false))
    expect(tally(kinds)).toEqual({ sent: 15, refused: 5 })
    const urgent = []
    for (let n = 0; n < 6; n += 1) urgent.push(await ask(true))
    expect(tally(urgent)).toEqual({ sent: 5, refused: 1 })
    const refused = await gate(call('taxonomy'), async () => fine).catch((error: unknown) => error)
    expect(refused).toMatchObject({ kind: 'quota', scope: 'app' })
  })

  it('gives back what a call did not cost, for all processes, and nothing that the channel does not tell', async () => {
    const channel = channelWith({ per: 'account', calls: 100, seconds: 3000, burst: 100 })
    const dear = (cost?: number) => ({ ...call(), cost: 60, costTold: () => cost })
    const kinds = []
    for (const n of [0, 1, 0, 1] as const)
      kinds.push(await kindOf(makeGate(processes[n], channel, key)(dear(2), async () => fine)))
    expect(kinds).toEqual(['sent', 'sent', 'sent', 'sent'])
    // One of unknown cost, as the first of its kind is.
    await makeGate(processes[0], channel, key)({ ...dear(20), cost: 1 }, async () => fine)
    // 100 less 4 × 2 and 20; a call that is not told of, and then there are too few for another.
    for (const kind of ['sent', 'rate_limited'])
      expect(await kindOf(makeGate(processes[1], channel, key)(dear(), async () => fine))).toBe(kind)
    const { rows } = await sql<{ tokens: number }>`select tokens from channel_quotas`.execute(
      app.services.database.system,
    )
    expect(rows[0]?.tokens).toBeLessThan(15)
  })

  it('takes calls in advance: hundreds of them cost the database a few statements', async () => {
    const gate = makeGate(
      processes[1],
      channelWith({ per: 'app', lane: 'inventory', calls: 100_000, seconds: DAY }),
      key,
    )
    const before = processes[1].database.statements.count
    await Promise.all(Array.from({ length: 500 }, () => gate(call('inventory'), async () => fine)))
    expect(processes[1].database.statements.count - before).toBeLessThan(50)
  })

  it('asks nobody again, in any process, before the time that the channel set', async () => {
    const channel = channelWith({ per: 'app', lane: 'orders', calls: 100_000, seconds: DAY })
    const [mine, theirs] = [makeGate(processes[0], channel, key), makeGate(processes[1], channel, other)]
    await mine(call('orders'), async () => ({ status: 429, headers: { 'retry-after': '7200' }, body: {} }))
    let calls = 0
    const again = () =>
      theirs(call('orders'), async () => {
        calls += 1
        return fine
      })
    const refused = await again().catch((error: unknown) => error as ChannelError)
    expect(refused).toMatchObject({ kind: 'quota', scope: 'app' })
    expect((refused as ChannelError).retryAfterSeconds).toBeGreaterThan(7000)
    expect(calls).toBe(0)
    await sql`update channel_quotas set blocked_until = now(), window_ends_at = now()`.execute(
      app.services.database.system,
    )
    await again()
    expect(calls).toBe(1)
  })
})

describe('calls that may not overlap', () => {
  const run = async (quota: Quota, calls: number) => {
    const gates = processes.map((services) => makeGate(services, channelWith(quota), key))
    let running = 0
    let most = 0
    await Promise.all(
      Array.from({ length: calls }, async (_, n) => {
        await gates[n % 2]?.(call('catalog'), async () => {
          most = Math.max(most, (running += 1))
          await delay(5)
          running -= 1
          return fine
        })
      }),
    )
    return most
  }
  it('go one after the other over two processes', async () => {
    expect(await run({ per: 'account', lane: 'catalog', calls: 10_000, seconds: 10, atOnce: 1 }, 30)).toBe(1)
  })
  it('go three at a time where the channel allows three', async () => {
    const most = await run({ per: 'account', calls: 10_000, seconds: 10, atOnce: 3 }, 40)
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(3)
  })
  const alone: Quota = { per: 'account', lane: 'catalog', calls: 100, seconds: 10, atOnce: 1 }
  const sitsDown = (holder: string, seconds: number) =>
    app.services.database.system
      .insertInto('channelSeats')
      .values({
        channel: 'ebay',
        accountId: key.integrationId,
        lane: 'catalog',
        seat: 0,
        holder,
        heldUntil: sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`,
      })
      .execute()
  it('go on after a process died in the middle of one', async () => {
    await sitsDown('00000000-0000-4000-8000-000000000000', 0.3)
    expect(await makeGate(processes[0], channelWith(alone), key)(call('catalog'), async () => fine)).toEqual(fine)
  })
  it('go on at once after a process that died in the middle of one is started again', async () => {
    const restarted = { ...processes[0], config: { ...processes[0].config, port: 3100 } }
    await sitsDown(seatHolder(restarted), 600)
    await leaveSeats(restarted)
    expect(await makeGate(processes[1], channelWith(alone), key)(call('catalog'), async () => fine)).toEqual(fine)
  })
  it('leave the seats of others alone at a start', async () => {
    await sitsDown(seatHolder({ ...processes[0], config: { ...processes[0].config, port: 3101 } }), 600)
    await leaveSeats(processes[0])
    const { seats } = await app.services.database.system
      .selectFrom('channelSeats')
      .select((of) => of.fn.countAll<number>().as('seats'))
      .executeTakeFirstOrThrow()
    expect(Number(seats)).toBe(1)
  })
  it('go on at once after a process lost its database in the middle of one', async () => {
    const line = await breakingDatabase(app.services.database.connection)
    const cutOff = { ...processes[0], database: openPools(line.connection, 2) }
    const gate = makeGate(cutOff, channelWith(alone), key)
    const answer = await gate(call('catalog'), async () => {
      line.down()
      return fine
    })
    expect(answer).toEqual(fine)
    line.mend()
    expect(await makeGate(processes[1], channelWith(alone), key)(call('catalog'), async () => fine)).toEqual(fine)
    await cutOff.database.close()
    await line.stop()
  })
})
