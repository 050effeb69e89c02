import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { channelOf } from '#channels/registry.ts'
import { type FakeChannel, fakeChannel } from '#channels/testing/fake.ts'
import type { AdoptingTab } from '#contract/adopting/names.ts'
import {
  adoptingState,
  decideFound,
  linkFound,
  listFound,
  readCatalogue,
  unlinkFound,
} from '#contract/adopting/adopting.ts'
import { updateProduct } from '#contract/products/products.ts'
import { makeProduct } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { type AnyShop, openFakeShop } from '../../testing/shop/shop.ts'
import { makeIntegration } from '../../testing/shop/orders.ts'
import { adopt } from '../listings/adopt.ts'
import * as channelSkus from '../orders/intake/channel-skus.ts'
import { pullOrdersJob } from '../orders/jobs.ts'
import { levelsBySku } from '../stock/service.ts'
import { linkJob, readJob, unlinkJob } from './jobs.ts'

let app: TestApp
let shop: AnyShop
let template: number
let there: FakeChannel
let integrationId: number
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.stop())
beforeEach(async () => {
  const like = channelOf('shopify')
  there = fakeChannel(like, { mode: 'compare' })
  shop = await openFakeShop(app, fakeChannel({ ...like, id: 'ebay', name: 'eBay' }, { mode: 'last' }), there)
  template = await shop.template()
  integrationId = await shop.integrationId('shopify')
})

const key = () => ({ organizationId: shop.ctx.organizationId, integrationId })
const params = () => ({ integrationId })
const make = (sku: string, title: string, quantity = 5) =>
  makeProduct(shop.ctx, template, { sku, title, price: 1000, quantity })
const item = (sku: string, title: string, quantity = 5) => ({ sku, title, price: 1200, quantity })
async function read() {
  await app.call(readCatalogue, { params: params(), as: shop.as })
  await readJob(app.services, key())
}
async function link() {
  await app.call(linkFound, { params: params(), as: shop.as })
  await linkJob(app.services, key())
}
const listingsIn = async (tab: AdoptingTab) =>
  (await app.call(listFound, { params: params(), query: { tab, limit: 100 }, as: shop.as })).body.data?.data ?? []
const counts = async () => (await app.call(adoptingState, { params: params(), as: shop.as })).body.data?.counts
const decide = (id: number, productId: number, pairs?: { theirs: string; ours: string }[]) =>
  app.call(decideFound, { params: params(), body: { which: { ids: [id] }, as: 'link', productId, pairs }, as: shop.as })
const count = (id: number, quantity: number) =>
  app.call(updateProduct, { body: { product: { id, quantity } }, as: shop.as })
const shown = async (sku: string) => (await shop.onChannel('shopify', sku)).map(({ quantity }) => quantity)
const available = async (sku: string) =>
  (
    await shop.ctx.db
      .selectFrom('stockLevels')
      .select('available')
      .where('organizationId', '=', shop.ctx.organizationId)
      .where('sku', '=', sku)
      .executeTakeFirstOrThrow()
  ).available

