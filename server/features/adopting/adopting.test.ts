import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ChannelError } from '#channels/channel.ts'
import { channelOf } from '#channels/registry.ts'
import { type FakeChannel, fakeChannel } from '#channels/testing/fake.ts'
import type { AdoptingTab } from '#contract/adopting/names.ts'
import {
  adoptingState,
  decideFound,
  linkFound,
  linkThere,
  listFound,
  readCatalogue,
  settleQuantities,
  unlinkFound,
} from '#contract/adopting/adopting.ts'
import { listingChannels } from '#contract/listings/listings.ts'
import { makeProduct } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { type AnyShop, type Faked, openFakeShop } from '../../testing/shop/shop.ts'
import { withConnection } from '../integrations/connections/connections.ts'
import { pullOrdersJob } from '../orders/jobs.ts'
import type { Connect } from '../sync/sending/send.ts'
import { linkJob, readJob } from './jobs.ts'

const like = channelOf('shopify')
let app: TestApp
let shop: AnyShop
let template: number
let channels: Record<Faked, FakeChannel>
let ids: Record<Faked, number>
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.stop())
beforeEach(async () => {
  channels = {
    ebay: fakeChannel({ ...like, id: 'ebay', name: 'eBay' }, { mode: 'last' }),
    shopify: fakeChannel(like, { mode: 'compare' }),
  }
  shop = await openFakeShop(app, channels.ebay, channels.shopify)
  template = await shop.template()
  ids = { ebay: await shop.integrationId('ebay'), shopify: await shop.integrationId('shopify') }
})

const key = (on: Faked) => ({ organizationId: shop.ctx.organizationId, integrationId: ids[on] })
const at = (on: Faked) => ({ integrationId: ids[on] })
/** Reads all there is, as the job does. */
async function read(on: Faked, connect?: Connect) {
  expect((await app.call(readCatalogue, { params: at(on), as: shop.as })).status).toBe(200)
  await readJob(app.services, key(on), connect)
}
async function link(on: Faked) {
  expect((await app.call(linkFound, { params: at(on), as: shop.as })).status).toBe(200)
  await linkJob(app.services, key(on))
}
const state = async (on: Faked) => {
  const { data } = (await app.call(adoptingState, { params: at(on), as: shop.as })).body
  if (!data) throw new Error('no state')
  return data
}
const listingsIn = async (on: Faked, tab: AdoptingTab) =>
  (await app.call(listFound, { params: at(on), query: { tab, limit: 100 }, as: shop.as })).body.data?.data ?? []
const quantityOf = async (sku: string) =>
  (
    await shop.ctx.db
      .selectFrom('stockLevels')
      .select('available')
      .where('organizationId', '=', shop.ctx.organizationId)
      .where('sku', '=', sku)
      .executeTakeFirstOrThrow()
  ).available
const shown = async (on: Faked, sku: string) => (await shop.onChannel(on, sku)).map(({ quantity }) => quantity)
const make = (sku: string, title: string, quantity = 5) =>
  makeProduct(shop.ctx, template, { sku, title, price: 1000, quantity })
const item = (sku: string, title: string, quantity = 5) => ({ sku, title, price: 1200, quantity })

