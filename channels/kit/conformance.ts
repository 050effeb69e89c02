import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { ChannelError, type ChannelListing, type ChannelOrder, type ExternalListing, type Outcome, type ReadyListing } from '../channel.ts'
import { refreshTokens } from './oauth.ts'
import { allPages } from './paging.ts'
import type { Remote, Stage } from './conformance-stage.ts'

export interface Harness<F, S> {
  stage: Stage<F, S>
  sandbox: Remote
  /** A listing that the channel takes, its SKUs beginning with `name`. */
  listing(name: string, more?: Partial<ReadyListing<F>>): ReadyListing<F>
  /** The same as a family of four: two sizes in two colours. */
  family(name: string): ReadyListing<F>
  /** What the channel itself refuses, and the field that it is about. */
  refused(name: string): { listing: ReadyListing<F>; field: string }
  isLive(status: string): boolean
  locationId: string
  /** More than one page of orders. */
  manyOrders: number
  clientSecret: string
  /** Every lookup with what it is asked and the shape that the editor relies on; `filled` ones must not be empty. */
  lookups: Record<string, { query: Record<string, string>; shape: z.ZodType; filled?: (answer: unknown) => boolean }>
  /** Lets the channel's quotas recover between tests. */
  rest?(): void
  stop(): Promise<void>
}

const value = <T>(outcome: Outcome<T> | undefined): T => {
  if (!outcome?.ok) throw outcome?.error ?? new Error('No outcome')
  return outcome.value
}
const failure = async (work: Promise<unknown>): Promise<ChannelError> => {
  const error = await work.then(() => undefined, (e: unknown) => e)
  if (!(error instanceof ChannelError)) throw error ?? new Error('Nothing failed')
  return error
}
const notEmpty = (answer: unknown) => Object.keys(answer ?? {}).length > 0
const refusal = (outcome: Outcome<unknown> | undefined) => (outcome && !outcome.ok ? outcome.error : undefined)
/** Before everything: orders of a fresh sandbox are younger. */
const since = () => new Date(Date.now() - 3_600_000)

