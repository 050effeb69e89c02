import { builtDescription } from '#contract/channels/all.ts'
import type { BuiltId } from '#contract/channels/names.ts'
import { channelOf, channels } from '#channels/registry.ts'
import { type ListingSource, resolveListing } from '#domain/listings/content/resolve.ts'
import { compile } from '#domain/mappings/dynamic.ts'
import { leavesOf, searchLeaves, treeOf } from '#web/features/listings/categories/categories.ts'
import { type Row, ms, percentile } from './kit/report.ts'

/** DESIGN 7: product evaluations a second. */
const GOAL_PER_SECOND = 100_000
/** A key pressed shows what it found within one frame. */
const FRAME_MS = 16
/** Different products, which are gone through again and again. */
const DISTINCT = 1000
/** As many as the largest of the channels' trees has. */
const LEAVES = 20_000

const colours = ['Black', 'Sea Blue', 'Red', 'Sand']

/** A product of many: twelve attributes, a reference in its title, one in four with variations. */
function sourceOf(channel: BuiltId, n: number, rules: ListingSource['rules']): ListingSource {
  const { fields: described = [], limits } = builtDescription(channel) ?? {}
  const attributes = [
    { name: 'Brand', value: `Maker ${n % 40}` },
    { name: 'Color', value: colours[n % colours.length] ?? '' },
    ...Array.from({ length: 10 }, (_, at) => ({ name: `Feature ${at}`, value: `Value ${(n * (at + 3)) % 97}` })),
  ]
  const variation = (size: string) => ({
    sku: `SKU-${n}-${size}`,
    barcode: '',
    name: size,
    price: null,
    available: n % 9,
    images: [],
    selectedImages: [],
    attributes: [{ name: 'Size', value: size }],
  })
  return {
    product: {
      title: `{{Brand}} shirt ${n} in {{Color}}`,
      description: `<p>Soft. Made by {{Brand}}.</p><ul>${'<li>Washed twice</li>'.repeat(8)}</ul>`,
      condition: 'New',
      price: 1299 + (n % 500),
      barcode: '',
      vendor: '',
      tags: ['soft', 'gift'],
      images: [{ url: `https://pictures.example/${n}.jpg` }],
      attributes,
      sku: `SKU-${n}`,
      location: '',
      warehouse: '',
      bin: '',
    },
    variations: n % 4 === 0 ? ['S', 'M', 'L'].map(variation) : [],
    available: n % 9,
    variesBy: ['Size'],
    schema: { name: 'Default', fields: { title: '', description: '' } },
    overrides: {},
    described,
    buffer: 1,
    rules,
    mapValue: (_field, value) =>
      value === 'Sea Blue' ? { value: 'Blue', mapping: { uuid: 'm', name: 'Words' } } : undefined,
    most: limits?.pieces,
  }
}

const action = (value: string) => ({ uuid: value, target: '', action: 'append' as const, input: '', value })
const words = compile([
  {
    uuid: 'r',
    name: 'Words',
    applyTo: 'title',
    ownerType: 'Template',
    index: 0,
    active: true,
    enabled: true,
    rules: colours.map((colour) => ({
      uuid: colour,
      conditionSets: [
        {
          uuid: colour,
          conditions: [
            { uuid: colour, input: '{{Color}}', operator: 'equals' as const, qualifier: 'all' as const, value: colour },
          ],
        },
      ],
      actions: [action(`, ${colour.toLowerCase()}`)],
    })),
  },
])

/** What is resolved is judged by the channel's rules, without asking it. @returns whether it would be refused */
function judged(channel: BuiltId, source: ListingSource): boolean {
  const { fields, check } = channelOf(channel)
  const resolved = resolveListing(source)
  const ready = {
    ...resolved,
    key: 1,
    currency: 'USD',
    sizeAndWeight: null,
    external: null,
    fields: fields.safeParse(resolved.fields).data ?? fields.parse({}),
  }
  return Object.keys(check(ready, undefined, undefined).errors).length > 0
}

/** What somebody would write by hand for one product: its title with its references replaced, cut to what a channel takes. */
function byHand({ product }: ListingSource): boolean {
  const values = new Map(product.attributes.map(({ name, value }) => [name.toLowerCase(), value]))
  const put = (text: string) =>
    text.replaceAll(/\{\{([^{}]+)\}\}/g, (_, name: string) => values.get(name.toLowerCase()) ?? '')
  return put(product.title).length > 80 || put(product.description).length > 500_000
}

