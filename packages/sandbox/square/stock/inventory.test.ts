import { describe, expect, it } from 'vitest'
import type { Json } from '../../kit/json.ts'
import { codeOf, openTestSquare } from '../../testing/square-shop.ts'

interface Change {
  type: string
  adjustment?: { refund_id?: string; quantity: string }
  physical_count?: { quantity: string }
}

/** A counted item of which two units were bought and taken back one by one. */
async function open() {
  const shop = openTestSquare()
  await shop.connect()
  shop.simulator.addItems([{ sku: 'TEE', title: 'Tee', price: 12.99, quantity: 10 }])
  const { objects } = (await shop.api('GET', 'catalog/list?types=ITEM_VARIATION')) as { objects: { id: string }[] }
  const [variation] = objects
  const { locations } = (await shop.api('GET', 'locations')) as { locations: { id: string }[] }
  const [location] = locations
  const where = { catalog_object_id: variation?.id, location_id: location?.id }
  const physical_count = { ...where, state: 'IN_STOCK', quantity: '8', occurred_at: '2026-07-01T10:00:00Z' }
  const count = { idempotency_key: 'count', changes: [{ type: 'PHYSICAL_COUNT', physical_count }] }
  await shop.api('POST', 'inventory/changes/batch-create', count)
  const bought = { lines: [{ sku: 'TEE', quantity: 2 }], payment: 'paid' as const, test: false }
  const { externalOrderId } = shop.simulator.buy(bought)
  for (let n = 0; n < 2; n += 1) {
    shop.pass(1)
    shop.simulator.refund({ externalOrderId, restock: true, lines: [{ sku: 'TEE', quantity: 1 }] })
  }
  const page = async (question: Json) =>
    (await shop.api('POST', 'inventory/changes/batch-retrieve', question)) as unknown as {
      changes: Change[]
      cursor?: string
    }
  return { shop, where, page }
}

describe("Square's changes of stock", () => {
  it('come oldest first, page by page, counts and adjustments alike', async () => {
    const { page } = await open()
    const seen: Change[] = []
    let cursor: string | undefined
    do {
      const answer = await page({ limit: 1, ...(cursor && { cursor }) })
      seen.push(...answer.changes)
      cursor = answer.cursor
    } while (cursor)
    expect(seen.map(({ type }) => type)).toEqual(['PHYSICAL_COUNT', 'ADJUSTMENT', 'ADJUSTMENT'])
    expect(seen[0]?.physical_count?.quantity).toBe('8')
    expect(seen.every(({ type, adjustment }) => type !== 'ADJUSTMENT' || adjustment?.refund_id)).toBe(true)
  })

  it('are those of the types, states and locations that were asked for', async () => {
    const { page, where } = await open()
    const types = async (question: Json) => (await page(question)).changes.map(({ type }) => type)
    expect(await types({ types: ['ADJUSTMENT'] })).toEqual(['ADJUSTMENT', 'ADJUSTMENT'])
    expect(await types({ types: ['ADJUSTMENT'], states: ['IN_STOCK'] })).toEqual(['ADJUSTMENT', 'ADJUSTMENT'])
    expect(await types({ types: ['ADJUSTMENT'], states: ['WASTE'] })).toEqual([])
    // SOLD is taken and ignored.
    expect(await types({ types: ['ADJUSTMENT'], states: ['SOLD'] })).toHaveLength(2)
    expect(await types({ location_ids: [where.location_id] })).toHaveLength(3)
    expect(await types({ location_ids: ['ANOTHER'] })).toEqual([])
    expect(await types({ updated_before: '2000-01-01T00:00:00Z' })).toEqual([])
  })

  it('name two places since 2026-07-15, one before, and refuse what the version does not know', async () => {
    const { shop, where } = await open()
    const of = async (version: string, path: string, json: Json) =>
      shop.send('POST', `/v2/inventory/changes/${path}`, { json, headers: { 'square-version': version } })
    const first = async (version: string) => {
      const answer = await of(version, 'batch-retrieve', { types: ['ADJUSTMENT'], limit: 1 })
      return [answer.headers['square-version'], (answer.body['changes'] as { adjustment: Json }[])[0]?.adjustment]
    }
    const { location_id: location, ...variation } = where
    expect(await first('2025-08-20')).toEqual(['2025-08-20', expect.objectContaining({ location_id: location })])
    const [version, adjustment] = await first('2026-09-16')
    expect(version).toBe('2026-09-16')
    expect(adjustment).toMatchObject({ from_location_id: location, to_location_id: location })
    expect(adjustment).not.toHaveProperty('location_id')
    const moved = {
      ...variation,
      from_state: 'NONE',
      to_state: 'IN_STOCK',
      quantity: '1',
      occurred_at: '2026-07-01T10:00:00Z',
    }
    const change = (key: string, adjustment: Json) => ({
      idempotency_key: key,
      changes: [{ type: 'ADJUSTMENT', adjustment: { ...moved, ...adjustment } }],
    })
    const outcomes = [
      await of('2025-08-20', 'batch-create', change('a', { location_id: location })),
      await of('2026-09-16', 'batch-create', change('b', { location_id: location })),
      await of('2026-09-16', 'batch-create', change('c', { to_location_id: location })),
      await of('2026-09-16', 'batch-retrieve', { types: ['TRANSFER'] }),
      await of('2026-09-17', 'batch-retrieve', {}),
    ]
    expect(outcomes.map((answer) => [answer.status, answer.status === 200 ? '' : codeOf(answer)])).toEqual([
      [200, ''],
      [400, 'INVALID_VALUE'],
      [200, ''],
      [400, 'INVALID_ENUM_VALUE'],
      [400, 'INVALID_SQUARE_VERSION_FORMAT'],
    ])
  })

  it('refuse a cursor of another question', async () => {
    const { shop, page } = await open()
    const { cursor } = await page({ limit: 1 })
    const json = { limit: 1, types: ['ADJUSTMENT'], cursor }
    const answer = await shop.send('POST', '/v2/inventory/changes/batch-retrieve', { json })
    expect([answer.status, codeOf(answer)]).toEqual([400, 'INVALID_CURSOR'])
  })
})
