import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CloverSchema, CloverSettings } from '#contract/channels/shapes/clover.ts'
import { clover as description } from '#contract/channels/clover.ts'
import type { Sandbox } from '#sandbox/main.ts'
import { openSandbox } from '#sandbox/testing/open.ts'
import type { ChannelOrder, Page, ReadyListing } from '../channel.ts'
import { connect, type Remote, remote, type Stage } from '../testing/conformance/stage.ts'
import { refusal, since, value } from '../testing/conformance/tools.ts'
import { check } from './listings/check.ts'
import { cloverConnect } from './connect.ts'
import { errorOf } from './errors.ts'
import { clover } from './index.ts'
import { cloverLookups } from './lookups.ts'

type Listing = ReadyListing<CloverSchema>
const fields = (more: object = {}) => CloverSchema.parse(more)
const listing = (more: Partial<Listing> = {}): Listing => ({
  key: 7,
  title: 'Harbor tee',
  description: '<p>Soft</p>',
  currency: 'USD',
  condition: 'New',
  images: [],
  tags: [],
  vendor: '',
  sizeAndWeight: null,
  variants: [{ sku: 'TEE', options: {}, price: 1299, quantity: 5 }],
  fields: fields(),
  external: null,
  ...more,
})
const sizes = (name: string, all: string[]) =>
  all.map((Size) => ({ sku: `${name}-${Size}`, options: { Size }, price: 1299, quantity: 5 }))

describe('LST-324..LST-329 how a template lists there', () => {
  it('LST-324 LST-325 LST-329 the editor has category and title alone', () => {
    expect(description.fields.filter(({ kind }) => kind !== 'hidden').map(({ label }) => label)).toEqual([
      'Category',
      'Title',
    ])
  })
})

describe('what Clover would refuse is found before', () => {
  const facts = { currency: 'USD', tracksStock: true, categories: ['SHIRTS0000001'] }
  const external = { externalId: 'ITEM000000001', url: '', parts: { TEE: { itemId: 'ITEM000000001' } } }
  it.each([
    [
      'a title that is too long',
      { title: 'x'.repeat(128) },
      'title',
      'Clover titles can have up to 127 characters. This one has 128.',
    ],
    [
      'no SKU',
      { variants: [{ sku: '', options: {}, price: 1, quantity: 1 }] },
      'sku',
      'A SKU is required to sync with Clover.',
    ],
    [
      'another currency',
      { currency: 'EUR' },
      'price',
      'Your Clover merchant account sells in USD, but this price is in EUR.',
    ],
    [
      'a category that is gone',
      { fields: fields({ categoryIds: 'HATS000000001' }) },
      'categoryIds',
      'Clover no longer has this category. Choose another.',
    ],
    [
      'two variations alike',
      { variants: [...sizes('TEE', ['M']), ...sizes('tee', ['m'])] },
      'variations',
      'Two variations have the same options.',
    ],
    [
      'a variation of what was listed alone',
      { external, variants: sizes('TEE', ['M', 'L']) },
      'variations',
      'Clover can’t turn a single item into variations, or the other way around. Unlist it, then list it again.',
    ],
  ])('%s', (_, more, field, sentence) => {
    expect(check(listing(more), facts).errors).toEqual({ [field]: sentence })
  })
  it('nothing else', () => {
    expect(check(listing({ fields: fields({ categoryIds: 'SHIRTS0000001' }), external }), facts)).toEqual({
      errors: {},
      causes: {},
      warnings: {},
    })
  })
  it('and that stock is not tracked there is said', () => {
    expect(Object.keys(check(listing(), { ...facts, tracksStock: false }).warnings)).toEqual(['quantity'])
  })
})

