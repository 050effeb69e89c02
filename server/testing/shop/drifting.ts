import { listDrift, saveDriftRule } from '#contract/sync/drift.ts'
import { levelsOf, setAvailable } from '../../features/stock/service.ts'
import { reconcileJob } from '../../features/sync/reconciling/reconcile.ts'
import type { TestApp } from '../setup/app.ts'
import type { AnyShop } from './shop.ts'

/** What tests of drift do with a product that is listed on Shopify. @param on what the running test stands on */
export function driftingShop(on: () => { app: TestApp; shop: AnyShop; product: { id: number; sku: string } }) {
  const key = async () => ({
    organizationId: on().shop.ctx.organizationId,
    integrationId: await on().shop.integrationId('shopify'),
  })
  const level = async () => (await levelsOf(on().shop.ctx, [on().product.id]))[0]
  return {
    key,
    readBack: async () => {
      await reconcileJob(on().app.services, await key())
      await on().shop.send()
    },
    shown: async () => (await on().shop.onChannel('shopify', on().product.sku))[0]?.quantity,
    available: async () => (await level())?.available,
    count: async (units: number) => {
      await setAvailable(on().shop.ctx, [{ levelId: (await level())?.id ?? 0, available: units }], {
        reason: 'count',
        source: 'test',
        sourceKey: 'counted',
      })
    },
    drift: async () => (await on().app.call(listDrift, { params: { channel: 'shopify' }, as: on().shop.as })).body.data,
    rule: (rule: 'ask' | 'ours' | 'theirs') =>
      on().app.call(saveDriftRule, { params: { channel: 'shopify' }, body: { rule }, as: on().shop.as }),
  }
}
