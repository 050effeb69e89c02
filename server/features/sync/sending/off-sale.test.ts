import { expect, it } from 'vitest'
import { ChannelError } from '#channels/channel.ts'
import { setAvailable, levelsOf } from '../../stock/service.ts'
import { owe } from '../../outbox/service.ts'
import { withConnection } from '../../integrations/connections/connections.ts'
import { tryNow } from '../../../testing/setup/due.ts'
import { sandboxedApp } from '../../../testing/setup/sandboxed.ts'
import { openShop } from '../../../testing/shop/shop.ts'
import { pushBatch } from './push.ts'
import type { Connect } from './send.ts'

const on = sandboxedApp()

/** Sets what it is told, and its answers are lost. */
const silent: Connect = (services, key, work) =>
  withConnection(services, key, (c) => {
    const { stock } = c.channel
    const set: typeof stock.set = async (connection, levels) => {
      await stock.set(connection, levels)
      throw new ChannelError('unavailable', 'No answer came.', { maybeDone: true })
    }
    return work({ ...c, channel: { ...c.channel, stock: { ...stock, set } } })
  })

/** A product that is listed on Etsy, and what its listing shows here and there. */
async function openListed(quantity: number) {
  const shop = await openShop(on.app, on.sandbox, ['etsy'])
  const { id, sku } = await shop.product(await shop.template(), { quantity })
  await shop.list('etsy', id)
  const count = async (available: number) => {
    const [level] = await levelsOf(shop.ctx, [id])
    const source = { reason: 'count', source: 'test', sourceKey: `to ${available}` } as const
    await setAvailable(shop.ctx, [{ levelId: level?.id ?? 0, available }], source)
  }
  const there = async () => (await shop.onChannel('etsy', sku)).map(({ status, quantity: n }) => [status, n])
  return { shop, id, sku, count, there, integrationId: await shop.integrationId('etsy') }
}

it.each([1, 4])(
  'an Etsy listing that Motto hid is on sale again with the next %i units, also when the answer to the hiding was lost',
  async (units) => {
    const { shop, id, count, there, integrationId } = await openListed(1)
    await count(0)
    await pushBatch(shop.ctx, integrationId, silent)
    expect((await there()).map(([status]) => status)).toEqual(['inactive'])
    await count(units)
    await tryNow(shop.ctx)
    await shop.send()
    expect(await there()).toEqual([['active', units]])
    expect(await shop.listing('etsy', id)).toMatchObject({ status: 'listed', pending: null, pushedQuantity: units })
  },
)

it('an Etsy listing that Motto hid stays hidden without units when the answer to the hiding was lost', async () => {
  const { shop, id, count, there, integrationId } = await openListed(1)
  await count(0)
  await pushBatch(shop.ctx, integrationId, silent)
  await tryNow(shop.ctx)
  await shop.send()
  expect((await there()).map(([status]) => status)).toEqual(['inactive'])
  expect(await shop.listing('etsy', id)).toMatchObject({ status: 'listed', pending: null, pushedQuantity: 0 })
})

it('an Etsy listing that somebody hid there is not shown as live here after the next quantity', async () => {
  const { shop, id, sku, count, there } = await openListed(5)
  await shop.remotes.etsy.edit({ sku, status: 'hidden' })
  await count(3)
  await shop.send()
  expect(await there()).toEqual([['inactive', 3]])
  expect(await shop.listing('etsy', id)).toMatchObject({
    status: 'unlisted',
    pending: null,
    result: {
      status: 'rejected',
      reason: 'This listing is no longer live on Etsy. It ended or was removed there. List it again.',
    },
  })
})

it('an Etsy listing that somebody hid there lists again with what is available', async () => {
  const { shop, id, sku, there } = await openListed(5)
  await shop.remotes.etsy.edit({ sku, status: 'hidden' })
  await owe(shop.ctx, [id], 'quantity')
  await shop.send()
  await shop.list('etsy', id)
  expect(await there()).toEqual([['active', 5]])
})
