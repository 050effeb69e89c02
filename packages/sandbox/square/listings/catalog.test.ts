import { describe, expect, it } from 'vitest'
import { codeOf, item, openTestSquare, type TestSquare, upserting, variation } from '../../testing/square-shop.ts'

const upsert = '/v2/catalog/batch-upsert'
interface SavedItem {
  id: string
  version: number
  item_data: {
    name: string
    variations: { id: string; version: number; item_variation_data: Record<string, unknown> }[]
  }
}
async function make(shop: TestSquare, name: string, ...skus: string[]): Promise<SavedItem> {
  const { objects } = await shop.api(
    'POST',
    'catalog/batch-upsert',
    upserting(
      item(
        name,
        skus.map((sku) => variation(sku)),
      ),
    ),
  )
  return (objects as SavedItem[])[0] as SavedItem
}
const whole = (saved: SavedItem, more: object) => ({ ...saved, type: 'ITEM', ...more })

describe("Square's catalog", () => {
  it('replaces an object whole, and only the version that is there', async () => {
    const shop = openTestSquare()
    await shop.connect()
    const first = await make(shop, 'Tee', 'TEE-M', 'TEE-L')
    const renamed = { ...first.item_data, name: 'Tea', variations: first.item_data.variations.slice(0, 1) }
    const { objects } = await shop.api('POST', 'catalog/batch-upsert', upserting(whole(first, { item_data: renamed })))
    const [second] = objects as SavedItem[]
    expect(second?.item_data.variations.map(({ item_variation_data: { sku } }) => sku)).toEqual(['TEE-M'])
    expect(second?.version).toBeGreaterThan(first.version)
    const old = await shop.send('POST', upsert, { json: upserting(whole(first, { item_data: renamed })) })
    expect([old.status, codeOf(old)]).toEqual([400, 'VERSION_MISMATCH'])
  })

  it('does a request of the same key once, refuses another with it, and takes one change at a time', async () => {
    const shop = openTestSquare()
    await shop.connect()
    const json = upserting(item('Mug', [variation('MUG')]))
    const [a, b] = [await shop.send('POST', upsert, { json }), await shop.send('POST', upsert, { json })]
    expect(b.body).toEqual(a.body)
    const changed = { ...json, batches: [{ objects: [item('Cup', [variation('CUP')])] }] }
    expect(codeOf(await shop.send('POST', upsert, { json: changed }))).toBe('IDEMPOTENCY_KEY_REUSED')
    const together = await Promise.all(
      ['A', 'B'].map((sku) => shop.send('POST', upsert, { json: upserting(item(sku, [variation(sku)])) })),
    )
    expect(together.map(({ status }) => status).toSorted()).toEqual([200, 429])
  })

  it.each([
    ['a name that is too long', item('x'.repeat(513), [variation('A')]), 'VALUE_TOO_LONG'],
    [
      'a text that is too long',
      item('A', [variation('A')], { description_html: 'x'.repeat(65_536) }),
      'VALUE_TOO_LONG',
    ],
    ['an item without variations', item('A', []), 'MISSING_REQUIRED_PARAMETER'],
    [
      'too many variations',
      item(
        'A',
        Array.from({ length: 251 }, (_, n) => variation(`A${n}`)),
      ),
      'ARRAY_LENGTH_TOO_LONG',
    ],
    ['a category that is not there', item('A', [variation('A')], { categories: [{ id: 'NONE' }] }), 'INVALID_VALUE'],
    ['a tax that is not there', item('A', [variation('A')], { tax_ids: ['NONE'] }), 'INVALID_VALUE'],
    [
      'a price of another currency',
      item('A', [variation('A', { price_money: { amount: 1, currency: 'JPY' } })]),
      'CURRENCY_MISMATCH',
    ],
    ['a barcode with letters', item('A', [variation('A', { upc: 'ABCDEFGH' })]), 'INVALID_VALUE'],
    [
      'a place that is not there',
      { ...item('A', [variation('A')]), present_at_location_ids: ['NOWHERE'] },
      'INVALID_VALUE',
    ],
    [
      'a variation where its item is not',
      { ...item('A', [variation('A')]), present_at_all_locations: false },
      'INVALID_VALUE',
    ],
  ])('refuses %s, and nothing of the batch is done', async (_, object, code) => {
    const shop = openTestSquare()
    await shop.connect()
    const answer = await shop.send('POST', upsert, { json: upserting(item('Fine', [variation('FINE')]), object) })
    expect([answer.status, codeOf(answer)]).toEqual([400, code])
    expect(shop.simulator.listings()).toEqual([])
  })

  it('takes pictures as files alone, and shows them a while later', async () => {
    const shop = openTestSquare()
    await shop.connect()
    shop.lag.images = 5
    const { id } = await make(shop, 'Tee', 'TEE')
    const request = (key: string) =>
      JSON.stringify({
        idempotency_key: key,
        object_id: id,
        image: { type: 'IMAGE', id: '#i', image_data: { name: 'front' } },
      })
    const send = (key: string, bytes: number[]) => {
      const form = new FormData()
      form.set('request', request(key))
      form.set('image_file', new Blob([Uint8Array.from(bytes)]), 'a.jpg')
      return shop.send('POST', '/v2/catalog/images', { form })
    }
    expect(codeOf(await send('k1', [1, 2, 3]))).toBe('INVALID_CONTENT_TYPE')
    const made = await send('k2', [0xff, 0xd8, 0xff, 0xd9])
    const { url } = (made.body['image'] as { image_data: { url: string } }).image_data
    const path = new URL(url).pathname.replace('/square', '')
    expect((await shop.send('GET', path)).status).toBe(404)
    shop.pass(6)
    expect((await shop.send('GET', path)).status).toBe(200)
    const { object } = await shop.api('GET', `catalog/object/${id}`)
    expect((object as { item_data: { image_ids: string[] } }).item_data.image_ids).toHaveLength(1)
  })

  it('gives pages by a cursor that belongs to its question', async () => {
    const shop = openTestSquare()
    await shop.connect()
    shop.simulator.addItems(
      Array.from({ length: 130 }, (_, n) => ({ sku: `P-${n}`, title: `P ${n}`, price: 1, quantity: 1 })),
    )
    const first = await shop.api('GET', 'catalog/list?types=ITEM')
    expect(first['objects']).toHaveLength(100)
    const second = await shop.api('GET', `catalog/list?types=ITEM&cursor=${String(first['cursor'])}`)
    expect([(second['objects'] as unknown[]).length, second['cursor']]).toEqual([30, undefined])
    const strange = await shop.send('GET', `/v2/catalog/list?types=TAX&cursor=${String(first['cursor'])}`)
    expect(codeOf(strange)).toBe('INVALID_CURSOR')
  })

  it('counts up to 100 numbers of the last day, all or none', async () => {
    const shop = openTestSquare()
    await shop.connect()
    const { item_data } = await make(shop, 'Tee', 'TEE')
    const places = (await shop.api('GET', 'locations'))['locations'] as { id: string }[]
    const makeCount = (more: object = {}) => ({
      type: 'PHYSICAL_COUNT',
      physical_count: {
        catalog_object_id: item_data.variations[0]?.id,
        state: 'IN_STOCK',
        location_id: places[0]?.id,
        quantity: '4',
        occurred_at: '2026-07-01T10:00:00Z',
        ...more,
      },
    })
    let key = 0
    const tell = (...changes: object[]) =>
      shop.send('POST', '/v2/inventory/changes/batch-create', { json: { idempotency_key: `k${(key += 1)}`, changes } })
    expect(codeOf(await tell(...Array.from({ length: 101 }, () => makeCount())))).toBe('ARRAY_LENGTH_TOO_LONG')
    expect(codeOf(await tell(makeCount({ quantity: '-1' })))).toBe('INVALID_VALUE')
    expect(codeOf(await tell(makeCount({ occurred_at: '2026-06-29T10:00:00Z' })))).toBe('INVALID_TIME')
    expect(codeOf(await tell(makeCount(), makeCount({ catalog_object_id: 'GONE' })))).toBe('NOT_FOUND')
    expect(shop.simulator.listings()[0]?.quantity).toBe(0)
    expect((await tell(makeCount())).status).toBe(200)
    const { location_id: place, ...counted } = makeCount().physical_count
    const adjustment = {
      type: 'ADJUSTMENT',
      adjustment: { ...counted, from_location_id: place, quantity: '1', from_state: 'IN_STOCK', to_state: 'WASTE' },
    }
    expect((await tell(adjustment)).status).toBe(200)
    expect(shop.simulator.listings()[0]?.quantity).toBe(3)
    // Whoever moves the sandbox's clock ahead moves no caller's.
    shop.pass(2 * 86_400)
    expect((await tell(makeCount({ quantity: '6' }))).status).toBe(200)
    expect(shop.simulator.listings()[0]?.quantity).toBe(6)
    const { objects } = await shop.api('POST', 'catalog/search', { object_types: ['ITEM_VARIATION'] })
    expect(JSON.stringify(objects)).not.toContain('sold_out')
    await tell(makeCount({ quantity: '0' }))
    expect(JSON.stringify(await shop.api('POST', 'catalog/search', { object_types: ['ITEM_VARIATION'] }))).toContain(
      '"sold_out":true',
    )
  })
})
