import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportProducts, exportTemplates, failedRowsFile } from '#contract/exports.ts'
import * as contract from '#contract/imports.ts'
import { createOrder } from '#contract/orders/create.ts'
import { exportOrders } from '#contract/orders/work.ts'
import { imageSignature } from '#contract/products/products.ts'
import { type HeavyFile, heavyFiles } from '../testing/cost/heavy-files.ts'
import { type Meter, type Turns, heldWhile, openMeter, tooLong } from '../testing/cost/turns.ts'
import { until } from '../testing/setup/until.ts'
import { type ImportApp, importApp } from '../testing/shop/imports.ts'

const MINUTES = 60_000

let app: ImportApp
let meter: Meter
let origin: string
beforeAll(async () => {
  app = await importApp()
  meter = openMeter()
  origin = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await meter.stop()
  await app.stop()
})

type Shop = Awaited<ReturnType<ImportApp['shop']>>

async function sent(as: string, method: string, path: string, body?: string, type = 'application/json') {
  const headers = { cookie: as, ...(body === undefined ? {} : { 'content-type': type }) }
  const url = path.startsWith('http') ? path : `${origin}/api/v2${path}`
  const { status, heldMs } = await meter.costOf({ method, url, headers, ...(body === undefined ? {} : { body }) })
  expect(status, path).toBe(200)
  return heldMs
}
const got = (as: string, path: string) => sent(as, 'GET', path)
const form = (content: string, fields: Record<string, string | number> = {}, name = 'a.csv') =>
  [
    ...Object.entries(fields).map(
      ([field, value]) => `--b\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
    ),
    `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${content}\r\n--b--\r\n`,
  ].join('')
const FORM = 'multipart/form-data; boundary=b'

/** A file's whole way: uploaded, read, mapped, planned, looked at, applied, and the products exported again. */
async function wayOf({ kind, content }: HeavyFile): Promise<Turns> {
  const shop = await app.shop()
  const { as, templateId } = shop
  const turns: Turns = {}
  turns['upload'] = await sent(as, 'POST', `/imports${kind ? `?kind=${kind}` : ''}`, form(content()), FORM)
  const { body } = await app.call(contract.listImports, { as, query: { limit: 1 } })
  const id = body.data?.data[0]?.id ?? 0
  turns['reading'] = await heldWhile(() => stateOf(shop, id, 'mapping', 'failed'))
  const record = await shop.get(id)
  if (record?.state !== 'mapping') return turns
  const names = record.columns.filter(({ name }) => /size|column name/i.test(name)).slice(0, 400)
  const newAttributes = names.map(({ name }) => ({ name, column: name }))
  turns['look'] = await got(as, `/imports/${id}`)
  turns['suggestions'] = await got(as, `/imports/${id}/suggestions?templateId=${templateId}`)
  const mapping = JSON.stringify({ ...record.mapping, ...(kind ? {} : { template: templateId, newAttributes }) })
  turns['plan'] = await sent(as, 'POST', `/imports/${id}/plan`, mapping)
  turns['planning'] = await heldWhile(() => stateOf(shop, id, 'ready', 'failed'))
  turns['review'] = await got(as, `/imports/${id}/rows?limit=500`)
  turns['refused rows'] = await got(as, failedRowsFile.path.replace('{id}', String(id)))
  turns['apply'] = await sent(as, 'POST', `/imports/${id}/apply`, '{}')
  turns['applying'] = await heldWhile(() => stateOf(shop, id, 'done', 'failed'))
  if (kind) turns['export'] = await got(as, exportTemplates.path)
  else for (const format of ['csv', 'xlsx']) turns[format] = await got(as, `${exportProducts.path}?format=${format}`)
  return turns
}

/** Asked in SQL: an answer of the API would be another turn. */
const stateOf = ({ ctx }: Shop, id: number, ...states: string[]) =>
  until(`import ${id} is ${states.join(' or ')}`, async () => {
    const query = ctx.db.selectFrom('imports').select('state').where('id', '=', id)
    const record = await query.executeTakeFirst()
    return record && states.includes(record.state) ? record : undefined
  })

describe('However much a file asks for, nobody else waits', () => {
  it.each(Object.entries(heavyFiles))(
    'for a file of %s',
    async (_title, file) => {
      expect(await tooLong(() => wayOf(file))).toEqual([])
    },
    4 * MINUTES,
  )

  it(
    'for a file of orders of many lines',
    async () => {
      const { as, imported, templateId } = await app.shop()
      const skus = Array.from({ length: 200 }, (_, n) => `O-${n}`)
      await imported(`sku,title,quantity\n${skus.map((sku) => `${sku},Mug,5000`).join('\n')}`, {
        template: templateId,
        fieldMappings: { sku: 'sku', title: 'title', quantity: 'quantity' },
      })
      const items = skus.map((sku) => ({ sku, quantity: 1, price: 5, itemTitle: 'mug '.repeat(120) }))
      for (let n = 0; n < 30; n += 1)
        await app.call(createOrder, { as, body: { order: { source: `Phone ${n}`, items } } as never })
      expect(
        await tooLong(async () => ({
          csv: await got(as, exportOrders.path),
          xlsx: await got(as, `${exportOrders.path}?format=xlsx`),
        })),
      ).toEqual([])
    },
    4 * MINUTES,
  )

  it('for a document as large as channels take', async () => {
    const { as } = await app.shop()
    const { data } = (await app.call(imageSignature, { as })).body
    if (!data) throw new Error('no signature')
    const { timestamp, signature, folder } = data
    const fields = { folder, timestamp, signature, api_key: data.apiKey, kind: 'document' }
    let n = 0
    const upload = () => {
      const content = `%PDF-1.7\n${String((n += 1)).repeat(10_000_000)}\n%%EOF`
      return sent(as, 'POST', `${origin}/media/upload`, form(content, fields, 'a.pdf'), FORM)
    }
    expect(await tooLong(async () => ({ upload: await upload() }))).toEqual([])
  })
})
