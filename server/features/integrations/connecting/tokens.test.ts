import { beforeAll, describe, expect, it } from 'vitest'
import { channelOf } from '#channels/registry.ts'
import { getAttention } from '#contract/analytics/analytics.ts'
import { channelNames } from '#contract/channels/ids.ts'
import { jobContext } from '../../../context.ts'
import { tryNow } from '../../../testing/setup/due.ts'
import { integrationsApp } from '../../../testing/shop/integrations.ts'
import { type Shop, type Sold, authorize, openShop } from '../../../testing/shop/shop.ts'
import { unseal } from '../../../http/seal.ts'
import * as stock from '../../stock/service.ts'
import { pushJob } from '../../sync/jobs.ts'
import { tokensRow, withConnection } from '../connections/connections.ts'

const { app, sandbox, row, integrations, change, tokenCalls } = integrationsApp()
const channels = ['ebay', 'etsy', 'bigcommerce', 'shopify', 'square', 'clover', 'csv'] as const
/** The others' tokens never end. */
const renewed = ['ebay', 'etsy', 'shopify', 'square', 'clover', 'csv'] as const
/** Those that take a refresh token once only. */
const rotating: readonly Sold[] = ['etsy', 'shopify', 'clover']

/** Most of a test is waiting until a channel takes the next call, and a busy machine adds its own share to each. */
const PACED_MS = 60_000

let shop: Shop
beforeAll(async () => {
  shop = await openShop(app(), sandbox())
}, 60_000)

const keyOf = async (channel: Sold) => ({
  organizationId: shop.ctx.organizationId,
  integrationId: await shop.integrationId(channel),
})
const tokensOf = async (channel: Sold) => {
  const { tokens } = await row(shop.ctx, channel)
  return unseal(app().services, 'channel-tokens', tokensRow(await keyOf(channel)), tokens ?? Buffer.alloc(0)) as {
    accessToken: string
    refreshToken?: string
  }
}

describe.each(renewed)('a token of %s', (channel) => {
  it(
    'that ends while many calls run is renewed once, and what came is kept before it is used',
    async () => {
      const key = await keyOf(channel)
      // Those that find it ended at once, those that ask when it is renewed, and those that wait still: more would only wait for the channel's pace.
      const many = 3 * channelOf(channel).limits.concurrency
      const [before, calls] = [await tokensOf(channel), await tokenCalls(shop, channel)]
      await shop.remotes[channel].fault('expire_token')
      const used = await Promise.all(
        Array.from({ length: many }, () =>
          withConnection(app().services, key, async (c) => {
            const { accessToken } = c.connection
            if (accessToken !== before.accessToken) expect((await tokensOf(channel)).accessToken).toBe(accessToken)
            await c.channel.account(c.connection)
            return accessToken
          }),
        ),
      )
      expect((await tokenCalls(shop, channel)) - calls).toBe(1)
      const after = await tokensOf(channel)
      expect(after.accessToken).not.toBe(before.accessToken)
      expect(used).toContain(after.accessToken)
      if (rotating.includes(channel)) expect(after.refreshToken).not.toBe(before.refreshToken)
      // The second time goes by what the first left.
      await change(shop, channel, { accessExpiresAt: new Date(0) })
      await withConnection(app().services, key, (c) => c.channel.account(c.connection))
    },
    PACED_MS,
  )
})

describe('consent that was withdrawn', () => {
  let product: { id: number; sku: string }
  beforeAll(async () => {
    product = await shop.product(await shop.template(), { quantity: 9 })
    for (const channel of channels) await shop.list(channel, product.id, { sync: true })
  }, 60_000)

  it.each(channels)(
    'of %s stops its queue and keeps its work, tells the seller, and all goes on once it is given anew',
    async (channel) => {
      const key = await keyOf(channel)
      const pieces = 8 - channels.indexOf(channel)
      await shop.remotes[channel].fault('revoke_token')
      const [level] = await stock.levelsOf(shop.ctx, [product.id])
      await stock.setAvailable(shop.ctx, [{ levelId: level?.id ?? 0, available: pieces }], {
        reason: 'count',
        source: 'test',
        sourceKey: channel,
      })
      await pushJob(app().services, key)
      const connection = (await integrations(shop.as))[channel]
      // A token that never ends was not refused with its grant: it is held up, and asked again once in a while.
      if (channel === 'bigcommerce') expect(connection).toMatchObject({ heldUp: [{ about: 'connection' }] })
      else expect(connection).toMatchObject({ status: 'expired', authenticated: false })
      const waiting = await shop.listing(channel, product.id)
      expect(waiting).toMatchObject({ status: 'listed', pending: 'quantity', result: { status: 'queued' } })
      const advice = channel === 'bigcommerce' ? 'is rejecting Motto’s access' : `Re-authorize ${channelNames[channel]}`
      expect(waiting.result?.reason).toContain(advice)
      const calls = ((await shop.remotes[channel].calls()) as unknown[]).length
      await pushJob(app().services, key)
      expect(((await shop.remotes[channel].calls()) as unknown[]).length, 'nothing is asked').toBe(calls)
      expect(JSON.stringify((await app().call(getAttention, { as: shop.as })).body.data)).toContain(channel)
      await shop.remotes[channel].noFaults()
      await authorize(app(), shop.as, channel)
      await tryNow(jobContext(app().services, shop.ctx.organizationId))
      await shop.send()
      expect(await shop.listing(channel, product.id)).toMatchObject({ status: 'listed', pending: null })
      expect((await shop.onChannel(channel, product.sku)).map(({ quantity }) => quantity)).toEqual([pieces])
    },
    PACED_MS,
  )
})
