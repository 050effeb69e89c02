import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { bulkEdit } from '#contract/changes/changes.ts'
import { listListings } from '#contract/listings/listings.ts'
import { channelNames } from '#contract/channels/ids.ts'
import * as contract from '#contract/publishing.ts'
import type { PublishRun } from '#contract/publishing.ts'
import { saveValueMappings } from '#contract/mappings/values.ts'
import { makeMember, makeSession, makeTemplate, makeUser } from '#seed/make.ts'
import { counted, publishingDesk } from '../../testing/shop/many.ts'
import { runChanges } from '../changes/run.ts'

const desk = publishingDesk()
const { market, preset, products, ask, run, get, begin, through } = desk

const group = ({ groups }: { groups: (typeof PublishRun)['_output']['groups'] }, cause: string) => {
  const match = groups.find((candidate) => candidate.cause === cause)
  if (!match) throw new Error(`no group has the cause ${cause}`)
  return match
}
const concerned = async (id: number, { cause }: contract.PublishGroup) =>
  (await desk.app.call(contract.listPublishProducts, { params: { id }, query: { cause }, as: desk.shop.as })).body.data
    ?.ids ?? []

/** The job takes turns of a minute: on a slow machine it looks at all of them in more than one. */
async function checked(id: number) {
  for (let turn = 0; turn < 20; turn += 1) {
    await run(id)
    const now = await get(id)
    if (now.state !== 'gathering' && now.state !== 'checking') return now
  }
  throw new Error('the check never ends')
}

