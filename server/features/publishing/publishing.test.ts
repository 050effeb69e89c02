import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channels as registry } from '#channels/registry.ts'
import { fakeChannel } from '#channels/testing/fake.ts'
import { bulkEdit } from '#contract/changes.ts'
import { listListings, saveListingTemplates } from '#contract/listings.ts'
import * as contract from '#contract/publishing.ts'
import type { PublishRun } from '#contract/publishing.ts'
import { saveValueMappings } from '#contract/value-mappings.ts'
import { makeMember, makeSession, makeTemplate, makeUser } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { type AnyShop, openFakeShop } from '../../testing/shop.ts'
import { runChanges } from '../changes/run.ts'
import { publishingJob } from './jobs.ts'

const { ebay, etsy, shopify } = registry
if (!ebay || !etsy || !shopify) throw new Error('these channels are there')
const market = { ebay: fakeChannel(ebay), etsy: fakeChannel(etsy), shopify: fakeChannel(shopify) }
/** What eBay asks in the category: one item specific, of its own values. */
const facts = {
  aspects: [
    {
      localizedAspectName: 'Material',
      aspectConstraint: { aspectRequired: true, aspectMode: 'SELECTION_ONLY' },
      aspectValues: [{ localizedValue: 'Stoneware' }, { localizedValue: 'Glass' }],
    },
  ],
  conditions: null,
}
Object.assign(market.ebay.channel, { facts: async () => facts })

let app: TestApp
let shop: AnyShop
let accounts: Record<keyof typeof market, number>
beforeAll(async () => {
  app = await testApp()
  shop = await openFakeShop(app, market.ebay, market.etsy, market.shopify)
  accounts = {
    ebay: await shop.integrationId('ebay'),
    etsy: await shop.integrationId('etsy'),
    shopify: await shop.integrationId('shopify'),
  }
})
afterAll(async () => {
  Object.assign(registry, { ebay, etsy, shopify })
  await app.stop()
})

const schemas = {
  ebay: {
    ebayCategoryIds: '20695',
    locationId: 'shelf',
    fulfillmentPolicyId: '1',
    paymentPolicyId: '2',
    returnPolicyId: '3',
  },
  etsy: {
    taxonomyIds: '1062',
    whoMade: 'i_did',
    whenMade: 'made_to_order',
    shippingProfileId: '1',
    returnPolicyId: '2',
    processingProfileId: '3',
  },
  shopify: { locationId: 'shelf' },
}
/** How a template lists on all three. */
async function preset(templateId: number, more: Partial<Record<keyof typeof schemas, object>> = {}) {
  const listingTemplates = (['ebay', 'etsy', 'shopify'] as const).map((channel) => ({
    templateId,
    channel,
    schemas: [{ id: 'default', name: 'Default', ...schemas[channel], ...more[channel] }],
  }))
  expect((await app.call(saveListingTemplates, { body: { listingTemplates }, as: shop.as })).status).toBe(200)
}
let made = 0
/** So many products, set-based. @returns their ids */
async function products(templateId: number, count: number, given: { title?: string; material?: string } = {}) {
  const { organizationId, db } = shop.ctx
  const attributes = JSON.stringify([{ name: 'Material', value: given.material ?? 'Stoneware', source: 'user' }])
  const from = made
  made += count
  const { rows } = await sql<{ id: number }>`
    with added as (
      insert into products (organization_id, template_id, sku, title, description, price, readiness, condition, images, attributes, size_and_weight, configuration)
      select ${organizationId}, ${templateId}, 'MANY-' || n, ${given.title ?? 'Mug'} || ' ' || n, '<p>Good.</p>', 1999, 'ready', 'New',
        '[{"url": "https://pictures.example/1.jpg"}]', ${attributes}::jsonb, '{}', '{}'
      from generate_series(${from + 1}::int, ${from + count}::int) n returning id, sku
    )
    insert into stock_levels (organization_id, sku, product_id, on_hand) select ${organizationId}, sku, id, 5 from added returning product_id as id`.execute(
    db,
  )
  return rows.map(({ id }) => id).toSorted((a, b) => a - b)
}

