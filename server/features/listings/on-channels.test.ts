import { describe, expect, it } from 'vitest'
import { channelOf } from '#channels/registry.ts'
import * as contract from '#contract/listings/listings.ts'
import { preflight } from '#contract/listings/preflight.ts'
import { importOrders } from '#contract/orders/orders.ts'
import { listingsShop } from '../../testing/shop/listings.ts'

const { app, sandbox, shop, template, change, override } = listingsShop()

describe.each(['ebay', 'etsy', 'bigcommerce', 'shopify', 'square', 'clover', 'csv'] as const)(
  'listing on %s',
  (channel) => {
    const live = async (sku: string) =>
      (await shop().onChannel(channel, sku)).filter(
        (l) => !/ended|archived|unpublished|draft|inactive|hidden/i.test(l.status),
      )

    it('NAV-002..NAV-008 LST-345 LST-346 LST-080 LST-082 answers once the channel has: fulfilled, with the id and the page of the listing', async () => {
      const { id, sku } = await shop().product(template())
      const answer = await shop().sending(
        app().call(contract.listProduct, { params: { channel }, body: { productId: id, wait: 20 }, as: shop().as }),
      )
      expect(answer).toMatchObject({
        status: 200,
        body: { success: true, message: 'Successfully listed product.', data: { status: 'fulfilled', warnings: [] } },
      })
      const [there] = await shop().onChannel(channel, sku)
      expect(there).toMatchObject({ externalId: answer.body.data?.externalId, price: 19.99, quantity: 10 })
      expect(await shop().listing(channel, id)).toMatchObject({
        channel,
        productId: id,
        templateId: template(),
        status: 'listed',
        externalId: there?.externalId,
        listSettings: { list: true, sync: false, syncQuantity: true },
        pending: null,
        pushedQuantity: 10,
        result: { status: 'fulfilled', fields: {} },
      })
    })

    // No title of a product is too long for Square.
    const refusesTitles = channelOf(channel).limits.titleChars < 500

    it.runIf(refusesTitles)(
      'LST-081 LST-086 a refusal names the field to fix, stays over reloads, and turns fulfilled once it is fixed',
      async () => {
        const { name, limits } = channelOf(channel)
        const { id, sku } = await shop().product(template(), { title: 'A'.repeat(limits.titleChars + 1) })
        const list = () =>
          shop().sending(
            app().call(contract.listProduct, { params: { channel }, body: { productId: id, wait: 20 }, as: shop().as }),
          )
        const sentence = `${name} titles can have up to ${limits.titleChars} characters. This one has ${limits.titleChars + 1}.`
        expect(await list()).toMatchObject({
          status: 422,
          body: { code: 'listing_incomplete', message: sentence, fields: { title: sentence } },
        })
        for (let i = 0; i < 2; i += 1)
          expect(await shop().listing(channel, id)).toMatchObject({
            status: 'error',
            pending: null,
            externalId: '',
            result: { status: 'rejected', reason: sentence, fields: { title: sentence }, saidBy: 'motto' },
          })
        expect(await shop().onChannel(channel, sku)).toEqual([])
        await change({ id, title: 'A fitting title' })
        expect(await list()).toMatchObject({ status: 200, body: { data: { status: 'fulfilled' } } })
        expect(await shop().listing(channel, id)).toMatchObject({
          status: 'listed',
          result: { status: 'fulfilled', reason: '', fields: {} },
        })
        expect(await shop().onChannel(channel, sku)).toHaveLength(1)
      },
    )

    it.runIf(refusesTitles)(
      'a refused revise keeps the listing on sale, says why, and its quantity still follows',
      async () => {
        const { id, sku } = await shop().product(template())
        const { externalId } = await shop().list(channel, id, { sync: true })
        await change({ id, title: 'B'.repeat(channelOf(channel).limits.titleChars + 1), quantity: 4 })
        await shop().send()
        expect(await shop().listing(channel, id)).toMatchObject({
          status: 'listed',
          externalId,
          pending: null,
          pushedQuantity: 4,
          result: { status: 'rejected', fields: { title: expect.any(String) } },
        })
        expect(await live(sku)).toMatchObject([{ externalId, quantity: 4, title: `Ocean shirt ${sku}` }])
        await change({ id, title: 'A fitting title again' })
        await shop().send()
        expect(await shop().listing(channel, id)).toMatchObject({
          status: 'listed',
          externalId,
          result: { status: 'fulfilled' },
        })
        expect(await live(sku)).toMatchObject([{ externalId, title: 'A fitting title again' }])
      },
    )

    it('LST-085 LST-347 unlisted and listed again: one listing on the channel; unlisting what is gone there already is success', async () => {
      const { id, sku } = await shop().product(template())
      const first = await shop().list(channel, id)
      const stored = await shop()
        .ctx.db.selectFrom('listingProducts')
        .select('external')
        .where('organizationId', '=', shop().ctx.organizationId)
        .where('id', '=', first.id ?? 0)
        .executeTakeFirstOrThrow()
      const external = JSON.stringify(stored.external)
      const unlist = () =>
        shop().sending(
          app().call(contract.unlistProduct, {
            params: { integration: channel },
            body: { productId: id, wait: 20 },
            as: shop().as,
          }),
        )
      expect(await unlist()).toMatchObject({
        status: 200,
        body: { message: 'Successfully unlisted.', data: { status: 'fulfilled' } },
      })
      expect(await shop().listing(channel, id)).toMatchObject({ status: 'unlisted', externalId: '', pushedQuantity: 0 })
      expect(await live(sku)).toEqual([])
      expect(await unlist()).toMatchObject({ status: 404 })
      // As if it had ended there without our knowing.
      await shop()
        .ctx.db.updateTable('listingProducts')
        .set({ external, externalId: first.externalId, status: 'listed' })
        .where('organizationId', '=', shop().ctx.organizationId)
        .where('id', '=', first.id ?? 0)
        .execute()
      expect(await unlist()).toMatchObject({ status: 200, body: { data: { status: 'fulfilled' } } })
      const second = await shop().list(channel, id)
      expect(second).toMatchObject({ status: 'listed', result: { status: 'fulfilled' } })
      // eBay gives a new id; on the others the old listing comes back.
      expect(second.externalId === first.externalId).toBe(channel !== 'ebay')
      expect(await live(sku)).toHaveLength(1)
    })

    it('LST-074 sync sends every save, syncQuantity only quantities, neither nothing', async () => {
      const [both, quantity, neither] = [
        await shop().product(template()),
        await shop().product(template()),
        await shop().product(template()),
      ]
      await shop().list(channel, both.id, { sync: true })
      await shop().list(channel, quantity.id, { syncQuantity: true })
      await shop().list(channel, neither.id, { syncQuantity: false })
      for (const [i, p] of [both, quantity, neither].entries())
        await change({ id: p.id, title: `Changed ${i}`, quantity: 6 })
      await shop().send()
      expect(await live(both.sku)).toMatchObject([{ title: 'Changed 0', quantity: 6 }])
      expect(await live(quantity.sku)).toMatchObject([{ title: `Ocean shirt ${quantity.sku}`, quantity: 6 }])
      expect(await live(neither.sku)).toMatchObject([{ title: `Ocean shirt ${neither.sku}`, quantity: 10 }])
    })

    it('variations: each is bought by its own SKU, and each quantity follows', async () => {
      const sized = await shop().template({ variations: ['Color'] })
      const variation = (color: string, quantity: number) => ({
        name: color,
        sku: `${channel}-${color}`,
        quantity,
        attributes: [{ name: 'Color', value: color }],
      })
      const { id } = await shop().product(sized, {
        sku: `${channel}-family`,
        variations: [variation('Red', 5), variation('Blue', 3)],
      })
      expect(await shop().list(channel, id, { sync: true })).toMatchObject({ status: 'listed', pushedQuantity: 8 })
      expect(await live(`${channel}-Red`)).toMatchObject([{ quantity: 5 }])
      // Nobody buys in a spreadsheet: the sale is another channel's to make, and is proven there.
      if (channelOf(channel).lacks?.includes('orders')) return
      await shop().remotes[channel].buy(`${channel}-Red`, 2)
      const { body } = await app().call(importOrders, { params: { channel }, as: shop().as })
      expect(body.data).toMatchObject({ imported: expect.any(Number) })
      const [red] = await shop()
        .ctx.db.selectFrom('stockLevels')
        .select(['available', 'reserved'])
        .where('organizationId', '=', shop().ctx.organizationId)
        .where('sku', '=', `${channel}-Red`)
        .execute()
      expect(red).toEqual({ available: 3, reserved: 2 })
      await shop().send()
      expect(await live(`${channel}-Red`)).toMatchObject([{ quantity: 3 }])
      expect(await live(`${channel}-Blue`)).toMatchObject([{ quantity: 3 }])
      expect(await shop().listing(channel, id)).toMatchObject({ pushedQuantity: 6, pending: null })
    })
  },
)