/** 500 listings: 418 that are ours without a doubt, 31 of them with another number; 60 to look at; 22 that are nobody's. */
async function fullShop() {
  const n = (count: number, name: string) => Array.from({ length: count }, (_, i) => `${name}-${i + 1}`)
  for (const sku of n(418, 'SURE')) await make(sku, `Mug ${sku}`)
  channels.shopify.addItems(n(418, 'SURE').map((sku, i) => item(sku, `Mug ${sku}`, i < 31 ? 8 : 5)))
  for (const sku of n(20, 'OTHER')) await make(sku, `Strap ${sku}`)
  channels.shopify.addItems(n(20, 'OTHER').map((sku) => item(sku, 'Something else')))
  for (const sku of n(10, 'TWICE')) await make(sku, `Lens ${sku}`)
  channels.shopify.addItems(n(10, 'TWICE').flatMap((sku) => [item(sku, `Lens ${sku}`), item(sku, `Lens ${sku}`)]))
  for (const sku of n(10, 'CASE')) await make(sku, `Film ${sku}`)
  channels.shopify.addItems(n(10, 'CASE').map((sku) => item(sku.toLowerCase(), `Film ${sku}`)))
  for (const sku of n(10, 'NAME')) await make(sku, `Bag ${sku}`)
  channels.shopify.addItems(n(10, 'NAME').map((sku) => item('', `Bag ${sku}`)))
  channels.shopify.addItems(n(22, 'NEW').map((sku) => item(sku, `Lamp number ${sku}`)))
}

describe('a shop of 500 listings', () => {
  it('is read, linked and sells; nothing is doubled, nothing overwritten', async () => {
    await fullShop()
    const before = channels.shopify.shown()
    expect(before).toHaveLength(500)
    await read('shopify')
    expect(await state('shopify')).toMatchObject({
      read: { state: 'done', listings: 500, problem: '' },
      counts: { linked: 418, look: 60, new: 22, alone: 0, waiting: 418, differs: 31, unmanagedSkus: 448 },
    })
    expect((await state('shopify')).doubts).toEqual([
      { doubt: 'otherTitle', listings: 20 },
      { doubt: 'twoListings', listings: 20 },
      { doubt: 'skuAlmost', listings: 10 },
      { doubt: 'titleOnly', listings: 10 },
    ])
    for (const row of await listingsIn('shopify', 'look')) expect(row.products).not.toEqual([])
    await app.call(decideFound, {
      params: at('shopify'),
      body: { which: { tab: 'look', doubt: 'otherTitle' }, as: 'link' },
      as: shop.as,
    })
    await link('shopify')
    await shop.send()
    expect(channels.shopify.shown()).toEqual(before)
    expect(channels.shopify.calls.filter((call) => !call.startsWith('read'))).toEqual([])
    expect((await state('shopify')).counts).toMatchObject({ linked: 438, look: 40, waiting: 0, differs: 31 })

    channels.ebay.addItems([item('SURE-100', 'Mug SURE-100')])
    await read('ebay')
    await link('ebay')
    channels.shopify.buy('SURE-100', 2)
    channels.shopify.tellOrders()
    await pullOrdersJob(app.services, key('shopify'))
    await shop.send()
    expect([await quantityOf('SURE-100'), await shown('ebay', 'SURE-100')]).toEqual([3, [3]])

    const answer = await app.call(settleQuantities, {
      params: at('shopify'),
      body: { which: { tab: 'differs' }, as: 'ours' },
      as: shop.as,
    })
    expect(answer.body.data).toEqual({ decided: 31 })
    await linkJob(app.services, key('shopify'))
    await shop.send()
    expect(channels.shopify.shown()).toHaveLength(500)
    expect(channels.shopify.shown().map(({ title, price }) => [title, price])).toEqual(
      before.map(({ title, price }) => [title, price]),
    )
    expect([await shown('shopify', 'SURE-1'), (await state('shopify')).counts.differs]).toEqual([[5], 0])
    expect(channels.shopify.calls.filter((call) => call.startsWith('revise'))).toEqual([])
  }, 60_000)
})

