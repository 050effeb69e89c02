import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ChannelError } from '#channels/channel.ts'
import * as contract from '#contract/notifications.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import { makeMember, makeProduct, makeSeller, makeSession, makeTemplate, makeUser } from '#seed/make.ts'
import type { Ctx } from '../../context.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { channelOrder, makeIntegration, orderLine } from '../../testing/shop/orders.ts'
import { sendQueuedMail } from '../../testing/shop/people.ts'
import { takeIn } from '../orders/intake/intake.ts'
import { withConnection } from '../integrations/connections/connections.ts'
import { forgetNotifications, GATHER_MS, sendNotificationsJob, sweepNotifications } from './jobs.ts'
import { tellDisconnected, tellRefused } from './service.ts'

let app: TestApp
let ctx: Ctx
let as: string
let email: string
let integrationId: number
/** Added to the clock of the app. */
let later = 0
beforeAll(async () => {
  app = await testApp()
  const { clock } = app.services
  app.services.clock = { ...clock, now: () => new Date(Date.now() + later) }
})
afterAll(() => app.stop())
beforeEach(async () => {
  later = 0
  const seller = await makeSeller(app.services)
  ;({ ctx, as } = seller)
  email = seller.user.email
  integrationId = (await makeIntegration(ctx)).id
})

const ask = (kind: NotificationKind, ways: { browser?: boolean; mail?: boolean }, who = as) =>
  app.call(contract.saveNotificationSetting, { body: { kind, ...ways }, as: who })
const recent = async (who = as) => (await app.call(contract.recentNotifications, { as: who })).body.data ?? []
const sell = (count = 1, sku = 'SKU') =>
  takeIn(
    ctx,
    { id: integrationId, channel: 'ebay', historyBefore: new Date(Date.now() - 3_600_000) },
    Array.from({ length: count }, () => channelOrder({ lines: [orderLine({ sku, quantity: 2 })], totalAmount: 2500 })),
  )
