import { beforeAll, describe, expect, it } from 'vitest'
import type { HttpAnswer, HttpCall } from '#channels/call.ts'
import { isTestSku, TEST_SKU } from '#channels/certify/product.ts'
import { ChannelError } from '#channels/channel.ts'
import type { CheckStep } from '#contract/integrations/checks.ts'
import {
  connectionCheckRecording,
  listConnectionChecks,
  startConnectionCheck,
} from '#contract/integrations/connection-checks.ts'
import { systemClock } from '../../../services.ts'
import { sandboxedApp } from '../../../testing/setup/sandboxed.ts'
import { type Shop, type Sold, openShop } from '../../../testing/shop/shop.ts'
import { withConnection } from '../connections/connections.ts'
import { checkIntegrationJob } from '../jobs.ts'
import { certifyJob, type Tools } from './job.ts'
import { SILENT_MS } from './service.ts'

const on = sandboxedApp()
let shop: Shop
let ids: Record<'shopify' | 'square', number>
beforeAll(async () => {
  shop = await openShop(on.app, on.sandbox, ['shopify', 'square'])
  ids = { shopify: await shop.integrationId('shopify'), square: await shop.integrationId('square') }
  // Connecting an account queues it: it fills the defaults of new listings.
  for (const integrationId of Object.values(ids))
    await checkIntegrationJob(on.app.services, { organizationId: shop.ctx.organizationId, integrationId })
})

type Account = keyof typeof ids
type Send = (call: HttpCall) => Promise<HttpAnswer>
/** Sends every request of a check through `through`. */
const tools = (through: (call: HttpCall, send: Send) => Promise<HttpAnswer> = (call, send) => send(call)): Tools => ({
  connect: (services, key, work) =>
    withConnection(services, key, (c) =>
      work({ ...c, connection: { ...c.connection, http: (call) => through(call, c.connection.http) } }),
    ),
  wait: async () => undefined,
})
const list = async (account: Account) => {
  const { data } = (await on.app.call(listConnectionChecks, { params: { integrationId: ids[account] }, as: shop.as }))
    .body
  if (!data) throw new Error('no checks')
  return data
}
const start = async (account: Account) => {
  const params = { integrationId: ids[account] }
  return on.app.call(startConnectionCheck, { params, body: { confirmed: true }, as: shop.as })
}
const jobOf = async (account: Account) => ({
  organizationId: shop.ctx.organizationId,
  integrationId: ids[account],
  checkId: (await list(account)).checks[0]?.id ?? 0,
})
async function check(account: Account, through?: Parameters<typeof tools>[0]) {
  expect((await start(account)).status).toBe(200)
  await certifyJob(on.app.services, await jobOf(account), tools(through))
  return list(account)
}
const left = async (channel: Sold) => (await shop.remotes[channel].listings()).filter(({ sku }) => isTestSku(sku))
const resultOf = ({ checks }: Awaited<ReturnType<typeof list>>, step: CheckStep) =>
  checks[0]?.results.find((result) => result.step === step)

