import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChannelId, channelIds } from '#contract/channels/ids.ts'
import type { ProductFilter } from '#contract/products/filter.ts'
import { type ProductSort, productSorts } from '#contract/products/sorts.ts'
import { makeSeller, makeTemplate } from '#seed/make.ts'
import type { Ctx } from '../../../context.ts'
import { type TestApp, testApp } from '../../../testing/setup/app.ts'
import { makeListing } from '../../../testing/shop/listed.ts'
import { list } from './list.ts'
import { countSelection, matchingIds } from './selection.ts'

/* Random products and random filters, beside a plain model of what each filter, sort and page means. */

const SEED = 20_261_121
const PRODUCTS = 150
const FILTERS = 400
const DAY_MS = 86_400_000
const BEGAN = Date.UTC(2026, 0, 1)

const words = ['red', 'redwood', 'blue', 'mug', 'shirt', 'über', 'harbour', 'lamp'] as const
const tags = ['sale', 'new, boxed', 'a+b', `it's "new"`, 'übergröße', '50%', 'x&y', '漢字', '\\n'] as const
const long = 'long '.repeat(150)
const values = ['Blue', 'blue', 'A+B & C', `5' 10"`, '漢', `${long}one`, `${long}two`, 'No. 1', ''] as const
const names = ['Color', 'Size', `Maker's "mark"`] as const
const bins = ['', 'A-1', 'B-2'] as const
const DAYS = 20

const text = fc.array(fc.constantFrom(...words), { maxLength: 4 }).map((w) => w.join(' '))
const listing = fc.record({
  channel: fc.constantFrom(...channelIds),
  status: fc.constantFrom('draft' as const, 'listed' as const, 'unlisted' as const, 'error' as const),
  external: fc.boolean(),
})
const level = fc.record({
  onHand: fc.integer({ min: 5, max: 30 }),
  reserved: fc.integer({ min: 0, max: 5 }),
  sold: fc.integer({ min: 0, max: 20 }),
})
const shape = fc.record({
  title: text,
  description: text.map((t) => `<p>Made of ${t}</p>`),
  condition: fc.constantFrom('New', 'Used', 'Ünlike'),
  bin: fc.constantFrom(...bins),
  readiness: fc.constantFrom('ready' as const, 'partial' as const, 'error' as const),
  price: fc.integer({ min: 0, max: 30 }),
  cost: fc.integer({ min: 0, max: 3 }),
  tags: fc.uniqueArray(fc.constantFrom(...tags), { maxLength: 4 }),
  template: fc.integer({ min: 0, max: 2 }),
  attributes: fc.uniqueArray(fc.record({ name: fc.constantFrom(...names), value: fc.constantFrom(...values) }), {
    maxLength: 3,
    selector: (a) => a.name,
  }),
  createdAt: fc.integer({ min: 0, max: DAYS * 8 }).map((n) => BEGAN + (n * DAY_MS) / 8),
  updatedAt: fc.integer({ min: 0, max: 40 }).map((n) => BEGAN + n * 1000),
  own: level,
  variations: fc.array(level, { maxLength: 3 }),
  listings: fc.uniqueArray(listing, { maxLength: 3, selector: (l) => l.channel }),
})
type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never
type Known = Shape & { id: number; sku: string; skus: string[] }

let app: TestApp
let ctx: Ctx
let templateIds: number[]
/** Sorted otherwise by name than by id, and not by the case of their letters. */
const templateNames = ['mugs', 'Lamps', 'Shirts']
let known: Known[]

const skuOf = (n: number) => `Z9-${String((n * 7919) % 9000).padStart(4, '0')}`
const variationSku = (n: number, v: number) => [`Z9+${n}`, `Z9 ${n}&`, `Z9'${n}"`][v] ?? ''

beforeAll(async () => {
  app = await testApp()
  ;({ ctx } = await makeSeller(app.services))
  templateIds = []
  for (const name of templateNames) templateIds.push((await makeTemplate(ctx, { name })).id)
  const shapes = fc.sample(shape, { numRuns: PRODUCTS, seed: SEED })
  known = []
  for (const [n, data] of shapes.entries()) known.push(await put(data, n))
  await sql`analyze`.execute(app.services.database.system)
})
afterAll(() => app.stop())

