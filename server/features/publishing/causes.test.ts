import { beforeAll, describe, expect, it } from 'vitest'
import { ChannelError } from '#channels/channel.ts'
import { undoChangeSet, updateProducts } from '#contract/changes/changes.ts'
import * as contract from '#contract/publishing.ts'
import { problem } from '#domain/listings/problems/problem.ts'
import { makeTemplate } from '#seed/make.ts'
import { counted, publishingDesk } from '../../testing/shop/many.ts'
import { runChanges } from '../changes/run.ts'

const desk = publishingDesk()
const { preset, products, ask, run, get, begin, through } = desk
let [mugs, bowls] = [0, 0]
beforeAll(async () => {
  mugs = (await makeTemplate(desk.shop.ctx, { name: 'Mugs' })).id
  bowls = (await makeTemplate(desk.shop.ctx, { name: 'Bowls' })).id
  await preset(mugs)
  await preset(bowls)
})

/** Products without something. */
const without = (ids: number[], change: { title: string } | { description: string }) =>
  desk.shop.ctx.db
    .updateTable('products')
    .set(change)
    .where('organizationId', '=', desk.shop.ctx.organizationId)
    .where('id', 'in', ids)
    .execute()
const listProducts = async (id: number, query: { cause: string; offset?: number }) =>
  (
    await desk.app.call(contract.listPublishProducts, {
      params: { id },
      query: { offset: 0, ...query },
      as: desk.shop.as,
    })
  ).body.data
const recheck = (id: number, body: { productIds?: number[]; publish?: boolean }) =>
  desk.app.call(contract.recheckPublishing, { params: { id }, body, as: desk.shop.as })

describe('problems of a publish run', () => {
  it('are one group for each cause across templates and channels, and each channel says it in its own words', async () => {
    const some = [...(await products(mugs, 2)), ...(await products(bowls, 1))]
    await without(some, { description: '' })
    const [untitled = 0] = await products(bowls, 1)
    await without([untitled], { title: '' })
    const id = await begin([...some, untitled])
    await run(id)
    const { groups } = await get(id)
    expect(groups).toMatchObject([
      {
        cause: 'description_missing',
        title: 'Description is empty',
        products: 3,
        // Shopify lists without one.
        listings: 6,
        fixes: 'description',
        templates: [
          { template: 'Mugs', products: 2 },
          { template: 'Bowls', products: 1 },
        ],
        accounts: [
          { channel: 'ebay', state: 'blocked', sentence: 'eBay requires a description.' },
          { channel: 'etsy', state: 'blocked', sentence: 'Etsy requires a description.' },
        ],
      },
      { cause: 'title_missing', products: 1, listings: 3, edits: 'title', accounts: [{}, {}, {}] },
    ])
    const concerned = await listProducts(id, { cause: 'description_missing' })
    expect([concerned?.ids, concerned?.skus.length]).toEqual([some, 3])
    expect((await listProducts(id, { cause: 'description_missing', offset: 2 }))?.skus.length).toBe(1)
  })

  it('that a channel found have the cause of what Motto finds before it asks', async () => {
    const [first = 0, second = 0] = await products(mugs, 2)
    await without([second], { description: '' })
    const { publish } = desk.market.ebay.channel.listings
    const sentence = 'A description is needed.'
    desk.market.ebay.channel.listings.publish = async (_c, batch) =>
      batch.map(() => ({
        ok: false,
        error: new ChannelError('invalid', sentence, {
          fields: { description: sentence },
          causes: { description: problem('description_missing') },
        }),
      }))
    const id = await begin([first, second], ['ebay'])
    await run(id)
    await ask('startPublishing', id)
    const over = await through(id)
    desk.market.ebay.channel.listings.publish = publish
    expect(over.groups).toMatchObject([
      {
        cause: 'description_missing',
        products: 2,
        accounts: [
          { state: 'blocked', sentence: 'eBay requires a description.' },
          { state: 'refused', sentence },
        ],
      },
    ])
  })

  it('that were stored before problems had causes are grouped by their sentence', async () => {
    const ids = await products(mugs, 3)
    await without(ids, { description: '' })
    const id = await begin(ids, ['ebay'])
    await run(id)
    await desk.shop.ctx.db
      .updateTable('publishItems')
      .set({ causes: '{}' })
      .where('organizationId', '=', desk.shop.ctx.organizationId)
      .where('runId', '=', id)
      .execute()
    const { groups } = await get(id)
    expect(groups).toMatchObject([
      {
        cause: expect.stringMatching(/^other:/),
        title: 'Description',
        products: 3,
        accounts: [{ sentence: 'eBay requires a description.' }],
      },
    ])
    expect((await listProducts(id, { cause: groups[0]?.cause ?? '' }))?.ids).toEqual(ids)
  })

  it('are fixed for some products, and exactly these are published again; the fix can be undone', async () => {
    const [good = 0, fixed = 0, left = 0] = await products(mugs, 3)
    await without([fixed, left], { description: '' })
    const id = await begin([good, fixed, left], ['ebay'])
    await run(id)
    await ask('startPublishing', id)
    expect(counted(await through(id), 'listed')).toEqual({ ebay: 1 })
    const saved = await desk.app.call(updateProducts, {
      body: { products: [fixed, left].map((product) => ({ id: product, description: '<p>A mug.</p>' })) },
      as: desk.shop.as,
    })
    expect((await recheck(id, { productIds: [fixed], publish: true })).body.data).toMatchObject({
      state: 'running',
      accounts: [{ counts: { unchecked: 1, blocked: 1, listed: 1 } }],
    })
    expect(await through(id)).toMatchObject({
      state: 'done',
      groups: [{ cause: 'description_missing', products: 1 }],
      accounts: [{ counts: { listed: 2, blocked: 1 } }],
    })
    const undo = await desk.app.call(undoChangeSet, {
      params: { id: saved.body.data?.changeSetId ?? 0 },
      as: desk.shop.as,
    })
    await runChanges(desk.app.services, {
      organizationId: desk.shop.ctx.organizationId,
      changeSetId: undo.body.data?.id ?? 0,
    })
    await recheck(id, { productIds: [left] })
    await run(id)
    expect(await get(id)).toMatchObject({ state: 'ready', groups: [{ cause: 'description_missing', products: 1 }] })
  })

  it('are looked at again before anything is published, where publishing has not begun', async () => {
    const [good = 0, bad = 0] = await products(mugs, 2)
    await without([bad], { description: '' })
    const id = await begin([good, bad], ['ebay'])
    await run(id)
    expect((await recheck(id, { productIds: [bad], publish: true })).body.data?.state).toBe('checking')
    await run(id)
    expect(await get(id)).toMatchObject({ state: 'ready', accounts: [{ counts: { ready: 1, blocked: 1, listed: 0 } }] })
  })
})
