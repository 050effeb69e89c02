import { expect, it } from 'vitest'
import type { ExternalListing } from '../../channel.ts'
import { allPages } from '../../kit/paging.ts'
import { refusal, value, type Tools } from './tools.ts'

/** Numbers and prices of what stands there. */
export function stockPromises<F, S>(tools: Tools<F, S>): void {
  const { publish, publishOne, onSandbox, withFamily } = tools
  it('what was there is linked by what the refusal names: its number is read and told', async () => {
    await tools.h.sandbox.addItems([{ sku: 'LINK-A', title: 'Sold by hand', price: tools.asSeen(4450), quantity: 3 }])
    const there = refusal((await publish(tools.h.listing('LINK-A')))[0])?.there as ExternalListing
    const place = { sku: 'LINK-A', listing: there, locationId: tools.h.locationId }
    const { read, set } = tools.h.stage.channel.stock
    expect(value((await read(tools.h.stage.connection(), [place], { state: true }))[0])).toMatchObject({ quantity: 3 })
    value((await set(tools.h.stage.connection(), [{ ...place, quantity: 2, from: 3 }]))[0])
    expect((await onSandbox('LINK-A'))[0]).toMatchObject({
      title: 'Sold by hand',
      price: tools.asSeen(4450),
      quantity: 2,
    })
  })

  it('sets stock to an absolute number, twice with the same end', async () => {
    const listings = withFamily('STK-A', 'STK-F')
    const externals = (await publish(...listings)).map(value)
    const levels = listings.flatMap((listing, i) =>
      listing.variants.map(({ sku }, n) => ({
        sku,
        quantity: n + 1,
        listing: externals[i] as ExternalListing,
        locationId: tools.h.locationId,
      })),
    )
    for (let i = 0; i < 2; i++)
      for (const outcome of await tools.h.stage.channel.stock.set(tools.h.stage.connection(), levels)) value(outcome)
    const rows = await onSandbox('STK-')
    expect(Object.fromEntries(rows.map(({ sku, quantity }) => [sku, quantity]))).toEqual(
      Object.fromEntries(levels.map(({ sku, quantity }) => [sku, quantity])),
    )
    if (tools.lacks('zero')) return
    const none = levels.map((level) => ({ ...level, quantity: 0 }))
    for (const outcome of await tools.h.stage.channel.stock.set(tools.h.stage.connection(), none)) value(outcome)
    expect((await onSandbox('STK-')).every(({ quantity }) => quantity === 0)).toBe(true)
  })

  it('of which nothing is left is not for sale, until there is again', async () => {
    const external = await publishOne(tools.h.listing('NONE-A'))
    const place = { sku: 'NONE-A', listing: external, locationId: tools.h.locationId }
    const { read, set } = tools.h.stage.channel.stock
    const buyable = async () => (await tools.liveOnSandbox('NONE-A')).reduce((sum, { quantity }) => sum + quantity, 0)
    for (const quantity of [0, 0, 2]) {
      value((await set(tools.h.stage.connection(), [{ ...place, quantity }]))[0])
      expect(await buyable()).toBe(quantity)
      expect(value((await read(tools.h.stage.connection(), [place]))[0]).quantity).toBe(quantity)
    }
  })

  it('that was set is shown at once, or later where core is told so', async () => {
    const external = await publishOne(tools.h.listing('SLOW-A'))
    const place = { sku: 'SLOW-A', listing: external, locationId: tools.h.locationId }
    const { read, set, settleSeconds } = tools.h.stage.channel.stock
    await tools.h.sandbox.lag({ stock: 3600 })
    value((await set(tools.h.stage.connection(), [{ ...place, quantity: 9 }]))[0])
    await tools.h.sandbox.lag({ stock: 0 })
    const shown = value((await read(tools.h.stage.connection(), [place]))[0]).quantity
    expect(shown).toBe(settleSeconds === undefined ? 9 : 5)
  })

  it('hidden by hand has sold nothing: it tells its pieces all the same, and a lower number does not show it again', async ({
    skip,
  }) => {
    const external = await publishOne(tools.h.listing('HID-A'))
    const hidden = await tools.h.sandbox.edit({ sku: 'HID-A', status: 'hidden' }).then(
      () => true,
      () => false,
    )
    if (!hidden) return skip('nothing can be hidden there')
    const place = { sku: 'HID-A', listing: external, locationId: tools.h.locationId }
    const { read, set } = tools.h.stage.channel.stock
    const pieces = async () => {
      const { quantity, live, behind } = value((await read(tools.h.stage.connection(), [place], { state: true }))[0])
      return live === false ? (behind ?? quantity) : quantity
    }
    const live = async () => (await tools.liveOnSandbox('HID-A')).length
    const wasLive = await live()
    expect(await pieces()).toBe(5)
    value((await set(tools.h.stage.connection(), [{ ...place, quantity: 4, from: 5 }]))[0])
    expect([await pieces(), await live()]).toEqual([4, wasLive])
  })

  it('tells what it shows, at once after a sale, and whether it is on sale', async () => {
    const listings = withFamily('SEEN-A', 'SEEN-F')
    const externals = (await publish(...listings)).map(value)
    const places = listings.flatMap((listing, i) =>
      listing.variants.map(({ sku }) => ({
        sku,
        listing: externals[i] as ExternalListing,
        locationId: tools.h.locationId,
      })),
    )
    await tools.take('SEEN-A', 2)
    const { read } = tools.h.stage.channel.stock
    const shown = async () => (await read(tools.h.stage.connection(), places, { state: true })).map(value)
    expect((await shown()).map(({ quantity }) => quantity)).toEqual(tools.lacks('families') ? [3] : [3, 5, 5, 5, 5])
    expect((await shown()).every(({ live }) => live !== false)).toBe(true)
    const [outcome] = await read(tools.h.stage.connection(), [{ ...places[0], sku: 'SEEN-NONE' } as (typeof places)[0]])
    expect(refusal(outcome)?.kind).toBe('not_found')
  })

  it('a number that compares is refused where somebody bought since; one that does not says so', async () => {
    const external = await publishOne(tools.h.listing('CAS-A'))
    const level = { sku: 'CAS-A', quantity: 9, listing: external, locationId: tools.h.locationId, from: 5 }
    await tools.take('CAS-A', 4)
    const { mode, set } = tools.h.stage.channel.stock
    const [outcome] = await set(tools.h.stage.connection(), [level])
    expect(outcome?.ok ? 'set' : outcome?.error.kind).toBe(mode === 'compare' ? 'conflict' : 'set')
    expect((await onSandbox('CAS-A'))[0]?.quantity).toBe(mode === 'compare' ? 1 : 9)
    value((await set(tools.h.stage.connection(), [{ ...level, from: mode === 'compare' ? 1 : 9 }]))[0])
    expect((await onSandbox('CAS-A'))[0]?.quantity).toBe(9)
  })

  it('one unknown SKU does not keep its neighbours from their stock', async () => {
    const external = await publishOne(tools.h.listing('NBR-A'))
    const level = { sku: 'NBR-A', quantity: 9, listing: external, locationId: tools.h.locationId }
    const outcomes = await tools.h.stage.channel.stock.set(tools.h.stage.connection(), [
      { ...level, sku: 'NBR-NONE' },
      level,
    ])
    expect(outcomes.map((o) => (o.ok ? 'ok' : o.error.kind))).toEqual(['not_found', 'ok'])
    expect((await onSandbox('NBR-A'))[0]?.quantity).toBe(9)
  })

  it('sets prices', async ({ skip }) => {
    const { prices } = tools.h.stage.channel
    if (!prices) return skip('this channel has no prices of its own')
    const external = await publishOne(tools.h.listing('PRC-A'))
    value(
      (
        await prices.set(tools.h.stage.connection(), [
          { sku: 'PRC-A', price: 777, currency: tools.h.listing('CUR').currency, listing: external },
        ])
      )[0],
    )
    expect((await onSandbox('PRC-A'))[0]).toMatchObject({ price: tools.asSeen(777), quantity: 5 })
  })
}