describe('what the channel itself refuses', () => {
  it('an item specific that the category demands, a picture', async () => {
    const { id } = await shop().product(template(), { images: [] })
    await override('ebay', id, { aspects: [{ aspectName: 'Department', value: 'Elves' }] })
    expect((await shop().list('ebay', id)).result?.fields).toMatchObject({
      images: 'eBay requires at least 1 image.',
      'aspects.Department': expect.stringContaining('Elves'),
    })
  })
  it('LST-110 two eBay categories for one product', async () => {
    const { id } = await shop().product(template())
    await override('ebay', id, { selectedCategoryIds: '15687,63869' })
    expect((await shop().list('ebay', id)).result).toMatchObject({
      status: 'rejected',
      fields: { ebayCategoryIds: 'Choose exactly one eBay category.' },
    })
  })
  it('a product that eBay refuses does not keep its neighbours', async () => {
    const [bad, good] = [await shop().product(template()), await shop().product(template())]
    await override('ebay', bad.id, { selectedCategoryIds: '1' })
    for (const { id } of [bad, good])
      await app().call(contract.listProduct, {
        params: { channel: 'ebay' },
        body: { productId: id, wait: 0 },
        as: shop().as,
      })
    await shop().send()
    expect(await shop().listing('ebay', good.id)).toMatchObject({ status: 'listed' })
    expect(await shop().listing('ebay', bad.id)).toMatchObject({ status: 'error', result: { status: 'rejected' } })
  })
})

