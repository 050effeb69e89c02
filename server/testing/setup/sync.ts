import { beforeAll, beforeEach } from 'vitest'
import { type Channel, type Level } from '#channels/channel.ts'
import { channels, channelOf } from '#channels/registry.ts'
import { type FakeChannel, fakeChannel } from '#channels/testing/fake.ts'
import type { Sandbox } from '#sandbox/main.ts'
import { listingRows } from '../../db/rules/listing-rows.ts'
import type { TestApp } from './app.ts'
import { sandboxedApp } from './sandboxed.ts'
import { type AnyShop, openFakeShop, openShop } from '../shop/shop.ts'
import { withConnection } from '../../features/integrations/connections/connections.ts'
import * as stock from '../../features/stock/service.ts'
import type { Connect } from '../../features/sync/sending/send.ts'

const shopify = channelOf('shopify')
type Changed = Partial<Omit<Channel, 'stock'>> & { stock?: Partial<Channel['stock']> }

/** An app with a simulator for the whole file; for each test a shop on a channel in memory, and what its listings show and are owed. */
export function syncShop() {
  const on = sandboxedApp()
  let app: TestApp
  let shop: AnyShop
  let fake: FakeChannel
  let template: number
  let integrationId: number
  let sandbox: Sandbox
  beforeAll(async () => {
    ;({ app, sandbox } = on)
  })
  beforeEach(async () => {
    fake = fakeChannel(shopify)
    shop = await openFakeShop(app, fake)
    template = await shop.template()
    integrationId = await shop.integrationId('shopify')
  })

  /** The real connection with some calls of the channel replaced. */
  const faked =
    (change: (real: Channel) => Changed): Connect =>
    (services, key, work) =>
      withConnection(services, key, (c) => {
        const { stock: calls, ...others } = change(c.channel)
        return work({ ...c, channel: { ...c.channel, ...others, stock: { ...c.channel.stock, ...calls } } })
      })
  /** Quantities that were sent, in order; `before` is awaited in the midst of each call. */
  function watched(before: (levels: Level[]) => Promise<void> = async () => undefined) {
    const sent: Record<string, number>[] = []
    const connect = faked((real) => ({
      stock: {
        set: async (c, levels) => {
          sent.push(Object.fromEntries(levels.map((l) => [l.sku, l.quantity])))
          await before(levels)
          return real.stock.set(c, levels)
        },
      },
    }))
    return { sent, connect }
  }
  async function live(quantity = 10) {
    const product = await shop.product(template, { quantity })
    await shop.list('shopify', product.id, { sync: true })
    return product
  }
  async function count(product: { id: number }, available: number) {
    const levels = await stock.levelsOf(shop.ctx, [product.id])
    await stock.setAvailable(
      shop.ctx,
      levels.map((l) => ({ levelId: l.id, available })),
      { reason: 'count', source: 'test', sourceKey: `${product.id}:${available}:${Math.random()}` },
    )
  }
  const row = (productId: number) =>
    listingRows(shop.ctx).where('l.productId', '=', productId).executeTakeFirstOrThrow()
  const shown = async (sku: string) => (await shop.onChannel('shopify', sku)).map((l) => l.quantity)
  const due = (productId: number) =>
    shop.ctx.db
      .updateTable('listingDebts as d')
      .from('listingProducts as l')
      .set({ nextTryAt: new Date(0) })
      .where('d.organizationId', '=', shop.ctx.organizationId)
      .whereRef('l.id', '=', 'd.listingId')
      .where('l.productId', '=', productId)
      .execute()

  /** A promise and the way to keep it. */
  function gate() {
    let open: () => void = () => undefined
    return { passed: new Promise<void>((resolve) => (open = resolve)), open: () => open() }
  }

  return {
    app: () => app,
    shop: () => shop,
    fake: () => fake,
    template: () => template,
    integrationId: () => integrationId,
    /** From here on the shop of this test is one whose channel is the simulator's. */
    openSandboxShop: async () => {
      channels.shopify = shopify
      const real = await openShop(app, sandbox, ['shopify'])
      shop = real
      template = await shop.template()
      integrationId = await shop.integrationId('shopify')
      return real
    },
    faked,
    watched,
    live,
    count,
    row,
    shown,
    due,
    gate,
  }
}
