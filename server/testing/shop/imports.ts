import { afterAll, beforeAll } from 'vitest'
import { listProducts } from '#contract/products/products.ts'
import { makeSeller, makeTemplate } from '#seed/make.ts'
import { startBackground } from '../../features/background.ts'
import { importer } from '../files/import-file.ts'
import { testApp } from '../setup/app.ts'

export type ImportApp = Awaited<ReturnType<typeof importApp>>

/** The real app with its workers. */
export async function importApp() {
  const app = await testApp()
  const background = await startBackground(app.services)
  return {
    ...app,
    /** A seller of one's own, with a template. */
    shop: async () => {
      const seller = await makeSeller(app.services)
      const template = await makeTemplate(seller.ctx, { name: 'Mugs' })
      return { ...seller, templateId: template.id, ...importer(app, seller.as) }
    },
    stop: async () => {
      await background.stop()
      await app.stop()
    },
  }
}

/** The real app for the whole file, and sellers with their SKUs and what a URL answers them. */
export function importShops() {
  let app: ImportApp
  beforeAll(async () => {
    app = await importApp()
  })
  afterAll(() => app.stop())

  /** A seller of one's own, with a template. */
  async function shop() {
    const seller = await app.shop()
    const skus = async () =>
      (
        (await app.call(listProducts, { as: seller.as, query: { limit: 500, sortBy: 'sku', orderBy: 'asc' } })).body
          .data?.data ?? []
      ).map((p) => p.sku)
    const file = async (url: string) =>
      (await app.fastify.inject({ method: 'GET', url, headers: { cookie: seller.as } })).body
    return { ...seller, skus, file }
  }

  return { app: () => app, shop }
}
