import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '#contract/imports.ts'
import { listProducts } from '#contract/products.ts'
import { makeSeller, makeTemplate } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'
import { startBackground } from '../background.ts'

let app: TestApp
let background: { stop(): Promise<void> }
let seller: Awaited<ReturnType<typeof makeSeller>>
let templateId: number
beforeAll(async () => {
  app = await testApp()
  background = await startBackground(app.services)
  seller = await makeSeller(app.services)
  templateId = (await makeTemplate(seller.ctx, { name: 'Mugs' })).id
})
afterAll(async () => {
  await background.stop()
  await app.stop()
})

type Import = NonNullable<Awaited<ReturnType<typeof get>>>
async function upload(content: string | Buffer, o: { as?: string; path?: string; name?: string; fields?: Record<string, string> } = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(o.fields ?? {})) form.append(name, value)
  form.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), o.name ?? 'products.csv')
  const encoded = new Response(form)
  const response = await app.fastify.inject({
    method: 'POST', url: `/api/v2${o.path ?? '/imports'}`, headers: { cookie: o.as ?? seller.as, 'content-type': encoded.headers.get('content-type') ?? '' }, payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return response.json<{ success: boolean; data: Import; code?: string; message: string; fields?: Record<string, string> }>()
}
const get = async (id: number) => (await app.call(contract.getImport, { params: { id }, as: seller.as })).body.data
const reach = (id: number, ...states: string[]) => until(states.join(), async () => {
  const found = await get(id)
  return found && states.includes(found.state) ? found : undefined
})
type Mapping = Partial<Record<keyof contract.ImportMapping, unknown>>
async function planned(content: string, mapping: Mapping = {}) {
  const { data } = await upload(content)
  const planning = await app.call(contract.planImport, { params: { id: data.id }, body: { ...data.mapping, template: templateId, ...mapping } as never, as: seller.as })
  expect(planning.body.message).toBe('OK')
  const ready = await reach(data.id, 'ready', 'failed')
  const rows = (await app.call(contract.listImportRows, { params: { id: data.id }, query: { limit: 100 }, as: seller.as })).body.data
  return { id: data.id, ready, rows: rows?.data ?? [] }
}
async function imported(content: string, mapping: Mapping = {}) {
  const { id, rows } = await planned(content, mapping)
  await app.call(contract.applyImport, { params: { id }, as: seller.as })
  return { rows, done: await reach(id, 'done', 'failed') }
}
const list = async () => (await app.call(listProducts, { as: seller.as, query: { limit: 500 } })).body.data?.data ?? []

describe('a file', () => {
  it('tries', async () => {
    const r = await imported('sku,title,price,quantity\nA-1,One,12.50,3\n007,Seven,"1,234.00",0\n')
    console.dir(r, { depth: 6 })
    console.dir((await list()).map((p) => [p.sku, p.title, p.price, p.quantity]))
  })
})
