import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { bulkEdit, getChangeSet } from '#contract/changes/changes.ts'
import type { CallReply, Envelope } from '#contract/endpoint.ts'
import { applyImport, getImport, planImport, type uploadImport } from '#contract/imports.ts'
import { listProducts } from '#contract/products/products.ts'
import { Client } from '#seed/demo/client.ts'
import { account, shop } from '#seed/fixture-account.ts'
import { startMotto } from '../e2e/support/motto.ts'
import { type Size, folderOf } from './kit/fixture.ts'
import { type Row, ms, percentile } from './kit/report.ts'
import { residentMegabytes } from './start.ts'

const IMPORTED = 20_000
const POLL_MS = 50
const GOALS = { import: 0.5, memoryMb: 512, othersMs: 200 }

/** Products out of and into a running Motto, and many edited at once, while somebody else looks at the list. */
export async function benchMoves(size: Size, data: string | undefined): Promise<Row[]> {
  const { dataDir, remove } = await folderOf(size, data)
  const motto = await startMotto({ DATA_DIR: dataDir })
  try {
    const client = new Client(motto.url)
    await client.enter(account.email, account.password, shop)
    const watch = <T>(work: () => Promise<T>) => watched(client, motto.pid(), work)
    const products = (await client.call(listProducts, { query: { limit: 1 } })).items
    const rows: Row[] = []
    for (const part of [
      () => benchExport(client, watch),
      () => benchImport(client, dataDir, watch),
      () => benchBulkEdit(client, watch),
    ]) {
      const measured = (await part()).map((row) => ({
        ...row,
        benchmark: `${products.toLocaleString('en-US')} products, ${row.benchmark}`,
      }))
      for (const { benchmark, ours } of measured) console.error(`${benchmark}: ${ours}`)
      rows.push(...measured)
    }
    return rows
  } finally {
    await motto.stop()
    await remove()
  }
}

interface Watched<T> {
  result: T
  seconds: number
  megabytes: number
  othersMs: number
}

/** How long work takes, how much memory the app's process has meanwhile, and how long others wait for a page of the list (p95). */
async function watched<T>(client: Client, pid: number | undefined, work: () => Promise<T>): Promise<Watched<T>> {
  let over = false
  let megabytes = 0
  const waits: number[] = []
  const others = (async () => {
    while (!over) {
      const began = performance.now()
      await client.call(listProducts)
      waits.push(performance.now() - began)
      megabytes = Math.max(megabytes, residentMegabytes(pid))
      await delay(POLL_MS)
    }
  })()
  const began = performance.now()
  const result = await work().finally(() => (over = true))
  const seconds = (performance.now() - began) / 1000
  await others
  return { result, seconds, megabytes, othersMs: percentile(waits, 0.95) }
}
type Watch = <T>(work: () => Promise<T>) => Promise<Watched<T>>

const meanwhile = (what: string, { megabytes, othersMs }: Watched<unknown>): Row[] => [
  {
    benchmark: `memory during ${what}`,
    ours: `${megabytes} MB`,
    floor: '',
    ratio: '',
    goal: `≤ ${GOALS.memoryMb} MB`,
    met: megabytes <= GOALS.memoryMb,
  },
  {
    benchmark: `other requests during ${what}`,
    ours: `p95 ${ms(othersMs)}`,
    floor: '',
    ratio: '',
    goal: `≤ ${GOALS.othersMs} ms`,
    met: othersMs <= GOALS.othersMs,
  },
]

async function benchExport(client: Client, watch: Watch): Promise<Row[]> {
  const rows: Row[] = []
  for (const format of ['csv', 'xlsx']) {
    const began = performance.now()
    let first = 0
    const done = await watch(async () => {
      let bytes = 0
      for await (const part of (await client.send(`/products/exportCSV/products?format=${format}`)).body ?? []) {
        if (bytes === 0) first = performance.now() - began
        bytes += part.length
      }
      return bytes
    })
    const count = (await client.call(listProducts, { query: { limit: 1 } })).items
    rows.push({
      benchmark: `exported as ${format}`,
      ours: `${(count / done.seconds).toFixed(0)} products/s, first byte after ${ms(first)}, ${(done.result / 1e6).toFixed(0)} MB`,
      floor: '',
      ratio: '',
      goal: '',
    })
    rows.push(...meanwhile(`the ${format} export`, done))
  }
  return rows
}

/** The first rows of an export under SKUs that are not there yet. */
async function newProducts(client: Client): Promise<string> {
  const leaving = new AbortController()
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of (await client.send('/products/exportCSV/products', { signal: leaving.signal })).body ?? []) {
    text += decoder.decode(part, { stream: true })
    if (text.split('\r\n').length > IMPORTED + 1) break
  }
  leaving.abort()
  return text
    .split('\r\n')
    .slice(0, IMPORTED + 1)
    .join('\r\n')
    .replaceAll('NL-', `IM-${Date.now().toString(36)}-`)
}

