import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { waits } from '#domain/webhooks/schedule.ts'
import { webhookEventNames } from '#contract/webhooks/events.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import type { Ctx } from '#server/context.ts'
import { publicOnly } from '#server/http/outgoing/outgoing.ts'
import { dice } from '#server/testing/dice.ts'
import { type Received, type WebhookReceiver, rightSignatures, webhookReceiver } from '#server/testing/receiver.ts'
import { type TestApp, testApp } from '#server/testing/setup/app.ts'
import { deliver } from './deliver.ts'
import { takeLease } from './due.ts'
import { deliverDue, forgetDeliveries } from './jobs.ts'
import * as webhooks from './service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
let app: TestApp
let receiver: WebhookReceiver
let ctx: Ctx
let productIds: number[]
let time: number
const advance = (ms: number) => void (time += ms)

beforeAll(async () => {
  receiver = await webhookReceiver()
  app = await testApp({ WEBHOOK_HOSTS: receiver.host })
  // Ahead of the database's clock, so that what it has written is never in the future.
  time = Date.now() + HOUR
  app.services.clock = { ...app.services.clock, now: () => new Date(time), random: () => 0.5 }
})
afterAll(async () => {
  await app.stop()
  receiver.stop()
})
beforeEach(async () => {
  await app.services.database.system.deleteFrom('webhookEndpoints').execute()
  receiver.received.length = 0
  receiver.answer = (_, reply) => void reply.writeHead(204).end()
  ctx = (await makeSeller(app.services)).ctx
  const template = await makeTemplate(ctx)
  productIds = []
  for (let n = 0; n < 4; n += 1) productIds.push((await makeProduct(ctx, template.id)).id)
})

const listen = async (url = receiver.url) =>
  webhooks.create(ctx, { url, description: '', types: [...webhookEventNames] })
