import { afterAll, beforeAll } from 'vitest'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../setup/app.ts'

/** An app that listens, for the whole file, with a seller who has the product HOSTILE-1. */
export function listeningApp() {
  let app: TestApp
  let as: string
  let templateId: number
  let productId: number
  let url: string

  beforeAll(async () => {
    app = await testApp()
    url = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
    const { ctx, as: cookie } = await makeSeller(app.services)
    as = cookie
    templateId = (await makeTemplate(ctx, {})).id
    productId = (await makeProduct(ctx, templateId, { sku: 'HOSTILE-1' })).id
  })
  afterAll(() => app.stop())

  return { app: () => app, as: () => as, templateId: () => templateId, productId: () => productId, url: () => url }
}
