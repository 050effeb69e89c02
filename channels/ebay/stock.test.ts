import { describe, expect, it } from 'vitest'
import { EbaySettings } from '#contract/channels/shapes/ebay.ts'
import type { HttpCall } from '../call.ts'
import { ChannelError } from '../channel.ts'
import { readStock, setPrices, setStock } from './stock.ts'
import { noConnection } from '../testing/connection.ts'

interface Sent {
  requests: { sku: string; offers: { offerId: string }[] }[]
}
const run = (reply: (sent: Sent, n: number) => { status: number; body: unknown }) => {
  const calls: HttpCall[] = []
  const http = async (call: HttpCall) => {
    calls.push(call)
    return { headers: {}, ...reply(call.json as Sent, calls.length) }
  }
  const c = {
    ...noConnection,
    http,
    accessToken: 't',
    origins: { api: 'https://api.example' },
    shop: '',
    settings: EbaySettings.parse({}),
    now: () => new Date(0),
    uuid: () => 'u',
  }
  return { c, calls }
}
const listing = (sku: string) => ({ externalId: '1', url: '', parts: { [sku]: { offerId: `offer-${sku}` } } })
const level = (sku: string, quantity = 3) => ({ sku, quantity, listing: listing(sku), locationId: '' })
const allGood = (sent: Sent) => ({
  status: 200,
  body: { responses: sent.requests.map(({ sku, offers }) => ({ sku, offerId: offers[0]?.offerId, statusCode: 200 })) },
})
const kinds = (outcomes: { ok: boolean; error?: ChannelError }[]) => outcomes.map((o) => (o.ok ? 'ok' : o.error?.kind))

describe('stock on eBay', () => {
  it('sets item and offer, at most 25 a call, a repeated SKU in a call of its own', async () => {
    const { c, calls } = run(allGood)
    const levels = [...Array.from({ length: 30 }, (_, i) => level(`S${i}`)), level('S29', 9)]
    expect(kinds(await setStock(c, levels))).toEqual(levels.map(() => 'ok'))
    expect(calls.map(({ json }) => (json as Sent).requests.length)).toEqual([25, 5, 1])
    expect(calls[2]?.json).toEqual({
      requests: [
        {
          sku: 'S29',
          shipToLocationAvailability: { quantity: 9 },
          offers: [{ offerId: 'offer-S29', availableQuantity: 9 }],
        },
      ],
    })
  })
  it('of an item that eBay does not know is not none, though the answer comes with an empty item', async () => {
    const { c } = run(() => ({
      status: 207,
      body: {
        responses: [{ sku: 'A', statusCode: 404, inventoryItem: {}, errors: [{ errorId: 25702, message: 'No.' }] }],
      },
    }))
    const [outcome] = await readStock(c, [{ sku: 'A', listing: listing('A'), locationId: '' }])
    expect(outcome?.ok === false && outcome.error.kind).toBe('not_found')
  })
  it('reads 207 element by element', async () => {
    const { c } = run(() => ({
      status: 207,
      body: {
        responses: [
          {
            sku: 'B',
            offerId: 'offer-B',
            statusCode: 400,
            errors: [{ errorId: 25713, message: 'This Offer is not available.' }],
          },
          { sku: 'A', statusCode: 200 },
          { sku: 'A', offerId: 'offer-A', statusCode: 200 },
        ],
      },
    }))
    const outcomes = await setStock(c, [
      level('A'),
      level('B'),
      level('C'),
      { ...level('D'), listing: { externalId: '', url: '', parts: {} } },
    ])
    expect(kinds(outcomes)).toEqual(['ok', 'not_found', 'unavailable', 'not_found'])
  })
  it('a call that fails as a whole fails for its rows only', async () => {
    const { c } = run((sent, n) =>
      n === 1 ? { status: 500, body: { errors: [{ errorId: 25001, message: 'System error.' }] } } : allGood(sent),
    )
    const outcomes = await setStock(
      c,
      Array.from({ length: 26 }, (_, i) => level(`S${i}`)),
    )
    expect(kinds(outcomes)).toEqual([...Array.from({ length: 25 }, () => 'unavailable'), 'ok'])
  })
  it('a quota that is used up stops everything', async () => {
    const { c, calls } = run(() => ({
      status: 429,
      body: { errors: [{ errorId: 2001, message: 'Too many requests.' }] },
    }))
    await expect(
      setStock(
        c,
        Array.from({ length: 60 }, (_, i) => level(`S${i}`)),
      ),
    ).rejects.toMatchObject({ kind: 'quota' })
    expect(calls).toHaveLength(1)
  })
})

describe('what eBay shows', () => {
  it('is the item, 25 in a call; of few, also whether the offer is on sale', async () => {
    const calls: string[] = []
    const { c } = run(() => ({ status: 200, body: {} }))
    const http = async (call: HttpCall) => {
      calls.push(new URL(call.url).pathname)
      const item = (sku: string) => ({
        sku,
        statusCode: 200,
        inventoryItem: { availability: { shipToLocationAvailability: { quantity: 4 } } },
      })
      const body =
        call.method === 'POST'
          ? { responses: (call.json as Sent).requests.map(({ sku }) => item(sku)) }
          : { offerId: 'offer-S0', sku: 'S0', status: 'UNPUBLISHED', availableQuantity: 3 }
      return { status: 200, headers: {}, body }
    }
    const many = Array.from({ length: 26 }, (_, i) => level(`S${i}`))
    const shown = await readStock({ ...c, http }, [...many, { ...level('X'), listing: listing('Y') }])
    expect(kinds(shown)).toEqual([...many.map(() => 'ok'), 'not_found'])
    expect(calls).toHaveLength(2)
    expect(await readStock({ ...c, http }, [level('S0')], { state: true })).toEqual([
      { ok: true, value: { quantity: 3, live: false } },
    ])
  })
})

describe('prices on eBay', () => {
  it('leave quantities alone', async () => {
    const { c, calls } = run(allGood)
    await setPrices(c, [{ sku: 'A', price: 1205, currency: 'USD', listing: listing('A') }])
    expect(calls[0]?.json).toEqual({
      requests: [{ sku: 'A', offers: [{ offerId: 'offer-A', price: { value: '12.05', currency: 'USD' } }] }],
    })
  })
})