describe("Clover's words", () => {
  const none = { clientId: 'A', clientSecret: '', shop: '', facts: {}, state: 's', challenge: '', now: new Date(0) }

  it.each([
    [401, {}, 'unauthorized', {}],
    [404, { message: 'invalid ID' }, 'not_found', {}],
    [400, { message: 'price must be at least 0' }, 'invalid', { price: 'price must be at least 0' }],
    [503, {}, 'unavailable', {}],
  ])('%i %o', (status, body, kind, fields) => {
    const error = errorOf({ status, headers: {}, body }, true)
    expect([error.kind, error.fields, error.maybeDone]).toEqual([kind, fields, kind === 'unavailable'])
  })

  it('a 429 on calls at once says how long to wait; the others a second', () => {
    const wait = (headers: Record<string, string>) =>
      errorOf({ status: 429, headers, body: {} }, false).retryAfterSeconds
    expect([wait({ 'retry-after': '7' }), wait({ 'x-ratelimit-tokenlimit': '16' })]).toEqual([7, 1])
  })

  it('each region has hosts of its own', () => {
    const origins = { api: 'https://a', web: 'https://w', apiEurope: 'https://ae', webEurope: 'https://we' }
    const at = (region: string) =>
      new URL(cloverConnect.authorizeUrl({ ...none, origins, redirect: 'https://m/oauth', facts: { region } })).origin
    expect(['na', 'eu'].map(at)).toEqual(['https://w', 'https://we'])
    expect(cloverConnect.normalise({ region: '' })).toEqual({ region: 'na' })
  })

  it('a callback without a code says where to begin; one with it names the merchant', () => {
    const { readCallback } = cloverConnect
    expect(() => readCallback({ ...none, query: { merchant_id: 'M' } })).toThrow(
      'Start again from Integrations › Clover',
    )
    expect(readCallback({ ...none, query: { merchant_id: 'M', code: 'c' } })).toEqual({
      code: 'c',
      facts: { merchantId: 'M' },
    })
  })
})

