import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { remote } from '../../testing/conformance/stage.ts'
import { ebayStage } from '../../testing/ebay-stage.ts'
import { publish } from './publish.ts'

let on: Awaited<ReturnType<typeof ebayStage>>
beforeAll(async () => void (on = await ebayStage()))
afterAll(() => on.sandbox.stop())

/** A connection that keeps what it asks for, below the API's address. */
function counting(o: { loseWrite?: number } = {}) {
  const c = on.stage.connection(o)
  const requests: string[] = []
  const http: typeof c.http = (call) => {
    requests.push(`${call.method} ${new URL(call.url).pathname.split('/inventory/v1/')[1] ?? ''}`)
    return c.http(call)
  }
  return { c: { ...c, http }, requests }
}
const bulk = [
  'bulk_get_inventory_item',
  'bulk_create_or_replace_inventory_item',
  'bulk_create_offer',
  'bulk_publish_offer',
]
const shown = async (start: string) =>
  (await remote(on.sandbox.url, 'ebay').listings()).filter(({ sku }) => sku.startsWith(start))

describe('listings that are published together', () => {
  it('take four calls for 25; what eBay refuses of one names its field and keeps none of the others', async () => {
    const { c, requests } = counting()
    const good = Array.from({ length: 24 }, (_, n) => on.listing(`MANY-${n}`))
    const bad = on.listing('MANY-BAD', { fields: on.fields({ fulfillmentPolicyId: '404' }) })
    const outcomes = await publish(c, [bad, ...good])
    expect(requests).toEqual(bulk.map((what) => `POST ${what}`))
    expect(outcomes.map(({ ok }) => ok)).toEqual([false, ...good.map(() => true)])
    const [refused] = outcomes
    expect(refused?.ok === false && Object.keys(refused.error.fields)).toEqual(['fulfillmentPolicyId'])
    const there = await shown('MANY-')
    expect(there.map(({ sku }) => sku).toSorted()).toEqual(
      good.map(({ variants }) => variants[0]?.sku ?? '').toSorted(),
    )
    expect(outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value.externalId] : [])).toSorted()).toEqual(
      there.map(({ externalId }) => externalId).toSorted(),
    )
  })

  it('leave alone what somebody else lists under one of the SKUs', async () => {
    const { c } = counting()
    const [theirs] = await publish(c, [on.listing('TAKEN-1', { title: 'By somebody else' })])
    const outcomes = await publish(c, [on.listing('TAKEN-1'), on.listing('TAKEN-2'), on.listing('TAKEN-3')])
    expect(outcomes.map((outcome) => (outcome.ok ? 'listed' : outcome.error.kind))).toEqual([
      'already_there',
      'listed',
      'listed',
    ])
    const [first] = await shown('TAKEN-1')
    expect([first?.title, first?.externalId]).toEqual(['By somebody else', theirs?.ok && theirs.value.externalId])
  })

  it.each([1, 2, 3])(
    'are made once where the answer of write %i is lost, and the next try finds them',
    async (loseWrite) => {
      const listings = ['A', 'B', 'C'].map((name) => on.listing(`LOST-${loseWrite}-${name}`))
      const first = await publish(counting({ loseWrite }).c, listings)
      expect(first.map((outcome) => !outcome.ok && outcome.error.maybeDone)).toEqual([true, true, true])
      const second = await publish(counting().c, listings)
      expect(second.map(({ ok }) => ok)).toEqual([true, true, true])
      const there = await shown(`LOST-${loseWrite}-`)
      expect(there.map(({ sku }) => sku).toSorted()).toEqual(listings.map(({ variants }) => variants[0]?.sku ?? ''))
    },
  )
})
