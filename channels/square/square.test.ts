import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SquareSchema, SquareSettings } from '#contract/channels/shapes/square.ts'
import { meaningOf } from '#domain/orders/intake/pieces.ts'
import type { Sandbox } from '#sandbox/main.ts'
import { openSandbox } from '#sandbox/testing/open.ts'
import type { ReadyListing } from '../channel.ts'
import { noConnection } from '../testing/connection.ts'
import { connect, type Remote, remote, type Stage } from '../testing/conformance/stage.ts'
import { refusal, since, value } from '../testing/conformance/tools.ts'
import { check } from './listings/check.ts'
import { squareConnect } from './connect.ts'
import { errorOf } from './errors.ts'
import { square } from './index.ts'
import { treeOf } from './lookups.ts'
import { receive } from './webhooks.ts'
import { Category } from './wire.ts'

type Listing = ReadyListing<SquareSchema>
const listing = (more: Partial<Listing> = {}): Listing => ({
  key: 1,
  title: 'Tee',
  description: '<p>Soft</p>',
  currency: 'USD',
  condition: 'New',
  images: ['https://pictures.example/a.jpg'],
  tags: [],
  vendor: '',
  sizeAndWeight: null,
  variants: [{ sku: 'TEE', options: {}, price: 1299, quantity: 5 }],
  fields: SquareSchema.parse({ locationId: 'MAIN' }),
  external: null,
  ...more,
})
const many = (count: number, of: (n: number) => object) =>
  Array.from({ length: count }, (_, n) => ({ sku: `S-${n}`, options: {}, price: 1, quantity: 1, ...of(n) }))

describe('what Square would refuse is found before', () => {
  const place = { id: 'MAIN', name: 'Main', isActive: true, address: '', currency: 'USD' }
  const facts = { locations: [place, { ...place, id: 'SHUT', isActive: false }], taxes: [], categories: ['SHIRTS'] }
  const fields = (more: object) => ({ fields: SquareSchema.parse({ locationId: 'MAIN', ...more }) })
  it.each<[string, Partial<Listing>, string]>([
    ['title', { title: 'x'.repeat(513) }, 'Square titles can have up to 512 characters. This one has 513.'],
    ['title', { title: ' ' }, 'Square requires a title.'],
    [
      'description',
      { description: 'x'.repeat(65_536) },
      'Square descriptions can have up to 65,535 characters, including HTML.',
    ],
    [
      'images',
      { images: Array.from({ length: 251 }, (_, n) => `https://p/${n}`) },
      'Square allows up to 250 images. You have 251.',
    ],
    [
      'variations',
      { variants: many(251, (n) => ({ options: { Size: `${n}` } })) },
      'Square allows up to 250 variations. You have 251.',
    ],
    ['variations', { variants: many(2, () => ({ options: { Size: 'M' } })) }, 'Two variations have the same options.'],
    ['locationId', fields({ locationId: '' }), 'Choose a Square location.'],
    ['locationId', fields({ locationId: 'SHUT' }), 'Main is inactive. Choose another location.'],
    ['locationId', fields({ locationId: 'GONE' }), 'Your Square account doesn’t have this location. Choose another.'],
    ['categoryIds', fields({ categoryIds: 'GONE' }), 'Square no longer has this category. Choose another.'],
    ['taxIds', fields({ taxIds: 'GONE' }), 'Square no longer has this tax. Choose another.'],
    ['price', { currency: 'CAD' }, 'Main sells in USD, but this price is in CAD.'],
    ['sku', { variants: many(1, () => ({ sku: '' })) }, 'A SKU is required to sync with Square.'],
    ['barcode', { variants: many(1, () => ({ barcode: '12' })) }, 'Square barcodes must have 8 to 14 digits: 12'],
  ])('%s', (field, more, sentence) => {
    expect(check(listing(more), facts).errors).toEqual({ [field]: sentence })
  })
  it('nothing else', () => expect(check(listing(fields({ categoryIds: 'SHIRTS' })), facts).errors).toEqual({}))
})