describe('500 products on three channels', () => {
  it('are looked at first: 60 that eBay would refuse are told by reason, mended by group, and all are listed, through a pause and a crash', async () => {
    const mugs = (await makeTemplate(desk.shop.ctx, { name: 'Mugs', attributes: [{ name: 'Material' }] })).id
    const bowls = (await makeTemplate(desk.shop.ctx, { name: 'Bowls', attributes: [{ name: 'Material' }] })).id
    await preset(mugs)
    await preset(bowls, { ebay: { ebayCategoryIds: '' } })
    const good = await products(mugs, 440)
    const long = await products(mugs, 20, { title: `Mug ${'very '.repeat(16)}good` })
    const clay = await products(mugs, 20, { material: 'clay' })
    const presetless = await products(bowls, 20)
    const all = [...good, ...long, ...clay, ...presetless]

    const id = await begin(all)
    const looked = await checked(id)
    expect(looked).toMatchObject({ state: 'ready', products: 500, total: 1500 })
    expect(counted(looked, 'blocked')).toEqual({ ebay: 60, etsy: 0, shopify: 0 })
    expect(counted(looked, 'ready')).toEqual({ ebay: 440, etsy: 500, shopify: 500 })
    expect(
      looked.groups.map(({ cause, templates, title, products, remedies }) => [
        cause,
        templates.map(({ template }) => template).join(),
        title,
        products,
        remedies[0],
      ]),
    ).toEqual([
      ['category_missing', 'Bowls', 'Category is missing', 20, 'category'],
      ['specific_refused:Material', 'Mugs', 'Material has a value that isn’t allowed', 20, 'values'],
      ['title_too_long', 'Mugs', 'Title is too long', 20, 'edit'],
    ])
    expect(group(looked, 'title_too_long')).toMatchObject({
      // What only one of the products has is not said of all.
      accounts: [
        {
          channel: 'ebay',
          state: 'blocked',
          products: 20,
          sentence: expect.stringMatching(/^eBay titles can have up to 80 characters\.( This one has \d+\.)?$/),
        },
      ],
      fixes: 'title',
      most: 80,
      listings: 20,
      examples: [expect.stringMatching(/^MANY-/), expect.any(String), expect.any(String)],
    })
    // Nothing was sent, and nobody sees a listing of what was only looked at.
    await desk.shop.send()
    expect(Object.values(market).map((fake) => fake.shown().length)).toEqual([0, 0, 0])

    // Each group is mended as a whole: by a bulk edit, a value mapping, the listing template's category.
    expect(await concerned(id, group(looked, 'title_too_long'))).toEqual(long)
    const edit = await desk.app.call(bulkEdit, {
      body: {
        selection: { ids: await concerned(id, group(looked, 'title_too_long')) },
        edits: [{ field: 'title', action: 'replace', find: 'very ', with: '', matchCase: false }],
      },
      as: desk.shop.as,
    })
    await runChanges(desk.app.services, {
      organizationId: desk.shop.ctx.organizationId,
      changeSetId: edit.body.data?.id ?? 0,
    })
    const values = [{ uuid: randomUUID(), targetValue: 'Stoneware', sourceValues: ['clay'] }]
    const valueMappings = [
      {
        uuid: randomUUID(),
        channel: 'ebay' as const,
        name: 'Clay',
        mappings: [{ uuid: randomUUID(), targetName: 'Material', values }],
      },
    ]
    await desk.app.call(saveValueMappings, { body: { valueMappings, deleteIds: [] }, as: desk.shop.as })
    expect(await concerned(id, group(looked, 'category_missing'))).toEqual(presetless)
    await preset(bowls)
    expect((await ask('recheckPublishing', id)).status).toBe(200)
    const mended = await checked(id)
    expect([mended.state, mended.groups]).toEqual(['ready', []])
    expect(counted(mended, 'ready')).toEqual({ ebay: 500, etsy: 500, shopify: 500 })

    // A few wait for the sender at a time. Who pauses stops the others, and what is being sent is finished.
    expect((await ask('startPublishing', id)).body.data?.state).toBe('running')
    await run(id)
    expect(counted(await get(id), 'asked')).toEqual({ ebay: 50, etsy: 50, shopify: 50 })
    await ask('pausePublishing', id)
    await desk.shop.send()
    await run(id)
    await desk.shop.send()
    const paused = await get(id)
    expect([paused.state, counted(paused, 'listed')]).toEqual(['paused', { ebay: 50, etsy: 50, shopify: 50 }])
    expect(market.ebay.shown().length).toBe(50)

    // A worker dies while it asks for the next: they are asked for by the one after it, once.
    await ask('startPublishing', id)
    const { queue } = desk.app.services
    desk.app.services.queue = { ...queue, send: () => Promise.reject(new Error('killed')) }
    await expect(run(id)).rejects.toThrow('killed')
    desk.app.services.queue = queue
    expect(counted(await get(id), 'asked')).toEqual({ ebay: 0, etsy: 0, shopify: 0 })
    await Promise.all([run(id), run(id)])
    expect(counted(await get(id), 'asked')).toEqual({ ebay: 50, etsy: 50, shopify: 50 })
    const over = await through(id)
    expect([over.state, counted(over, 'listed'), over.groups]).toEqual([
      'done',
      { ebay: 500, etsy: 500, shopify: 500 },
      [],
    ])
    for (const { shown } of Object.values(market)) {
      const skus = shown().map(({ sku }) => sku)
      expect([skus.length, new Set(skus).size]).toEqual([500, 500])
    }
    expect((await desk.app.call(listListings, { query: { status: 'error' }, as: desk.shop.as })).body.data?.items).toBe(
      0,
    )
  }, 120_000)
})

