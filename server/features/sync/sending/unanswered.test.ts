import { beforeAll, expect, it } from 'vitest'
import { sandboxedApp } from '../../../testing/setup/sandboxed.ts'
import { pullOrdersJob } from '../../orders/jobs.ts'
import { hasten } from '../../../testing/setup/due.ts'
import { type Shop, openShop } from '../../../testing/shop/shop.ts'

const MINUTE = 60

const on = sandboxedApp()
let shop: Shop
let template: number
beforeAll(async () => {
  shop = await openShop(on.app, on.sandbox, ['bigcommerce'])
  template = await shop.template({ variations: ['Size'] })
}, 60_000)

/** Its orders are read before it is listed again: some of it may be sold already. A sale is in the list of orders two seconds later. */
async function ordersAreRead() {
  const { organizationId } = shop.ctx
  await pullOrdersJob(on.app.services, { organizationId, integrationId: await shop.integrationId('bigcommerce') })
  await shop.ctx.db
    .updateTable('integrations')
    .set({ ordersCheckedAt: new Date(Date.now() + 3000) })
    .where('organizationId', '=', organizationId)
    .execute()
}
const variations = (sku: string) =>
  ['M', 'L'].map((size) => ({
    name: size,
    sku: `${sku}-${size}`,
    quantity: 5,
    price: 19.99,
    attributes: [{ name: 'Size', value: size }],
  }))

it('LST-345 products are listed on BigCommerce once although the answers to their first writes were lost', async () => {
  const plain = await shop.product(template)
  const family = await shop.product(template, { sku: 'FAMILY', variations: variations('FAMILY') })
  for (const { product, lost } of [
    { product: plain, lost: 1 },
    { product: family, lost: 2 },
  ]) {
    await shop.remotes.bigcommerce.fault('timeout_after_commit', lost)
    await shop.list('bigcommerce', product.id, { sync: true })
    for (let tries = 0; tries < lost; tries += 1) {
      await ordersAreRead()
      await hasten(shop.ctx, MINUTE)
      await shop.send()
    }
    expect(await shop.listing('bigcommerce', product.id)).toMatchObject({ status: 'listed', pending: null })
  }
  expect((await shop.remotes.bigcommerce.listings()).map(({ sku, quantity }) => [sku, quantity])).toEqual([
    [plain.sku, 10],
    ['FAMILY-M', 5],
    ['FAMILY-L', 5],
  ])
}, 60_000)
