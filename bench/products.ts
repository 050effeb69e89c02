import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { getProduct, imageSignature, listProducts, updateProduct } from '#contract/products/products.ts'
import { getTemplate, saveTemplate } from '#contract/templates.ts'
import { addressOf } from '#server/testing/address.ts'
import type { Shop } from './kit/fixture.ts'
import { startFloor } from './kit/floor.ts'
import { fetched } from './list.ts'
import { type Row, ms, percentile } from './kit/report.ts'
import { answerOf, send } from './kit/send.ts'

const TIMES = 200
const PICTURES = 12
const PICTURE_BYTES = 5_000_000
const QUIET = 60
const PAUSE_MS = 20
const MEMORY_GOAL_MB = 300
const LIST_GOAL_MS = 200

/** A product is opened and saved, pictures are uploaded, and a template asks for one more attribute. */
export async function benchProducts(shop: Shop, named: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, measure] of Object.entries({ saved: openAndSave, pictures: uploads, attribute: judgedAnew }))
    if (name.includes(named)) rows.push(...(await measure(shop)))
  return rows
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** What a hand-written statement would read of a product for its page, and write when its title is saved. */
const floorOf = (organizationId: number, id: number) => [
  {
    page: {
      name: 'product',
      text: `select p.*, t.name as template_name,
        (select jsonb_agg(l) from stock_levels l where l.organization_id = $1 and l.product_id = p.id) as levels,
        (select jsonb_agg(v) from variations v where v.organization_id = $1 and v.product_id = p.id) as variations
        from products p join product_templates t on t.organization_id = $1 and t.id = p.template_id where p.organization_id = $1 and p.id = $2`,
      values: [organizationId, id],
    },
  },
  {
    page: {
      name: 'save',
      text: `with saved as (update products set title = 'Floor ' || random(), version = version + 1, updated_at = now() where organization_id = $1 and id = $2 returning *)
        select s.*, (select jsonb_agg(l) from stock_levels l where l.organization_id = $1 and l.product_id = s.id) as levels from saved s`,
      values: [organizationId, id],
    },
  },
]

async function openAndSave(shop: Shop): Promise<Row[]> {
  const { server, cookie, organizationId, connection, products } = shop
  const { data: list } = await fetched<{ data: { data: { id: number }[] } }>(
    `${server.url}${addressOf(listProducts, { query: { limit: 25, offset: 500, fields: ['id'] as never } })}`,
    cookie,
  )
  const id = list.data[0]?.id ?? 0
  const floor = await startFloor(connection, floorOf(organizationId, id))
  const at = server.url + addressOf(getProduct, { params: { id } })
  const save = (n: number) =>
    send(server.url + addressOf(updateProduct, {}), cookie, { product: { id, title: `Bench ${n}` } })
  const [load, loadFloor, saved, saveFloor]: number[][] = [[], [], [], []]
  try {
    for (let n = 0; n < TIMES; n += 1) {
      load?.push(await timed(() => fetched(at, cookie)))
      loadFloor?.push(await timed(() => fetched(`${floor.url}/0`)))
      saved?.push(await timed(() => save(n)))
      saveFloor?.push(await timed(() => fetched(`${floor.url}/1`)))
    }
  } finally {
    await floor.stop()
  }
  const row = (benchmark: string, ours: number[] = [], theirs: number[] = [], times: number): Row => {
    const ratio = percentile(ours, 0.5) / percentile(theirs, 0.5)
    return {
      benchmark: `${benchmark}, of ${products.toLocaleString('en-US')} (${TIMES} times)`,
      ours: `p50 ${ms(percentile(ours, 0.5))}, p95 ${ms(percentile(ours, 0.95))}`,
      floor: `p50 ${ms(percentile(theirs, 0.5))}, p95 ${ms(percentile(theirs, 0.95))}`,
      ratio: ratio.toFixed(2),
      goal: `≤ ${times} × the floor`,
      met: ratio <= times,
    }
  }
  return [row('a product is read for its page', load, loadFloor, 2), row('its title is saved', saved, saveFloor, 3)]
}

/** One that no compression makes smaller, as a camera's is not. */
async function camera(): Promise<Buffer> {
  const [width, height] = [3600, 2700]
  const noise = randomBytes(width * height * 3)
  const picture = sharp(noise, { raw: { width, height, channels: 3 } })
  const file = await picture.jpeg({ quality: 72 }).toBuffer()
  if (file.length < PICTURE_BYTES * 0.8) throw new Error(`Only ${file.length} bytes`)
  return file
}