/** All that stands there is read, page by page, each product once. */
export function pullPromises<F, S>(tools: Tools<F, S>): void {
  const { publishOne } = tools
  it('pulls everything, page by page', async () => {
    await tools.h.sandbox.addItems(
      Array.from({ length: 60 }, (_, i) => ({
        sku: `PULL-${i}`,
        title: `Pulled ${i}`,
        price: tools.asSeen(310),
        quantity: i,
      })),
    )
    const pulled = await allPages((cursor) => tools.h.stage.channel.listings.pull(tools.h.stage.connection(), cursor))
    const mine = pulled.filter(({ variants }) => variants[0]?.sku.startsWith('PULL-'))
    const skus = mine.flatMap(({ variants }) => variants.map(({ sku }) => sku))
    expect(new Set(skus).size).toBe(60)
    expect(skus).toHaveLength(60)
    const product = mine.find(({ variants }) => variants[0]?.sku === 'PULL-7')
    expect(product).toMatchObject({ title: 'Pulled 7', currency: tools.h.listing('CUR').currency, state: 'live' })
    expect(product?.variants).toMatchObject([{ price: 310, quantity: 7, options: {} }])
  })

  it('pulls a family of ours as one, in the shape in which it can be linked', async ({ skip }) => {
    if (tools.lacks('families')) return skip('every variation is a listing of its own there')
    const listing = tools.h.family('PULLF')
    const external = await publishOne(listing)
    const pulled = await allPages((cursor) => tools.h.stage.channel.listings.pull(tools.h.stage.connection(), cursor))
    const products = pulled.filter(({ externalId }) => externalId === external.externalId)
    expect(products).toHaveLength(1)
    expect(products[0]?.title).toBe(listing.title)
    if (!tools.lacks('images')) expect(products[0]?.images).not.toEqual([])
    if (!tools.lacks('description')) expect(products[0]?.description).toContain('Soft')
    expect(
      products[0]?.variants.map(({ sku, options, price, quantity }) => ({ sku, options, price, quantity })),
    ).toEqual(listing.variants.map(({ sku, options, price, quantity }) => ({ sku, options, price, quantity })))
    const { read } = tools.h.stage.channel.stock
    const parts = Object.fromEntries(products[0]?.variants.map(({ sku, part }) => [sku, part]) ?? [])
    const places = listing.variants.map(({ sku }) => ({
      sku,
      listing: {
        externalId: products[0]?.externalId ?? '',
        url: products[0]?.url ?? '',
        data: products[0]?.data ?? {},
        parts,
      },
      locationId: tools.h.locationId,
    }))
    expect((await read(tools.h.stage.connection(), places)).map((o) => value(o).quantity)).toEqual([5, 5, 5, 5])
  })
}
