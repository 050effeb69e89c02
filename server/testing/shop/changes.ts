import { afterAll, beforeAll } from 'vitest'
import * as contract from '#contract/changes/changes.ts'
import { getProduct } from '#contract/products/products.ts'
import { makeProduct, makeSeller, makeTemplate } from '#seed/make.ts'
import type { Ctx } from '../../context.ts'
import { runChanges } from '../../features/changes/run.ts'
import * as changes from '../../features/changes/service.ts'
import { type TestApp, testApp } from '../setup/app.ts'

/** Puts a short change set back, as a request does. */
export const undoNow = async (ctx: Ctx, id: number) => changes.outcome(ctx, await changes.undo(ctx, id))

/** A seller with a template on an app of its own for the whole file, and what their change sets are asked by. */
export function changesShop() {
  let app: TestApp
  let seller: Awaited<ReturnType<typeof makeSeller>>
  let templateId: number
  beforeAll(async () => {
    app = await testApp()
    seller = await makeSeller(app.services)
    templateId = (await makeTemplate(seller.ctx, { attributes: [{ name: 'Colour' }, { name: 'Size' }] })).id
  })
  afterAll(() => app.stop())

  const as = () => ({ as: seller.as })
  const product = async (id: number) => {
    const { data } = (await app.call(getProduct, { ...as(), params: { id } })).body
    if (!data) throw new Error(`no product ${id}`)
    return data
  }
  const make = (input: Parameters<typeof makeProduct>[2] = {}) => makeProduct(seller.ctx, templateId, input)
  const some = async (n: number, input: Parameters<typeof makeProduct>[2] = {}) => {
    const ids: number[] = []
    for (let i = 0; i < n; i += 1) ids.push((await make(input)).id)
    return ids
  }
  const save = async (products: object[]) => {
    const { status, body } = await app.call(contract.updateProducts, { ...as(), body: { products: products as never } })
    if (!body.data) throw new Error(`${status} ${body.message}`)
    return { ...body.data, message: body.message }
  }
  const set = async (id: number) => {
    const { data } = (await app.call(contract.getChangeSet, { ...as(), params: { id } })).body
    if (!data) throw new Error(`no change set ${id}`)
    return data
  }
  const run = async (id: number) => {
    await runChanges(app.services, { organizationId: seller.organization.id, changeSetId: id })
    return set(id)
  }
  const items = async (id: number, state?: 'failed' | 'changed' | 'unchanged') =>
    (await app.call(contract.listChangeItems, { ...as(), params: { id }, query: state ? { state } : {} })).body.data
  const bulk = async (selection: object, edits: object[]) =>
    app.call(contract.bulkEdit, { ...as(), body: { selection, edits } as never })
  const began = async (selection: object, edits: object[]) => {
    const { body } = await bulk(selection, edits)
    if (!body.data) throw new Error(body.message)
    return body.data
  }
  const preview = async (selection: object, edits: object[]) =>
    (await app.call(contract.previewBulkEdit, { ...as(), body: { selection, edits } as never })).body.data
  const undo = async (id: number) => app.call(contract.undoChangeSet, { ...as(), params: { id }, body: {} })
  const dearer = { field: 'price', action: 'multiply', factor: 1.1 }

  return {
    app: () => app,
    seller: () => seller,
    templateId: () => templateId,
    as,
    product,
    make,
    some,
    save,
    set,
    run,
    items,
    bulk,
    began,
    preview,
    undo,
    dearer,
  }
}
