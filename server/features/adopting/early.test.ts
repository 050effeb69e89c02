import { expect, it } from 'vitest'
import { adoptingState, linkFound, listFound, readCatalogue } from '#contract/adopting/adopting.ts'
import { makeTemplate } from '#seed/make.ts'
import { sandboxedApp } from '../../testing/setup/sandboxed.ts'
import { openShop } from '../../testing/shop/shop.ts'
import { linkJob, readJob } from './jobs.ts'

const on = sandboxedApp()

it('who reads and links before the new connection was checked looks at the numbers of its location all the same', async () => {
  const { app, sandbox } = on
  const shop = await openShop(app, sandbox, ['bigcommerce', 'square'])
  const { as, ctx } = shop
  // One without settings for listings: nothing but the account says where its stock is.
  const { id: template } = await makeTemplate(ctx, {})
  const { sku } = await shop.product(template, { sku: 'EARLY-1', title: 'Blue jug' })
  for (const channel of ['bigcommerce', 'square'] as const) {
    await shop.remotes[channel].addItems([{ sku, title: 'Blue jug', price: 20, quantity: 10 }])
    const params = { integrationId: await shop.integrationId(channel) }
    const job = { organizationId: ctx.organizationId, ...params }
    await app.call(readCatalogue, { params, as })
    await readJob(app.services, job)
    await app.call(linkFound, { params, as })
    await linkJob(app.services, job)
    const { data: listings } = (await app.call(listFound, { params, query: { tab: 'linked' }, as })).body.data ?? {}
    expect(listings, channel).toMatchObject([{ problem: '', listingId: expect.any(Number) }])
    expect((await app.call(adoptingState, { params, as })).body.data, channel).toMatchObject({ linking: false })
  }
})
