import { setTimeout as delay } from 'node:timers/promises'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CallReply, Envelope } from '#contract/endpoint.ts'
import { applyImport, getImport, planImport, type uploadImport } from '#contract/imports.ts'
import { listListingProducts, listToChannels } from '#contract/listings/listings.ts'
import { createTemplate } from '#contract/templates.ts'
import { agree } from './support/agree.ts'
import type { Motto } from './support/motto.ts'
import { embeddedDatabase, holdRow, ownMotto } from './support/running.ts'
import { Seller } from './support/seller.ts'
import { type Story, begin, listed, live } from './support/story.ts'
import { until } from './support/wait.ts'

let motto: Motto
let story: Story
beforeAll(async () => {
  motto = await ownMotto()
  story = await begin(motto)
})
afterAll(() => motto?.stop())

it('killed four times while it publishes and while orders come in, it finishes with one listing per channel and one order per sale', async () => {
  const { seller, sandbox, template, image } = story
  const sold = await listed(story, 30)
  // Milliseconds from the purchases to the publishing, and from there to the end of Motto: both are cut off early and late.
  const moments = [
    { lead: 0, ms: 120 },
    { lead: 25, ms: 5 },
    { lead: 225, ms: 25 },
    { lead: 410, ms: 60 },
  ]
  for (const [n, { lead, ms }] of moments.entries()) {
    const product = await seller.product(template, { image })
    for (const channel of ['ebay', 'shopify']) await sandbox.buy(channel, sold.sku, 1)
    await delay(lead)
    const listing = seller.call(listToChannels, { body: { productId: product.id, wait: 0 } }).catch(() => undefined)
    await delay(ms)
    await motto.kill()
    await listing
    await motto.start()
    // An acknowledged request is never lost; one that was cut off may have to be sent again.
    const listings = await seller.call(listListingProducts, { query: { productId: product.id } })
    if (listings.some((l) => l.pending === null && l.status !== 'listed'))
      await seller.call(listToChannels, { body: { productId: product.id, wait: 0 } })
    await live(seller, product.id)
    await agree(seller, sandbox, product, { available: 10, reserved: 0, orders: 0 })
    const sales = 2 * (n + 1)
    const orders = await agree(seller, sandbox, sold, { available: 30 - sales, reserved: sales, orders: sales }, 90_000)
    expect(orders.every((o) => !o.oversold)).toBe(true)
  }
})

const ROWS = 1500
/** A line in the midst of the file: its record is held until Motto is killed. */
const HELD_LINE = 1200
const PATIENCE_MS = 240_000

/** Somebody with an organization of their own. */
let importer: Seller
const sku = (n: number) => `CRASH-${String(n).padStart(6, '0')}`
const pieces = (n: number) => n % 7

type Import = CallReply<typeof getImport>
const reach = (id: number, what: string, is: (record: Import) => boolean) =>
  until(
    `import ${id} ${what}`,
    async () => {
      const record = await importer.call(getImport, { params: { id } })
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

it('killed while it works out and while it does an import of 1,500 rows, it finishes after the restart, and nothing is there twice', {
  timeout: 3 * PATIENCE_MS,
}, async () => {
  importer = new Seller(motto.url, motto.dataDir)
  await importer.begin()
  await importer.call(createTemplate, { body: { productTemplate: { name: 'Bulk' } } })
  const lines = Array.from({ length: ROWS }, (_, n) => `${sku(n)},Product ${n},${(n % 90) + 1}.25,${pieces(n)},Bulk`)
  const form = new FormData()
  form.set('file', new Blob([`sku,title,price,quantity,template\n${lines.join('\n')}\n`]), 'bulk.csv')
  const sent = (await (await importer.request('/imports', { method: 'POST', body: form })).json()) as Envelope<
    CallReply<typeof uploadImport>
  >
  const id = sent.data?.id ?? Number.NaN
  const { rows, mapping } = await reach(id, 'is read', ({ state }) => state === 'mapping')
  expect(rows).toBe(ROWS)

  const letPlan = await holdUnit(ADD_UNIT, id)
  await importer.call(planImport, { params: { id }, body: mapping })
  const planning = await reach(id, 'is being worked out', ({ done }) => done > ROWS / 10)
  expect(planning.state).toBe('planning')
  await crash(letPlan)
  expect((await reach(id, 'is worked out', ({ state }) => state === 'ready')).outcomes).toEqual({ create: ROWS })

  const letApply = await holdUnit(LOCK_UNIT, id)
  await importer.call(applyImport, { params: { id } })
  const { applied } = await reach(id, 'is under way', ({ applied }) => (applied.create ?? 0) > ROWS / 5)
  expect(applied.create).toBeLessThan(ROWS)
  await crash(letApply)
  const done = await reach(id, 'is done', ({ state }) => state === 'done')
  expect(done.applied).toEqual({ create: ROWS })

  const text = await (await importer.request('/products/exportCSV/products')).text()
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
