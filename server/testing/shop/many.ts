import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import { channels as registry } from '#channels/registry.ts'
import { fakeChannel } from '#channels/testing/fake.ts'
import { saveListingTemplates } from '#contract/listings/listings.ts'
import * as contract from '#contract/publishing.ts'
import { publishingJob } from '../../features/publishing/jobs.ts'
import { type TestApp, testApp } from '../setup/app.ts'
import { type AnyShop, openFakeShop } from './shop.ts'

const { ebay, etsy, shopify } = registry
if (!ebay || !etsy || !shopify) throw new Error('these channels are there')
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
/** Each desk has its own: another one's listings may have the same keys, so that one would take the other's place. */
const openMarket = () => {
  const market = { ebay: fakeChannel(ebay), etsy: fakeChannel(etsy), shopify: fakeChannel(shopify) }
  Object.assign(market.ebay.channel, { facts: async () => facts })
  return market
}

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
const { recheckPublishing, startPublishing, pausePublishing, cancelPublishing } = contract
const verbs = { recheckPublishing, startPublishing, pausePublishing, cancelPublishing }
type Run = { accounts: { channel: string; counts: Partial<Record<string, number>> }[] }
/** By channel, how many are in a state. */
export const counted = ({ accounts: all }: Run, state: string) =>
  Object.fromEntries(all.map(({ channel, counts }) => [channel, counts[state] ?? 0]))
/** A shop on three channels in memory and what lists many products there, for a whole file. */
export function publishingDesk() {
  const market = openMarket()
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
  async function products(templateId: number, count: number, product: { title?: string; material?: string } = {}) {
    const { organizationId, db } = shop.ctx
    const attributes = JSON.stringify([{ name: 'Material', value: product.material ?? 'Stoneware', source: 'user' }])
    const from = made
    made += count
    const { rows } = await sql<{ id: number }>`
      with added as (
        insert into products (organization_id, template_id, sku, title, description, price, readiness, condition, images, attributes, size_and_weight, configuration)
        select ${organizationId}, ${templateId}, 'MANY-' || n, ${product.title ?? 'Mug'} || ' ' || n, '<p>Good.</p>', 1999, 'ready', 'New',
          '[{"url": "https://pictures.example/1.jpg"}]', ${attributes}::jsonb, '{}', '{}'
        from generate_series(${from + 1}::int, ${from + count}::int) n returning id, sku
      )
      insert into stock_levels (organization_id, sku, product_id, on_hand) select ${organizationId}, sku, id, 5 from added returning product_id as id`.execute(
      db,
    )
    return rows.map(({ id }) => id).toSorted((a, b) => a - b)
  }

  const ask = (what: keyof typeof verbs, id: number) => app.call(verbs[what], { params: { id }, body: {}, as: shop.as })
  const run = (runId: number) => publishingJob(app.services, { organizationId: shop.ctx.organizationId, runId })
  const get = async (id: number) => {
    const { data } = (await app.call(contract.getPublishing, { params: { id }, as: shop.as })).body
    if (!data) throw new Error('there is no such run')
    return data
  }
  const begin = async (ids: number[], on: (keyof typeof market)[] = ['ebay', 'etsy', 'shopify']) => {
    const body = { selection: { ids }, integrationIds: on.map((channel) => accounts[channel]) }
    const { data, message } = (await app.call(contract.beginPublishing, { body, as: shop.as })).body
    if (!data) throw new Error(message)
    return data.id
  }
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
  return {
    get app() {
      return app
    },
    get shop() {
      return shop
    },
    get accounts() {
      return accounts
    },
    /** The number of the last product. */
    get made() {
      return made
    },
    market,
    preset,
    products,
    ask,
    run,
    get,
    begin,
    through,
  }
}
