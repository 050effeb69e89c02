import { describe, expect, it } from 'vitest'
import { ShopifySettings } from '#contract/channels/shapes/shopify.ts'
import type { HttpCall } from '../call.ts'
import type { ChannelError } from '../channel.ts'
import { setPrices, setStock } from './stock.ts'
import { noConnection } from '../testing/connection.ts'

interface Asked {
  query: string
  variables: {
    ids?: string[]
    location?: string
    item?: string
    available?: number
    key?: string
    input?: { quantities: { inventoryItemId: string; quantity: number; changeFromQuantity: number }[] }
  }
}
type Level = { available: number; tracked?: boolean } | 'elsewhere' | 'gone'

/** A shop that keeps levels by item, and refuses as Shopify does: all rows or none. */
function shop(levels: Record<string, Level>, meddle: (sets: number) => void = () => {}) {
  const requests: Asked[] = []
  let sets = 0
  const answer = ({ query, variables }: Asked) => {
    if (query.includes('inventoryActivate')) {
      levels[variables.item ?? ''] = { available: variables.available ?? 0 }
      return { inventoryActivate: { userErrors: [] } }
    }
    if (query.startsWith('query')) return { nodes: (variables.ids ?? []).map((id) => nodeOf(id, levels[id])) }
    meddle(++sets)
    const rows = variables.input?.quantities ?? []
    const userErrors = rows.flatMap((row, i) => {
      const level = levels[row.inventoryItemId]
      const stale = typeof level === 'object' && level.available !== row.changeFromQuantity
      return stale
        ? [
            {
              field: ['input', 'quantities', String(i), 'changeFromQuantity'],
              message: 'stale',
              code: 'CHANGE_FROM_QUANTITY_STALE',
            },
          ]
        : []
    })
    if (!userErrors.length) for (const row of rows) levels[row.inventoryItemId] = { available: row.quantity }
    return { inventorySetQuantities: { userErrors } }
  }
  let uuids = 0
  const c = {
    ...noConnection,
    accessToken: 't',
    origins: { shop: 'https://{shop}' },
    shop: 'motto-dev.myshopify.com',
    settings: ShopifySettings.parse({ locationId: '1' }),
    now: () => new Date(0),
    uuid: () => `key-${++uuids}`,
    http: async (call: HttpCall) => {
      const sent = call.json as Asked
      requests.push(sent)
      return { status: 200, headers: {}, body: { data: answer(sent) } }
    },
  }
  return { c, requests, levels, writes: () => requests.filter(({ query }) => query.startsWith('mutation')) }
}
function nodeOf(id: string, level: Level | undefined) {
  if (level === undefined || level === 'gone') return null
  if (level === 'elsewhere') return { id, tracked: true, inventoryLevel: null }
  return {
    id,
    tracked: level.tracked ?? true,
    inventoryLevel: { id: `l-${id}`, quantities: [{ name: 'available', quantity: level.available }] },
  }
}
const want = (item: string, quantity: number, locationId = '') => ({
  sku: item,
  quantity,
  locationId,
  listing: { externalId: 'p', url: '', parts: { [item]: { inventoryItemId: item, variantId: `v-${item}` } } },
})
const kinds = (outcomes: { ok: boolean; error?: ChannelError }[]) => outcomes.map((o) => (o.ok ? 'ok' : o.error?.kind))