describe("Square's words", () => {
  it.each([
    [401, 'ACCESS_TOKEN_EXPIRED', 'unauthorized'],
    [403, 'INSUFFICIENT_SCOPES', 'forbidden'],
    [400, 'VERSION_MISMATCH', 'conflict'],
    [409, 'CONFLICT', 'conflict'],
    [429, 'RATE_LIMITED', 'rate_limited'],
    [404, 'NOT_FOUND', 'not_found'],
    [400, 'VALUE_TOO_LONG', 'invalid'],
    [503, 'SERVICE_UNAVAILABLE', 'unavailable'],
  ])('%i %s', (status, code, kind) => {
    const errors = [{ category: 'X', code, detail: 'Said.', field: 'batches[0].objects[1].item_data.name' }]
    const error = errorOf({ status, headers: {}, body: { errors } }, true)
    expect([error.kind, error.fields, error.maybeDone]).toEqual([kind, { title: 'Said.' }, kind === 'unavailable'])
  })

  it('a refresh token that is refused ended the consent; a wrong secret did not', () => {
    const answer = (field: string) => ({
      status: 401,
      headers: {},
      body: { errors: [{ category: 'AUTHENTICATION_ERROR', code: 'UNAUTHORIZED', detail: 'Not valid.', field }] },
    })
    const kindOf = (field: string) => {
      try {
        squareConnect.readTokens(answer(field))
      } catch (error) {
        return (error as { kind: string }).kind
      }
      return ''
    }
    expect([kindOf('refresh_token'), kindOf('client_secret')]).toEqual(['revoked', 'unauthorized'])
  })

  it('LST-115 categories are a tree; menus are left out', () => {
    const category = (id: string, more: object) =>
      Category.parse({ type: 'CATEGORY', id, category_data: { name: id, ...more } })
    const all = [
      category('Shirts', { parent_category: { id: 'Clothing' } }),
      category('Clothing', { category_type: 'REGULAR_CATEGORY' }),
      category('Lunch', { category_type: 'MENU_CATEGORY' }),
    ]
    const leaf = { id: 'Shirts', categoryData: { name: 'Shirts' }, children: [] }
    expect(treeOf(all)).toEqual([{ id: 'Clothing', categoryData: { name: 'Clothing' }, children: [leaf] }])
  })

  it('a call is believed for its signature over the address and the bytes', () => {
    const url = 'https://motto.example.com/api/v2/webhooks/square'
    const raw = Buffer.from(
      JSON.stringify({
        merchant_id: 'M1',
        type: 'inventory.count.updated',
        event_id: 'e-1',
        data: {
          object: {
            inventory_counts: [{ catalog_object_id: 'A' }, { catalog_object_id: 'B' }, { catalog_object_id: 'A' }],
          },
        },
      }),
    )
    const signature = createHmac('sha256', 'key').update(url).update(raw).digest('base64')
    const app = { clientId: '', clientSecret: '', secrets: { webhookKey: 'key' } }
    const headers = { 'x-square-hmacsha256-signature': signature }
    const { http, origins } = noConnection
    const call = { raw, url, app, http, origins, now: new Date(0), headers }
    expect(receive(call).events).toEqual([
      { eventId: 'e-1:A', account: 'M1', kind: 'stock', externalId: 'A' },
      { eventId: 'e-1:B', account: 'M1', kind: 'stock', externalId: 'B' },
    ])
    for (const wrong of [{ url: `${url}/` }, { raw: Buffer.from('{}') }, { app: { ...app, secrets: {} } }])
      expect(() => receive({ ...call, ...wrong })).toThrow('The signature doesn’t match.')
  })
})

