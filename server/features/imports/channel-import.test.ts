import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ChannelError } from '#channels/channel.ts'
import { channelOf } from '#channels/registry.ts'
import { type FakeChannel, fakeChannel } from '#channels/testing/fake.ts'
import type { AdoptingTab } from '#contract/adopting/names.ts'
import { adoptingState, listFound, readCatalogue } from '#contract/adopting/adopting.ts'
import { undoChangeSet } from '#contract/changes/changes.ts'
import * as contract from '#contract/imports.ts'
import { importPictures } from '#contract/products/images.ts'
import { getProduct, getProductBySku } from '#contract/products/products.ts'
import { listTemplates } from '#contract/templates.ts'
import { makeProduct } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { type AnyShop, openFakeShop } from '../../testing/shop/shop.ts'
import { linkJob, readJob } from '../adopting/jobs.ts'
import { copyPicturesJob } from '../products/images/jobs.ts'
import { runChanges } from '../changes/run.ts'
import { applyImportJob, planImportJob, readImportJob } from './jobs.ts'

let app: TestApp
let shop: AnyShop
let channel: FakeChannel
let params: { integrationId: number }
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.stop())
beforeEach(async () => {
  channel = fakeChannel(channelOf('shopify'), { mode: 'compare' })
  shop = await openFakeShop(app, channel)
  params = { integrationId: await shop.integrationId('shopify') }
})

const key = () => ({ organizationId: shop.ctx.organizationId, ...params })
async function read() {
  await app.call(readCatalogue, { params, as: shop.as })
  await readJob(app.services, key())
}
const listingsIn = async (tab: AdoptingTab) =>
  (await app.call(listFound, { params, query: { tab, limit: 100 }, as: shop.as })).body.data?.data ?? []
const counts = async () => (await app.call(adoptingState, { params, as: shop.as })).body.data?.counts
async function product(sku: string) {
  const id = (await app.call(getProductBySku, { params: { sku }, as: shop.as })).body.data?.id
  return id ? (await app.call(getProduct, { params: { id }, as: shop.as })).body.data : undefined
}

/** Reads and plans. @returns the import, ready to be applied, and its rows */
async function planned(body: object) {
  const begun = await app.call(contract.importFound, { params, body: body as never, as: shop.as })
  const id = begun.body.data?.id ?? 0
  const job = { organizationId: shop.ctx.organizationId, importId: id }
  await readImportJob(app.services, job)
  await planImportJob(app.services, job)
  const at = { params: { id }, as: shop.as }
  return {
    id,
    record: (await app.call(contract.getImport, at)).body.data,
    rows: (await app.call(contract.listImportRows, { ...at, query: { limit: 100 } })).body.data?.data ?? [],
  }
}
async function apply(id: number) {
  await app.call(contract.applyImport, { params: { id }, as: shop.as })
  await applyImportJob(app.services, { organizationId: shop.ctx.organizationId, importId: id })
  await linkJob(app.services, key())
  return (await app.call(contract.getImport, { params: { id }, as: shop.as })).body.data
}
const mug = {
  sku: 'MUG',
  title: 'Blue mug',
  price: 1250,
  quantity: 3,
  says: {
    description: '<p>Glazed</p>',
    images: ['https://x.test/1.png'],
    attributes: [{ name: 'Colour', values: ['Blue'] }],
  },
}
const shirts = {
  title: 'Sea shirt',
  parts: [
    { sku: 'SEA-S', price: 2000, quantity: 2, barcode: '' },
    { sku: 'SEA-L', price: 2200, quantity: 4, barcode: '' },
  ],
}

it('a picture that a listing names is fetched through the guard: none of the own machine or network', async () => {
  const images = ['http://127.0.0.1/a.png', 'http://169.254.169.254/latest/meta-data', 'http://10.0.0.8/a.png']
  channel.addItems([{ ...mug, says: { ...mug.says, images } }])
  await read()
  const { id } = await planned({ which: { tab: 'new' } })
  await apply(id)
  await copyPicturesJob(app.services, { organizationId: shop.ctx.organizationId })
  const { data } = (await app.call(importPictures, { params: { id }, as: shop.as })).body
  expect(data?.failures.map(({ url, reason }) => [url, reason]).toSorted()).toEqual(
    images
      .map((url) => [url, `${new URL(url).hostname} isn’t publicly accessible, so Motto can’t load it.`])
      .toSorted(),
  )
})