const { recheckPublishing, startPublishing, pausePublishing, cancelPublishing } = contract
const verbs = { recheckPublishing, startPublishing, pausePublishing, cancelPublishing }
const ask = (what: keyof typeof verbs, id: number) => app.call(verbs[what], { params: { id }, body: {}, as: shop.as })
const run = (runId: number) => publishingJob(app.services, { organizationId: shop.ctx.organizationId, runId })
const get = async (id: number) => {
  const { data } = (await app.call(contract.getPublishing, { params: { id }, as: shop.as })).body
  if (!data) throw new Error('there is no such run')
  return data
}
const begin = async (ids: number[], on: (keyof typeof market)[] = ['ebay', 'etsy', 'shopify']) => {
  const body = { selection: { ids }, integrationIds: on.map((one) => accounts[one]) }
  const { data, message } = (await app.call(contract.beginPublishing, { body, as: shop.as })).body
  if (!data) throw new Error(message)
  return data.id
}
type Run = { accounts: { channel: string; counts: Partial<Record<string, number>> }[] }
const counted = ({ accounts: all }: Run, state: string) =>
  Object.fromEntries(all.map(({ channel, counts }) => [channel, counts[state] ?? 0]))
/** The job and the sender, until it is over. */
async function through(id: number) {
  for (let turn = 0; turn < 100; turn += 1) {
    await run(id)
    await shop.send()
    const now = await get(id)
    if (now.state !== 'running') return now
  }
  throw new Error('it never ends')
}
const group = ({ groups }: { groups: (typeof PublishRun)['_output']['groups'] }, field: string) => {
  const found = groups.find((one) => one.field === field)
  if (!found) throw new Error(`nobody speaks of ${field}`)
  return found
}
const concerned = async (id: number, { integrationId, templateId, field, reason }: contract.PublishGroup) => {
  const query = { integrationId, templateId, field, reason }
  return (await app.call(contract.listPublishProducts, { params: { id }, query, as: shop.as })).body.data?.ids ?? []
}