describe('stock on Shopify', () => {
  it('sends only what differs, with the number it read', async () => {
    const { c, levels, writes } = shop({ a: { available: 3 }, b: { available: 5 } })
    expect(kinds(await setStock(c, [want('a', 3), want('b', 7)]))).toEqual(['ok', 'ok'])
    expect(writes()).toHaveLength(1)
    expect(writes()[0]?.variables.input?.quantities).toEqual([
      { inventoryItemId: 'b', locationId: 'gid://shopify/Location/1', quantity: 7, changeFromQuantity: 5 },
    ])
    expect(levels).toMatchObject({ a: { available: 3 }, b: { available: 7 } })
  })
  it('does not lose a sale made while it writes: that row is a conflict, its neighbours are set', async () => {
    const store: Record<string, Level> = { a: { available: 5 }, b: { available: 5 }, c: { available: 5 } }
    const { c, levels, writes } = shop(store, (sets) => void (sets === 1 && (store.b = { available: 4 })))
    expect(kinds(await setStock(c, [want('a', 1), want('b', 2), want('c', 3)]))).toEqual(['ok', 'conflict', 'ok'])
    expect(levels).toMatchObject({ a: { available: 1 }, b: { available: 4 }, c: { available: 3 } })
    expect(new Set(writes().map(({ variables }) => variables.key)).size).toBe(2)
  })
  it('sends the number that core set last, without reading: what was sold since is a conflict', async () => {
    const { c, requests, levels, writes } = shop({ a: { available: 4 }, b: { available: 10 } })
    const rows = [
      { ...want('a', 9), from: 10 },
      { ...want('b', 9), from: 10 },
    ]
    expect(kinds(await setStock(c, rows))).toEqual(['conflict', 'ok'])
    expect(writes()[0]?.variables.input?.quantities.map((row) => row.changeFromQuantity)).toEqual([10, 10])
    expect(requests.length).toBe(writes().length)
    expect(levels).toMatchObject({ a: { available: 4 }, b: { available: 9 } })
  })
  it('stocks an item at a location it was never at, once', async () => {
    const { c, levels, writes } = shop({ a: 'elsewhere' })
    expect(kinds(await setStock(c, [want('a', 4)]))).toEqual(['ok'])
    expect(levels).toMatchObject({ a: { available: 4 } })
    expect(writes()).toHaveLength(1)
  })
  it('names what is gone, what was never there and what has no location', async () => {
    const { c } = shop({ a: 'gone', b: { available: 1 } })
    const unknown = { ...want('x', 1), listing: { externalId: 'p', url: '', parts: {} } }
    expect(kinds(await setStock(c, [want('a', 1), unknown, want('b', 2)]))).toEqual(['not_found', 'not_found', 'ok'])
    const nowhere = await setStock({ ...c, settings: ShopifySettings.parse({}) }, [want('b', 3)])
    expect(nowhere[0]).toMatchObject({
      ok: false,
      error: { kind: 'invalid', fields: { locationId: 'Choose a Shopify location.' } },
    })
  })
  it('keeps locations apart, and the same item twice', async () => {
    const { c, requests } = shop({ a: { available: 1 }, b: { available: 1 } })
    expect(kinds(await setStock(c, [want('a', 2), want('b', 2, '9'), want('a', 5)]))).toEqual(['ok', 'ok', 'ok'])
    expect(
      requests
        .filter(({ query }) => query.startsWith('query'))
        .map(({ variables }) => [variables.location, variables.ids]),
    ).toEqual([
      ['gid://shopify/Location/1', ['a']],
      ['gid://shopify/Location/9', ['b']],
      ['gid://shopify/Location/1', ['a']],
    ])
  })
  it('says when Shopify does not count a product', async () => {
    const { c } = shop({ a: { available: 2, tracked: false } })
    expect(await setStock(c, [want('a', 2)])).toMatchObject([
      { ok: true, warnings: [expect.stringContaining('Track quantity')] },
    ])
  })
})

describe('prices on Shopify', () => {
  it('go in one call per product', async () => {
    const sent: unknown[] = []
    const { c } = shop({})
    const http = async (call: HttpCall) => {
      sent.push((call.json as { variables: unknown }).variables)
      return { status: 200, headers: {}, body: { data: { productVariantsBulkUpdate: { userErrors: [] } } } }
    }
    const price = (sku: string, product: string) => ({
      sku,
      price: 1250,
      currency: 'USD',
      listing: { externalId: product, url: '', parts: { [sku]: { variantId: `v-${sku}` } } },
    })
    const outcomes = await setPrices({ ...c, http }, [
      price('a', 'p1'),
      price('b', 'p2'),
      price('c', 'p1'),
      { ...price('d', 'p1'), sku: 'none' },
    ])
    expect(kinds(outcomes)).toEqual(['ok', 'ok', 'ok', 'not_found'])
    expect(sent).toEqual([
      {
        product: 'p1',
        variants: [
          { id: 'v-a', price: '12.50' },
          { id: 'v-c', price: '12.50' },
        ],
      },
      { product: 'p2', variants: [{ id: 'v-b', price: '12.50' }] },
    ])
  })
})
