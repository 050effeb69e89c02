import { beforeAll, describe, expect, it } from 'vitest'
import { ordersByProduct } from '#contract/orders/orders.ts'
import { sandboxedApp } from '../../../testing/setup/sandboxed.ts'
import { type Shop, openShop } from '../../../testing/shop/shop.ts'
import { until } from '../../../testing/setup/until.ts'
import { hasten, tryNow } from '../../../testing/setup/due.ts'
import { levelsOf } from '../../stock/service.ts'
import { pullOrdersJob } from '../jobs.ts'
import { rereadOrdersJob } from '../intake/reread.ts'

const channels = ['ebay', 'etsy', 'bigcommerce', 'shopify', 'square', 'clover', 'csv'] as const
/** A spreadsheet has no buyers, but shows what is left. */
const sellers = channels.filter((channel) => channel !== 'csv')
type Seller = (typeof sellers)[number]
const PIECES = 40
const BOUGHT = 3

const on = sandboxedApp()
let shop: Shop
let product: { id: number; sku: string }
/** Pieces in the building. */
let here = PIECES
let sales = 0
beforeAll(async () => {
  shop = await openShop(on.app, on.sandbox)
  product = await shop.product(await shop.template(), { quantity: PIECES })
  for (const channel of channels) await shop.list(channel, product.id, { sync: true })
}, 120_000)

const level = async () => {
  const [first] = await levelsOf(shop.ctx, [product.id])
  return [first?.onHand, first?.reserved, first?.available]
}
const keyOf = async (channel: Seller) => ({
  organizationId: shop.ctx.organizationId,
  integrationId: await shop.integrationId(channel),
})
const look = async (channel: Seller) => pullOrdersJob(on.app.services, await keyOf(channel))
const becomes = (channel: Seller, reserved: number) =>
  until(
    `${here} pieces, ${reserved} of them reserved`,
    async () => {
      await look(channel)
      return String(await level()) === String([here, reserved, here - reserved]) || undefined
    },
    15_000,
  ).catch(async (error: unknown) => {
    throw new Error(`${String(error)}: ${String(await level())}`)
  })
async function bought(channel: Seller): Promise<string> {
  const { externalOrderId } = await shop.remotes[channel].buy(product.sku, BOUGHT)
  sales += 1
  await becomes(channel, BOUGHT)
  return externalOrderId
}
/** Read again, by the next look and with all of the day, it changes nothing; each sale is one order. */
async function settled(channel: Seller) {
  await becomes(channel, 0)
  await look(channel)
  await rereadOrdersJob(on.app.services, await keyOf(channel))
  const orders = await on.app.call(ordersByProduct, { query: { sku: product.sku, pageSize: 100 }, as: shop.as })
  return { level: await level(), orders: orders.body.data?.length }
}

describe.each(sellers)('DESIGN 2: three pieces that %s sold', (channel) => {
  it('are for sale again, once, when the order is cancelled', async () => {
    await shop.remotes[channel].cancel(await bought(channel))
    expect(await settled(channel)).toEqual({ level: [here, 0, here], orders: sales })
  })
  it('are for sale again, once, when they are paid back before they were sent', async () => {
    await shop.remotes[channel].refund(await bought(channel), true)
    expect(await settled(channel)).toEqual({ level: [here, 0, here], orders: sales })
  })
  it('are gone when they are paid back after they were sent', async () => {
    const id = await bought(channel)
    await shop.remotes[channel].ship(id)
    here -= BOUGHT
    await becomes(channel, 0)
    await shop.remotes[channel].refund(id, false)
    expect(await settled(channel)).toEqual({ level: [here, 0, here], orders: sales })
  })
})

it('in the end all seven channels show what there is', async () => {
  const shown = async () =>
    Promise.all(
      channels.map(async (channel) => (await shop.onChannel(channel, product.sku)).map(({ quantity }) => quantity)),
    )
  await expect
    .poll(async () => {
      await tryNow(shop.ctx)
      await hasten(shop.ctx, 5)
      for (const channel of sellers) await look(channel)
      await shop.send()
      return shown()
    })
    .toEqual(channels.map(() => [here]))
})