describe('a check of a connection', () => {
  it('says what it makes before it begins', async () => {
    expect(await list('shopify')).toEqual({
      makes: 'A draft product on no sales channel. Only your staff see it.',
      seenBy: '',
      sku: TEST_SKU,
      title: 'Motto connection test',
      checks: [],
      mayRemain: false,
    })
  })

  it('takes a test product through the account, keeps each step, and leaves nothing there', async () => {
    const after = await check('shopify')
    const [done] = after.checks
    expect(done).toMatchObject({ state: 'done', hasRecording: true })
    expect(done?.results.map(({ step }) => step)).toEqual([
      'account',
      'access',
      'clock',
      'permissions',
      'defaults',
      'listing',
      'notices',
      'leftovers',
      'create',
      'read',
      'change',
      'price',
      'sold_out',
      'orders',
      'end',
      'remove',
    ])
    expect(done?.results.filter(({ state }) => state !== 'passed')).toEqual([])
    expect(after.mayRemain).toBe(false)
    expect(await left('shopify')).toEqual([])
  })

  it('keeps a recording without tokens, names and addresses', async () => {
    const checkId = (await list('shopify')).checks[0]?.id ?? 0
    const params = { integrationId: ids.shopify, checkId }
    const { data } = (await on.app.call(connectionCheckRecording, { params, as: shop.as })).body
    expect(data).toMatchObject({
      channel: 'shopify',
      results: expect.arrayContaining([{ step: 'end', state: 'passed' }]),
    })
    expect(data?.exchanges.length).toBeGreaterThan(10)
    const words = JSON.stringify(data)
    expect(words).toContain(TEST_SKU)
    expect(words).not.toMatch(/shp(at|rt)_|bearer|[\w.]+@[\w.]+|motto-dev/i)
  })

  it('names what the channel shows instead of what was sent', async () => {
    const after = await check('shopify', async (call, send) => {
      const answer = await send(call)
      return { ...answer, body: JSON.parse(JSON.stringify(answer.body).replaceAll('"23.45"', '"99.99"')) }
    })
    expect(resultOf(after, 'change')).toEqual({
      step: 'change',
      state: 'failed',
      detail: 'The price was sent as 23.45 and read as 99.99.',
    })
    expect(after.mayRemain).toBe(false)
    expect(await left('shopify')).toEqual([])
  })

  it('says that a test product may remain when the channel fails in the middle, and deletes it the next time', async () => {
    const made = { there: false }
    const failing = await check('square', async (call, send) => {
      if (made.there) throw new ChannelError('unavailable', 'Square doesn’t answer.')
      made.there = (await left('square')).length > 0
      return send(call)
    })
    expect(failing.checks[0]?.state).toBe('done')
    expect(resultOf(failing, 'end')).toMatchObject({ state: 'failed', detail: 'Square doesn’t answer.' })
    expect(failing.mayRemain).toBe(true)
    expect(await left('square')).toHaveLength(1)

    const next = await check('square')
    expect(resultOf(next, 'leftovers')?.detail).toBe('A test product of an earlier check was deleted.')
    expect(next.mayRemain).toBe(false)
    expect(await left('square')).toEqual([])
  })
})

describe('a check whose worker dies in the middle', () => {
  it('says so, and whoever takes its job deletes the test product and begins anew', async () => {
    const hanging = Promise.withResolvers<HttpAnswer>()
    const reached = Promise.withResolvers<void>()
    expect((await start('shopify')).status).toBe(200)
    const job = await jobOf('shopify')
    const dying = certifyJob(
      on.app.services,
      job,
      tools(async (call, send) => {
        if ((await left('shopify')).length === 0) return send(call)
        reached.resolve()
        return hanging.promise
      }),
    )
    await reached.promise
    expect((await list('shopify')).checks[0]?.state).toBe('running')
    expect((await start('shopify')).body).toMatchObject({ success: false, code: 'check_running' })

    on.app.services.clock = { ...systemClock, now: () => new Date(Date.now() + SILENT_MS + 1000) }
    const silent = await list('shopify')
    expect(silent.checks[0]).toMatchObject({ id: job.checkId, state: 'interrupted' })
    expect(silent.mayRemain).toBe(true)

    await certifyJob(on.app.services, job, tools())
    const after = await list('shopify')
    expect(after.checks[0]).toMatchObject({ id: job.checkId, state: 'done' })
    expect(resultOf(after, 'leftovers')?.detail).toBe('A test product of an earlier check was deleted.')
    expect(after.mayRemain).toBe(false)
    expect(await left('shopify')).toEqual([])

    // One that was only slow changes nothing any more.
    hanging.reject(new ChannelError('unavailable', 'The network is back.'))
    await dying
    expect(await list('shopify')).toEqual(after)
    on.app.services.clock = systemClock
  })

  it('does not keep the seller from starting another one', async () => {
    expect((await start('square')).status).toBe(200)
    const job = await jobOf('square')
    const hanging = Promise.withResolvers<HttpAnswer>()
    const reached = Promise.withResolvers<void>()
    const dying = certifyJob(
      on.app.services,
      job,
      tools(async () => {
        reached.resolve()
        return hanging.promise
      }),
    )
    await reached.promise
    on.app.services.clock = { ...systemClock, now: () => new Date(Date.now() + SILENT_MS + 1000) }
    const after = await check('square')
    expect(after.checks.map(({ state }) => state).slice(0, 2)).toEqual(['done', 'interrupted'])
    hanging.reject(new ChannelError('unavailable', 'The network is back.'))
    await dying
    on.app.services.clock = systemClock
    expect((await list('square')).checks[1]?.state).toBe('interrupted')
  })
})

it('only the last five checks of an account are kept', async () => {
  for (let n = 0; n < 6; n++) await check('square', () => Promise.reject(new ChannelError('unavailable', 'Away.')))
  const { checks } = await list('square')
  expect(checks).toHaveLength(5)
  expect(checks.map(({ id }) => id)).toEqual(checks.map(({ id }) => id).toSorted((a, b) => b - a))
})