it('texts that references bring in are made safe: HTML in a description, none in a title', async () => {
  const { id } = await shop().product(template(), {
    title: '{{Brand}} shirt',
    description: '<p><a href="{{Link}}">Read</a> {{Brand}}</p>',
    attributes: [
      { name: 'Brand', value: '<b>Acme</b> & Co' },
      { name: 'Link', value: 'javascript:alert(1)' },
    ],
  })
  await override('shopify', id, {})
  const { body } = await app().call(preflight, { query: { productId: id, channel: 'shopify' }, as: shop().as })
  expect(body.data).toMatchObject({
    title: 'Acme & Co shirt',
    description: '<p><a>Read</a> &lt;b&gt;Acme&lt;/b&gt; &amp; Co</p>',
  })
})

it('LST-079 LST-345 all channels at once: each its own status and reason', async () => {
  const { id } = await shop().product(template(), { title: 'C'.repeat(100) })
  await app().call(contract.saveListingProducts, {
    body: {
      listingProducts: (['ebay', 'shopify'] as const).map((channel) => ({
        channel,
        productId: id,
        listSettings: { list: true },
      })),
    },
    as: shop().as,
  })
  const { body } = await shop().sending(
    app().call(contract.listToChannels, { body: { productId: id, wait: 20 }, as: shop().as }),
  )
  expect(body.data).toMatchObject({
    ebay: { status: 'rejected', reason: 'eBay titles can have up to 80 characters. This one has 100.' },
    shopify: { status: 'fulfilled', reason: '' },
  })
})

it('what the channel said before is not taken for its answer to what is asked now', async () => {
  const { id } = await shop().product(template(), { title: 'D'.repeat(300) })
  expect((await shop().list('shopify', id)).result?.status).toBe('rejected')
  await change({ id, title: 'Short' })
  expect(
    await app().call(contract.listProduct, {
      params: { channel: 'shopify' },
      body: { productId: id, wait: 0 },
      as: shop().as,
    }),
  ).toMatchObject({ status: 200, body: { data: { status: 'queued' } } })
  await shop().send()
})

// Last, as it takes the category from the others.
it('what eBay alone knows is told by its own sentence, code and field: a category that it removed since Motto read its rules', async () => {
  const { id } = await shop().product(template())
  await shop().list('ebay', id)
  await fetch(`${sandbox().url}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ channel: 'ebay', kind: 'take_category' }),
  })
  const next = await shop().product(template())
  const row = await shop().list('ebay', next.id)
  expect(row).toMatchObject({
    status: 'error',
    result: {
      status: 'rejected',
      saidBy: 'channel',
      code: '25005',
      fields: { ebayCategoryIds: expect.stringContaining('is not a leaf of the tree') },
    },
  })
  expect(row.result?.fields['ebayCategoryIds']).toBe(row.result?.reason)
  await override('ebay', next.id, { selectedCategoryIds: '11484' })
  expect(await shop().list('ebay', next.id)).toMatchObject({ status: 'listed', result: { status: 'fulfilled' } })
})
