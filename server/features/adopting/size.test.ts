import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { channelOf } from '#channels/registry.ts'
import { fakeChannel } from '#channels/testing/fake.ts'
import { adoptingState, readCatalogue } from '#contract/adopting/adopting.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { openFakeShop } from '../../testing/shop/shop.ts'
import { readJob } from './jobs.ts'

let app: TestApp
beforeAll(async () => void (app = await testApp()))
afterAll(() => app.stop())

/** Of these every tenth is sold there under another title, and every tenth is nobody's. */
const MANY = 10_000

it('10,000 listings are read page by page and matched, a page or a chunk in each transaction', async () => {
  const channel = fakeChannel(channelOf('shopify'))
  const shop = await openFakeShop(app, channel)
  const { organizationId } = shop.ctx
  const template = await shop.template()
  await sql`
    with made as (
      insert into products (organization_id, template_id, sku, title, price)
      select ${organizationId}, ${template}, 'SIZE-' || n, 'Lamp number ' || n, 1000 from generate_series(0, ${MANY - 1}) n where n % 10 <> 9 returning id, sku
    )
    insert into stock_levels (organization_id, sku, product_id, on_hand) select ${organizationId}, sku, id, 5 from made`.execute(
    shop.ctx.db,
  )
  channel.addItems(
    Array.from({ length: MANY }, (_, n) => ({
      sku: `SIZE-${n}`,
      title: n % 10 === 0 ? `Something else, ${n}` : `Lamp number ${n}`,
      price: 1000,
      quantity: 5,
    })),
  )
  const params = { integrationId: await shop.integrationId('shopify') }
  await app.call(readCatalogue, { params, as: shop.as })
  await readJob(app.services, { organizationId, ...params })
  const { data } = (await app.call(adoptingState, { params, as: shop.as })).body
  expect(data).toMatchObject({
    read: { state: 'done', listings: MANY },
    counts: { linked: 8000, look: 1000, new: 1000, unmanagedSkus: 9000 },
  })
}, 120_000)