describe('500 products on three channels', () => {
  it('are looked at first: 60 that eBay would refuse are told by reason, mended by group, and all are listed, through a pause and a crash', async () => {
    const mugs = (await makeTemplate(shop.ctx, { name: 'Mugs', attributes: [{ name: 'Material' }] })).id
    const bowls = (await makeTemplate(shop.ctx, { name: 'Bowls', attributes: [{ name: 'Material' }] })).id
    await preset(mugs)
    await preset(bowls, { ebay: { ebayCategoryIds: '' } })
    const good = await products(mugs, 440)
    const long = await products(mugs, 20, { title: `Mug ${'very '.repeat(16)}good` })
    const clay = await products(mugs, 20, { material: 'clay' })
    const presetless = await products(bowls, 20)
    const all = [...good, ...long, ...clay, ...presetless]

    const id = await begin(all)
    await run(id)
    const looked = await get(id)
    expect(looked).toMatchObject({ state: 'ready', products: 500, total: 1500 })
    expect(counted(looked, 'blocked')).toEqual({ ebay: 60, etsy: 0, shopify: 0 })
    expect(counted(looked, 'ready')).toEqual({ ebay: 440, etsy: 500, shopify: 500 })
    expect(
      looked.groups.map(({ template, name, products, remedies }) => [template, name, products, remedies[0]]).toSorted(),
    ).toEqual([
      ['Bowls', 'Category', 20, 'category'],
      ['Mugs', 'Material', 20, 'values'],
      ['Mugs', 'Title', 20, 'edit'],
    ])
    expect(group(looked, 'title')).toMatchObject({
      channel: 'ebay',
      reason: 'eBay takes # characters; this title has #.',
      sentence: expect.stringMatching(/^eBay takes 80 characters; this title has \d+\.$/),
      examples: [expect.stringMatching(/^MANY-/), expect.any(String), expect.any(String)],
    })
    // Nothing was sent, and nobody sees a listing of what was only looked at.
    await shop.send()
    expect(Object.values(market).map((one) => one.shown().length)).toEqual([0, 0, 0])

    // Each group is mended as a whole: by a bulk edit, a value mapping, the listing template's category.
    expect(await concerned(id, group(looked, 'title'))).toEqual(long)
    const edit = await app.call(bulkEdit, {
      body: {
        selection: { ids: await concerned(id, group(looked, 'title')) },
        edits: [{ field: 'title', action: 'replace', find: 'very ', with: '', matchCase: false }],
      },
      as: shop.as,
    })
    await runChanges(app.services, {
      organizationId: shop.ctx.organizationId,
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
    await app.call(saveValueMappings, { body: { valueMappings, deleteIds: [] }, as: shop.as })
    expect(await concerned(id, group(looked, 'ebayCategoryIds'))).toEqual(presetless)
    await preset(bowls)
    expect((await ask('recheckPublishing', id)).status).toBe(200)
    await run(id)
    const mended = await get(id)
    expect([mended.state, mended.groups]).toEqual(['ready', []])
    expect(counted(mended, 'ready')).toEqual({ ebay: 500, etsy: 500, shopify: 500 })

    // A few wait for the sender at a time. Who pauses stops the others, and what is being sent is finished.
    expect((await ask('startPublishing', id)).body.data?.state).toBe('running')
    await run(id)
    expect(counted(await get(id), 'asked')).toEqual({ ebay: 50, etsy: 50, shopify: 50 })
    await ask('pausePublishing', id)
    await shop.send()
    await run(id)
    await shop.send()
    const paused = await get(id)
    expect([paused.state, counted(paused, 'listed')]).toEqual(['paused', { ebay: 50, etsy: 50, shopify: 50 }])
    expect(market.ebay.shown().length).toBe(50)

    // A worker dies while it asks for the next: they are asked for by the one after it, once.
    await ask('startPublishing', id)
    const { queue } = app.services
    app.services.queue = { ...queue, send: () => Promise.reject(new Error('killed')) }
    await expect(run(id)).rejects.toThrow('killed')
    app.services.queue = queue
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
    expect((await app.call(listListings, { query: { status: 'error' }, as: shop.as })).body.data?.items).toBe(0)
  }, 120_000)
})

describe('many listings', () => {
  let templateId: number
  beforeAll(async () => {
    templateId = (await makeTemplate(shop.ctx)).id
    await preset(templateId)
  })

  it('LST-081 that a channel refuses all the same are told with its words, and can be tried again', async () => {
    const ids = await products(templateId, 3)
    const { publish } = market.ebay.channel.listings
    market.ebay.channel.listings.publish = async (c, batch) => {
      const outcomes = await publish(c, batch)
      const { ChannelError } = await import('#channels/channel.ts')
      return outcomes.map((one, i) =>
        batch[i]?.title.endsWith(String(made))
          ? {
              ok: false,
              error: new ChannelError('invalid', 'Not this "mug".', { fields: { title: 'Not this "mug".' } }),
            }
          : one,
      )
    }
    const id = await begin(ids, ['ebay'])
    await run(id)
    await ask('startPublishing', id)
    const over = await through(id)
    market.ebay.channel.listings.publish = publish
    expect(over.groups).toMatchObject([
      { state: 'refused', field: 'title', reason: 'Not this "…".', sentence: 'Not this "mug".', products: 1 },
    ])
    const failed = await app.call(contract.listPublishItems, {
      params: { id },
      query: { failed: 'yes' },
      as: shop.as,
    })
    expect(failed.body.data).toMatchObject({
      items: 1,
      data: [{ productId: ids[2], sku: `MANY-${made}`, channel: 'ebay', errors: { title: 'Not this "mug".' } }],
    })
    await ask('recheckPublishing', id)
    await run(id)
    await ask('startPublishing', id)
    expect(counted(await through(id), 'listed')).toEqual({ ebay: 3 })
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
    await shop.send()
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
    await shop.list('shopify', ids[0] ?? 0)
    const body = {
      selection: { filter: { templateIds: [templateId], search: ['Vase'] }, except: [ids[1] ?? 0] },
      integrationIds: [accounts.shopify, accounts.ebay],
    }
    const { id = 0 } = (await app.call(contract.beginPublishing, { body, as: shop.as })).body.data ?? {}
    await shop.ctx.db
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
    const guest = await makeUser(app.services)
    await makeMember(app.services, shop.ctx.organizationId, guest.id, 5)
    const as = await makeSession(app.services, guest.id, shop.ctx.organizationId)
    const body = { selection: { ids: [first] }, integrationIds: [accounts.ebay] }
    expect((await app.call(contract.beginPublishing, { body, as })).status).toBe(403)
    const gone = { selection: { ids: [first + 1000] }, integrationIds: [accounts.ebay] }
    expect((await app.call(contract.beginPublishing, { body: gone, as: shop.as })).body).toMatchObject({
      fields: { selection: 'No product matches any more. Change the filters, or select products.' },
    })
    await shop.ctx.db
      .updateTable('integrations')
      .set({ status: 'expired' })
      .where('organizationId', '=', shop.ctx.organizationId)
      .where('id', '=', accounts.etsy)
      .execute()
    const late = await app.call(contract.beginPublishing, {
      body: { ...body, integrationIds: [accounts.etsy] },
      as: shop.as,
    })
    expect(late.body.code).toBe('integration_unauthenticated')
    const { data } = (await app.call(contract.listPublishing, { as })).body
    expect(data?.accounts.map(({ channel }) => channel)).toEqual(['ebay', 'shopify'])
    expect(data?.runs[0]).toMatchObject({ products: 2, state: 'ready' })
  })
})