const work = () => sendNotificationsJob(app.services, { organizationId: ctx.organizationId })
/** Lets the time of gathering pass, and does what a worker does then. */
async function gathered(): Promise<void> {
  later += GATHER_MS
  await work()
  await sendQueuedMail(app)
}
/** Mails that an address got, oldest first, as they were sent with their lines joined. */
function mails(to: string): string[] {
  const folder = join(app.services.config.dataDir, 'outbox')
  const decoded = (text: string) =>
    text
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return readdirSync(folder)
    .filter((name) => name.endsWith(`-${to}.eml`))
    .map((name) => {
      const mail = readFileSync(join(folder, name), 'utf8')
      const body = mail.indexOf('\r\n\r\n')
      return mail.slice(0, body).replaceAll(/\r\n[ \t]+/g, ' ') + decoded(mail.slice(body))
    })
}
const mailsTo = (to: string) => {
  try {
    return mails(to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
const settings = () =>
  ctx.db
    .selectFrom('notifications')
    .select(['kind', 'subject'])
    .where('organizationId', '=', ctx.organizationId)
    .orderBy('id')
    .execute()
async function member(roleId = 4) {
  const user = await makeUser(app.services)
  await makeMember(app.services, ctx.organizationId, user.id, roleId)
  return { user, as: await makeSession(app.services, user.id, ctx.organizationId) }
}

describe('off by default', () => {
  it('nothing is asked for, nothing is kept, nothing is mailed', async () => {
    const { body } = await app.call(contract.getNotificationSettings, { as })
    expect(body.data?.kinds).toEqual(
      ['orders', 'oversold', 'refused', 'disconnected', 'published', 'approvals'].map((kind) => ({
        kind,
        browser: false,
        mail: false,
      })),
    )
    await sell(3)
    await gathered()
    expect(await settings()).toEqual([])
    expect(mailsTo(email)).toEqual([])
  })
  it('what happened before somebody asked is not told afterwards', async () => {
    const other = await member()
    await ask('orders', { browser: true }, other.as)
    await sell()
    later += 1000
    await ask('orders', { browser: true, mail: true })
    expect(await recent()).toEqual([])
    expect((await recent(other.as)).length).toBe(1)
    await gathered()
    expect(mailsTo(email)).toEqual([])
  })
})

describe('a mail', () => {
  it('of 200 orders in a burst is one, in the name of the organization, with links and no buyer', async () => {
    await ask('orders', { mail: true })
    await sell(200)
    await work()
    await sendQueuedMail(app)
    expect(mailsTo(email)).toEqual([])
    await gathered()
    const [mail = '', ...more] = mailsTo(email)
    expect(more).toEqual([])
    const { displayName } = await app.services.database.system
      .selectFrom('organizations')
      .select('displayName')
      .where('id', '=', ctx.organizationId)
      .executeTakeFirstOrThrow()
    expect(mail).toContain(`From: ${displayName} via Motto <no-reply@localhost>`)
    expect(mail).toContain(`Subject: [${displayName}] 200 new orders`)
    expect(mail).toMatch(/http:\/\/localhost:3000\/order\/\d+/)
    expect(mail).toContain('2 items, 25.00 USD')
    expect(mail).toContain('and 180 more')
    expect(mail).toContain('<html')
    expect(mail).not.toContain('Ana Lima')
    await sell()
    await gathered()
    expect(mailsTo(email).length).toBe(2)
  })
  it('goes to those who asked for its kind, and to nobody else', async () => {
    const [first, other] = [await member(), await member(5)]
    const neighbour = await makeSeller(app.services)
    await ask('orders', { mail: true }, first.as)
    await ask('oversold', { mail: true }, other.as)
    await ask('orders', { mail: true }, neighbour.as)
    await ask('orders', { browser: true })
    await sell()
    await gathered()
    expect([first.user.email, other.user.email, neighbour.user.email, email].map((to) => mailsTo(to).length)).toEqual([
      1, 0, 0, 0,
    ])
  })
  it('is sent once, whatever dies or runs twice in between', async () => {
    await ask('orders', { mail: true })
    await sell(2)
    later += GATHER_MS
    const { queue } = app.services
    app.services.queue = { ...queue, send: () => Promise.reject(new Error('killed')) }
    await expect(work()).rejects.toThrow('killed')
    app.services.queue = queue
    await Promise.all([work(), work(), work()])
    await sweepNotifications(app.services)
    await work()
    await sendQueuedMail(app)
    expect(mailsTo(email).length).toBe(1)
  })
  it('that nobody was woken for is found', async () => {
    await ask('orders', { mail: true })
    await sell()
    const jobs = async () =>
      (await app.services.queue.boss.fetch('notifications.send', { batchSize: 100 })).map((job) => job.data)
    await jobs()
    await sweepNotifications(app.services)
    expect(await jobs()).not.toContainEqual({ organizationId: ctx.organizationId })
    later += GATHER_MS
    await sweepNotifications(app.services)
    expect(await jobs()).toContainEqual({ organizationId: ctx.organizationId })
  })
  it('goes neither to who has left, nor to who switched it off meanwhile', async () => {
    const [removed, off] = [await member(), await member()]
    for (const who of [removed, off]) await ask('orders', { mail: true }, who.as)
    await sell()
    await app.services.database.system.deleteFrom('members').where('userId', '=', removed.user.id).execute()
    await ask('orders', { mail: false }, off.as)
    await gathered()
    expect([removed, off].flatMap(({ user }) => mailsTo(user.email))).toEqual([])
  })
  it('as a test comes at once, and not without end', async () => {
    const test = () => app.call(contract.sendTestMail, { as })
    expect((await test()).status).toBe(200)
    await sendQueuedMail(app)
    expect(mailsTo(email)[0]).toContain('Example only. Nothing was sold.')
    for (let n = 0; n < 4; n += 1) await test()
    expect((await test()).body.code).toBe('too_many_requests')
  })
})

describe('the link that stops mails', () => {
  async function tokenOf(): Promise<string> {
    await ask('orders', { mail: true, browser: true })
    await sell()
    await gathered()
    const mail = mailsTo(email).at(-1) ?? ''
    expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const url = /List-Unsubscribe: <([^>]+)>/.exec(mail)?.[1] ?? ''
    const token = new URL(url).searchParams.get('token') ?? ''
    // A browser that opens what the mail program was given shows the page, and stops nothing.
    expect(url).toBe(`http://localhost:3000/unsubscribe?token=${token}`)
    expect(mail.slice(mail.indexOf('\r\n\r\n'))).toContain(url)
    return token
  }
  const read = async (token: string) => (await app.call(contract.readUnsubscribe, { query: { token } })).body
  it('works without signing in, with one press of a mail program, and stops that kind of mail alone', async () => {
    const token = await tokenOf()
    expect((await read(token)).data).toMatchObject({ kind: 'orders', stopped: false })
    const pressed = await app.fastify.inject({
      method: 'POST',
      url: `/unsubscribe?token=${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(pressed.statusCode).toBe(200)
    expect((await read(token)).data).toMatchObject({ stopped: true })
    const { body } = await app.call(contract.getNotificationSettings, { as })
    expect(body.data?.kinds[0]).toEqual({ kind: 'orders', browser: true, mail: false })
    expect((await app.call(contract.unsubscribe, { query: { token } })).status).toBe(200)
    await sell()
    await gathered()
    expect(mailsTo(email).length).toBe(1)
  })
  it('brings them back, as long as its member may read what they are about', async () => {
    const token = await tokenOf()
    await app.call(contract.unsubscribe, { query: { token } })
    expect((await app.call(contract.resubscribe, { query: { token } })).status).toBe(200)
    expect((await read(token)).data).toMatchObject({ stopped: false })
    await app.call(contract.unsubscribe, { query: { token } })
    await app.services.database.system.deleteFrom('members').where('organizationId', '=', ctx.organizationId).execute()
    expect((await app.call(contract.resubscribe, { query: { token } })).status).toBe(200)
    expect((await read(token)).data).toMatchObject({ stopped: true })
  })
  it('is refused when it was not signed here, or was changed', async () => {
    const token = await tokenOf()
    for (const bad of [token.replace('orders', 'refused'), token.slice(0, -1), `${token}A`, 'x', `1${token}`]) {
      expect((await read(bad)).code).toBe('code_invalid')
      for (const endpoint of [contract.unsubscribe, contract.resubscribe])
        expect((await app.call(endpoint, { query: { token: bad } })).body.code).toBe('code_invalid')
    }
  })
  it('is the only address that takes such a form', async () => {
    const { statusCode } = await app.fastify.inject({
      method: 'POST',
      url: '/api/v2/notifications/settings',
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: as },
      payload: 'kind=orders&mail=true',
    })
    expect(statusCode).toBe(415)
  })
})

describe('what is told', () => {
  beforeEach(async () => {
    for (const kind of contract.notificationKinds) await ask(kind, { browser: true })
  })
  it('is a new order once, and that it is oversold', async () => {
    const { sku } = await makeProduct(ctx, (await makeTemplate(ctx)).id, { quantity: 1 })
    const order = channelOrder({ number: '#7', lines: [orderLine({ sku, quantity: 3 })] })
    const source = { id: integrationId, channel: 'ebay' } as const
    await takeIn(ctx, source, [order])
    await takeIn(ctx, source, [
      channelOrder({ ...order, raw: undefined, updatedAt: new Date(Date.now() + 60_000), payment: 'open' }),
    ])
    expect(await settings()).toEqual([
      { kind: 'oversold', subject: 'eBay #7' },
      { kind: 'orders', subject: 'eBay #7' },
    ])
    expect((await recent())[0]?.path).toMatch(/^\/order\/\d+$/)
  })
  it('is no order from before the channel was connected, and none that is cancelled already', async () => {
    const source = { id: integrationId, channel: 'ebay', historyBefore: new Date() } as const
    await takeIn(ctx, source, [channelOrder({ orderDate: new Date(Date.now() - 86_400_000) })])
    await takeIn(ctx, { id: integrationId, channel: 'ebay' }, [channelOrder({ state: 'cancelled' })])
    expect(await settings()).toEqual([])
  })
  it('is what a channel refused, the same once a day', async () => {
    const product = await makeProduct(ctx, (await makeTemplate(ctx)).id, { sku: 'MUG-1' })
    const listing = { id: 5, productId: product.id, channel: 'shopify', integrationId } as const
    await tellRefused(ctx, listing, 'The title is too long.')
    await tellRefused(ctx, listing, 'The title is too long.')
    await tellRefused(ctx, listing, 'The price is missing.')
    expect(await settings()).toEqual([
      { kind: 'refused', subject: 'MUG-1 on Shopify' },
      { kind: 'refused', subject: 'MUG-1 on Shopify' },
    ])
    expect((await recent())[0]).toMatchObject({
      detail: 'The price is missing.',
      path: `/product/${product.id}/publish/shopify`,
    })
  })
  it('is a quantity that a channel refuses again and again once a day, whatever it says each time', async () => {
    const product = await makeProduct(ctx, (await makeTemplate(ctx)).id, { sku: 'MUG-2' })
    const listing = { id: 6, productId: product.id, channel: 'shopify', integrationId } as const
    for (let hour = 0; hour < 24; hour += 1) await tellRefused(ctx, listing, `Error at ${hour}:00.`, 'quantity')
    expect(await settings()).toHaveLength(1)
    later += 24 * 3_600_000
    await tellRefused(ctx, listing, 'Error again.', 'quantity')
    expect(await settings()).toHaveLength(2)
  })
  it('is a connection that ended', async () => {
    const refused = () => Promise.reject(new ChannelError('revoked', 'The consent was withdrawn.'))
    await ctx.db
      .updateTable('integrations')
      .set({ accessExpiresAt: new Date(Date.now() + 86_400_000) })
      .where('organizationId', '=', ctx.organizationId)
      .execute()
    const key = { organizationId: ctx.organizationId, integrationId }
    await expect(withConnection(app.services, key, refused)).rejects.toThrow('not connected')
    await expect(withConnection(app.services, key, refused)).rejects.toThrow('not connected')
    expect(await settings()).toEqual([{ kind: 'disconnected', subject: 'eBay' }])
  })
  it('names the account where its channel has several, and leads to its page', async () => {
    const other = await makeIntegration(ctx)
    const rename = (id: number, shop: string) =>
      ctx.db
        .updateTable('integrations')
        .set({ shop })
        .where('organizationId', '=', ctx.organizationId)
        .where('id', '=', id)
        .execute()
    await rename(integrationId, 'mugs')
    await rename(other.id, 'lamps')
    const product = await makeProduct(ctx, (await makeTemplate(ctx)).id, { sku: 'MUG-3' })
    const listing = { id: 7, productId: product.id, channel: 'ebay', integrationId: other.id } as const
    await tellRefused(ctx, listing, 'The title is too long.')
    await takeIn(ctx, { id: other.id, channel: 'ebay' }, [channelOrder({ number: '#8' })])
    await tellDisconnected(ctx, other.id)
    later += 60_000
    await tellDisconnected(ctx, integrationId)
    const notices = (await recent()).filter(({ kind }) => kind !== 'oversold')
    expect(notices.map(({ subject, path }) => [subject, path.replace(/\/order\/\d+/, '/order/1')])).toEqual([
      ['eBay (mugs)', '/integrations/ebay'],
      ['eBay (lamps)', `/integrations/ebay?account=${other.id}`],
      ['eBay (lamps) #8', '/order/1'],
      ['MUG-3 on eBay (lamps)', `/product/${product.id}/publish/ebay?account=${other.id}`],
    ])
  })
  it('is seen by neighbours and by who asked for nothing no more than by strangers', async () => {
    await sell()
    const neighbour = await makeSeller(app.services)
    await ask('orders', { browser: true }, neighbour.as)
    const guest = await member(5)
    expect([await recent(neighbour.as), await recent(guest.as)]).toEqual([[], []])
    await ask('orders', { browser: true }, guest.as)
    await sell()
    expect((await recent(guest.as)).length).toBe(1)
  })
  it('is old after ten minutes, and forgotten after 30 days', async () => {
    await sell()
    later += 11 * 60_000
    expect(await recent()).toEqual([])
    await forgetNotifications(app.services)
    expect((await settings()).length).toBe(1)
    later += 30 * 24 * 3_600_000
    await forgetNotifications(app.services)
    expect(await settings()).toEqual([])
  })
})

it('whoever is no member can ask for nothing', async () => {
  const admin = await makeUser(app.services)
  await app.services.database.system.updateTable('users').set({ isSuper: true }).where('id', '=', admin.id).execute()
  const cookie = await makeSession(app.services, admin.id, ctx.organizationId)
  expect((await app.call(contract.getNotificationSettings, { as: cookie })).body.data?.member).toBe(false)
  expect((await ask('orders', { mail: true }, cookie)).body.code).toBe('forbidden')
  expect((await app.call(contract.sendTestMail, { as: cookie })).body.code).toBe('forbidden')
})