describe('a listing that has another SKU than the product that the seller chooses', () => {
  it('is linked, keeps its SKU there, follows the stock, and its sales find the product; undone, it is as before', async () => {
    const { id } = await make('MUG-1', 'A mug of clay', 5)
    there.addItems([item('OLD-7', 'Becher', 5)])
    const before = there.shown()
    await read()
    const [row] = await listingsIn('new')
    expect((await decide(row?.id ?? 0, id)).body.data).toEqual({ decided: 1 })
    await link()
    expect(await listingsIn('linked')).toMatchObject([{ problem: '', parts: [{ sku: 'OLD-7' }] }])
    expect(there.shown()).toEqual(before)

    await count(id, 9)
    await shop.send()
    expect([await shown('OLD-7'), await shown('MUG-1')]).toEqual([[9], []])

    there.buy('OLD-7', 2)
    there.tellOrders()
    await pullOrdersJob(app.services, key())
    await shop.send()
    expect([await available('MUG-1'), await shown('OLD-7')]).toEqual([7, [7]])

    // What is told of the listing as a whole goes to it, too, under its SKU.
    await shop.list('shopify', id)
    expect([await shown('OLD-7'), await shown('MUG-1')]).toEqual([[7], []])
    expect(there.calls).toContain('revise OLD-7')

    const standing = there.shown()
    const ids = (await listingsIn('linked')).map((listing) => listing.id)
    expect((await app.call(unlinkFound, { params: params(), body: { ids }, as: shop.as })).body.data).toMatchObject({
      unlinked: 1,
    })
    await count(id, 20)
    await shop.send()
    expect(there.shown()).toEqual(standing)
    there.buy('OLD-7', 1)
    there.tellOrders()
    await pullOrdersJob(app.services, key())
    expect(await available('MUG-1')).toBe(20)
  })

  it.each([
    ['somebody has said so before', (levelId: number) => channelSkus.remember(shop.ctx, 'shopify', 'OLD-7', levelId)],
    [
      'another account sells it under that SKU, too',
      async (_: number, productId: number) => {
        const other = await makeIntegration(shop.ctx, 'shopify')
        const external = { externalId: 'there', url: '', parts: { 'MUG-1': {} }, skus: { 'MUG-1': 'OLD-7' } }
        await adopt(shop.ctx, [
          { productId, templateId: template, channel: 'shopify', integrationId: other.id, external },
        ])
      },
    ],
  ])('undone, its SKU still means the product where %s', async (_, before) => {
    const { id } = await make('MUG-1', 'A mug of clay', 5)
    const [level] = await levelsBySku(shop.ctx, ['MUG-1'])
    await before(level?.id ?? 0, id)
    there.addItems([item('OLD-7', 'Becher', 5)])
    await read()
    await decide((await listingsIn('new'))[0]?.id ?? 0, id)
    await link()
    const linked = await listingsIn('linked')
    expect(linked).toMatchObject([{ problem: '', parts: [{ sku: 'OLD-7' }] }])
    const ids = linked.map((listing) => listing.id)
    await app.call(unlinkFound, { params: params(), body: { ids }, as: shop.as })
    there.buy('OLD-7', 1)
    there.tellOrders()
    await pullOrdersJob(app.services, key())
    expect(await available('MUG-1')).toBe(4)
  })

  it('of several parts each is what the seller says, and the others what they are called', async () => {
    const { id } = await make('TEE', 'Tee')
    const variations = ['M', 'L'].map((name) => ({ name, sku: `TEE-${name}`, quantity: 3, price: 10 }))
    await app.call(updateProduct, { body: { product: { id, variations } } as never, as: shop.as })
    there.addItems([{ title: 'T-Shirt', parts: [item('T1', ''), item('tee-l', '')] }])
    await read()
    const [row] = [...(await listingsIn('look')), ...(await listingsIn('new'))]
    const pair = (theirs: string, ours: string) => decide(row?.id ?? 0, id, [{ theirs, ours }])
    expect((await pair('T9', 'TEE-M')).body.fields).toEqual({ 'pairs.0.theirs': 'This listing has no SKU T9.' })
    expect((await pair('T1', 'TEE-S')).body.fields).toEqual({ 'pairs.0.ours': 'TEE has no SKU TEE-S.' })
    expect((await pair('T1', 'TEE-M')).status).toBe(200)
    await link()
    expect((await shop.listing('shopify', id)).status).toBe('listed')
    await app.call(updateProduct, {
      body: { product: { id, variations: variations.map((variation) => ({ ...variation, quantity: 8 })) } } as never,
      as: shop.as,
    })
    const listing = (await listingsIn('linked'))[0]
    expect(listing).toMatchObject({ pairs: { T1: 'TEE-M' }, problem: '' })
  })

  it('is not linked where orders could not tell it from another product', async () => {
    const [mug, cup] = [await make('MUG-1', 'A mug'), await make('CUP-1', 'A cup')]
    await make('BOWL-1', 'Bowl')
    there.addItems([item('BOWL-1', 'Something else'), item('OLD-1', 'Becher'), item('OLD-1', 'Krug')])
    await read()
    const rows = [...(await listingsIn('look')), ...(await listingsIn('new'))]
    const idOf = (title: string) => rows.find((row) => row.title === title)?.id ?? 0
    const refused = await decide(idOf('Something else'), mug.id)
    expect([refused.status, refused.body.fields?.['productId']]).toEqual([
      400,
      'BOWL-1 belongs to another product, which would get these orders. Link that product, or change its SKU.',
    ])
    expect((await decide(idOf('Becher'), mug.id)).status).toBe(200)
    await link()
    const meant = await decide(idOf('Krug'), cup.id)
    expect([meant.status, meant.body.fields?.['productId']]).toEqual([
      400,
      'Shopify SKU OLD-1 is already linked to MUG-1. Remove that link under Order issues first.',
    ])
  })
})

it('all links are undone at one press, in the background, and nothing changes there; those made afterwards stay', async () => {
  const names = Array.from({ length: 130 }, (_, n) => `SURE-${n}`)
  for (const sku of names) await make(sku, `Mug ${sku}`)
  there.addItems(names.map((sku) => item(sku, `Mug ${sku}`)))
  await read()
  await link()
  expect((await counts())?.linked).toBe(130)
  const standing = there.shown()
  const { body } = await app.call(unlinkFound, { params: params(), body: { all: true }, as: shop.as })
  expect(body.data).toEqual({ unlinked: 130, counted: 0 })
  const [first] = await listingsIn('linked')
  const until = app.services.clock.now().toISOString()
  await shop.ctx.db
    .updateTable('foundListings')
    .set({ adoptedAt: new Date(Date.now() + 60_000) })
    .where('organizationId', '=', shop.ctx.organizationId)
    .where('id', '=', first?.id ?? 0)
    .execute()
  await unlinkJob(app.services, { ...key(), userId: shop.ctx.userId, until })
  expect(await counts()).toMatchObject({ linked: 1, look: 129 })
  await shop.send()
  expect(there.shown()).toEqual(standing)
}, 60_000)