describe('a number that differs', () => {
  it('stays until somebody says whose counts; theirs is counted here, and other channels follow', async () => {
    await make('A', 'Mug A', 5)
    for (const on of ['ebay', 'shopify'] as const) channels[on].addItems([item('A', 'Mug A', on === 'ebay' ? 5 : 9)])
    for (const on of ['ebay', 'shopify'] as const) {
      await read(on)
      await link(on)
    }
    await shop.send()
    expect([await quantityOf('A'), await shown('shopify', 'A'), await shown('ebay', 'A')]).toEqual([5, [9], [5]])
    const [row] = await listingsIn('shopify', 'differs')
    expect(row).toMatchObject({ differs: true, quantity: null, parts: [{ quantity: 9 }], products: [{ sku: 'A' }] })
    await app.call(settleQuantities, {
      params: at('shopify'),
      body: { which: { ids: [row?.id ?? 0] }, as: 'theirs' },
      as: shop.as,
    })
    await linkJob(app.services, key('shopify'))
    await shop.send()
    expect([await quantityOf('A'), await shown('shopify', 'A'), await shown('ebay', 'A')]).toEqual([9, [9], [9]])
    expect((await state('shopify')).counts.differs).toBe(0)
  })

  it('is looked at when it is linked, not taken as it was read', async () => {
    await make('A', 'Mug A', 5)
    channels.shopify.addItems([item('A', 'Mug A', 5)])
    await read('shopify')
    channels.shopify.edit('A', 7)
    await link('shopify')
    await shop.send()
    expect([await shown('shopify', 'A'), (await state('shopify')).counts.differs]).toEqual([[7], 1])
  })
})

describe('a decision', () => {
  it('can be taken back before and after: unlinked, nothing there changes and nothing here is told any more', async () => {
    await make('A', 'Mug A', 5)
    channels.shopify.addItems([item('A', 'Mug A', 5)])
    await read('shopify')
    const [row] = await listingsIn('shopify', 'linked')
    const decide = (as: 'link' | 'alone' | 'open') =>
      app.call(decideFound, { params: at('shopify'), body: { which: { ids: [row?.id ?? 0] }, as }, as: shop.as })
    await decide('alone')
    expect((await state('shopify')).counts).toMatchObject({ alone: 1, linked: 0, waiting: 0, unmanagedSkus: 1 })
    await decide('open')
    expect((await state('shopify')).counts).toMatchObject({ alone: 0, look: 1 })
    await decide('link')
    await link('shopify')
    expect((await state('shopify')).counts.unmanagedSkus).toBe(0)
    await app.call(unlinkFound, { params: at('shopify'), body: { ids: [row?.id ?? 0] }, as: shop.as })
    await shop.send()
    expect(channels.shopify.shown()).toHaveLength(1)
    expect((await state('shopify')).counts).toMatchObject({ look: 1, linked: 0, unmanagedSkus: 1 })
    channels.shopify.calls.length = 0
    const [product] = (await listingsIn('shopify', 'look'))[0]?.products ?? []
    expect((await shop.listing('shopify', product?.id ?? 0)).externalId).toBe('')
    expect(channels.shopify.calls).toEqual([])
  })

  it('that took over their number says at its undo that the count stays', async () => {
    await make('A', 'Mug A', 5)
    await make('B', 'Mug B', 5)
    channels.shopify.addItems([item('A', 'Mug A', 9), item('B', 'Mug B', 5)])
    await read('shopify')
    const rows = await listingsIn('shopify', 'linked')
    const ids = rows.map(({ id }) => id)
    await app.call(settleQuantities, { params: at('shopify'), body: { which: { ids }, as: 'theirs' }, as: shop.as })
    await link('shopify')
    await shop.send()
    const answer = await app.call(unlinkFound, { params: at('shopify'), body: { ids }, as: shop.as })
    expect([answer.body.data, await quantityOf('A')]).toEqual([{ unlinked: 2, counted: 1 }, 9])
  })

  it('a product is linked once; the second listing says why not', async () => {
    await make('A', 'Mug A', 5)
    channels.shopify.addItems([item('A', 'Mug A'), item('A', 'Mug A')])
    await read('shopify')
    await app.call(decideFound, { params: at('shopify'), body: { which: { tab: 'look' }, as: 'link' }, as: shop.as })
    await link('shopify')
    const rows = await listingsIn('shopify', 'linked')
    expect(rows.map(({ listingId, problem }) => [listingId !== null, problem !== ''])).toEqual([
      [true, false],
      [false, true],
    ])
  })

  it('a listing with none of our SKUs is not linked: its sales could not be told apart', async () => {
    await make('A', 'Mug of clay', 5)
    channels.shopify.addItems([item('', 'Mug of clay')])
    await read('shopify')
    await app.call(decideFound, { params: at('shopify'), body: { which: { tab: 'look' }, as: 'link' }, as: shop.as })
    await link('shopify')
    const [row] = await listingsIn('shopify', 'linked')
    expect(row).toMatchObject({ listingId: null, problem: expect.stringContaining('No SKU matches A.') })
  })
})

