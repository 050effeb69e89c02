import Papa from 'papaparse'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CallReply, Envelope } from '#contract/endpoint.ts'
import { applyImport, getImport, planImport, type uploadImport } from '#contract/imports.ts'
import { createTemplate } from '#contract/templates.ts'
import type { Motto } from './support/motto.ts'
import { embeddedDatabase, holdRow, ownMotto } from './support/running.ts'
import { Seller } from './support/seller.ts'
import { until } from './support/wait.ts'

const ROWS = 4000
/** A line in the midst of the file: its record is held until Motto is killed. */
const HELD_LINE = 3000
const PATIENCE_MS = 240_000

let motto: Motto
let seller: Seller
beforeAll(async () => {
  motto = await ownMotto()
  seller = new Seller(motto.url, motto.dataDir)
  await seller.begin()
})
afterAll(() => motto?.stop())

const sku = (n: number) => `CRASH-${String(n).padStart(6, '0')}`
const pieces = (n: number) => n % 7

type Import = CallReply<typeof getImport>
const reach = (id: number, what: string, is: (record: Import) => boolean) =>
  until(
    `import ${id} ${what}`,
    async () => {
      const record = await seller.call(getImport, { params: { id } })
      if (record.state === 'failed') throw new Error(record.error)
      return is(record) && record
    },
    PATIENCE_MS,
  )

/** Breaks off a piece of work that waits for a row, and starts again. */
async function crash(letGo: () => Promise<void>) {
  await motto.kill()
  await letGo()
  await motto.start()
}

const holdUnit = (statement: string, id: number) => holdRow(embeddedDatabase(motto.dataDir), statement, [id, HELD_LINE])
/** Motto cannot add this unit before, and finds that it is not there afterwards. */
const ADD_UNIT =
  'insert into import_units (organization_id, import_id, line, lines) select organization_id, id, $2, array[$2::int] from imports where id = $1'
const LOCK_UNIT = 'select from import_units where import_id = $1 and line = $2 for update'

it('killed while it works out and while it does an import of 4,000 rows, it finishes after the restart, and nothing is there twice', {
  timeout: 3 * PATIENCE_MS,
}, async () => {
  await seller.call(createTemplate, { body: { productTemplate: { name: 'Bulk' } } })
  const lines = Array.from({ length: ROWS }, (_, n) => `${sku(n)},Product ${n},${(n % 90) + 1}.25,${pieces(n)},Bulk`)
  const form = new FormData()
  form.set('file', new Blob([`sku,title,price,quantity,template\n${lines.join('\n')}\n`]), 'bulk.csv')
  const sent = (await (await seller.request('/imports', { method: 'POST', body: form })).json()) as Envelope<
    CallReply<typeof uploadImport>
  >
  const id = sent.data?.id ?? Number.NaN
  const { rows, mapping } = await reach(id, 'is read', ({ state }) => state === 'mapping')
  expect(rows).toBe(ROWS)

  const letPlan = await holdUnit(ADD_UNIT, id)
  await seller.call(planImport, { params: { id }, body: mapping })
  const planning = await reach(id, 'is being worked out', ({ done }) => done > ROWS / 10)
  expect(planning.state).toBe('planning')
  await crash(letPlan)
  expect((await reach(id, 'is worked out', ({ state }) => state === 'ready')).outcomes).toEqual({ create: ROWS })

  const letApply = await holdUnit(LOCK_UNIT, id)
  await seller.call(applyImport, { params: { id } })
  const { applied } = await reach(id, 'is under way', ({ applied }) => (applied.create ?? 0) > ROWS / 5)
  expect(applied.create).toBeLessThan(ROWS)
  await crash(letApply)
  const done = await reach(id, 'is done', ({ state }) => state === 'done')
  expect(done.applied).toEqual({ create: ROWS })

  const text = await (await seller.request('/products/exportCSV/products')).text()
  const products = Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  }).data
  expect(products).toHaveLength(ROWS)
  products.sort((a, b) => ((a.sku ?? '') < (b.sku ?? '') ? -1 : 1))
  expect(
    products
      .filter((row, n) => row.sku !== sku(n) || Number(row.quantity) !== pieces(n))
      .map((row) => [row.sku, row.quantity]),
  ).toEqual([])
})