async function benchImport(client: Client, dataDir: string, watch: Watch): Promise<Row[]> {
  const file = await newProducts(client)
  const form = new FormData()
  form.set('file', new Blob([file], { type: 'text/csv' }), 'products.csv')
  const done = await watch(async () => {
    const began = performance.now()
    const sent = (await (
      await client.send('/imports?kind=products', { method: 'POST', body: form })
    ).json()) as Envelope<CallReply<typeof uploadImport>>
    if (!sent.data) throw new Error(sent.message)
    const { id } = sent.data
    const until = async (state: string) => {
      for (;;) {
        const now = await client.call(getImport, { params: { id } })
        if (now.state === state) return now
        if (now.state === 'failed') throw new Error(`the import failed: ${now.error}`)
        await delay(POLL_MS)
      }
    }
    const { mapping } = await until('mapping')
    const read = performance.now()
    await client.call(planImport, { params: { id }, body: mapping })
    await until('ready')
    const planned = performance.now()
    await client.call(applyImport, { params: { id } })
    return { ...(await until('done')), steps: [read - began, planned - read, performance.now() - planned] }
  })
  const { rows, applied, steps } = done.result
  const [ours, theirs] = [rows / done.seconds, rows / (await copyAndUpsert(dataDir, file))]
  const [reading, planning, applying] = steps.map((took) => `${(took / 1000).toFixed(1)} s`)
  return [
    {
      benchmark: `CSV import of ${rows.toLocaleString('en-US')} rows (${(applied.create ?? 0).toLocaleString('en-US')} created)`,
      ours: `${ours.toFixed(0)} rows/s (reading ${reading}, planning ${planning}, applying ${applying})`,
      floor: `${theirs.toFixed(0)} rows/s`,
      ratio: (ours / theirs).toFixed(2),
      goal: `≥ ${GOALS.import}`,
      met: ours / theirs >= GOALS.import,
    },
    ...meanwhile('the import', done),
  ]
}

/** The same file through COPY and one upsert, into a table with the same columns and indexes. @returns seconds */
async function copyAndUpsert(dataDir: string, file: string): Promise<number> {
  const path = join(dataDir, 'floor.csv')
  await writeFile(path, file.replace('\uFEFF', ''), { mode: 0o644 })
  const header = (file.replace('\uFEFF', '').split('\r\n', 1)[0] ?? '').split(',')
  const columns = header.map((_, n) => `c${n}`)
  const column = (name: string) => `c${header.indexOf(name)}`
  const attributes = header.flatMap((name, n) =>
    n > header.indexOf('active') ? [`('${name.replaceAll("'", "''")}', c${n})`] : [],
  )
  const client = new pg.Client({ host: join(dataDir, 'run'), user: 'motto', database: 'motto' })
  await client.connect()
  try {
    await client.query(
      `create table floor_products (like products including all); create unique index floor_products_sku on floor_products (organization_id, sku); create temporary table rows (${columns.map((c) => `${c} text`).join(', ')})`,
    )
    const began = performance.now()
    await client.query(`copy rows from '${path}' with (format csv, header)`)
    await client.query(`
      insert into floor_products (organization_id, template_id, sku, title, description, notes, condition, tags, cost, price, msrp, vendor, warehouse, location, bin, attributes)
      select 1, nullif(${column('templateId')}, '')::bigint, ${column('sku')}, coalesce(${column('title')}, ''), coalesce(${column('description')}, ''), coalesce(${column('notes')}, ''),
        coalesce(${column('condition')}, ''), string_to_array(coalesce(${column('tags')}, ''), ','), coalesce(${column('cost')}::numeric * 100, 0), coalesce(${column('price')}::numeric * 100, 0),
        coalesce(${column('msrp')}::numeric * 100, 0), coalesce(${column('vendor')}, ''), coalesce(${column('warehouse')}, ''), coalesce(${column('location')}, ''), coalesce(${column('bin')}, ''),
        (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'value', value)), '[]') from (values ${attributes.join(', ')}) a(name, value) where value is not null)
      from rows on conflict (organization_id, sku) do update set title = excluded.title, price = excluded.price`)
    return (performance.now() - began) / 1000
  } finally {
    await client.query('drop table if exists floor_products')
    await client.end()
  }
}

async function benchBulkEdit(client: Client, watch: Watch): Promise<Row[]> {
  const done = await watch(async () => {
    const { id } = await client.call(bulkEdit, {
      body: {
        selection: { filter: { hasTags: ['sale'] }, except: [] },
        edits: [{ field: 'price', action: 'multiply', factor: 1.01 }],
      },
    })
    for (;;) {
      const now = await client.call(getChangeSet, { params: { id } })
      if (now.state === 'done') return now
      if (now.state === 'failed') throw new Error(`the bulk edit failed: ${now.error}`)
      await delay(POLL_MS)
    }
  })
  const { changed } = done.result
  return [
    {
      benchmark: `bulk edit of ${changed.toLocaleString('en-US')} products`,
      ours: `${(changed / done.seconds).toFixed(0)} products/s`,
      floor: '',
      ratio: '',
      goal: '',
    },
    ...meanwhile('the bulk edit', done),
  ]
}