async function uploads(shop: Shop): Promise<Row[]> {
  const { server, cookie } = shop
  const files = [await camera(), await camera(), await camera()]
  const signed = await answerOf<{ apiKey: string; timestamp: number; signature: string; folder: string }>(
    await fetch(server.url + addressOf(imageSignature, {}), { headers: { cookie } }),
  )
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 10)
  const upload = async (n: number) => {
    const form = new FormData()
    form.set('api_key', signed.apiKey)
    form.set('timestamp', String(signed.timestamp))
    form.set('signature', signed.signature)
    form.set('folder', signed.folder)
    // Its end differs, so that none is the same picture as another.
    const file = Buffer.concat([files[n % files.length] ?? Buffer.alloc(0), Buffer.from([n])])
    form.set('file', new Blob([new Uint8Array(file)]), `${n}.jpg`)
    const answer = await fetch(`${server.url}/media/upload`, { method: 'POST', body: form })
    if (!answer.ok) throw new Error(await answer.text())
  }
  const took: number[] = []
  // One after another, as the page does.
  for (let n = 0; n < PICTURES; n += 1) took.push(await timed(() => upload(n)))
  clearInterval(watch)
  const mb = (bytes: number) => Math.round(bytes / 1e6)
  return [
    {
      benchmark: `${PICTURES} pictures of ${mb(files[0]?.length ?? 0)} MB are uploaded, one after another`,
      ours: `each p50 ${ms(percentile(took, 0.5))}, p95 ${ms(percentile(took, 0.95))}; at most ${mb(most - before)} MB more memory, client included`,
      floor: '',
      ratio: '',
      goal: `≤ ${MEMORY_GOAL_MB} MB more`,
      met: mb(most - before) <= MEMORY_GOAL_MB,
    },
  ]
}

/** A template asks for one more attribute: what others ask meanwhile, and how long until each of its products says that it lacks it. */
async function judgedAnew(shop: Shop): Promise<Row[]> {
  const { server, cookie, organizationId } = shop
  const { system } = server.services.database
  const { templateId } = await system
    .selectFrom('products')
    .select(['templateId', (e) => e.fn.countAll<number>().as('n')])
    .where('organizationId', '=', organizationId)
    .groupBy('templateId')
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const count = () =>
    system
      .selectFrom('products')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('organizationId', '=', organizationId)
      .where('templateId', '=', templateId)
  const { n: products } = await count().executeTakeFirstOrThrow()
  const list = () => fetched(server.url + addressOf(listProducts, { query: { limit: 25 } }), cookie)
  const quiet: number[] = []
  for (let n = 0; n < QUIET; n += 1) quiet.push(await timed(list))
  const at = server.url + addressOf(getTemplate, { params: { id: templateId } })
  const { attributes } = await answerOf<{ attributes: object[] }>(await fetch(at, { headers: { cookie } }))
  const attribute = { name: `Bench ${Date.now()}`, type: 'text', constraint: 'required', options: [], index: 999 }
  const began = performance.now()
  await send(server.url + addressOf(saveTemplate, { params: { id: templateId } }), cookie, {
    productTemplate: { attributes: [...attributes, attribute] },
  })
  const answered = performance.now() - began
  const busy: number[] = []
  const left = async () => {
    const { n } = await count().where('readiness', '!=', 'error').executeTakeFirstOrThrow()
    return Number(n)
  }
  while ((await left()) > 0) {
    for (let n = 0; n < 5; n += 1) busy.push(await timed(list))
    await delay(PAUSE_MS)
  }
  const took = performance.now() - began
  const p95 = percentile(busy, 0.95)
  return [
    {
      benchmark: `a required attribute is added to the template of ${Number(products).toLocaleString('en-US')} of ${shop.products.toLocaleString('en-US')} products: the list of products meanwhile (${busy.length} times)`,
      ours: busy.length ? `p50 ${ms(percentile(busy, 0.5))}, p95 ${ms(p95)}` : 'done before anybody asked',
      floor: `without: p50 ${ms(percentile(quiet, 0.5))}, p95 ${ms(percentile(quiet, 0.95))}`,
      ratio: busy.length ? (percentile(busy, 0.5) / percentile(quiet, 0.5)).toFixed(2) : '',
      goal: `p95 ≤ ${LIST_GOAL_MS} ms`,
      met: busy.length === 0 || p95 <= LIST_GOAL_MS,
    },
    {
      benchmark: 'the same: until it is answered, and until each of them says what it lacks',
      ours: `${ms(answered)}, ${(took / 1000).toFixed(1)} s`,
      floor: '',
      ratio: '',
      goal: '',
    },
  ]
}