describe('many listings', () => {
  let templateId: number
  beforeAll(async () => {
    templateId = (await makeTemplate(desk.shop.ctx)).id
    await preset(templateId)
  })

  it('LST-081 that a channel refuses all the same are told with its words, and can be tried again', async () => {
    const ids = await products(templateId, 3)
    const { publish } = market.ebay.channel.listings
    market.ebay.channel.listings.publish = async (c, batch) => {
      const outcomes = await publish(c, batch)
      const { ChannelError } = await import('#channels/channel.ts')
      return outcomes.map((outcome, i) =>
        batch[i]?.title.endsWith(String(desk.made))
          ? {
              ok: false,
              error: new ChannelError('invalid', 'Not this "mug".', { fields: { title: 'Not this "mug".' } }),
            }
          : outcome,
      )
    }
    const id = await begin(ids, ['ebay'])
    await run(id)
    await ask('startPublishing', id)
    const over = await through(id)
    market.ebay.channel.listings.publish = publish
    expect(over.groups).toMatchObject([
      {
        cause: expect.stringMatching(/^other:/),
        title: 'Title',
        accounts: [{ state: 'refused', sentence: 'Not this "mug".' }],
        products: 1,
      },
    ])
    const failed = await desk.app.call(contract.listPublishItems, {
      params: { id },
      query: { failed: 'yes' },
      as: desk.shop.as,
    })
    expect(failed.body.data).toMatchObject({
      items: 1,
      data: [{ productId: ids[2], sku: `MANY-${desk.made}`, channel: 'ebay', errors: { title: 'Not this "mug".' } }],
    })
    await ask('recheckPublishing', id)
    await run(id)
    await ask('startPublishing', id)
    expect(counted(await through(id), 'listed')).toEqual({ ebay: 3 })
  })

  it('whose product lacks the same on several channels are one reason that names them, each product counted once', async () => {
    const { id: stands } = await makeTemplate(desk.shop.ctx, {
      attributes: ['Feature 1', 'Feature 2'].map((name) => ({ name })),
    })
    const titled = (name: string) => ({ title: `Mug {{${name}}}` })
    await preset(stands, {
      ebay: { ...titled('Feature 2'), description: '{{Feature 2}}' },
      etsy: titled('Feature 2'),
      shopify: titled('Feature 1'),
    })
    const bare = await products(stands, 4)
    const id = await begin(bare)
    await run(id)
    const { groups, accounts } = await get(id)
    expect(accounts.map(({ counts }) => counts.blocked)).toEqual([4, 4, 4])
    const at = (channel: string, ...fields: string[]) => ({
      channel,
      products: 4,
      sentence: expect.stringMatching(/^“Feature [12]” is empty, but the text uses it\.$/),
      fields: fields.map((field) => expect.objectContaining({ field })),
    })
    const missing = (name: string) => ({
      cause: `missing_specific:${name}`,
      title: `${name} is empty`,
      name,
      edits: `attr.${name}`,
      products: 4,
    })
    // What differs in a number only is another attribute, not another case of the same.
    expect(groups).toMatchObject([
      { ...missing('Feature 2'), listings: 8, accounts: [at('ebay', 'description', 'title'), at('etsy', 'title')] },
      { ...missing('Feature 1'), listings: 4, accounts: [at('shopify', 'title')] },
    ])
    for (const problemGroup of groups) expect(await concerned(id, problemGroup)).toEqual(bare)

    // A product that has no title is mended there, too, in the words of whichever channel.
    const { id: plain } = await makeTemplate(desk.shop.ctx)
    await preset(plain)
    const untitled = await products(plain, 2)
    await desk.shop.ctx.db
      .updateTable('products')
      .set({ title: '' })
      .where('organizationId', '=', desk.shop.ctx.organizationId)
      .where('id', 'in', untitled)
      .execute()
    const other = await begin(untitled)
    await run(other)
    const looked = await get(other)
    expect(looked.groups).toMatchObject([
      {
        name: 'Title',
        edits: 'title',
        products: 2,
        // Each channel’s sentence names that channel, and none the others.
        accounts: (['ebay', 'etsy', 'shopify'] as const).map((channel) => ({
          channel,
          products: 2,
          sentence: expect.stringContaining(channelNames[channel]),
        })),
      },
    ])
    expect(await concerned(other, group(looked, 'title_missing'))).toEqual(untitled)
  })

  it('that are mended while others are being sent are checked and sent with them, also after a pause', async () => {
    const good = await products(templateId, 60)
    const bad = await products(templateId, 2, { material: 'mud' })
    const id = await begin([...good, ...bad], ['ebay'])
    await run(id)
    await ask('startPublishing', id)
    await run(id)
    expect(await get(id)).toMatchObject({
      state: 'running',
      accounts: [{ counts: { asked: 50, ready: 10, blocked: 2 } }],
    })
    await desk.shop.ctx.db
      .updateTable('products')
      .set({ attributes: JSON.stringify([{ name: 'Material', value: 'Glass', source: 'user' }]) })
      .where('organizationId', '=', desk.shop.ctx.organizationId)
      .where('id', 'in', bad)
      .execute()
    expect((await ask('recheckPublishing', id)).body.data).toMatchObject({
      state: 'running',
      accounts: [{ counts: { unchecked: 2, blocked: 0 } }],
    })
    await ask('pausePublishing', id)
    await run(id)
    expect(await get(id)).toMatchObject({ state: 'paused', accounts: [{ counts: { unchecked: 2, ready: 10 } }] })
    await ask('startPublishing', id)
    expect(await through(id)).toMatchObject({ state: 'done', groups: [], accounts: [{ counts: { listed: 62 } }] })
  })

  it('that are mended after all others are sent are not left behind', async () => {
    const [good = 0] = await products(templateId, 1)
    const [bad = 0] = await products(templateId, 1, { material: 'mud' })
    const id = await begin([good, bad], ['ebay'])
    await run(id)
    await ask('startPublishing', id)
    await run(id)
    await desk.shop.send()
    expect((await ask('recheckPublishing', id)).status).toBe(200)
    expect(await through(id)).toMatchObject({ state: 'done', accounts: [{ counts: { listed: 1, blocked: 1 } }] })
  })

  it('that are cancelled are not sent any more, and what stands there stays', async () => {
    const ids = await products(templateId, 60)
    const before = market.shopify.shown().length
    const id = await begin(ids, ['shopify'])
    await run(id)
    await ask('startPublishing', id)
    await run(id)
    await ask('cancelPublishing', id)
    await run(id)
    await desk.shop.send()
    const over = await get(id)
    expect([over.state, counted(over, 'dropped'), market.shopify.shown().length]).toEqual([
      'cancelled',
      { shopify: 60 },
      before,
    ])
    expect(await ask('startPublishing', id)).toMatchObject({ status: 409, body: { code: 'edit_conflict' } })
  })

  it('take what a filter finds, leave out what is listed there already and what was deleted, and wait for a channel that is silent', async () => {
    const ids = await products(templateId, 4, { title: 'Vase' })
    await desk.shop.list('shopify', ids[0] ?? 0)
    const body = {
      selection: { filter: { templateIds: [templateId], search: ['Vase'] }, except: [ids[1] ?? 0] },
      integrationIds: [desk.accounts.shopify, desk.accounts.ebay],
    }
    const { id = 0 } = (await desk.app.call(contract.beginPublishing, { body, as: desk.shop.as })).body.data ?? {}
    await desk.shop.ctx.db
      .deleteFrom('products')
      .where('id', '=', ids[3] ?? 0)
      .execute()
    const { facts: answered } = market.ebay.channel
    const { ChannelError } = await import('#channels/channel.ts')
    Object.assign(market.ebay.channel, {
      facts: () => Promise.reject(new ChannelError('unavailable', 'eBay is away.')),
      factsKey: () => 'away',
    })
    await run(id)
    expect(await get(id)).toMatchObject({ state: 'checking', products: 2 })
    Object.assign(market.ebay.channel, { facts: answered })
    await run(id)
    const looked = await get(id)
    expect([looked.state, counted(looked, 'listed'), counted(looked, 'ready')]).toEqual([
      'ready',
      { ebay: 0, shopify: 1 },
      { ebay: 2, shopify: 1 },
    ])
  })

  it('are begun by who may list, in accounts that are connected', async () => {
    const [first = 0] = await products(templateId, 1)
    const guest = await makeUser(desk.app.services)
    await makeMember(desk.app.services, desk.shop.ctx.organizationId, guest.id, 5)
    const as = await makeSession(desk.app.services, guest.id, desk.shop.ctx.organizationId)
    const body = { selection: { ids: [first] }, integrationIds: [desk.accounts.ebay] }
    expect((await desk.app.call(contract.beginPublishing, { body, as })).status).toBe(403)
    const missing = { selection: { ids: [first + 1000] }, integrationIds: [desk.accounts.ebay] }
    expect((await desk.app.call(contract.beginPublishing, { body: missing, as: desk.shop.as })).body).toMatchObject({
      fields: { selection: 'No products match anymore. Change the filters, or select products.' },
    })
    await desk.shop.ctx.db
      .updateTable('integrations')
      .set({ status: 'expired' })
      .where('organizationId', '=', desk.shop.ctx.organizationId)
      .where('id', '=', desk.accounts.etsy)
      .execute()
    const late = await desk.app.call(contract.beginPublishing, {
      body: { ...body, integrationIds: [desk.accounts.etsy] },
      as: desk.shop.as,
    })
    expect(late.body.code).toBe('integration_unauthenticated')
    const { data } = (await desk.app.call(contract.listPublishAccounts, { as })).body
    expect(data?.map(({ channel }) => channel)).toEqual(['ebay', 'shopify'])
  })
})