/** @returns how many a second, and megabytes that the heap held at most above what it began with */
function timed(sources: readonly ListingSource[], count: number, work: (source: ListingSource) => boolean) {
  for (const source of sources) work(source)
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  const began = performance.now()
  let [refused, most] = [0, 0]
  for (let n = 0; n < count; n += 1) {
    const source = sources[n % sources.length]
    if (source && work(source)) refused += 1
    if (n % DISTINCT === 0) most = Math.max(most, process.memoryUsage().heapUsed - before)
  }
  const perSecond = (count * 1000) / (performance.now() - began)
  return { perSecond, refused, megabytes: Math.round(most / 1e6) }
}

const figure = (perSecond: number) => Math.round(perSecond).toLocaleString('en-US')

/** Resolving and preflight of so many products for each channel, and rules alone, beside a bare loop over the same rows; the search of the largest tree. */
export function benchEngine(count: number): Row[] {
  const rows: Row[] = []
  const many = `${count.toLocaleString('en-US')} products`
  for (const channel of Object.keys(channels) as BuiltId[]) {
    const sources = Array.from({ length: DISTINCT }, (_, n) => sourceOf(channel, n, words))
    const ours = timed(sources, count, (source) => judged(channel, source))
    const floor = timed(sources, count, byHand)
    rows.push({
      benchmark: `${many}, resolved and checked for ${channelOf(channel).name}`,
      ours: `${figure(ours.perSecond)} a second, ${ours.megabytes} MB`,
      floor: `${figure(floor.perSecond)} a second, ${floor.megabytes} MB: texts alone`,
      ratio: (floor.perSecond / ours.perSecond).toFixed(1),
      goal: '',
    })
  }
  const sources = Array.from({ length: DISTINCT }, (_, n) => sourceOf('ebay', n, words))
  const unruled = new Map(
    sources.map((source) => [
      source,
      {
        title: source.product.title,
        description: source.product.description,
        values: new Map(source.product.attributes.map(({ name, value }) => [name.toLowerCase(), value])),
        overridden: new Set<string>(),
      },
    ]),
  )
  const ours = timed(sources, count, (source) => {
    const listing = unruled.get(source)
    return listing !== undefined && words(listing).changes.length > 0
  })
  const floor = timed(sources, count, (source) => {
    const colour = unruled.get(source)?.values.get('color') ?? ''
    return colours.includes(colour) && `${source.product.title}, ${colour.toLowerCase()}`.length > 0
  })
  rows.push({
    benchmark: `${many}, four rules each`,
    ours: `${figure(ours.perSecond)} a second, ${ours.megabytes} MB`,
    floor: `${figure(floor.perSecond)} a second: the same in one line of code`,
    ratio: (floor.perSecond / ours.perSecond).toFixed(1),
    goal: `≥ ${figure(GOAL_PER_SECOND)} a second`,
    met: ours.perSecond >= GOAL_PER_SECOND,
  })
  return [...rows, ...benchCategories()]
}

/** A tree of as many leaves as eBay's is read, and searched with each letter that somebody types. */
function benchCategories(): Row[] {
  const shape = { lookup: '', root: 'root', id: 'id', name: 'name', children: 'children' }
  const leaf = (n: number) => ({ id: String(n), name: `${colours[n % 4]} Shirts & Tops ${n}`, children: [] })
  const group = (n: number) => ({
    id: `g${n}`,
    name: `Clothing ${n}`,
    children: Array.from({ length: 50 }, (_, at) => leaf(n * 50 + at)),
  })
  const answer = { root: { id: '0', name: '', children: Array.from({ length: LEAVES / 50 }, (_, n) => group(n)) } }
  const began = performance.now()
  const leaves = leavesOf(treeOf(answer, shape))
  const read = performance.now() - began
  const typed = 'shirts tops 1999'
  const searched = (find: (text: string) => unknown) =>
    Array.from({ length: 10 }, () =>
      Array.from({ length: typed.length - 2 }, (_, at) => {
        const start = performance.now()
        find(typed.slice(0, at + 3))
        return performance.now() - start
      }),
    ).flat()
  const ours = searched((text) => searchLeaves(leaves, text))
  const floor = searched((text) => leaves.filter(({ name }) => name.includes(text)))
  const p95 = percentile(ours, 0.95)
  return [
    {
      benchmark: `a letter typed into a tree of ${leaves.length.toLocaleString('en-US')} categories, read in ${ms(read)}`,
      ours: `p50 ${ms(percentile(ours, 0.5))}, p95 ${ms(p95)}`,
      floor: `p50 ${ms(percentile(floor, 0.5))}: names alone`,
      ratio: (percentile(ours, 0.5) / percentile(floor, 0.5)).toFixed(1),
      goal: `≤ ${FRAME_MS} ms`,
      met: p95 <= FRAME_MS,
    },
  ]
}
