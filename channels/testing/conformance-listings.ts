import { expect, it } from 'vitest'
import type { ExternalListing } from '../channel.ts'
import { refusal, value, type Tools } from './conformance-tools.ts'
import { allPages } from '../kit/paging.ts'

const notEmpty = (answer: unknown) => Object.keys(answer ?? {}).length > 0

/** Listings, their stock and their prices. */
export function listingPromises<F, S>(tools: Tools<F, S>): void {
  const { publish, publishOne, onSandbox, liveOnSandbox } = tools
  it('knows the account and connects through the consent page', async () => {
    const account = await tools.h.stage.channel.account(tools.h.stage.connection())
    expect(account.accountId).not.toBe('')
    expect(account.name).not.toBe('')
    expect(account.currency).toBe('USD')
    const { expiresAt } = tools.h.stage.tokens
    if (expiresAt) expect(expiresAt.getTime()).toBeGreaterThan(Date.now())
  })

  it('answers every lookup in the shape that its editor relies on', async () => {
    const { lookups } = tools.h.stage.channel
    expect(Object.keys(tools.h.lookups).sort()).toEqual(Object.keys(lookups).sort())
    for (const [lookup, { query, shape, filled }] of Object.entries(tools.h.lookups)) {
      const answer: unknown = await lookups[lookup]?.(tools.h.stage.connection(), query)
      expect([lookup, shape.safeParse(answer).error?.message]).toEqual([lookup, undefined])
      expect([lookup, (filled ?? notEmpty)(answer)]).toEqual([lookup, true])
    }
  })

  it('finds nothing to say against a listing that the channel takes', async () => {
    const { channel } = tools.h.stage
    for (const listing of [tools.h.listing('CHK-A'), tools.h.family('CHK-F')]) {
      const facts = await channel.facts?.(tools.h.stage.connection(), listing)
      expect(channel.check(listing, facts, tools.h.stage.settings).errors).toEqual({})
    }
  })

  it('publishes single listings and a family', async () => {
    const outcomes = await publish(tools.h.listing('PUB-A'), tools.h.listing('PUB-B'), tools.h.family('PUB-F'))
    const [a, b, family] = outcomes.map(value)
    const rows = await liveOnSandbox('PUB-')
    expect(rows.map(({ sku }) => sku).sort()).toEqual(['PUB-A', 'PUB-B', 'PUB-F-1', 'PUB-F-2', 'PUB-F-3', 'PUB-F-4'])
    expect(rows.find(({ sku }) => sku === 'PUB-A')).toMatchObject({
      externalId: a?.externalId,
      price: 12.99,
      quantity: 5,
    })
    expect(a?.externalId).not.toBe(b?.externalId)
    expect(new Set(rows.filter(({ sku }) => sku.startsWith('PUB-F')).map(({ externalId }) => externalId))).toEqual(
      new Set([family?.externalId]),
    )
    expect(Object.keys(family?.parts ?? {}).sort()).toEqual(['PUB-F-1', 'PUB-F-2', 'PUB-F-3', 'PUB-F-4'])
    expect(new URL(a?.url ?? '').protocol).toMatch(/^http/)
  })

  it('publishing again finds the same listing', async () => {
    for (const listing of [tools.h.listing('AGAIN-A'), tools.h.family('AGAIN-F')]) {
      const first = await publishOne(listing)
      const second = await publishOne(listing)
      expect(second.externalId).toBe(first.externalId)
      expect(Object.keys(second.parts)).toEqual(Object.keys(first.parts))
    }
    expect(await onSandbox('AGAIN-')).toHaveLength(5)
  })

  it('a SKU that is sold there already is left as it stands, and named; its neighbours are listed', async () => {
    const foreign = { sku: 'THERE-A', title: 'Sold by hand', price: 44.5, quantity: 3 }
    await tools.h.sandbox.addItems([foreign, { ...foreign, sku: 'THERE-F-3' }])
    const before = (await onSandbox('THERE-')).map(({ externalId }) => externalId)
    const listings = [tools.h.listing('THERE-A'), tools.h.family('THERE-F'), tools.h.listing('THERE-B', { key: 2 })]
    const [single, family, free] = await publish(...listings)
    expect([refusal(single)?.kind, refusal(family)?.kind, free?.ok]).toEqual(['already_there', 'already_there', true])
    const rows = await onSandbox('THERE-')
    expect(rows.map(({ sku }) => sku).sort()).toEqual(['THERE-A', 'THERE-B', 'THERE-F-3'])
    for (const sku of ['THERE-A', 'THERE-F-3'])
      expect(rows.find((row) => row.sku === sku)).toMatchObject({ title: 'Sold by hand', price: 44.5, quantity: 3 })
    expect(before).toContain(refusal(single)?.there?.externalId)
    expect(Object.keys(refusal(single)?.there?.parts ?? {})).toEqual(['THERE-A'])
  })

  it('what was there is linked by what the refusal names: its number is read and told', async () => {
    await tools.h.sandbox.addItems([{ sku: 'LINK-A', title: 'Sold by hand', price: 44.5, quantity: 3 }])
    const there = refusal((await publish(tools.h.listing('LINK-A')))[0])?.there as ExternalListing
    const place = { sku: 'LINK-A', listing: there, locationId: tools.h.locationId }
    const { read, set } = tools.h.stage.channel.stock
    expect(value((await read(tools.h.stage.connection(), [place], { state: true }))[0])).toMatchObject({ quantity: 3 })
    value((await set(tools.h.stage.connection(), [{ ...place, quantity: 2, from: 3 }]))[0])
    expect((await onSandbox('LINK-A'))[0]).toMatchObject({ title: 'Sold by hand', price: 44.5, quantity: 2 })
  })

  it('revises a live listing', async () => {
    for (const listing of [tools.h.listing('REV-A'), tools.h.family('REV-F')]) {
      const external = await publishOne(listing)
      const variants = listing.variants.map((v) => ({ ...v, price: 2050, quantity: 7 }))
      const [outcome] = await tools.h.stage.channel.listings.revise(tools.h.stage.connection(), [
        { ...listing, title: `${listing.title} new`, variants, external },
      ])
      expect(value(outcome).externalId).toBe(external.externalId)
    }
    const rows = await liveOnSandbox('REV-')
    expect(rows).toHaveLength(5)
    // Quantities are told by themselves: a revise would put on sale again what was sold meanwhile.
    for (const row of rows)
      expect(row).toMatchObject({ price: 20.5, quantity: 5, title: expect.stringContaining('new') })
  })

  it('takes a variation away that is no longer there, and a new one in', async () => {
    const listing = tools.h.family('VAR')
    const external = await publishOne(listing)
    const [first, second, third, fourth] = listing.variants
    if (!first || !second || !third || !fourth) throw new Error('A family has four')
    const variants = [first, second, third, { ...fourth, sku: 'VAR-5' }]
    const revised = value(
      (
        await tools.h.stage.channel.listings.revise(tools.h.stage.connection(), [{ ...listing, variants, external }])
      )[0],
    )
    expect(Object.keys(revised.parts).sort()).toEqual(['VAR-1', 'VAR-2', 'VAR-3', 'VAR-5'])
    const buyable = (await liveOnSandbox('VAR'))
      .filter(({ quantity }) => quantity > 0)
      .map(({ sku }) => sku)
      .sort()
    expect(buyable).toEqual(['VAR-1', 'VAR-2', 'VAR-3', 'VAR-5'])
  })

  it('ends listings, once and again, and lists them anew', async () => {
    for (const listing of [tools.h.listing('END-A'), tools.h.family('END-F')]) {
      const external = await publishOne(listing)
      for (let i = 0; i < 2; i++)
        value((await tools.h.stage.channel.listings.end(tools.h.stage.connection(), [external]))[0])
      expect(await liveOnSandbox(listing.variants[0]?.sku ?? '')).toEqual([])
      await publishOne({ ...listing, external })
      expect(await liveOnSandbox(listing.variants[0]?.sku ?? '')).toHaveLength(1)
    }
  })

  it('lists anew what core remembers without its id', async () => {
    const listing = tools.h.listing('BLANK')
    const external = await publishOne(listing)
    value((await tools.h.stage.channel.listings.end(tools.h.stage.connection(), [external]))[0])
    await publishOne({ ...listing, external: { ...external, externalId: '', url: '' }, title: 'Another title' })
    expect(await onSandbox('BLANK')).toHaveLength(1)
    expect(await liveOnSandbox('BLANK')).toHaveLength(1)
  })

  it('becomes a family and one piece again, with the same SKU', async () => {
    const alone = tools.h.listing('SHAPE-1')
    const family = { ...tools.h.family('SHAPE'), key: alone.key }
    let external = await publishOne(alone)
    for (const next of [family, alone]) {
      external = value(
        (await tools.h.stage.channel.listings.revise(tools.h.stage.connection(), [{ ...next, external }]))[0],
      )
      const buyable = (await liveOnSandbox('SHAPE')).filter(({ quantity }) => quantity > 0)
      expect(buyable.map(({ sku }) => sku).sort()).toEqual(next.variants.map(({ sku }) => sku))
      expect(new Set(buyable.map(({ externalId }) => externalId))).toEqual(new Set([external.externalId]))
    }
  })

  it('pulls everything, page by page', async () => {
    await tools.h.sandbox.addItems(
      Array.from({ length: 60 }, (_, i) => ({ sku: `PULL-${i}`, title: `Pulled ${i}`, price: 3.1, quantity: i })),
    )
    const pulled = await allPages((cursor) => tools.h.stage.channel.listings.pull(tools.h.stage.connection(), cursor))
    const mine = pulled.filter(({ variants }) => variants[0]?.sku.startsWith('PULL-'))
    const skus = mine.flatMap(({ variants }) => variants.map(({ sku }) => sku))
    expect(new Set(skus).size).toBe(60)
    expect(skus).toHaveLength(60)
    const one = mine.find(({ variants }) => variants[0]?.sku === 'PULL-7')
    expect(one).toMatchObject({ title: 'Pulled 7', currency: 'USD', state: 'live' })
    expect(one?.variants).toMatchObject([{ price: 310, quantity: 7, options: {} }])
  })

  it('pulls a family of ours as one, in the shape in which it can be linked', async () => {
    const listing = tools.h.family('PULLF')
    const external = await publishOne(listing)
    const pulled = await allPages((cursor) => tools.h.stage.channel.listings.pull(tools.h.stage.connection(), cursor))
    const found = pulled.filter(({ externalId }) => externalId === external.externalId)
    expect(found).toHaveLength(1)
    expect(found[0]?.title).toBe(listing.title)
    expect(found[0]?.images).not.toEqual([])
    expect(found[0]?.description).toContain('Soft')
    expect(found[0]?.variants.map(({ sku, options, price, quantity }) => ({ sku, options, price, quantity }))).toEqual(
      listing.variants.map(({ sku, options, price, quantity }) => ({ sku, options, price, quantity })),
    )
    const { read } = tools.h.stage.channel.stock
    const parts = Object.fromEntries(found[0]?.variants.map(({ sku, part }) => [sku, part]) ?? [])
    const places = listing.variants.map(({ sku }) => ({
      sku,
      listing: { externalId: found[0]?.externalId ?? '', url: found[0]?.url ?? '', data: found[0]?.data ?? {}, parts },
      locationId: tools.h.locationId,
    }))
    expect((await read(tools.h.stage.connection(), places)).map((o) => value(o).quantity)).toEqual([5, 5, 5, 5])
  })

  it('sets stock to an absolute number, twice with the same end', async () => {
    const listings = [tools.h.listing('STK-A'), tools.h.family('STK-F')]
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
    const none = levels.map((level) => ({ ...level, quantity: 0 }))
    for (const outcome of await tools.h.stage.channel.stock.set(tools.h.stage.connection(), none)) value(outcome)
    expect((await onSandbox('STK-')).every(({ quantity }) => quantity === 0)).toBe(true)
  })

  it('tells what it shows, at once after a sale, and whether it is on sale', async () => {
    const listings = [tools.h.listing('SEEN-A'), tools.h.family('SEEN-F')]
    const externals = (await publish(...listings)).map(value)
    const places = listings.flatMap((listing, i) =>
      listing.variants.map(({ sku }) => ({
        sku,
        listing: externals[i] as ExternalListing,
        locationId: tools.h.locationId,
      })),
    )
    await tools.h.sandbox.buy('SEEN-A', 2)
    const { read } = tools.h.stage.channel.stock
    const shown = async () => (await read(tools.h.stage.connection(), places, { state: true })).map(value)
    expect((await shown()).map(({ quantity }) => quantity)).toEqual([3, 5, 5, 5, 5])
    expect((await shown()).every(({ live }) => live !== false)).toBe(true)
    const [gone] = await read(tools.h.stage.connection(), [{ ...places[0], sku: 'SEEN-NONE' } as (typeof places)[0]])
    expect(refusal(gone)?.kind).toBe('not_found')
  })

  it('a number that compares is refused where somebody bought since; one that does not says so', async () => {
    const external = await publishOne(tools.h.listing('CAS-A'))
    const level = { sku: 'CAS-A', quantity: 9, listing: external, locationId: tools.h.locationId, from: 5 }
    await tools.h.sandbox.buy('CAS-A', 4)
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
        await prices.set(tools.h.stage.connection(), [{ sku: 'PRC-A', price: 777, currency: 'USD', listing: external }])
      )[0],
    )
    expect((await onSandbox('PRC-A'))[0]).toMatchObject({ price: 7.77, quantity: 5 })
  })
}
