import { linkFound, listFound, readCatalogue } from '#contract/adopting/adopting.ts'
import type { AdoptingTab } from '#contract/adopting/names.ts'
import { standardPricing } from '#contract/channels/pricing.ts'
import { createSpreadsheet } from '#contract/integrations/lookups.ts'
import { addStockTemplate } from '#contract/library.ts'
import { saveTemplate } from '#contract/templates.ts'
import { makeProduct, makeSession, makeTemplate, makeUser } from '#seed/make.ts'
import { linkJob, readJob } from '../../features/adopting/jobs.ts'
import { withConnection } from '../../features/integrations/connections/connections.ts'
import type { Desk } from './desk.ts'
import type { Ask } from './legal.ts'

/** Scans eBay, where somebody put an item by hand. */
async function scan(desk: Desk, item: object): Promise<{ integrationId: number }> {
  const params = { integrationId: desk.ids.integration }
  await put(desk, item)
  await desk.call(readCatalogue, { params })
  await readJob(desk.app.services, { organizationId: desk.ctx.organizationId, ...params })
  return params
}
const put = ({ shop }: Desk, item: object) => shop?.remotes.ebay.addItems([{ ...lamp, ...item }])
const lamp = { sku: 'LAMP-1', title: 'Lamp', price: 30, quantity: 4 }

/** A product that is linked to such an item; its quantity differs. */
async function link(desk: Desk) {
  await makeProduct(desk.ctx, (await makeTemplate(desk.ctx)).id, { sku: 'LAMP-1', title: 'Lamp', price: 3000 })
  const params = await scan(desk, {})
  await desk.call(linkFound, { params })
  await linkJob(desk.app.services, { organizationId: desk.ctx.organizationId, ...params })
  return params
}

async function idsIn({ call }: Desk, params: object, tab: AdoptingTab): Promise<number[]> {
  const { data } = (await call(listFound, { params, query: { tab } })) as { data: { id: number }[] }
  return data.map(({ id }) => id)
}

/** A template in the library, put there by somebody who may. */
async function stockTemplate({ app, ctx, template }: Desk): Promise<number> {
  const templateId = await template()
  const { id: userId } = await makeUser(app.services, { isSuper: true })
  const as = await makeSession(app.services, userId, ctx.organizationId)
  await app.call(saveTemplate, { as, params: { id: templateId }, body: { productTemplate: { isStock: true } } })
  const words = { description: '', category: 'Home', subCategory: 'Kitchen', tags: '' }
  const entry = { templateId, name: `Mugs ${templateId}`, ...words, valueMapping: true, allChannels: false }
  const { body } = await app.call(addStockTemplate, { as, body: { stockTemplate: entry } })
  return body.data?.id ?? 0
}

/**
 * Writes that need more than a desk has: what it needs is prepared first. Sent by the tests that repeat and interrupt writes, and not by those
 * that send every write many times.
 */
export const prepared: Record<string, Ask> = {
  importFound: async (desk) => ({ params: await scan(desk, {}), body: { which: { tab: 'new' } } }),
  decideFound: async (desk) => ({ params: await scan(desk, {}), body: { which: { tab: 'new' }, as: 'alone' } }),
  settleQuantities: async (desk) => ({ params: await link(desk), body: { which: { tab: 'differs' }, as: 'ours' } }),
  unlinkFound: async (desk) => {
    const params = await link(desk)
    return { params, body: { ids: await idsIn(desk, params, 'linked') } }
  },
  linkThere: async (desk) => {
    const { id: productId } = await makeProduct(desk.ctx, (await makeTemplate(desk.ctx)).id, { sku: 'LAMP-1' })
    return { body: { productId, ...(await scan(desk, {})) } }
  },
  bulkImport: async (desk) => ({
    params: { channel: 'ebay' },
    body: { skus: ['LAMP-1'], ...(await scan(desk, {})) },
  }),
  bulkImportOfIntegration: async (desk) => ({
    params: { channel: 'ebay' },
    body: { skus: ['LAMP-1'], ...(await scan(desk, {})) },
  }),
  bringIn: async (desk) => {
    await put(desk, { madeIn: 'Seller Hub' })
    const [item] = (await desk.shop?.onChannel('ebay', 'LAMP-1')) ?? []
    return {
      params: { integrationId: desk.ids.integration },
      body: { numbers: [item?.externalId], agreed: true },
      otherBody: { numbers: ['110000000001'], agreed: true },
    }
  },
  switchOn: async ({ app, ctx, ids }) => {
    await withConnection(
      app.services,
      { organizationId: ctx.organizationId, integrationId: ids.integration },
      ({ connection }) =>
        connection.http({
          method: 'POST',
          url: `${connection.origins.api}/sell/account/v1/program/opt_out`,
          headers: {
            authorization: `Bearer ${connection.accessToken}`,
            'accept-language': 'en-US',
            'content-language': 'en-US',
          },
          json: { programType: 'OUT_OF_STOCK_CONTROL' },
        }),
    )
    return { params: { channel: 'ebay' }, body: { id: 'OUT_OF_STOCK_CONTROL' } }
  },
  updateConfig: async ({ call }) => {
    await call(createSpreadsheet, { body: { title: 'Stock' } })
    return { body: { config: { spreadsheets: [] } } }
  },
  pausePublishing: async ({ ids, ctx }) => {
    await ctx.db.updateTable('publishRuns').set({ state: 'running' }).where('id', '=', ids.publishing).execute()
    return { params: { id: ids.publishing } }
  },
  restartPricing: async ({ ids, ctx }) => {
    const pricing = { ...standardPricing, price: true, basePrice: 90, reducePrice: true, maxPrice: 120, reduceBy: 12.5 }
    await ctx.db
      .updateTable('listingProducts')
      .set({
        status: 'listed',
        externalId: 'e-1',
        schemaOverrides: JSON.stringify({ pricingConfiguration: { ...pricing, reduceEvery: 1 } }),
      })
      .where('id', '=', ids.listing)
      .execute()
    const { organizationId } = ctx
    await ctx.db
      .insertInto('listingPrices')
      .values({ organizationId, listingId: ids.listing, since: new Date() })
      .execute()
    return { body: { productId: ids.product, channel: 'ebay' } }
  },
  retryJob: async ({ app, ctx, ids }) => {
    const { boss } = app.services.queue
    const job = { organizationId: ctx.organizationId, integrationId: ids.integration }
    const id = (await boss.send('orders.pull', job, { retryLimit: 0 })) ?? ''
    await boss.fail('orders.pull', id, { message: 'The channel is on fire.' })
    return { params: { id } }
  },
  importStockTemplate: async (desk) => ({
    body: { stockTemplateId: await stockTemplate(desk), toName: 'Ours' },
    otherBody: { stockTemplateId: 1, toName: 'Another' },
  }),
}

/** Writes of them that ask no channel. */
const alone = ['pausePublishing', 'restartPricing', 'retryJob', 'importStockTemplate']
export const preparedAccounts = (name: string): readonly ('csv' | 'ebay')[] => {
  if (name === 'updateConfig') return ['csv']
  return prepared[name] && !alone.includes(name) ? ['ebay'] : []
}