describe('reading', () => {
  const flaky =
    (fails: (cursor: string | undefined) => ChannelError | undefined, seen: (string | undefined)[]): Connect =>
    (services, at, work) =>
      withConnection(services, at, (c) =>
        work({
          ...c,
          channel: {
            ...c.channel,
            listings: {
              ...c.channel.listings,
              pull: async (connection, cursor) => {
                seen.push(cursor)
                const error = fails(cursor)
                if (error) throw error
                return c.channel.listings.pull(connection, cursor)
              },
            },
          },
        }),
      )

  it('goes on where it was when the channel asks to wait or a process dies; nothing is read twice or lost', async () => {
    channels.shopify.addItems(Array.from({ length: 130 }, (_, i) => item(`W-${i}`, `Lamp ${i}`)))
    const seen: (string | undefined)[] = []
    let limited = false
    const connect = flaky((cursor) => {
      if (cursor !== '50' || limited) return undefined
      limited = true
      return new ChannelError('rate_limited', 'Too many requests.', { retryAfterSeconds: 600 })
    }, seen)
    await read('shopify', connect)
    expect((await state('shopify')).read).toMatchObject({
      state: 'reading',
      listings: 50,
      problem: 'Too many requests.',
    })
    await readJob(app.services, key('shopify'), connect)
    expect(seen).toEqual([undefined, '50', '50', '100'])
    expect(await state('shopify')).toMatchObject({
      read: { state: 'done', listings: 130, problem: '' },
      counts: { new: 130 },
    })
  })

  it('what died after the last page is not read again', async () => {
    channels.shopify.addItems([item('A', 'Lamp A')])
    await read('shopify')
    const { db, organizationId } = shop.ctx
    await db
      .updateTable('catalogueReads')
      .set({ state: 'reading' })
      .where('organizationId', '=', organizationId)
      .execute()
    const seen: (string | undefined)[] = []
    await readJob(
      app.services,
      key('shopify'),
      flaky(() => undefined, seen),
    )
    expect([seen, (await state('shopify')).read?.state]).toEqual([[], 'done'])
  })

  it('says what stopped it, and may be begun anew; what is gone meanwhile is forgotten, decisions are kept', async () => {
    channels.shopify.addItems([item('A', 'Lamp A'), item('B', 'Lamp B')])
    await read('shopify')
    const [row] = await listingsIn('shopify', 'new')
    await app.call(decideFound, {
      params: at('shopify'),
      body: { which: { ids: [row?.id ?? 0] }, as: 'alone' },
      as: shop.as,
    })
    const refusing = flaky(() => new ChannelError('forbidden', 'Not allowed.'), [])
    await read('shopify', refusing)
    expect((await state('shopify')).read).toMatchObject({ state: 'failed', problem: 'Not allowed.' })
    await read('shopify')
    expect((await state('shopify')).counts).toMatchObject({ new: 1, alone: 1 })
  })

  it('what Motto listed itself is none of it', async () => {
    const product = await shop.product(template)
    await shop.list('shopify', product.id, { sync: true })
    await read('shopify')
    await read('shopify')
    expect((await state('shopify')).counts).toMatchObject({ managed: 1, linked: 0, look: 0, unmanagedSkus: 0 })
  })
})