describe('against the simulator', () => {
  let sandbox: Sandbox
  let there: Remote
  let stage: Stage<SquareSchema, SquareSettings>
  let places: string[]
  beforeAll(async () => {
    sandbox = await openSandbox()
    const base = `${sandbox.url}/square`
    const secrets = { webhookKey: 'sandbox-square-webhook-key' }
    const app = { clientId: 'sq0idp-motto-sandbox', clientSecret: 'sandbox-square-secret', secrets }
    stage = await connect({
      channel: square,
      settings: SquareSettings.parse({}),
      inspect: () => [],
      redirect: 'http://localhost:3000/oauth/square',
      context: { ...app, facts: {}, origins: { api: base, web: base }, shop: '' },
    })
    there = remote(sandbox.url, 'square')
    const all = (await square.lookups['locations']?.(stage.connection(), {})) as { id: string; isActive: boolean }[]
    places = all.filter(({ isActive }) => isActive).map(({ id }) => id)
    stage.settings = SquareSettings.parse({ locationId: places[0] })
  })
  afterAll(() => sandbox.stop())
  const fields = SquareSchema.parse({})
  const publish = async (input: Listing) => value((await square.listings.publish(stage.connection(), [input]))[0])
  const orders = async (c = stage.connection()) => (await square.orders?.pull(c, since()))?.items ?? []

  it('names its places with street, town and state', async () => {
    const all = await square.lookups['locations']?.(stage.connection(), {})
    expect(all).toContainEqual(expect.objectContaining({ id: places[0], address: '210 Alder Street, Portland, OR' }))
  })

  it('is ready when all is allowed and a place is open', async () => {
    const items = (await square.readiness?.(stage.connection())) ?? []
    expect(items.map(({ id, state }) => [id, state])).toEqual([
      ['permissions', 'ok'],
      ['location', 'ok'],
    ])
    expect(await square.defaults?.(stage.connection())).toEqual({ locationId: places[0] })
  })

  it('sends pictures once, in order, and takes ours away that are no longer wanted', async () => {
    const input = listing({
      key: 71,
      fields,
      images: ['https://p/a.jpg', 'https://p/b.jpg'],
      variants: many(1, () => ({ sku: 'PIC' })),
    })
    const external = await publish(input)
    const sent = async () =>
      (await there.calls()).filter((call) => (call as { path: string }).path === '/v2/catalog/images').length
    const before = await sent()
    const images = ['https://p/b.jpg', 'https://p/c.jpg']
    value((await square.listings.revise(stage.connection(), [{ ...input, external, images }]))[0])
    expect((await sent()) - before).toBe(1)
    const { items } = await square.listings.pull(stage.connection())
    expect(items.find(({ externalId }) => externalId === external.externalId)?.images).toHaveLength(2)
  })

  it('an item that somebody changed meanwhile is a conflict, and the next try takes their change along', async () => {
    const input = listing({ key: 72, fields, variants: many(1, () => ({ sku: 'CONF' })) })
    const external = await publish(input)
    const plain = stage.connection()
    let changed = false
    // The seller saves it between our read and our write.
    const http: typeof plain.http = async (call) => {
      if (call.url.endsWith('batch-upsert') && !changed) {
        changed = true
        sandbox.simulators.get('square')?.edit({ sku: 'CONF', title: 'Theirs', price: 5 })
      }
      return plain.http(call)
    }
    const [first] = await square.listings.revise({ ...plain, http }, [{ ...input, external, title: 'Ours' }])
    expect(refusal(first)?.kind).toBe('conflict')
    value((await square.listings.revise(plain, [{ ...input, external, title: 'Ours' }]))[0])
    expect((await there.listings()).find(({ sku }) => sku === 'CONF')).toMatchObject({ title: 'Ours', price: 0.01 })
  })

  it('what was refunded before it was sent leaves the order, on the shelf or not as Square says', async () => {
    await publish(listing({ key: 73, fields, variants: many(1, () => ({ sku: 'BACK', price: 1000, quantity: 9 })) }))
    const { externalOrderId } = await there.buy('BACK', 4)
    await there.refund(externalOrderId, true, [{ sku: 'BACK', quantity: 1 }])
    await there.refund(externalOrderId, false, [{ sku: 'BACK', quantity: 2 }])
    const order = (await orders()).find((candidate) => candidate.externalOrderId === externalOrderId)
    expect(order?.lines).toMatchObject([{ quantity: 4, sent: 0, restocked: 1, lost: 2 }])
    expect(order && meaningOf(order).state).toBe('open')
    // The order that says what came back is no order of its own.
    expect((await orders()).filter(({ lines }) => lines.some(({ sku }) => sku === 'BACK'))).toHaveLength(1)
  })

  it('what was restocked before it was sent counts also behind the first page of changes', async () => {
    await publish(listing({ key: 74, fields, variants: many(1, () => ({ sku: 'PAGE', price: 1000, quantity: 9 })) }))
    const { externalOrderId } = await there.buy('PAGE', 4)
    for (let n = 0; n < 2; n += 1) await there.refund(externalOrderId, true, [{ sku: 'PAGE', quantity: 1 }])
    const plain = stage.connection()
    const since: string[] = []
    // A page of Square's holds 1,000 changes.
    const http: typeof plain.http = (call) => {
      if (!call.url.endsWith('inventory/changes/batch-retrieve')) return plain.http(call)
      const json = call.json as { updated_after: string }
      since.push(json.updated_after)
      return plain.http({ ...call, json: { ...json, limit: 1 } })
    }
    const order = (await orders({ ...plain, http })).find((candidate) => candidate.externalOrderId === externalOrderId)
    expect(order?.lines).toMatchObject([{ quantity: 4, sent: 0, restocked: 2, lost: 0 }])
    // Square leaves out the changes of the moment itself, and the first refund may be as old as the order.
    expect(since.every((moment) => new Date(moment) < (order?.orderDate ?? new Date(0)))).toBe(true)
  })

  it('a sale at the till is handed over; one from another shelf than ours has no SKU', async () => {
    await there.addItems([{ sku: 'TILL', title: 'Till', price: 3, quantity: 5 }])
    const { externalOrderId } = await there.purchase({ sku: 'TILL', quantity: 2, counter: true })
    const find = async () => (await orders()).find((order) => order.externalOrderId === externalOrderId)
    expect(await find()).toMatchObject({ payment: 'paid', lines: [{ sku: 'TILL', sent: 2 }] })
    stage.settings = SquareSettings.parse({ locationId: places[1] })
    expect((await find())?.lines).toMatchObject([{ sku: '', quantity: 2 }])
    stage.settings = SquareSettings.parse({ locationId: places[0] })
  })

  it('ships a paid order whole, and says why where it cannot', async () => {
    await publish(
      listing({
        key: 74,
        fields,
        variants: many(2, (n) => ({ sku: `SHIP-${n}`, options: { Size: `${n}` }, quantity: 5 })),
      }),
    )
    const ship = async (externalOrderId: string, only?: number) => {
      const order = (await orders()).find((candidate) => candidate.externalOrderId === externalOrderId)
      const lines = (order?.lines ?? []).slice(0, only).map(({ externalId, quantity }) => ({ externalId, quantity }))
      const shipment = { externalOrderId, carrier: 'USPS', trackingNumber: '94001', shippedAt: new Date(), lines }
      return (await square.orders?.ship?.(stage.connection(), [shipment]))?.[0]
    }
    const waiting = await there.purchase({ sku: 'SHIP-0', quantity: 1, payment: 'pending' })
    expect(refusal(await ship(waiting.externalOrderId))?.message).toContain('isn’t paid yet')
    const lines = [0, 1].map((n) => ({ sku: `SHIP-${n}`, quantity: 1 }))
    const paid = await there.purchase({ lines })
    expect(refusal(await ship(paid.externalOrderId, 1))?.message).toContain('ships orders as a whole')
    value(await ship(paid.externalOrderId))
    expect((await orders()).find((order) => order.externalOrderId === paid.externalOrderId)).toMatchObject({
      trackingNumber: '94001',
    })
  })

  it('an item that Square does not count has no number', async () => {
    const external = await publish(listing({ key: 75, fields, variants: many(1, () => ({ sku: 'FREE' })) }))
    const c = stage.connection()
    const untracked: typeof c.http = async (call) => {
      const answer = await c.http(call)
      const body = JSON.parse(
        JSON.stringify(answer.body ?? {}).replaceAll('"track_inventory":true', '"track_inventory":false'),
      ) as unknown
      return { ...answer, body }
    }
    const places = [{ sku: 'FREE', listing: external, locationId: '' }]
    const [shown] = await square.stock.read({ ...c, http: untracked }, places)
    expect(refusal(shown)?.message).toContain('tracking is off for this item')
  })
})