/** What every channel must do, played against its simulator over HTTP. @param isDescribed the channel's published description is at hand */
export function conformance<F, S>(name: string, isDescribed: boolean, makeHarness: () => Promise<Harness<F, S>>): void {
  describe(`${name} keeps the promises of a channel`, () => {
    let h: Harness<F, S>
    beforeAll(async () => void (h = await makeHarness()), 60_000)
    afterAll(() => h.stop())
    beforeEach(async () => {
      h.rest?.()
      await h.sandbox.noFaults()
    })

    const publish = async (...batch: ReadyListing<F>[]) => h.stage.channel.listings.publish(h.stage.connection(), batch)
    const publishOne = async (listing: ReadyListing<F>) => value((await publish(listing))[0])
    const onSandbox = async (prefix: string) => (await h.sandbox.listings()).filter(({ sku }) => sku.startsWith(prefix))
    const liveOnSandbox = async (prefix: string) => (await onSandbox(prefix)).filter(({ status }) => h.isLive(status))
    const withExternal = (listing: ReadyListing<F>, external: ExternalListing) => ({ ...listing, external })
    const orders = (from = since()) => allPages((cursor) => ordersOf(h).pull(h.stage.connection(), from, cursor))
    const order = async (id: string) => (await orders()).find(({ externalOrderId }) => externalOrderId === id)

    it('knows the account and connects through the consent page', async () => {
      const account = await h.stage.channel.account(h.stage.connection())
      expect(account.accountId).not.toBe('')
      expect(account.name).not.toBe('')
      expect(account.currency).toBe('USD')
      expect(h.stage.grant.expiresAt.getTime()).toBeGreaterThan(Date.now())
    })

    it('answers every lookup in the shape that its editor relies on', async () => {
      const { lookups } = h.stage.channel
      expect(Object.keys(h.lookups).sort()).toEqual(Object.keys(lookups).sort())
      for (const [lookup, { query, shape, filled }] of Object.entries(h.lookups)) {
        const answer: unknown = await lookups[lookup]?.(h.stage.connection(), query)
        expect([lookup, shape.safeParse(answer).error?.message]).toEqual([lookup, undefined])
        expect([lookup, (filled ?? notEmpty)(answer)]).toEqual([lookup, true])
      }
    })

    it('finds nothing to say against a listing that the channel takes', async () => {
      const { channel } = h.stage
      for (const listing of [h.listing('CHK-A'), h.family('CHK-F')]) {
        const facts = await channel.facts?.(h.stage.connection(), listing)
        expect(channel.check(listing, facts, h.stage.settings).errors).toEqual({})
      }
    })

    it('publishes single listings and a family', async () => {
      const outcomes = await publish(h.listing('PUB-A'), h.listing('PUB-B'), h.family('PUB-F'))
      const [a, b, family] = outcomes.map(value)
      const rows = await liveOnSandbox('PUB-')
      expect(rows.map(({ sku }) => sku).sort()).toEqual(['PUB-A', 'PUB-B', 'PUB-F-1', 'PUB-F-2', 'PUB-F-3', 'PUB-F-4'])
      expect(rows.find(({ sku }) => sku === 'PUB-A')).toMatchObject({ externalId: a?.externalId, price: 12.99, quantity: 5 })
      expect(a?.externalId).not.toBe(b?.externalId)
      expect(new Set(rows.filter(({ sku }) => sku.startsWith('PUB-F')).map(({ externalId }) => externalId))).toEqual(new Set([family?.externalId]))
      expect(Object.keys(family?.parts ?? {}).sort()).toEqual(['PUB-F-1', 'PUB-F-2', 'PUB-F-3', 'PUB-F-4'])
      expect(new URL(a?.url ?? '').protocol).toMatch(/^http/)
    })

    it('publishing again finds the same listing', async () => {
      for (const listing of [h.listing('AGAIN-A'), h.family('AGAIN-F')]) {
        const first = await publishOne(listing)
        const second = await publishOne(listing)
        expect(second.externalId).toBe(first.externalId)
        expect(Object.keys(second.parts)).toEqual(Object.keys(first.parts))
      }
      expect(await onSandbox('AGAIN-')).toHaveLength(5)
    })

    it('revises a live listing', async () => {
      for (const listing of [h.listing('REV-A'), h.family('REV-F')]) {
        const external = await publishOne(listing)
        const variants = listing.variants.map((v) => ({ ...v, price: 2050, quantity: 7 }))
        const [outcome] = await h.stage.channel.listings.revise(h.stage.connection(), [{ ...listing, title: `${listing.title} new`, variants, external }])
        expect(value(outcome).externalId).toBe(external.externalId)
      }
      const rows = await liveOnSandbox('REV-')
      expect(rows).toHaveLength(5)
      for (const row of rows) expect(row).toMatchObject({ price: 20.5, quantity: 7, title: expect.stringContaining('new') })
    })

    it('takes a variation away that is no longer there, and a new one in', async () => {
      const listing = h.family('VAR')
      const external = await publishOne(listing)
      const [first, second, third, fourth] = listing.variants
      if (!first || !second || !third || !fourth) throw new Error('A family has four')
      const variants = [first, second, third, { ...fourth, sku: 'VAR-5' }]
      const revised = value((await h.stage.channel.listings.revise(h.stage.connection(), [{ ...listing, variants, external }]))[0])
      expect(Object.keys(revised.parts).sort()).toEqual(['VAR-1', 'VAR-2', 'VAR-3', 'VAR-5'])
      const buyable = (await liveOnSandbox('VAR')).filter(({ quantity }) => quantity > 0).map(({ sku }) => sku).sort()
      expect(buyable).toEqual(['VAR-1', 'VAR-2', 'VAR-3', 'VAR-5'])
    })

    it('ends listings, once and again, and lists them anew', async () => {
      for (const listing of [h.listing('END-A'), h.family('END-F')]) {
        const external = await publishOne(listing)
        for (let i = 0; i < 2; i++) value((await h.stage.channel.listings.end(h.stage.connection(), [external]))[0])
        expect(await liveOnSandbox(listing.variants[0]?.sku ?? '')).toEqual([])
        await publishOne(withExternal(listing, external))
        expect(await liveOnSandbox(listing.variants[0]?.sku ?? '')).toHaveLength(1)
      }
    })

    it('lists anew what core remembers without its id', async () => {
      const listing = h.listing('BLANK')
      const external = await publishOne(listing)
      value((await h.stage.channel.listings.end(h.stage.connection(), [external]))[0])
      await publishOne({ ...withExternal(listing, { ...external, externalId: '', url: '' }), title: 'Another title' })
      expect(await onSandbox('BLANK')).toHaveLength(1)
      expect(await liveOnSandbox('BLANK')).toHaveLength(1)
    })

    it('becomes a family and one piece again, with the same SKU', async () => {
      const alone = h.listing('SHAPE-1')
      const family = { ...h.family('SHAPE'), key: alone.key }
      let external = await publishOne(alone)
      for (const next of [family, alone]) {
        external = value((await h.stage.channel.listings.revise(h.stage.connection(), [withExternal(next, external)]))[0])
        const buyable = (await liveOnSandbox('SHAPE')).filter(({ quantity }) => quantity > 0)
        expect(buyable.map(({ sku }) => sku).sort()).toEqual(next.variants.map(({ sku }) => sku))
        expect(new Set(buyable.map(({ externalId }) => externalId))).toEqual(new Set([external.externalId]))
      }
    })

    it('pulls everything, page by page', async () => {
      await h.sandbox.addItems(Array.from({ length: 60 }, (_, i) => ({ sku: `PULL-${i}`, title: `Pulled ${i}`, price: 3.1, quantity: i })))
      const pulled = await allPages((cursor) => h.stage.channel.listings.pull(h.stage.connection(), cursor))
      const mine = pulled.filter(({ sku }) => sku.startsWith('PULL-'))
      expect(new Set(mine.map(({ sku }) => sku)).size).toBe(60)
      expect(mine).toHaveLength(60)
      expect(mine.find(({ sku }) => sku === 'PULL-7')).toMatchObject<Partial<ChannelListing>>({ title: 'Pulled 7', price: 310, quantity: 7, currency: 'USD', status: 'live' })
    })

    it('sets stock to an absolute number, twice with the same end', async () => {
      const listings = [h.listing('STK-A'), h.family('STK-F')]
      const externals = (await publish(...listings)).map(value)
      const levels = listings.flatMap((listing, i) => listing.variants.map(({ sku }, n) => ({ sku, quantity: n + 1, listing: externals[i] as ExternalListing, locationId: h.locationId })))
      for (let i = 0; i < 2; i++) for (const outcome of await h.stage.channel.stock.set(h.stage.connection(), levels)) value(outcome)
      const rows = await onSandbox('STK-')
      expect(Object.fromEntries(rows.map(({ sku, quantity }) => [sku, quantity]))).toEqual(Object.fromEntries(levels.map(({ sku, quantity }) => [sku, quantity])))
      const none = levels.map((level) => ({ ...level, quantity: 0 }))
      for (const outcome of await h.stage.channel.stock.set(h.stage.connection(), none)) value(outcome)
      expect((await onSandbox('STK-')).every(({ quantity }) => quantity === 0)).toBe(true)
    })

    it('one unknown SKU does not keep its neighbours from their stock', async () => {
      const external = await publishOne(h.listing('NBR-A'))
      const level = { sku: 'NBR-A', quantity: 9, listing: external, locationId: h.locationId }
      const outcomes = await h.stage.channel.stock.set(h.stage.connection(), [{ ...level, sku: 'NBR-NONE' }, level])
      expect(outcomes.map((o) => (o.ok ? 'ok' : o.error.kind))).toEqual(['not_found', 'ok'])
      expect((await onSandbox('NBR-A'))[0]?.quantity).toBe(9)
    })

    it('sets prices', async ({ skip }) => {
      const { prices } = h.stage.channel
      if (!prices) return skip('this channel has no prices of its own')
      const external = await publishOne(h.listing('PRC-A'))
      value((await prices.set(h.stage.connection(), [{ sku: 'PRC-A', price: 777, currency: 'USD', listing: external }]))[0])
      expect((await onSandbox('PRC-A'))[0]).toMatchObject({ price: 7.77, quantity: 5 })
    })

    it('a refusal of one among three leaves its neighbours', async () => {
      const bad = h.refused('REF-B')
      const [a, b, c] = await publish(h.listing('REF-A'), bad.listing, h.listing('REF-C'))
      expect([a?.ok, b?.ok, c?.ok]).toEqual([true, false, true])
      const error = refusal(b)
      expect(error?.kind).toBe('invalid')
      expect(Object.keys(error?.fields ?? {})).toContain(bad.field)
      expect(error?.message.length).toBeGreaterThan(10)
      expect((await liveOnSandbox('REF-')).map(({ sku }) => sku).sort()).toEqual(['REF-A', 'REF-C'])
    })

    it('says how long to wait when it is too much', async () => {
      await h.sandbox.fault('rate_limit')
      const error = await failure(h.stage.channel.listings.pull(h.stage.connection()))
      expect(error.kind).toBe('rate_limited')
      expect(error.retryAfterSeconds).toBeGreaterThan(0)
    })

    it('a batch stops at a rate limit and says so', async () => {
      await h.sandbox.fault('rate_limit', 50)
      expect((await failure(publish(h.listing('LIM-A'), h.listing('LIM-B')))).kind).toBe('rate_limited')
    })

    it('an error of the channel is unavailable', async () => {
      await h.sandbox.fault('error500')
      expect((await failure(h.stage.channel.listings.pull(h.stage.connection()))).kind).toBe('unavailable')
    })

    it('an expired token is unauthorized, and refreshing gives one that works', async () => {
      await h.sandbox.fault('expire_token')
      expect((await failure(h.stage.channel.account(h.stage.connection()))).kind).toBe('unauthorized')
      const next = await refreshed(h)
      Object.assign(h.stage.grant, next)
      expect((await h.stage.channel.account(h.stage.connection())).name).not.toBe('')
    })

    it('leaves one listing when the answer to any of its writes was lost', async () => {
      for (const make of [h.listing, h.family]) {
        for (let n = 1; n <= 14; n++) {
          const listing = make(`LOST-${make === h.family ? 'F' : 'A'}${n}`)
          const [first] = await h.stage.channel.listings.publish(h.stage.connection({ loseWrite: n }), [listing]).catch((error: unknown) => [{ ok: false as const, error: error as ChannelError }])
          const error = refusal(first)
          if (error && !error.maybeDone) throw error
          await publishOne(listing)
          expect(await onSandbox(`${listing.variants[0]?.sku}`)).toHaveLength(1)
          if (first?.ok) break
        }
      }
      const rows = await onSandbox('LOST-')
      expect(new Set(rows.map(({ sku }) => sku)).size).toBe(rows.length)
    }, 60_000)

    it('leaves one listing when the channel did it and kept silent', async () => {
      const listing = h.listing('SILENT')
      await h.sandbox.fault('timeout_after_commit')
      const [first] = await h.stage.channel.listings.publish(h.stage.connection({ timeoutMs: 300 }), [listing])
      expect(refusal(first)).toMatchObject({ kind: 'unavailable', maybeDone: true })
      await publishOne(listing)
      expect(await onSandbox('SILENT')).toHaveLength(1)
    })

    it('reads an order as it was placed', async () => {
      await publishOne(h.listing('ORD-A'))
      const { externalOrderId } = await h.sandbox.buy('ORD-A', 2)
      const found = await order(externalOrderId)
      expect(found).toMatchObject<Partial<ChannelOrder>>({ state: 'open', currency: 'USD', subtotal: 2598 })
      expect(found?.lines).toMatchObject([{ sku: 'ORD-A', quantity: 2, price: 1299 }])
      expect(found?.totalAmount).toBe((found?.subtotal ?? 0) + (found?.shippingCost ?? 0) + (found?.taxAmount ?? 0) - (found?.discountAmount ?? 0))
      expect(found?.buyer.name).not.toBe('')
      expect(found?.shippingAddress.country).toMatch(/^[A-Z]{2}$/)
      expect((await onSandbox('ORD-A'))[0]?.quantity).toBe(3)
      expect(ordersOf(h).adminUrl({ externalOrderId, shop: h.stage.connection().shop, origins: h.stage.connection().origins })).toMatch(/^http/)
    })

    it('a cancelled order says so', async () => {
      await publishOne(h.listing('CAN-A'))
      const { externalOrderId } = await h.sandbox.buy('CAN-A')
      await h.sandbox.cancel(externalOrderId)
      expect((await order(externalOrderId))?.state).toBe('cancelled')
    })

    it('ships an order once, also when told twice', async () => {
      await publishOne(h.listing('SHIP-A'))
      const { externalOrderId } = await h.sandbox.buy('SHIP-A', 3)
      const placed = await order(externalOrderId)
      const shipment = {
        externalOrderId, raw: placed?.raw, carrier: 'USPS', trackingNumber: '9400 1112 0255', shippedAt: new Date(),
        lines: (placed?.lines ?? []).map(({ externalId, quantity }) => ({ externalId, quantity })),
      }
      for (let i = 0; i < 2; i++) value((await ordersOf(h).ship(h.stage.connection(), [shipment]))[0])
      expect((await order(externalOrderId))?.state).toBe('shipped')
      const unknown = await ordersOf(h).ship(h.stage.connection(), [{ ...shipment, externalOrderId: externalOrderId.replace(/\d(?=\d*$)/, '9') + '77' }, shipment])
      expect(unknown.map(({ ok }) => ok)).toEqual([false, true])
    })

    it('does not ship twice when the first answer was lost', async () => {
      await publishOne(h.listing('SHIP-L'))
      const { externalOrderId } = await h.sandbox.buy('SHIP-L', 2)
      const placed = await order(externalOrderId)
      const shipment = { externalOrderId, raw: placed?.raw, carrier: '', trackingNumber: '', shippedAt: new Date(), lines: (placed?.lines ?? []).map(({ externalId }) => ({ externalId, quantity: 2 })) }
      const [first] = await ordersOf(h).ship(h.stage.connection({ loseWrite: 1 }), [shipment])
      expect(first?.ok).toBe(false)
      value((await ordersOf(h).ship(h.stage.connection(), [shipment]))[0])
      expect((await order(externalOrderId))?.state).toBe('shipped')
    })

    it('misses no order over pages, also while orders change between them', async () => {
      await h.sandbox.addItems([{ sku: 'MANY', title: 'Many', price: 1, quantity: h.manyOrders + 10 }])
      const from = since()
      const bought: string[] = []
      for (let i = 0; i < h.manyOrders; i++) bought.push((await h.sandbox.buy('MANY')).externalOrderId)
      const seen = new Set<string>()
      let cursor: string | undefined
      let pages = 0
      do {
        const page = await ordersOf(h).pull(h.stage.connection(), from, cursor)
        for (const { externalOrderId } of page.items) seen.add(externalOrderId)
        cursor = page.next
        // an order of the first page changes before the second is read
        if (pages++ === 0) await h.sandbox.cancel(bought[0] ?? '')
      } while (cursor !== undefined)
      expect(pages).toBeGreaterThan(1)
      expect(bought.filter((id) => !seen.has(id))).toEqual([])
    }, 60_000)

    it('makes the channel call us once per topic, and knows its hand', async ({ skip }) => {
      const { webhooks } = h.stage.channel
      if (!webhooks) return skip('this channel calls nobody')
      const inbox = await openInbox()
      try {
        await webhooks.subscribe(h.stage.connection(), 'http://127.0.0.1:9/moved-away')
        for (let i = 0; i < 2; i++) await webhooks.subscribe(h.stage.connection(), inbox.url)
        await publishOne(h.listing('HOOK-A'))
        const { externalOrderId } = await h.sandbox.buy('HOOK-A')
        const isOurs = (d: Delivery) => webhooks.read(d.raw, d.headers).some((e) => e.kind === 'orders' && e.externalId === externalOrderId)
        const delivery = await inbox.until(isOurs)
        expect(webhooks.verify(delivery.raw, delivery.headers, h.clientSecret)).toBe(true)
        expect(webhooks.verify(Buffer.concat([delivery.raw, Buffer.from(' ')]), delivery.headers, h.clientSecret), 'changed on its way').toBe(false)
        expect(webhooks.verify(delivery.raw, delivery.headers, 'another secret'), 'signed by a stranger').toBe(false)
        expect(webhooks.verify(delivery.raw, {}, h.clientSecret), 'not signed').toBe(false)
        const ids = inbox.deliveries.filter(isOurs).flatMap((d) => webhooks.read(d.raw, d.headers)).map(({ eventId }) => eventId)
        expect(new Set(ids).size, 'subscribed once').toBe(ids.length)
      } finally {
        inbox.close()
      }
    })

    it('the same webhook twice is one event, and two out of order tell the same end', async ({ skip }) => {
      const { webhooks } = h.stage.channel
      if (!webhooks) return skip('this channel calls nobody')
      const inbox = await openInbox()
      try {
        await webhooks.subscribe(h.stage.connection(), inbox.url)
        await publishOne(h.listing('TWICE-A'))
        await h.sandbox.fault('duplicate_webhook', 1)
        const { externalOrderId } = await h.sandbox.buy('TWICE-A')
        const eventsOf = () => inbox.deliveries.flatMap((d) => webhooks.read(d.raw, d.headers))
        await inbox.until(() => eventsOf().length > new Set(eventsOf().map(({ eventId }) => eventId)).size)
        await h.sandbox.fault('reorder_webhooks', 2)
        await h.sandbox.cancel(externalOrderId)
        const before = inbox.deliveries.length
        await inbox.until(() => inbox.deliveries.slice(before).some((d) => webhooks.read(d.raw, d.headers).some((e) => e.externalId === externalOrderId)))
        // an event is only a hint: what counts is read from the channel
        expect((await order(externalOrderId))?.state).toBe('cancelled')
      } finally {
        inbox.close()
      }
    })

    it('refuses for good once the seller withdrew consent', async () => {
      await h.sandbox.fault('revoke_token')
      expect((await failure(h.stage.channel.account(h.stage.connection()))).kind).toBe('unauthorized')
      expect((await failure(refreshed(h))).kind).toBe('unauthorized')
    })

    it.skipIf(!isDescribed)(`every request and every answer keeps to the published description${isDescribed ? '' : ' (skipped: it is not on this machine)'}`, () => {
      expect([...new Set(h.stage.problems)]).toEqual([])
    })
  })
}

