import type { CallReply } from '#contract/endpoint.ts'
import * as contract from '#contract/imports.ts'
import { getProduct, getProductBySku } from '#contract/products/products.ts'
import type { TestApp } from '../setup/open-app.ts'
import { until } from '../setup/until.ts'

type ImportAnswer = CallReply<typeof contract.getImport>
interface UploadAnswer {
  status: number
  success: boolean
  data: ImportAnswer
  code?: string
  message: string
  fields?: Record<string, string>
}
interface Form {
  path?: string
  name?: string
  fields?: Record<string, string>
}

/** Sends a file as a browser's form does. */
export async function upload(
  { fastify }: TestApp,
  as: string,
  content: string | Buffer,
  o: Form = {},
): Promise<UploadAnswer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(o.fields ?? {})) form.append(name, value)
  form.append(
    'file',
    new Blob([typeof content === 'string' ? content : new Uint8Array(content)]),
    o.name ?? 'products.csv',
  )
  const encoded = new Response(form)
  const response = await fastify.inject({
    method: 'POST',
    url: `/api/v2${o.path ?? '/imports'}`,
    headers: { cookie: as, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return { status: response.statusCode, ...response.json<Omit<UploadAnswer, 'status'>>() }
}

/** The steps of an import, as one seller takes them, and the products that come of it. */
export function importer(app: TestApp, as: string) {
  const get = async (id: number) => (await app.call(contract.getImport, { params: { id }, as })).body.data
  const reach = (id: number, ...states: ImportAnswer['state'][]) =>
    until(`import ${id} is ${states.join(' or ')}`, async () => {
      const record = await get(id)
      return record && states.includes(record.state) ? record : undefined
    })
  const rows = async (id: number, outcome?: contract.ImportOutcome) =>
    (
      await app.call(contract.listImportRows, {
        params: { id },
        query: { limit: 500, ...(outcome ? { outcome } : {}) },
        as,
      })
    ).body.data?.data ?? []
  const plan = async (id: number, mapping: object) => {
    const answer = await app.call(contract.planImport, { params: { id }, body: mapping as never, as })
    return answer.status === 200
      ? { answer, record: await reach(id, 'ready', 'failed') }
      : { answer, record: undefined }
  }
  /** Uploads and plans with what is suggested, but for what is given. */
  const planned = async (content: string | Buffer, mapping: object = {}, form: Form = {}) => {
    const { data } = await upload(app, as, content, form)
    const { answer, record } = await plan(data.id, { ...data.mapping, ...mapping })
    if (!record) throw new Error(answer.body.message)
    return { id: data.id, record, rows: await rows(data.id) }
  }
  const apply = async (id: number) => {
    await app.call(contract.applyImport, { params: { id }, as })
    return reach(id, 'done', 'failed', 'cancelled')
  }
  const imported = async (content: string | Buffer, mapping: object = {}, form: Form = {}) => {
    const { id, rows } = await planned(content, mapping, form)
    return { id, planned: rows, done: await apply(id) }
  }
  const product = async (sku: string) => {
    const reply = (await app.call(getProductBySku, { params: { sku }, as })).body.data
    return reply ? ((await app.call(getProduct, { params: { id: reply.id }, as })).body.data ?? undefined) : undefined
  }
  return { get, reach, rows, plan, planned, apply, imported, product }
}