/** Changes products in one transaction each, as an event for each. */
async function change(...ids: number[]) {
  for (const id of ids)
    await ctx.db.updateTable('products').set({ version: sql`version + 1` }).where('id', '=', id).execute()
}
async function sendAll() {
  while ((await deliverDue(app.services)) > 0) {
    /* until nothing is due */
  }
}
/** Sends until nothing is left to send, however long that takes in simulated time. */
async function sendForDays(step = 10 * MINUTE) {
  for (let n = 0; n < 2000; n += 1) {
    await sendAll()
    if (!(await isWaiting())) return
    advance(step)
  }
  throw new Error('something waits for ever')
}
const rows = () => ctx.db.selectFrom('webhookDeliveries').selectAll().orderBy('id').execute()
const isWaiting = async () => {
  const row = await ctx.db
    .selectFrom('webhookDeliveries')
    .select('id')
    .where('state', '=', 'waiting')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
const states = async () => (await rows()).map(({ state }) => state)
const versionOf = ({ body }: Received) => [body.data.id, body.data.version]
const answerWith =
  (status: number, headers: Record<string, string> = {}) =>
  (_: Received, reply: Parameters<WebhookReceiver['answer']>[1]) =>
    void reply.writeHead(status, headers).end(`says ${status}`)
const endpoint = (id: number) =>
  ctx.db.selectFrom('webhookEndpoints').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('a webhook delivery', () => {
  it('an event arrives signed, with its type, time and data', async () => {
    const { secret } = await listen()
    await change(productIds[0] ?? 0)
    await sendAll()
    const [message] = receiver.received
    expect(message?.body).toMatchObject({
      type: 'product.changed',
      data: { id: productIds[0], version: 2, price: 19.99 },
    })
    expect(Date.parse(message?.body.timestamp ?? '')).toBe((await rows())[0]?.at.getTime())
    expect(message?.headers['webhook-timestamp']).toBe(String(Math.floor(time / 1000)))
    expect(message && rightSignatures(message, secret)).toBe(1)
    expect(await rows()).toMatchObject([{ state: 'delivered', attempts: 1, status: 204, messageId: message?.id }])
  })

  it('events of one turn share as many connections as are used at once', async () => {
    await listen()
    for (let n = 0; n < 10; n += 1) await change(...productIds)
    const before = receiver.connections
    await sendAll()
    expect(receiver.received).toHaveLength(40)
    expect(receiver.connections - before).toBeLessThanOrEqual(8)
  })

  it('a receiver that closes each connection without a word gets each event by its first try', async () => {
    await listen()
    for (let n = 0; n < 10; n += 1) await change(...productIds)
    receiver.answer = (_, reply) => {
      const { socket } = reply
      reply.writeHead(204).end(() => socket?.destroy())
    }
    await sendAll()
    expect(await rows()).toHaveLength(40)
    expect((await rows()).filter(({ state, attempts }) => state !== 'delivered' || attempts !== 1)).toEqual([])
  })

  it('a failed event is tried again later under the same id with a fresh signature, and the next one of its record waits', async () => {
    const { secret } = await listen()
    const [slow = 0, other = 0] = productIds
    let isBroken = true
    receiver.answer = (received, reply) =>
      answerWith(isBroken && received.body.data.id === slow ? 500 : 200)(received, reply)
    await change(slow, slow, other)
    await sendAll()
    expect(receiver.received.map(versionOf)).toEqual(
      expect.arrayContaining([
        [slow, 2],
        [other, 2],
      ]),
    )
    expect(receiver.received.map(versionOf)).not.toContainEqual([slow, 3])
    expect(await rows()).toMatchObject([
      { state: 'waiting', status: 500, answer: 'says 500' },
      { state: 'waiting', attempts: 0 },
      { state: 'delivered' },
    ])
    isBroken = false
    await sendAll()
    expect(receiver.received).toHaveLength(2)
    advance(6000)
    await sendAll()
    const ofSlow = receiver.received.filter(({ body }) => body.data.id === slow)
    expect(ofSlow.map(versionOf)).toEqual([
      [slow, 2],
      [slow, 2],
      [slow, 3],
    ])
    expect(ofSlow[0]?.id).toBe(ofSlow[1]?.id)
    expect(ofSlow[0]?.headers['webhook-timestamp']).not.toBe(ofSlow[1]?.headers['webhook-timestamp'])
    expect(ofSlow.map((message) => rightSignatures(message, secret))).toEqual([1, 1, 1])
  })

  it('an event is given up after ten tries in three days, and the next one of its record goes on', async () => {
    const { webhook } = await listen()
    const [broken = 0, fine = 0] = productIds
    receiver.answer = (received, reply) =>
      answerWith(received.body.data.version === 2 && received.body.data.id === broken ? 500 : 200)(received, reply)
    await change(broken, broken)
    for (const wait of [0, ...waits]) {
      advance(wait)
      await change(fine)
      await sendAll()
    }
    expect((await rows()).slice(0, 2)).toMatchObject([
      { state: 'failed', attempts: 10, status: 500 },
      { state: 'delivered', attempts: 1 },
    ])
    expect(await webhooks.replayFailed(ctx, webhook.id, new Date(0).toISOString())).toEqual({ count: 1 })
    receiver.answer = answerWith(200)
    await sendAll()
    expect(await states()).not.toContain('failed')
  })

  it('a receiver that is down for a day gets everything, in order, without a storm of requests meanwhile', async () => {
    await listen()
    for (let n = 0; n < 10; n += 1) await change(...productIds)
    receiver.answer = answerWith(500)
    for (let n = 0; n < 24 * 2; n += 1) {
      await sendAll()
      advance(30 * MINUTE)
    }
    expect(receiver.received.length).toBeLessThan(50)
    receiver.received.length = 0
    receiver.answer = answerWith(200)
    await sendForDays()
    for (const id of productIds)
      expect(receiver.received.filter(({ body }) => body.data.id === id).map(({ body }) => body.data.version)).toEqual(
        Array.from({ length: 10 }, (_, n) => n + 2),
      )
  })

  it('a receiver that only fails for five days is paused with a mail to the Admins, and resumes where it was', async () => {
    const { webhook } = await listen()
    receiver.answer = answerWith(503)
    for (let n = 0; n < 6 * 12; n += 1) {
      if (n % 12 === 0) await change(productIds[0] ?? 0)
      await sendAll()
      advance(2 * HOUR)
    }
    expect(await endpoint(webhook.id)).toMatchObject({ state: 'paused', reason: 'failing' })
    const { rows: mails } = await sql<{ subject: string }>`
      select data->>'subject' as subject from jobs.job where name = 'mail.send' and data->>'organizationId' = ${String(ctx.organizationId)}`.execute(
      app.services.database.system,
    )
    expect(mails).toEqual([{ subject: expect.stringContaining('A webhook was paused') as string }])
    receiver.answer = answerWith(200)
    receiver.received.length = 0
    await change(productIds[1] ?? 0)
    await sendAll()
    expect(receiver.received).toEqual([])
    await webhooks.edit(ctx, webhook.id, { state: 'active' })
    await sendForDays()
    expect(receiver.received.map(({ body }) => body.data.id)).toContain(productIds[1])
  })

  it('a receiver that answers 410 is ended, and nothing more is written for it', async () => {
    const { webhook } = await listen()
    receiver.answer = answerWith(410)
    await change(productIds[0] ?? 0)
    await sendAll()
    expect(await endpoint(webhook.id)).toMatchObject({ state: 'ended', reason: 'gone' })
    expect(await states()).toEqual(['failed'])
    await change(productIds[0] ?? 0)
    expect(await states()).toEqual(['failed'])
  })

  it('a receiver that asks for a pause is left alone for that time, with all its events', async () => {
    await listen()
    receiver.answer = answerWith(429, { 'retry-after': '120' })
    await change(productIds[0] ?? 0)
    await sendAll()
    await change(productIds[1] ?? 0)
    advance(119_000)
    await sendAll()
    expect(receiver.received).toHaveLength(1)
    receiver.answer = answerWith(200)
    advance(1000)
    await sendAll()
    expect(await states()).toEqual(['delivered', 'delivered'])
  })

  it('a redirect counts as a failure and is not followed', async () => {
    await listen()
    receiver.answer = answerWith(302, { location: `${receiver.url}/elsewhere` })
    await change(productIds[0] ?? 0)
    await sendAll()
    expect(receiver.received).toHaveLength(1)
    expect(await rows()).toMatchObject([{ state: 'waiting', status: 302 }])
  })

  it('a private address is refused unless the operator has opened it', async () => {
    const { webhook } = await listen('https://127.0.0.1/hook')
    app.services.outgoing = publicOnly
    await change(productIds[0] ?? 0)
    await sendAll()
    expect(await rows()).toMatchObject([
      { state: 'waiting', status: null, answer: expect.stringContaining('isn’t publicly accessible') as string },
    ])
    expect((await webhooks.test(ctx, webhook.id)).ok).toBe(false)
  })

  it('an event that was sent and not noted is sent again under the same id', async () => {
    const { webhook } = await listen()
    await change(productIds[0] ?? 0)
    const { organizationId } = ctx
    // As a process that dies after the receiver has it: its lease stays, and nothing is noted.
    await takeLease(ctx, webhook.id, new Date(time), new Date(time + 120_000))
    await webhooks.test(ctx, webhook.id)
    await deliver(app.services, { organizationId, id: webhook.id })
    expect(receiver.received).toHaveLength(1)
    advance(120_000)
    await sendAll()
    const [sent] = await rows()
    await ctx.db.updateTable('webhookDeliveries').set({ state: 'waiting', attempts: 0, status: null }).execute()
    await sendAll()
    expect(receiver.received.slice(1).map(({ id }) => id)).toEqual([sent?.messageId, sent?.messageId])
  })

  it('two processes that look at the same time send each event once', async () => {
    const { webhook } = await listen()
    for (let n = 0; n < 5; n += 1) await change(...productIds)
    const { organizationId } = ctx
    await Promise.all(Array.from({ length: 4 }, () => deliver(app.services, { organizationId, id: webhook.id })))
    await sendAll()
    expect(receiver.received).toHaveLength(20)
  })

  it('after a rotation both secrets sign for a day, then the new one alone', async () => {
    const { secret: former, webhook } = await listen()
    const { secret } = await webhooks.rotate(ctx, webhook.id)
    const check = async () => {
      receiver.received.length = 0
      await change(productIds[0] ?? 0)
      await sendAll()
      const [message] = receiver.received
      return message && [rightSignatures(message, secret), rightSignatures(message, former)]
    }
    expect(await check()).toEqual([1, 1])
    advance(24 * HOUR)
    expect(await check()).toEqual([1, 0])
  })

  it('a delivery can be sent again under its id, and old ones are deleted', async () => {
    const { webhook } = await listen()
    await change(productIds[0] ?? 0)
    await sendAll()
    const [row] = await rows()
    await webhooks.replay(ctx, webhook.id, row?.id ?? 0)
    await sendAll()
    expect(receiver.received.map(({ id }) => id)).toEqual([row?.messageId, row?.messageId])
    await ctx.db
      .updateTable('webhookDeliveries')
      .set({ at: new Date(time - 31 * 24 * HOUR) })
      .execute()
    await change(productIds[0] ?? 0)
    await forgetDeliveries(app.services)
    expect(await rows()).toHaveLength(1)
  })

  it('thousands of events reach a receiver that fails at random, in order for each record and once for each id', async () => {
    await listen()
    const roll = dice(7)
    const seen = new Set<string>()
    const versions = new Map<unknown, unknown[]>()
    receiver.answer = (received, reply) => {
      if (roll(60) === 0) return answerWith(roll(2) ? 500 : 503)(received, reply)
      if (!seen.has(received.id)) {
        seen.add(received.id)
        const { id, version } = received.body.data
        versions.set(id, [...(versions.get(id) ?? []), version])
      }
      // Now and then it takes the event, and its answer is lost.
      return roll(100) === 0 ? void reply.destroy() : answerWith(200)(received, reply)
    }
    const template = await makeTemplate(ctx)
    for (let n = 0; n < 36; n += 1) productIds.push((await makeProduct(ctx, template.id)).id)
    await ctx.db.deleteFrom('webhookDeliveries').execute()
    const rounds = 50
    for (let n = 0; n < rounds; n += 1)
      await ctx.db.updateTable('products').set({ version: sql`version + 1` }).where('id', 'in', productIds).execute()
    await sendForDays()
    expect(seen.size).toBe(rounds * productIds.length)
    const expected = Array.from({ length: rounds }, (_, n) => n + 2)
    for (const id of productIds) expect(versions.get(id)).toEqual(expected)
  }, 90_000)
})