const ordersOf = <F, S>({ stage: { channel } }: Harness<F, S>) => {
  if (!channel.orders) throw new Error(`${channel.name} has no orders`)
  return channel.orders
}

const refreshed = <F, S>({ stage }: Harness<F, S>) => {
  const { refreshToken = '' } = stage.grant
  return refreshTokens({ ...stage.channel.connect, refreshRequest: () => stage.refreshRequest() }, stage.http, { origins: {}, clientId: '', clientSecret: '', shop: '', refreshToken }, new Date())
}

interface Delivery { raw: Buffer; headers: Record<string, string> }
/** A server of ours that channels may call. */
async function openInbox() {
  const deliveries: Delivery[] = []
  let wake = () => {}
  const server: Server = createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    deliveries.push({ raw: Buffer.concat(chunks), headers: request.headers as Record<string, string> })
    reply.end()
    wake()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const until = async (wanted: (delivery: Delivery) => boolean): Promise<Delivery> => {
    const deadline = AbortSignal.timeout(15_000)
    for (;;) {
      const found = deliveries.find(wanted)
      if (found) return found
      await new Promise<void>((again, fail) => {
        wake = again
        deadline.addEventListener('abort', () => fail(new Error(`Not delivered; ${deliveries.length} others were`)), { once: true })
      })
    }
  }
  return { deliveries, until, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, close: () => server.close() }
}
