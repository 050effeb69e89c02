import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { saveIntegration } from '#contract/integrations/integrations.ts'
import { syncShop } from '../../testing/setup/sync.ts'
import * as sync from '../sync/queries.ts'
import { oweJob } from './jobs.ts'

const { app, shop, template, integrationId, live, count, row } = syncShop()

/** As many live listings as said, of products that have nothing else. */
async function crowd(n: number) {
  const { organizationId } = shop().ctx
  await sql`
    with made as (
      insert into products (organization_id, template_id, sku, title)
      select ${organizationId}, ${template()}, 'CROWD-' || ${organizationId} || '-' || n, 'One of many' from generate_series(1, ${n}) n returning id
    )
    insert into listing_products (organization_id, product_id, template_id, channel, integration_id, sync_quantity, status, external_id)
    select ${organizationId}, id, ${template()}, 'shopify', ${integrationId()}, true, 'listed', 'x' || id from made`.execute(
    shop().ctx.db,
  )
}
const owing = async () =>
  (
    await shop()
      .ctx.db.selectFrom('listingDebts')
      .select((e) => e.fn.count<number>('listingId').as('n'))
      .where('organizationId', '=', shop().ctx.organizationId)
      .where('pending', 'is not', null)
      .executeTakeFirstOrThrow()
  ).n

it('a buffer over many listings is saved without touching them; a job notes them, and a sale meanwhile goes first', async () => {
  await crowd(650)
  const product = await live()
  const saved = await app().call(saveIntegration, {
    body: { channel: 'shopify', settings: { buffer: 1 } },
    as: shop().as,
  })
  expect([saved.status, await owing()]).toEqual([200, 0])
  const { boss } = app().services.queue
  const [job] = await boss.findJobs('outbox.owe', { data: { organizationId: shop().ctx.organizationId } })
  await oweJob(app().services, job?.data as Parameters<typeof oweJob>[1])
  expect(await owing()).toBe(651)
  await count(product, 3)
  expect(await row(product.id)).toMatchObject({ pending: 'quantity', urgent: true })
  const [first] = await sync.claim(shop().ctx, integrationId(), 1, app().services.clock.uuid(), 'quick')
  expect(first?.productId).toBe(product.id)
})

it('of few listings each is noted with the change', async () => {
  const product = await live()
  await app().call(saveIntegration, { body: { channel: 'shopify', settings: { buffer: 2 } }, as: shop().as })
  expect(await row(product.id)).toMatchObject({ pending: 'quantity', urgent: true })
})
