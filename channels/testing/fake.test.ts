import { describe, expect, it } from 'vitest'
import type { ReadyListing } from '../channel.ts'
import { channelOf } from '../registry.ts'
import { noConnection } from './connection.ts'
import { fakeChannel } from './fake.ts'

const mug = (over: Partial<ReadyListing> = {}): ReadyListing => ({
  key: 7,
  title: 'Mug',
  description: '',
  currency: 'USD',
  condition: 'New',
  images: [],
  tags: [],
  vendor: '',
  sizeAndWeight: null,
  variants: [{ sku: 'MUG', options: {}, price: 1200, quantity: 5 }],
  fields: {},
  external: null,
  ...over,
})

/** What the conformance suite asks of every adapter, as far as it goes without a channel behind it. */
describe('the fake channel', () => {
  it('publishes once, however often it is asked, and shows what it was told', async () => {
    const { channel, shown } = fakeChannel(channelOf('shopify'))
    const [first] = await channel.listings.publish(noConnection, [mug()])
    expect(await channel.listings.publish(noConnection, [mug()])).toEqual([first])
    expect(shown()).toMatchObject([{ sku: 'MUG', title: 'Mug', price: 1200, quantity: 5 }])
    expect((await channel.listings.pull(noConnection)).items).toMatchObject([
      { externalId: shown()[0]?.externalId, title: 'Mug', variants: [{ sku: 'MUG', price: 1200, quantity: 5 }] },
    ])
  })
  it('sets stock and price of one variation and leaves its neighbours', async () => {
    const { channel, shown } = fakeChannel(channelOf('shopify'))
    const variants = ['A', 'B'].map((sku) => ({ sku, options: { Size: sku }, price: 100, quantity: 1 }))
    const [answer] = await channel.listings.publish(noConnection, [mug({ variants })])
    if (!answer?.ok) throw new Error('refused')
    const listing = answer.value
    await channel.stock.set(noConnection, [{ sku: 'B', quantity: 9, listing, locationId: '' }])
    await channel.prices?.set(noConnection, [{ sku: 'A', price: 50, currency: 'USD', listing }])
    expect(shown().map(({ sku, price, quantity }) => [sku, price, quantity])).toEqual([
      ['A', 50, 1],
      ['B', 100, 9],
    ])
  })
  it('says not_found of what is not there, for that one alone; ends twice without a word', async () => {
    const { channel, shown } = fakeChannel(channelOf('shopify'))
    const [answer] = await channel.listings.publish(noConnection, [mug()])
    if (!answer?.ok) throw new Error('refused')
    const absent = { externalId: 'fake-9', url: '', parts: {} }
    const level = { sku: 'MUG', quantity: 2, locationId: '' }
    expect(
      await channel.stock.set(noConnection, [
        { ...level, listing: absent },
        { ...level, listing: answer.value },
      ]),
    ).toMatchObject([{ ok: false, error: { kind: 'not_found' } }, { ok: true }])
    expect(await channel.listings.revise(noConnection, [mug({ external: absent })])).toMatchObject([{ ok: false }])
    for (let times = 0; times < 2; times += 1)
      expect(await channel.listings.end(noConnection, [answer.value])).toMatchObject([{ ok: true }])
    expect(shown()).toEqual([])
  })
  it('pulls page by page to the end', async () => {
    const { channel } = fakeChannel(channelOf('shopify'))
    const all = Array.from({ length: 120 }, (_, n) =>
      mug({ key: n, variants: [{ sku: `S-${n}`, options: {}, price: 1, quantity: 1 }] }),
    )
    await channel.listings.publish(noConnection, all)
    const skus: string[] = []
    for (let cursor: string | undefined, first = true; first || cursor; first = false) {
      const { items, next } = await channel.listings.pull(noConnection, cursor)
      skus.push(...items.flatMap(({ variants }) => variants.map(({ sku }) => sku)))
      cursor = next
    }
    expect(skus).toEqual(all.map(({ variants }) => variants[0]?.sku))
  })
  it('keeps to the rules of the channel that it is like', () => {
    const { channel } = fakeChannel(channelOf('shopify'))
    const title = 'A'.repeat(channel.limits.titleChars + 1)
    expect(
      channel.check(
        mug({ title, fields: channel.fields.parse({ locationId: 'x' }) as Record<string, unknown> }),
        undefined,
      ).errors,
    ).toHaveProperty('title')
  })
})
