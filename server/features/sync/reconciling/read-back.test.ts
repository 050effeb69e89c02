import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ChannelError } from '#channels/channel.ts'
import { channelOf } from '#channels/registry.ts'
import { type FakeChannel, fakeChannel } from '#channels/testing/fake.ts'
import { saveListingProducts } from '#contract/listings/listings.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { type AnyShop, openFakeShop } from '../../../testing/shop/shop.ts'
import { owe } from '../../outbox/service.ts'
import * as stock from '../../stock/service.ts'
import { reconcileJob } from './reconcile.ts'

/*
 * Which listings a look at all numbers reads, and what it makes of those that are not there any more.
 */
let app: TestApp
let shop: AnyShop
let fake: FakeChannel
let template: number
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.stop())
beforeEach(async () => {
  fake = fakeChannel(channelOf('shopify'))
  shop = await openFakeShop(app, fake)
  template = await shop.template()
})

async function live() {
  const product = await shop.product(template, { quantity: 10 })
  await shop.list('shopify', product.id)
  fake.calls.length = 0
  return product
}
const look = async () =>
  reconcileJob(app.services, {
    organizationId: shop.ctx.organizationId,
    integrationId: await shop.integrationId('shopify'),
  })
/** @param meanwhile happens after a listing was found to have ended, before that is known here */
function ended(meanwhile: () => Promise<unknown> = async () => undefined) {
  const { read } = fake.channel.stock
  fake.channel.stock.read = async (c, places, o) => {
    const outcomes = await read(c, places, o)
    if (!o?.state) return outcomes
    fake.channel.stock.read = read
    await meanwhile()
    return outcomes.map((outcome) => (outcome.ok ? { ok: true, value: { ...outcome.value, live: false } } : outcome))
  }
}
const checkedAt = async () =>
  (
    await shop.ctx.db
      .selectFrom('integrations')
      .select('stockCheckedAt')
      .where('organizationId', '=', shop.ctx.organizationId)
      .executeTakeFirstOrThrow()
  ).stockCheckedAt

describe('a listing is unlisted here', () => {
  it('that nobody finds there any more', async () => {
    const { id } = await live()
    const { externalId } = await shop.listing('shopify', id)
    await fake.channel.listings.end({} as never, [{ externalId, url: '', parts: {} }])
    await look()
    expect(await shop.listing('shopify', id)).toMatchObject({ status: 'unlisted', result: { status: 'rejected' } })
  })

  it('but not because one of its variations is gone', async () => {
    const product = await shop.product(await shop.template({ variations: ['Size'] }), {
      variations: ['S', 'M'].map((value) => ({
        name: value,
        sku: `RB-${value}`,
        quantity: 2,
        attributes: [{ name: 'Size', value }],
      })),
    })
    await shop.list('shopify', product.id)
    const { read } = fake.channel.stock
    const notFound = { ok: false, error: new ChannelError('not_found', 'There is no such variation.') } as const
    fake.channel.stock.read = async (c, places, o) =>
      (await read(c, places, o)).map((outcome, i) => (places[i]?.sku === 'RB-S' ? notFound : outcome))
    await look()
    expect(await shop.listing('shopify', product.id)).toMatchObject({ status: 'listed' })
  })

  it.each([
    ['is owed to it meanwhile', async (id: number) => owe(shop.ctx, [id], 'quantity')],
    [
      'was told to it meanwhile',
      async (id: number) => {
        await owe(shop.ctx, [id], 'quantity')
        await shop.send()
      },
    ],
  ])('but not by a look that something %s: that meets it itself', async (_, meanwhile) => {
    const { id } = await live()
    ended(() => meanwhile(id))
    await look()
    expect(await shop.listing('shopify', id)).toMatchObject({ status: 'listed' })
  })
})

describe('a look reads', () => {
  it('all listings of an account, however many', async () => {
    const products = []
    for (let n = 0; n <= 50; n += 1) products.push(await shop.product(template, { images: [] }))
    for (const { id } of products) await shop.list('shopify', id)
    fake.calls.length = 0
    await look()
    expect(fake.calls.toSorted()).toEqual(products.map(({ sku }) => `read ${sku}`).toSorted())
  })

  it('none of a listing that is just owed something, or that follows nothing', async () => {
    const [busy, still] = [await live(), await live()]
    const listSettings = { list: true, sync: false, syncQuantity: false }
    const body = { listingProducts: [{ channel: 'shopify' as const, productId: still.id, listSettings }] }
    expect((await app.call(saveListingProducts, { body, as: shop.as })).status).toBe(200)
    await shop.send()
    await owe(shop.ctx, [busy.id], 'quantity')
    fake.edit(busy.sku, 3)
    fake.edit(still.sku, 3)
    fake.calls.length = 0
    await look()
    expect(fake.calls).toEqual([])
    expect((await stock.levelsOf(shop.ctx, [busy.id]))[0]?.available).toBe(10)
  })
})

it.each(['unavailable', 'revoked', 'rate_limited'] as const)(
  'a look that meets %s comes again by itself; nothing counts as looked at',
  async (kind) => {
    await live()
    fake.channel.stock.read = () => Promise.reject(new ChannelError(kind, 'Not now.'))
    await look()
    expect(await checkedAt()).toBeNull()
  },
)

it('one that is refused is tried again by the queue, and shown', async () => {
  await live()
  fake.channel.stock.read = () => Promise.reject(new ChannelError('invalid', 'Never.'))
  await expect(look()).rejects.toThrow('Never.')
  expect(await checkedAt()).toBeNull()
})