it('a linked family with a part that is not here is not sent whole: it would take the part off; its quantities are', async () => {
  const { id } = await make('ONE', 'Mug in two colours', 5)
  const part = (sku: string) => ({ sku, price: 1200, quantity: 5 })
  channels.shopify.addItems([{ title: 'Mug in two colours', parts: [part('ONE'), part('TWO')] }])
  await read('shopify')
  await app.call(decideFound, { params: at('shopify'), body: { which: { tab: 'look' }, as: 'link' }, as: shop.as })
  await link('shopify')
  const listed = await shop.list('shopify', id, { sync: true })
  expect(listed.result).toMatchObject({
    status: 'rejected',
    fields: { variations: expect.stringContaining('also sells TWO: sending it whole would remove it') },
  })
  expect([await shown('shopify', 'ONE'), await shown('shopify', 'TWO')]).toEqual([[5], [5]])
  channels.shopify.buy('ONE', 2)
  channels.shopify.tellOrders()
  await pullOrdersJob(app.services, key('shopify'))
  await shop.send()
  expect([await quantityOf('ONE'), await shown('shopify', 'ONE'), await shown('shopify', 'TWO')]).toEqual([3, [3], [5]])
})

it('of a batch that is listed, those that stand there already are linked at a press; the others are listed', async () => {
  const [a, b] = [await shop.product(template), await shop.product(template)]
  channels.shopify.addItems([item(b.sku, 'Faked by hand', 10)])
  for (const { id } of [a, b]) await shop.list('shopify', id, { sync: true })
  expect(channels.shopify.shown()).toHaveLength(2)
  const refused = await shop.listing('shopify', b.id)
  expect(refused.result).toMatchObject({ status: 'rejected', there: { externalId: 'foreign-1' } })
  const answer = await app.call(linkThere, { body: { listingIds: [refused.id ?? 0] }, as: shop.as })
  expect(answer.body.data).toEqual({ linking: 1 })
  await linkJob(app.services, key('shopify'))
  await shop.send()
  expect(await shop.listing('shopify', b.id)).toMatchObject({
    status: 'listed',
    externalId: 'foreign-1',
    listSettings: { list: true, sync: false, syncQuantity: true },
  })
  channels.shopify.buy(b.sku, 1)
  channels.shopify.tellOrders()
  await pullOrdersJob(app.services, key('shopify'))
  await shop.send()
  expect([await quantityOf(b.sku), await shown('shopify', b.sku)]).toEqual([9, [9]])
  expect(channels.shopify.shown().find(({ sku }) => sku === b.sku)?.title).toBe('Faked by hand')
})

it('what was read with a SKU of a product is asked about before the product is listed, and linked at once', async () => {
  const { id } = await make('A', 'Mug A', 5)
  const other = await make('B', 'Mug B', 5)
  channels.shopify.addItems([item('A', 'Sold by hand', 5)])
  await read('shopify')
  const there = async (productId: number) => {
    const { data } = (await app.call(listingChannels, { query: { templateId: template, productId }, as: shop.as })).body
    return [data?.shopify?.there?.title, data?.ebay?.there]
  }
  expect([await there(id), await there(other.id)]).toEqual([
    ['Sold by hand', null],
    [undefined, null],
  ])
  const ahead = (productId: number) => app.call(linkThere, { body: { productId, ...at('shopify') }, as: shop.as })
  expect((await ahead(other.id)).status).toBe(404)
  expect((await ahead(id)).body.data).toEqual({ linking: 1 })
  await linkJob(app.services, key('shopify'))
  await shop.send()
  expect(await shop.listing('shopify', id)).toMatchObject({ status: 'listed', listSettings: { syncQuantity: true } })
  expect(await there(id)).toEqual([undefined, null])
  expect(channels.shopify.shown().map(({ title }) => title)).toEqual(['Sold by hand'])
})