async function put(data: Shape, n: number): Promise<Known> {
  const { organizationId, db } = ctx
  const sku = skuOf(n)
  const { id } = await db
    .insertInto('products')
    .values({
      organizationId,
      sku,
      templateId: templateIds[data.template] ?? 0,
      title: data.title,
      description: data.description,
      condition: data.condition,
      bin: data.bin,
      readiness: data.readiness,
      price: data.price,
      cost: data.cost,
      tags: data.tags,
      attributes: JSON.stringify(data.attributes),
      images: '[]',
      sizeAndWeight: '{}',
      configuration: '{}',
      createdAt: new Date(data.createdAt),
      updatedAt: new Date(data.updatedAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('stockLevels')
    .values({ organizationId, sku, productId: id, variationId: null, ...data.own })
    .execute()
  for (const [v, pieces] of data.variations.entries()) {
    const made = await db
      .insertInto('variations')
      .values({ organizationId, productId: id, name: `V${v}`, sku: variationSku(n, v), price: null, cost: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('stockLevels')
      .values({ organizationId, sku: variationSku(n, v), productId: id, variationId: made.id, ...pieces })
      .execute()
  }
  for (const { channel, status, external } of data.listings) {
    await makeListing(
      ctx,
      { productId: id, templateId: templateIds[data.template] ?? 0, channel },
      { status, externalId: external ? `x-${id}` : '' },
    )
  }
  return { ...data, id, sku, skus: [sku, ...data.variations.map((_, v) => variationSku(n, v))] }
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
/** A product with variations shows what they have together. */
const levels = (p: Known) => (p.variations.length > 0 ? p.variations : [p.own])
const quantity = (p: Known) => sum(levels(p).map((l) => l.onHand - l.reserved))
const sold = (p: Known) => sum(levels(p).map((l) => l.sold))
const liveOn = (p: Known) => p.listings.filter((l) => l.external && l.status !== 'unlisted').map((l) => l.channel)

const hasAttribute = (p: Known, name: string, allowed: readonly string[]) =>
  [...p.attributes, ...(p.bin ? [{ name: 'Bin', value: p.bin }] : [])].some(
    (a) => a.name === name && allowed.includes(a.value),
  )
const tokens = (p: Known) => [
  p.sku.toLowerCase(),
  ...`${p.title} ${p.description.replaceAll(/<[^>]*>/g, ' ')}`.toLowerCase().split(/\s+/),
]
const within = (n: number, min: number | undefined, max: number | undefined) =>
  (min === undefined || n >= min) && (max === undefined || n <= max)
const someOrAll = (all: boolean | undefined, checks: readonly boolean[]) =>
  checks.length === 0 ? true : all ? checks.every(Boolean) : checks.some(Boolean)
const isDay = (s: string) => s.length === 10
const begins = (s: string | undefined) => (s === undefined ? -Infinity : Date.parse(s))
const ends = (s: string | undefined) =>
  s === undefined ? Infinity : isDay(s) ? Date.parse(s) + DAY_MS - 1 : Date.parse(s)

/** A word with a digit may stand anywhere in a SKU. */
const isPiece = (p: Known, word: string) =>
  word.length > 2 && /\d/.test(word) && p.skus.some((sku) => sku.toLowerCase().includes(word))

function fits(p: Known, f: ProductFilter): boolean {
  return [
    (f.search ?? []).every((w) => tokens(p).some((t) => t.startsWith(w.toLowerCase())) || isPiece(p, w.toLowerCase())),
    !f.skus?.length || f.skus.some((s) => p.skus.includes(s)),
    !f.templateIds?.length || f.templateIds.includes(templateIds[p.template] ?? 0),
    within(p.price, f.minPrice, f.maxPrice),
    within(quantity(p), f.minQuantity, f.maxQuantity),
    within(sold(p), f.minSold, f.maxSold),
    p.createdAt >= begins(f.startDate) && p.createdAt <= ends(f.endDate),
    (f.hasTags ?? []).every((t) => p.tags.some((own) => own === t)),
    !(f.missingTags ?? []).some((t) => p.tags.some((own) => own === t)),
    someOrAll(
      f.matchAllAttributes,
      (f.attributes ?? []).map((a) => hasAttribute(p, a.name, a.values) === (a.action === 'in')),
    ),
    someOrAll(
      f.matchAllListings,
      (f.listedOn ?? []).map((c) => liveOn(p).includes(c)),
    ),
    !(f.notListedOn ?? []).some((c) => liveOn(p).includes(c)),
  ].every(Boolean)
}

const sortValue: Record<ProductSort, (p: Known) => string | number> = {
  sku: (p) => p.sku,
  title: (p) => p.title,
  template: (p) => (templateNames[p.template] ?? '').toLowerCase(),
  condition: (p) => p.condition,
  price: (p) => p.price,
  cost: (p) => p.cost,
  quantity,
  sold,
  bin: (p) => p.bin,
  listings: (p) => liveOn(p).length,
  status: (p) => p.readiness,
  createdAt: (p) => p.createdAt,
  updatedAt: (p) => p.updatedAt,
}
/** Texts in the order of their code points. */
const compare = (a: string | number, b: string | number) =>
  typeof a === 'string' ? Buffer.compare(Buffer.from(a), Buffer.from(String(b))) : a - Number(b)
const sorted = (products: readonly Known[], sortBy: ProductSort, orderBy: 'asc' | 'desc') =>
  products
    .toSorted(
      (a, b) => (orderBy === 'asc' ? 1 : -1) * (compare(sortValue[sortBy](a), sortValue[sortBy](b)) || a.id - b.id),
    )
    .map((p) => p.id)

const some = <T>(arbitrary: fc.Arbitrary<T>, most = 3) =>
  fc.option(fc.array(arbitrary, { minLength: 1, maxLength: most }), { nil: undefined, freq: 1 })
const range = (max: number) => fc.option(fc.integer({ min: 0, max }), { nil: undefined, freq: 1 })
const day = fc.integer({ min: -1, max: DAYS + 1 }).map((n) => new Date(BEGAN + n * DAY_MS).toISOString().slice(0, 10))
const moment = fc.integer({ min: 0, max: DAYS * 8 }).map((n) => new Date(BEGAN + (n * DAY_MS) / 8).toISOString())
const channel: fc.Arbitrary<ChannelId> = fc.constantFrom(...channelIds)
const attribute = fc.record({
  name: fc.constantFrom(...names, 'Bin', 'Unknown'),
  action: fc.constantFrom('in' as const, 'not in' as const),
  values: fc.array(fc.constantFrom(...values, 'A-1'), { minLength: 1, maxLength: 3 }),
})
const parts: { [K in keyof Required<ProductFilter>]: fc.Arbitrary<ProductFilter[K] | undefined> } = {
  search: some(
    fc.oneof(
      fc.constantFrom(...words),
      fc.constantFrom('RED', 'har', 'Über', 'sh', 'z9-', 'Z9-0', 'made', '-00', '9+1', 'z9 3'),
    ),
    2,
  ),
  skus: some(
    fc
      .integer({ min: 0, max: PRODUCTS })
      .chain((n) => fc.constantFrom(skuOf(n), variationSku(n, 0), variationSku(n, 1), variationSku(n, 2), 'nothing')),
    40,
  ),
  templateIds: some(fc.integer({ min: 0, max: 2 }).map((n) => templateIds[n] ?? 0)),
  minPrice: range(30),
  maxPrice: range(30),
  minQuantity: range(60),
  maxQuantity: range(60),
  minSold: range(40),
  maxSold: range(40),
  startDate: fc.option(fc.oneof(day, moment), { nil: undefined }),
  endDate: fc.option(fc.oneof(day, moment), { nil: undefined }),
  hasTags: some(fc.constantFrom(...tags), 2),
  missingTags: some(fc.constantFrom(...tags), 2),
  attributes: some(attribute),
  matchAllAttributes: fc.constantFrom(undefined, true, false),
  listedOn: some(channel),
  notListedOn: some(channel),
  matchAllListings: fc.constantFrom(undefined, true, false),
  requirementId: fc.constant(undefined),
}
/** Few conditions at a time, or else nothing fits. */
const filter: fc.Arbitrary<ProductFilter> = fc
  .subarray(Object.keys(parts) as (keyof ProductFilter)[], { maxLength: 4 })
  .chain((keys) => fc.record(Object.fromEntries(keys.map((key) => [key, parts[key]]))) as fc.Arbitrary<ProductFilter>)

describe('the product list, beside a plain model of it', () => {
  it('INV-027..INV-044 INV-052..INV-054 INV-056 INV-009 INV-010 INV-021 shows what every filter, sort and page means', async () => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(
        filter,
        fc.constantFrom(...productSorts),
        fc.constantFrom('asc' as const, 'desc' as const),
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 50 }),
        async (input, sortBy, orderBy, offset, limit) => {
          const fitting = known.filter((p) => fits(p, input))
          const page = await list(ctx, { ...input, sortBy, orderBy, offset, limit })
          expect({ items: page.items, ids: page.data.map((row) => row.id) }).toEqual({
            items: fitting.length,
            ids: sorted(fitting, sortBy, orderBy).slice(offset, offset + limit),
          })
          count += Math.min(fitting.length, 1)
        },
      ),
      { seed: SEED, numRuns: FILTERS },
    )
    expect(count).toBeGreaterThan(FILTERS / 4)
  }, 120_000)

  it.each(
    productSorts.flatMap(
      (sortBy) =>
        [
          [sortBy, 'asc'],
          [sortBy, 'desc'],
        ] as const,
    ),
  )('INV-009 INV-020 INV-021 sorts all products by %s %s, page by page', async (sortBy, orderBy) => {
    const ids: number[] = []
    for (let offset = 0; offset < PRODUCTS; offset += 40)
      ids.push(...(await list(ctx, { sortBy, orderBy, offset, limit: 40 })).data.map((row) => row.id))
    expect(ids).toEqual(sorted(known, sortBy, orderBy))
  })

  it('INV-027..INV-044 hands out for other work exactly what the list of a filter shows', async () => {
    await fc.assert(
      fc.asyncProperty(
        filter,
        fc.integer({ min: 1, max: 50 }),
        fc.subarray([0, 3, 20, 77, 140]),
        async (input, limit, left) => {
          const except = left.map((n) => known[n]?.id ?? 0)
          const expected = known.filter((p) => fits(p, input) && !except.includes(p.id)).map((p) => p.id)
          const ids: number[] = []
          for (let after = 0; ; ) {
            const some = await matchingIds(ctx, input, { after, limit, except })
            if (some.length === 0) break
            ids.push(...some)
            after = some.at(-1) ?? 0
          }
          expect(ids).toEqual(expected)
          expect(await countSelection(ctx, { filter: input, except })).toBe(expected.length)
        },
      ),
      { seed: SEED, numRuns: 60 },
    )
  }, 60_000)
})