describe('against the simulator', () => {
  let sandbox: Sandbox
  let there: Remote
  let stage: Stage<CloverSchema, CloverSettings>
  const base = () => `${sandbox.url}/clover`
  beforeAll(async () => {
    sandbox = await openSandbox()
    const app = { clientId: 'MOTTOSANDBOX1', clientSecret: 'sandbox-clover-secret' }
    stage = await connect({
      channel: clover,
      settings: CloverSettings.parse({}),
      // It asks quicker than Clover lets it.
      inspect: () => (sandbox.simulators.get('clover')?.refill(), []),
      redirect: 'http://localhost:3000/oauth/clover',
      context: {
        ...app,
        secrets: { webhookAuth: 'sandbox-clover-auth-code' },
        facts: { region: 'na' },
        origins: { api: base(), web: base() },
        shop: '',
      },
    })
    there = remote(sandbox.url, 'clover')
  })
  afterAll(() => sandbox.stop())
  const publish = async (input: Listing) => value((await clover.listings.publish(stage.connection(), [input]))[0])
  const revise = async (input: Listing) => (await clover.listings.revise(stage.connection(), [input]))[0]
  const orders = async () => (await clover.orders?.pull(stage.connection(), since()))?.items ?? []
  const allow = async (...permissions: string[]) => {
    const body = new URLSearchParams(permissions.map((permission): [string, string] => ['allow', permission]))
    await fetch(`${base()}/developer/permissions`, { method: 'POST', body })
  }

  it('LST-121 categories have an id and a name', async () => {
    expect(await cloverLookups.categories(stage.connection())).toEqual(
      ['Shirts', 'Home', 'Gifts'].map((name) => ({ id: expect.stringMatching(/^[0-9A-Z]{13}$/), name })),
    )
  })

  it('IMP-175 IMP-193 items are read page by page, with id, name, SKU and price', async () => {
    await there.addItems(['A', 'B', 'C'].map((name) => ({ sku: `PAGE-${name}`, title: name, price: 3.1, quantity: 1 })))
    const read = (offset: string, limit: string) => cloverLookups.items(stage.connection(), { offset, limit })
    const item = (name: string) => ({ id: expect.stringMatching(/./), name, sku: `PAGE-${name}`, price: 310 })
    expect(await read('0', '2')).toEqual([item('A'), item('B')])
    expect(await read('2', '2')).toEqual([item('C')])
    await expect(read('0', '5000')).rejects.toMatchObject({ kind: 'invalid' })
  })

  it('a permission that is missing is told from a token that ended: only that call is refused, and its name is told', async () => {
    await allow('Merchant', 'Orders', 'Customers')
    const refused = clover.listings.pull(stage.connection())
    await expect(refused).rejects.toMatchObject({ kind: 'forbidden' })
    const items = (await clover.readiness?.(stage.connection())) ?? []
    await allow('Merchant', 'Inventory', 'Orders', 'Payments', 'Customers')
    expect(items.map(({ id, state }) => [id, state])).toEqual([
      ['permissions', 'todo'],
      ['stock', 'ok'],
    ])
    expect(items[0]?.detail).toContain('Inventory, Payments')
    expect((await clover.readiness?.(stage.connection()))?.[0]?.state).toBe('ok')
  })

  it('nothing is shown before its number stands: an item whose number was refused stays hidden, and is gone on with', async () => {
    const hidden = listing({ key: 20, variants: [{ sku: 'HID', options: {}, price: 100, quantity: 3 }] })
    const c = stage.connection()
    const http: typeof c.http = async (call) =>
      call.url.includes('item_stocks') ? { status: 500, headers: {}, body: {} } : c.http(call)
    const [first] = await clover.listings.publish({ ...c, http }, [hidden])
    const shown = async () => (await there.listings()).filter(({ sku }) => sku === 'HID').map(({ status }) => status)
    expect([refusal(first)?.kind, await shown()]).toEqual(['unavailable', ['hidden']])
    const made = first && !first.ok ? first.made : undefined
    await publish({ ...hidden, external: made ?? null })
    expect(await shown()).toEqual(['live'])
  })

  it('goes into the chosen category and leaves the one before', async () => {
    const [shirts, home] = await cloverLookups.categories(stage.connection())
    const categorized = listing({ key: 21, variants: [{ sku: 'CAT', options: {}, price: 100, quantity: 3 }] })
    const external = await publish({ ...categorized, fields: fields({ categoryIds: shirts?.id }) })
    const categories = async () =>
      (await clover.listings.pull(stage.connection())).items.find(
        ({ externalId }) => externalId === external.externalId,
      )?.category.name
    expect(await categories()).toBe('Shirts')
    value(await revise({ ...categorized, external, fields: fields({ categoryIds: home?.id }) }))
    expect(await categories()).toBe('Home')
  })

  it('an item that nobody counted has no number, until it is saved', async () => {
    const c = stage.connection()
    const made = await c.http({
      method: 'POST',
      url: `${base()}/v3/merchants/${c.facts['merchantId']}/items`,
      headers: { authorization: `Bearer ${c.accessToken}` },
      json: { name: 'Uncounted', price: 100, sku: 'UNC' },
    })
    const itemId = (made.body as { id: string }).id
    const external = { externalId: itemId, url: '', parts: { UNC: { itemId } } }
    const read = async () => (await clover.stock.read(c, [{ sku: 'UNC', listing: external, locationId: '' }]))[0]
    expect(refusal(await read())?.message).toContain('isn’t tracking stock for this item')
    value(await revise(listing({ external, variants: [{ sku: 'UNC', options: {}, price: 100, quantity: 4 }] })))
    expect(value(await read())).toEqual({ quantity: 4, live: true })
  })

  it('what was listed alone becomes a family only after it ended: its hidden item makes room', async () => {
    const alone = listing({ key: 22, variants: [{ sku: 'GRP-M', options: {}, price: 100, quantity: 3 }] })
    const external = await publish(alone)
    const family = { ...alone, external, variants: sizes('GRP', ['M', 'L']) }
    expect(refusal(await revise(family))).toMatchObject({ kind: 'invalid', fields: { variations: expect.any(String) } })
    value((await clover.listings.end(stage.connection(), [external]))[0])
    const next = await publish({ ...family, external: { ...external, externalId: '' } })
    const shown = async () =>
      (await there.listings()).filter(({ sku }) => sku.startsWith('GRP')).map(({ sku, status }) => [sku, status])
    expect(await shown()).toEqual([
      ['GRP-M', 'live'],
      ['GRP-L', 'live'],
    ])
    value((await clover.listings.end(stage.connection(), [next]))[0])
    await publish({ ...alone, external: { ...next, externalId: '' } })
    expect(await shown()).toEqual([['GRP-M', 'live']])
  })

  it('a sale at the register is handed over, and one in test mode is none', async () => {
    await there.addItems([{ sku: 'TILL', title: 'Till', price: 3, quantity: 9 }])
    const at = await there.purchase({ sku: 'TILL', quantity: 2, counter: true })
    const test = await there.purchase({ sku: 'TILL', quantity: 1, test: true })
    const pulled = await orders()
    expect(pulled.find(({ externalOrderId }) => externalOrderId === at.externalOrderId)).toMatchObject({
      payment: 'paid',
      shipping: 'shipped',
      lines: [{ sku: 'TILL', quantity: 2, sent: 2 }],
    })
    expect(pulled.some(({ externalOrderId }) => externalOrderId === test.externalOrderId)).toBe(false)
  })

  it('a sale of an item that was deleted since still tells its SKU', async () => {
    const external = await publish(listing({ key: 23, variants: sizes('GONE', ['M', 'L']) }))
    const { externalOrderId } = await there.buy('GONE-L', 2)
    value(await revise(listing({ key: 23, external, variants: sizes('GONE', ['M']) })))
    const order = (await orders()).find((candidate) => candidate.externalOrderId === externalOrderId)
    expect(order?.lines).toMatchObject([{ sku: 'GONE-L', quantity: 2 }])
  })

  it('an order of more pieces than an answer holds is read whole', async () => {
    await there.addItems([{ sku: 'CRATE', title: 'Crate', price: 1, quantity: 300 }])
    const { externalOrderId } = await there.buy('CRATE', 130)
    const order = (await orders()).find((candidate) => candidate.externalOrderId === externalOrderId)
    expect(order?.lines).toMatchObject([{ sku: 'CRATE', quantity: 130 }])
  })

  it('ORD-061 knows no parcels, and its orders have no page to link to', () => {
    expect([clover.orders?.ship, clover.orders?.track]).toEqual([undefined, undefined])
    expect(clover.orders?.adminUrl({ externalOrderId: 'A', shop: '', origins: {} })).toBe('')
  })

  it('sixty orders of sixty items are two pages, and each needs one call for its items; so does the stock of all', async () => {
    const skus = Array.from({ length: 60 }, (_, n) => `ONE-${n}`)
    await there.addItems(skus.map((sku) => ({ sku, title: sku, price: 1, quantity: 5 })))
    const c = stage.connection()
    const first = await clover.orders?.pull(c, since())
    const before = first?.items.length ?? 0
    for (const sku of skus) await there.buy(sku, 1)
    const requests: string[] = []
    const counting = {
      ...c,
      http: (call: Parameters<typeof c.http>[0]) => {
        const { pathname, searchParams } = new URL(call.url)
        requests.push(`${pathname.split('/').at(-1)} ${searchParams.getAll('filter').at(-1)?.slice(0, 5)}`)
        return c.http(call)
      },
    }
    const sold = new Set<string>()
    let pages = 0
    for (let cursor: string | undefined = '0'; cursor !== undefined; pages += 1) {
      const page: Page<ChannelOrder> | undefined = await clover.orders?.pull(counting, since(), cursor)
      for (const { lines } of page?.items ?? []) for (const { sku } of lines) sold.add(sku)
      cursor = page?.next
    }
    expect(skus.filter((sku) => !sold.has(sku))).toEqual([])
    const ofOrders = requests.filter((request) => request.startsWith('orders')).length
    expect([ofOrders, pages]).toEqual([2 + Math.floor(before / 45), ofOrders])
    // Where items were deleted since, a page asks for those once more.
    expect(requests.filter((request) => request === 'items id in').length).toBe(pages)
    expect(requests.filter((request) => request === 'items delet').length).toBeLessThanOrEqual(pages)
    expect(requests.filter((request) => !/^(orders|items|line_items) /.test(request))).toEqual([])

    const listed = (await clover.listings.pull(c)).items.filter(({ variants: [v] }) => skus.includes(v?.sku ?? ''))
    requests.length = 0
    const places = listed.flatMap(({ externalId, url, variants: [v] }) =>
      v ? [{ sku: v.sku, listing: { externalId, url, parts: { [v.sku]: v.part } }, locationId: '' }] : [],
    )
    const removed = {
      sku: 'X',
      listing: { externalId: 'X', url: '', parts: { X: { itemId: 'N0SUCH1TEM000' } } },
      locationId: '',
    }
    const shown = await clover.stock.read(counting, [...places, removed])
    expect(shown.slice(0, -1).map((outcome) => value(outcome))).toEqual(places.map(() => ({ quantity: 4, live: true })))
    expect(refusal(shown.at(-1))?.kind).toBe('not_found')
    expect([places.length, requests]).toEqual([60, ['items id in']])
  })
})
