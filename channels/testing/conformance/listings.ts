import { expect, it } from 'vitest'
import { refusal, value, type Tools } from './tools.ts'

const notEmpty = (answer: unknown) => Object.keys(answer ?? {}).length > 0

/** Who it is, what it can be asked, and what its rules say. */
export function basicPromises<F, S>(tools: Tools<F, S>): void {
  const { withFamily } = tools
  it('knows the account and connects through the consent page', async () => {
    const account = await tools.h.stage.channel.account(tools.h.stage.connection())
    expect(account.accountId).not.toBe('')
    expect(account.name).not.toBe('')
    expect(account.currency).toBe(tools.h.listing('CUR').currency)
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
    for (const listing of withFamily('CHK-A', 'CHK-F')) {
      const facts = await channel.facts?.(tools.h.stage.connection(), listing)
      expect(channel.check(listing, facts, tools.h.stage.settings).errors).toEqual({})
    }
  })
}

/** Listings are made once, changed, ended and listed anew. */
export function listingPromises<F, S>(tools: Tools<F, S>): void {
  const { publish, publishOne, onSandbox, liveOnSandbox, withFamily } = tools
  it('publishes single listings and a family', async ({ skip }) => {
    if (tools.lacks('families')) return skip('every variation is a listing of its own there')
    const outcomes = await publish(tools.h.listing('PUB-A'), tools.h.listing('PUB-B'), tools.h.family('PUB-F'))
    const [a, b, family] = outcomes.map(value)
    const rows = await liveOnSandbox('PUB-')
    expect(rows.map(({ sku }) => sku).sort()).toEqual(['PUB-A', 'PUB-B', 'PUB-F-1', 'PUB-F-2', 'PUB-F-3', 'PUB-F-4'])
    expect(rows.find(({ sku }) => sku === 'PUB-A')).toMatchObject({
      externalId: a?.externalId,
      price: tools.asSeen(1299),
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
    for (const listing of withFamily('AGAIN-A', 'AGAIN-F')) {
      const first = await publishOne(listing)
      // Where nothing of ours can be told from what others made, it is named instead.
      const [forgotten] = await publish(listing)
      const second = forgotten?.ok ? forgotten.value : refusal(forgotten)?.there
      const third = await publishOne({ ...listing, external: first })
      expect([second?.externalId, third.externalId]).toEqual([first.externalId, first.externalId])
      expect(Object.keys(third.parts)).toEqual(Object.keys(first.parts))
    }
    expect(await onSandbox('AGAIN-')).toHaveLength(tools.lacks('families') ? 1 : 5)
  })

  it('a SKU that is sold there already is left as it stands, and named; its neighbours are listed', async () => {
    const foreign = { sku: 'THERE-A', title: 'Sold by hand', price: tools.asSeen(4450), quantity: 3 }
    await tools.h.sandbox.addItems([foreign, { ...foreign, sku: 'THERE-F-3' }])
    const before = (await onSandbox('THERE-')).map(({ externalId }) => externalId)
    const listings = [tools.h.listing('THERE-A'), tools.h.family('THERE-F'), tools.h.listing('THERE-B', { key: 2 })]
    const [single, family, free] = await publish(...listings)
    expect([refusal(single)?.kind, refusal(family)?.kind, free?.ok]).toEqual(['already_there', 'already_there', true])
    const rows = await onSandbox('THERE-')
    expect(rows.map(({ sku }) => sku).sort()).toEqual(['THERE-A', 'THERE-B', 'THERE-F-3'])
    for (const sku of ['THERE-A', 'THERE-F-3'])
      expect(rows.find((row) => row.sku === sku)).toMatchObject({ ...foreign, sku })
    expect(before).toContain(refusal(single)?.there?.externalId)
    expect(Object.keys(refusal(single)?.there?.parts ?? {})).toEqual(['THERE-A'])
  })

  it('revises a live listing', async () => {
    for (const listing of withFamily('REV-A', 'REV-F')) {
      const external = await publishOne(listing)
      const variants = listing.variants.map((v) => ({ ...v, price: 2050, quantity: 7 }))
      const [outcome] = await tools.h.stage.channel.listings.revise(tools.h.stage.connection(), [
        { ...listing, title: `${listing.title} new`, variants, external },
      ])
      expect(value(outcome).externalId).toBe(external.externalId)
    }
    const rows = await liveOnSandbox('REV-')
    expect(rows).toHaveLength(tools.lacks('families') ? 1 : 5)
    // Quantities are told by themselves: a revise would put on sale again what was sold meanwhile.
    for (const row of rows)
      expect(row).toMatchObject({ price: tools.asSeen(2050), quantity: 5, title: expect.stringContaining('new') })
  })

  it('ends listings, once and again, and lists them anew', async () => {
    for (const listing of withFamily('END-A', 'END-F')) {
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
}

/** What becomes wrong with a listing after it was taken is told when it is asked for. */
export function laterPromises<F, S>(tools: Tools<F, S>): void {
  const { publishOne } = tools
  it('tells of a picture that it fetched in vain, and whether sending it once more may help', async ({ skip }) => {
    const { listings } = tools.h.stage.channel
    if (!listings.flaws) return skip('all is done when it answers')
    const connection = tools.h.stage.connection()
    const listing = tools.h.listing('PIC-A', { images: [tools.h.lostPicture ?? ''] })
    const fine = await publishOne(tools.h.listing('PIC-B'))
    let external = await publishOne(listing)
    const look = async () => (await listings.flaws?.(connection, [fine, external]))?.map(value)
    const samples = (mendable: boolean) => [
      { sentences: [], mendable: true },
      { sentences: [expect.stringContaining('image')], mendable },
    ]
    await expect.poll(look).toEqual(samples(true))
    const revise = async (more: object) =>
      (external = value((await listings.revise(connection, [{ ...listing, ...more, external }]))[0]))
    await revise({})
    await expect.poll(look).toEqual(samples(false))
    await revise({ title: 'Another title' })
    await expect.poll(look).toEqual(samples(false))
    await revise({ images: tools.h.listing('PIC-B').images })
    expect((await look())?.at(1)).toEqual({ sentences: [], mendable: true })
  })
}

/** A listing of one piece and a family of variations, and the way from one to the other. */
export function shapePromises<F, S>(tools: Tools<F, S>): void {
  const { publishOne, liveOnSandbox } = tools
  it('takes a variation away that is no longer there, and a new one in', async ({ skip }) => {
    if (tools.lacks('families')) return skip('every variation is a listing of its own there')
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

  it('becomes a family and one piece again, with the same SKU', async ({ skip }) => {
    if (tools.lacks('families') || tools.lacks('regrouping')) return skip('what was listed alone stays alone there')
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
}
