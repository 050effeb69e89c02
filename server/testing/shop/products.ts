import { afterAll, beforeAll } from 'vitest'
import * as contract from '#contract/products/products.ts'
import { makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../setup/app.ts'
import { makeListing } from './listed.ts'

/** A seller with a template on an app of its own for the whole file, and how they make, read, change and list products. */
export function productsShop() {
  let app: TestApp
  let seller: Awaited<ReturnType<typeof makeSeller>>
  let templateId: number
  beforeAll(async () => {
    app = await testApp()
    seller = await makeSeller(app.services)
    templateId = (
      await makeTemplate(seller.ctx, {
        attributes: [
          { name: 'Colour', constraint: 'required' },
          { name: 'Size', constraint: 'recommended' },
        ],
        variations: ['Size'],
      })
    ).id
  })
  afterAll(() => app.stop())

  const make = (product: object) =>
    app.call(contract.createProduct, { as: seller.as, body: { product: { templateId, ...product } as never } })
  const get = async (id: number) => {
    const { data } = (await app.call(contract.getProduct, { as: seller.as, params: { id } })).body
    if (!data) throw new Error(`no product ${id}`)
    return data
  }
  const update = (product: object) =>
    app.call(contract.updateProduct, { as: seller.as, body: { product: product as never } })
  const made = async (product: object) => {
    const { body } = await make(product)
    if (!body.data) throw new Error(body.message)
    return get(body.data.id)
  }
  const colour = (value: string) => ({ name: 'colour', value })

  /** A listing that is live on eBay and syncs whole. */
  const list = (productId: number) =>
    makeListing(seller.ctx, { productId, templateId }, { sync: true, status: 'listed', externalId: `e-${productId}` })
  const pending = async (productId: number) =>
    (
      await seller.ctx.db
        .selectFrom('listingDebts as d')
        .innerJoin('listingProducts as l', 'l.id', 'd.listingId')
        .select('d.pending')
        .where('l.productId', '=', productId)
        .executeTakeFirstOrThrow()
    ).pending
  const settle = (productId: number) =>
    seller.ctx.db
      .updateTable('listingDebts as d')
      .from('listingProducts as l')
      .set({ pending: null })
      .whereRef('l.id', '=', 'd.listingId')
      .where('l.productId', '=', productId)
      .execute()

  return {
    app: () => app,
    seller: () => seller,
    templateId: () => templateId,
    make,
    get,
    update,
    made,
    colour,
    list,
    pending,
    settle,
  }
}