describe('products made of listings', () => {
  it('IMP-152 IMP-156 IMP-168 are looked at first, made with all that the listings say, linked, and then kept in step', async () => {
    channel.addItems([mug, shirts])
    await read()
    const before = channel.shown()
    const { id, record, rows } = await planned({ which: { tab: 'new' } })
    expect(record).toMatchObject({ state: 'ready', channel: 'shopify', integrationId: params.integrationId })
    expect(rows).toMatchObject([
      { outcome: 'create', sku: 'MUG', templateName: 'Shopify Import', quantity: 3, price: 12.5 },
      { outcome: 'create', sku: 'sea-shirt', variations: 2, quantity: 6, price: 20 },
    ])
    expect(await product('MUG')).toBeUndefined()
    expect(await apply(id)).toMatchObject({ state: 'done', applied: { create: 2 } })
    expect(await product('MUG')).toMatchObject({
      title: 'Blue mug',
      description: '<p>Glazed</p>',
      price: 12.5,
      quantity: 3,
      attributes: [{ name: 'Colour', value: 'Blue' }],
    })
    expect((await product('sea-shirt'))?.variations).toMatchObject([
      { sku: 'SEA-S', price: 20, quantity: 2 },
      { sku: 'SEA-L', price: 22, quantity: 4 },
    ])
    const templates = (await app.call(listTemplates, { query: {}, as: shop.as })).body.data ?? []
    expect(templates.map(({ name }) => name)).toContain('Shopify Import')
    expect(await counts()).toMatchObject({ linked: 2, new: 0, waiting: 0, differs: 0 })
    await shop.send()
    expect(channel.shown()).toEqual(before)
    channel.buy('SEA-S', 1)
    expect(await shop.listing('shopify', (await product('MUG'))?.id ?? 0)).toMatchObject({
      status: 'listed',
      listSettings: { syncQuantity: true },
    })
  })

  it('a SKU that another channel sells, too, is ready to be linked there once it is imported, without another scan', async () => {
    const ebay = fakeChannel({ ...channelOf('shopify'), id: 'ebay', name: 'eBay' }, { mode: 'last' })
    shop = await openFakeShop(app, ebay, channel)
    const other = { integrationId: await shop.integrationId('ebay') }
    params = { integrationId: await shop.integrationId('shopify') }
    for (const { addItems } of [ebay, channel]) addItems([mug])
    const readOther = () => readJob(app.services, { organizationId: shop.ctx.organizationId, ...other })
    await app.call(readCatalogue, { params: other, as: shop.as })
    await readOther()
    await read()
    const { id } = await planned({ which: { tab: 'new' } })
    await apply(id)
    // The job that the import queued.
    await readOther()
    const { data } = (await app.call(adoptingState, { params: other, as: shop.as })).body
    expect(data?.counts).toMatchObject({ new: 0, linked: 1, waiting: 1, unmanagedSkus: 1 })
  })

  it('undone, the products go and the listings stay there, open again; nothing is told to the channel', async () => {
    channel.addItems([mug])
    await read()
    const { id } = await planned({ which: { tab: 'new' }, template: await shop.template() })
    const done = await apply(id)
    expect(await counts()).toMatchObject({ linked: 1, new: 0 })
    const before = channel.shown()
    channel.calls.length = 0
    const undo = await app.call(undoChangeSet, { params: { id: done?.changeSetId ?? 0 }, body: {}, as: shop.as })
    await runChanges(app.services, { organizationId: shop.ctx.organizationId, changeSetId: undo.body.data?.id ?? 0 })
    expect(await product('MUG')).toBeUndefined()
    expect(await counts()).toMatchObject({ linked: 0, waiting: 0, new: 1 })
    await shop.send()
    expect([channel.shown(), channel.calls]).toEqual([before, []])
    await apply((await planned({ which: { tab: 'new' } })).id)
    expect(await counts()).toMatchObject({ linked: 1, new: 0 })
  })

  it('IMP-164 one without a SKU is refused with the reason; of two with one SKU the first is made, and the second waits for a look', async () => {
    channel.addItems([mug, { ...mug, title: 'The same again' }, { ...mug, sku: '', title: 'Nameless' }])
    await read()
    const { id, rows } = await planned({ which: { tab: 'new' } })
    expect(rows.map(({ outcome, errors }) => [outcome, errors['']])).toEqual([
      ['create', undefined],
      ['error', 'SKU is required.'],
    ])
    expect(await apply(id)).toMatchObject({ applied: { create: 1 } })
    expect(await counts()).toMatchObject({ linked: 1, look: 1, new: 1 })
    expect(await listingsIn('look')).toMatchObject([{ title: 'The same again', doubts: ['twoListings'] }])
  })

  it('IMP-153 a product that is here already is skipped, unless updating is asked for', async () => {
    const template = await shop.template()
    await makeProduct(shop.ctx, template, { sku: 'MUG', title: 'Red mug', price: 1000, quantity: 1 })
    channel.addItems([mug])
    await read()
    const which = { ids: (await listingsIn('linked')).map((listing) => listing.id) }
    expect((await planned({ which, template })).rows).toMatchObject([
      { outcome: 'skip', errors: { '': 'MUG already exists.' } },
    ])
    const { id, rows } = await planned({ which, template, updateExisting: true })
    expect(rows).toMatchObject([{ outcome: 'update' }])
    await apply(id)
    expect(await product('MUG')).toMatchObject({ title: 'Blue mug', price: 12.5, quantity: 3 })
    expect(await counts()).toMatchObject({ linked: 1, waiting: 0 })
  })

  it('a family never takes the SKU of a product that is here for its own', async () => {
    await makeProduct(shop.ctx, await shop.template(), { sku: 'sea-shirt', title: 'Unlike it' })
    channel.addItems([shirts])
    await read()
    expect((await planned({ which: { tab: 'new' } })).rows).toMatchObject([{ outcome: 'create', sku: 'sea-shirt-2' }])
  })

  it('IMP-153 a linked listing updates its product where updating is asked for; its quantity stays Motto’s', async () => {
    const template = await shop.template()
    channel.addItems([mug])
    await read()
    await apply((await planned({ which: { tab: 'new' }, template })).id)
    const which = { ids: (await listingsIn('linked')).map((listing) => listing.id) }
    channel.edit('MUG', 1)
    await read()
    await shop.ctx.db
      .updateTable('products')
      .set({ title: 'A mug' })
      .where('organizationId', '=', shop.ctx.organizationId)
      .execute()
    const { id, rows } = await planned({ which, template, updateExisting: true })
    expect(rows).toMatchObject([
      { outcome: 'update', sku: 'MUG', changes: [{ field: 'title', before: 'A mug', after: 'Blue mug' }] },
    ])
    await apply(id)
    expect(await product('MUG')).toMatchObject({ title: 'Blue mug', quantity: 3 })
    expect(await counts()).toMatchObject({ linked: 1, waiting: 0 })
  })

  it('are refused where nothing is chosen that has none', async () => {
    const begin = () => app.call(contract.importFound, { params, body: { which: { tab: 'new' } }, as: shop.as })
    expect((await begin()).body).toMatchObject({
      code: 'invalid_input',
      message: 'Choose listings that have no product in Motto yet.',
    })
    expect((await app.call(contract.listImports, { query: {}, as: shop.as })).body.data?.items).toBe(0)
  })

  it('are scanned again first where the last scan kept no details of them', async () => {
    channel.addItems([mug])
    await read()
    await shop.ctx.db
      .updateTable('foundListings')
      .set({ content: null })
      .where('organizationId', '=', shop.ctx.organizationId)
      .execute()
    const begun = await app.call(contract.importFound, { params, body: { which: { tab: 'new' } }, as: shop.as })
    const job = { organizationId: shop.ctx.organizationId, importId: begun.body.data?.id ?? 0 }
    await readJob(app.services, key())
    await readImportJob(app.services, job)
    await planImportJob(app.services, job)
    await apply(job.importId)
    expect(await product('MUG')).toMatchObject({ description: '<p>Glazed</p>' })
  })

  describe('listings that no scan has found yet', () => {
    const bulk = (body: object) =>
      app.call(contract.bulkImport, { params: { channel: 'shopify' }, body: body as never, as: shop.as })
    const work = async (importId: number) => {
      const job = { organizationId: shop.ctx.organizationId, importId }
      await readImportJob(app.services, job)
      await planImportJob(app.services, job)
      await applyImportJob(app.services, job)
      return (await app.call(contract.getImport, { params: { id: importId }, as: shop.as })).body.data
    }

    it('IMP-156 IMP-157 are scanned for by the import that asks for them', async () => {
      channel.addItems([mug, { ...mug, sku: 'CUP', title: 'Blue cup' }])
      const begun = await bulk({ skus: ['MUG'], ids: ['foreign-2'], template: await shop.template() })
      expect(begun.body).toMatchObject({ message: 'Import process started.', data: { state: 'reading' } })
      const id = begun.body.data?.id ?? 0
      // The scan is not over: the import waits for it.
      expect(await work(id)).toMatchObject({ state: 'reading' })
      await readJob(app.services, key())
      expect(await work(id)).toMatchObject({ state: 'done', applied: { create: 2 } })
      expect([await product('MUG'), await product('CUP')]).toMatchObject([{ title: 'Blue mug' }, { title: 'Blue cup' }])
    })

    it('are said to be missing where the channel has none of them', async () => {
      channel.addItems([mug])
      const id = (await bulk({ skus: ['NOWHERE'] })).body.data?.id ?? 0
      await readJob(app.services, key())
      expect(await work(id)).toMatchObject({
        state: 'failed',
        error: 'None of these listings were found on Shopify. Check the SKUs or listing IDs.',
      })
    })

    it('are said to be unread where the channel refuses the scan', async () => {
      const id = (await bulk({ skus: ['MUG'] })).body.data?.id ?? 0
      channel.channel.listings.pull = () =>
        Promise.reject(new ChannelError('forbidden', 'This app may not read products.'))
      await readJob(app.services, key())
      expect(await work(id)).toMatchObject({
        state: 'failed',
        error: 'Shopify couldn’t be scanned. This app may not read products.',
      })
    })
  })

  it('IMP-157 IMP-158 IMP-186 IMP-190 by SKU or by the channel’s id are made at once, and the answer says that it began', async () => {
    channel.addItems([mug, { ...mug, sku: 'CUP', title: 'Blue cup' }, { ...mug, sku: 'JUG', title: 'Blue jug' }])
    await read()
    const bulk = (body: object) =>
      app.call(contract.bulkImport, { params: { channel: 'shopify' }, body: body as never, as: shop.as })
    const { body } = await bulk({ skus: ['MUG'], ids: ['foreign-2'], template: await shop.template() })
    expect(body).toMatchObject({ message: 'Import process started.', data: { channel: 'shopify' } })
    const job = { organizationId: shop.ctx.organizationId, importId: body.data?.id ?? 0 }
    await readImportJob(app.services, job)
    await planImportJob(app.services, job)
    await applyImportJob(app.services, job)
    expect([await product('MUG'), await product('CUP'), await product('JUG')]).toMatchObject([
      { title: 'Blue mug' },
      { title: 'Blue cup' },
      undefined,
    ])
    expect((await bulk({})).body.message).toContain('Choose at least one listing.')
  })

  it.each(['etsy', 'csv', 'clover'] as const)('listings of %s become products with their variations', async (id) => {
    channel = fakeChannel(channelOf(id))
    shop = await openFakeShop(app, channel)
    params = { integrationId: await shop.integrationId(id) }
    channel.addItems([mug, shirts])
    await read()
    const begun = await planned({ which: { tab: 'new' }, template: await shop.template() })
    expect(await apply(begun.id)).toMatchObject({ state: 'done', applied: { create: 2 }, channel: id })
    expect((await product('sea-shirt'))?.variations).toMatchObject([
      { sku: 'SEA-S', price: 20, quantity: 2 },
      { sku: 'SEA-L', price: 22, quantity: 4 },
    ])
    expect(await counts()).toMatchObject({ linked: 2, new: 0 })
  })

  it.each([
    ['IMP-188', 'square', contract.bulkImport],
    ['IMP-192', 'bigcommerce', contract.bulkImportOfIntegration],
    ['IMP-194', 'clover', contract.bulkImport],
  ] as const)(
    'IMP-167 IMP-195 %s of %s are made by the ids that it has for them, after the answer',
    async (_, id, endpoint) => {
      channel = fakeChannel(channelOf(id))
      shop = await openFakeShop(app, channel)
      params = { integrationId: await shop.integrationId(id) }
      channel.addItems([mug, { ...mug, sku: 'CUP', title: 'Blue cup' }])
      await read()
      const begun = await app.call(endpoint, {
        params: { channel: id },
        body: { ids: ['foreign-2'], template: await shop.template(), updateExistingProducts: false },
        as: shop.as,
      })
      expect(begun.body).toMatchObject({ message: 'Import process started.', data: { channel: id } })
      expect(await product('CUP')).toBeUndefined()
      const job = { organizationId: shop.ctx.organizationId, importId: begun.body.data?.id ?? 0 }
      await readImportJob(app.services, job)
      await planImportJob(app.services, job)
      await applyImportJob(app.services, job)
      expect([await product('MUG'), await product('CUP')]).toMatchObject([undefined, { title: 'Blue cup' }])
    },
  )
})
