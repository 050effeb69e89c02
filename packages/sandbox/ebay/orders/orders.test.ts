import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../main.ts'
import { openSandbox } from '../../testing/open.ts'
import { type Api, connect, control, list } from '../../testing/ebay-session.ts'

const base = '/sell/fulfillment/v1/order'
interface Order {
  orderId: string
  creationDate: string
  lastModifiedDate: string
  orderFulfillmentStatus: string
  cancelStatus: { cancelState: string; cancelRequests: unknown[] }
}
interface Page {
  orders: Order[]
  total: number
  next?: string
  prev?: string
}

describe('orders on eBay', () => {
  let now: Date
  let sandbox: Sandbox
  let api: Api
  const wait = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000)
  }
  beforeEach(async () => {
    now = new Date('2026-03-01T12:00:00.000Z')
    sandbox = await openSandbox({ now: () => now })
    ;({ api } = await connect(sandbox))
    await list(api, 'MUG')
  })
  afterEach(() => sandbox.stop())
  const buy = async (quantity = 1) =>
    ((await control(sandbox, 'POST', 'ebay/buy', { sku: 'MUG', quantity })).body as { externalOrderId: string })
      .externalOrderId
  const cancel = (externalOrderId: string) => control(sandbox, 'POST', 'ebay/cancel', { externalOrderId })
  const find = async (query: string) => (await api('GET', `${base}?${query}`)).body as Page
  const filtered = async (filter: string) =>
    (await find(`filter=${encodeURIComponent(filter)}`)).orders.map(({ orderId }) => orderId)
  const errorOf = (answer: { status: number; body: unknown }) => [
    answer.status,
    (answer.body as { errors: { errorId: number }[] }).errors[0]?.errorId,
  ]
  const ship = (orderId: string, body: unknown) => api('POST', `${base}/${orderId}/shipping_fulfillment`, body)

  it('a purchase is paid, has a buyer with an address, and sums add up', async () => {
    const orderId = await buy(2)
    // Two mugs at 18.00; the seeded policy takes 4.99 for the first and 1.00 for each further piece.
    expect((await api('GET', `${base}/${orderId}`)).body).toMatchObject({
      orderId,
      creationDate: '2026-03-01T12:00:00.000Z',
      lastModifiedDate: '2026-03-01T12:00:00.000Z',
      orderPaymentStatus: 'PAID',
      orderFulfillmentStatus: 'NOT_STARTED',
      pricingSummary: {
        priceSubtotal: { value: '36.00', currency: 'USD' },
        deliveryCost: { value: '5.99' },
        total: { value: '41.99' },
      },
      paymentSummary: { payments: [{ paymentStatus: 'PAID', amount: { value: '41.99' } }] },
      cancelStatus: { cancelState: 'NONE_REQUESTED' },
      lineItems: [{ sku: 'MUG', quantity: 2, lineItemCost: { value: '36.00' }, total: { value: '41.99' } }],
      fulfillmentStartInstructions: [
        { shippingStep: { shipTo: { contactAddress: { countryCode: 'US', postalCode: expect.any(String) } } } },
      ],
    })
  })

  it('a sale takes from item and offer, a cancellation gives back to both, once', async () => {
    const stock = async () => {
      const item = (await api('GET', '/sell/inventory/v1/inventory_item/MUG')).body as {
        availability: { shipToLocationAvailability: { quantity: number } }
      }
      const { offers } = (await api('GET', '/sell/inventory/v1/offer?sku=MUG')).body as {
        offers: { availableQuantity: number; listing: { soldQuantity: number } }[]
      }
      return [
        item.availability.shipToLocationAvailability.quantity,
        offers[0]?.availableQuantity,
        offers[0]?.listing.soldQuantity,
      ]
    }
    const orderId = await buy(2)
    expect(await stock()).toEqual([3, 3, 2])
    wait(5)
    await cancel(orderId)
    expect(await stock()).toEqual([5, 5, 0])
    expect((await cancel(orderId)).status).toBe(409)
    expect(await stock()).toEqual([5, 5, 0])
    expect((await api('GET', `${base}/${orderId}`)).body).toMatchObject({
      lastModifiedDate: '2026-03-01T12:05:00.000Z',
      orderPaymentStatus: 'FULLY_REFUNDED',
      cancelStatus: { cancelState: 'CANCELED', cancelRequests: [{ cancelRequestState: 'COMPLETED' }] },
    })
    // In lists eBay leaves the requests out.
    expect((await find(`orderIds=${orderId}`)).orders[0]?.cancelStatus).toMatchObject({
      cancelState: 'CANCELED',
      cancelRequests: [],
    })
  })

  it('filters by dates, with both only the creation date counts', async () => {
    const first = await buy()
    wait(60)
    const second = await buy()
    wait(60)
    await cancel(first)
    expect(await filtered('creationdate:[2026-03-01T12:30:00.000Z..]')).toEqual([second])
    expect(await filtered('creationdate:[2026-03-01T12:00:00.000Z..2026-03-01T12:00:00.000Z]')).toEqual([first])
    expect(await filtered('lastmodifieddate:[2026-03-01T13:30:00.000Z..]')).toEqual([first])
    expect(await filtered('lastmodifieddate:[2026-03-01T13:00:00.000Z..]')).toEqual([second, first])
    expect(
      await filtered('creationdate:[2026-03-01T12:30:00.000Z..],lastmodifieddate:[2026-03-01T13:30:00.000Z..]'),
    ).toEqual([second])
  })

  it('filters by what is left to ship', async () => {
    const open = await buy()
    const sent = await buy()
    await ship(sent, { lineItems: [] })
    expect(await filtered('orderfulfillmentstatus:{NOT_STARTED|IN_PROGRESS}')).toEqual([open])
    expect(await filtered('orderfulfillmentstatus:{FULFILLED|IN_PROGRESS}')).toEqual([sent])
  })

  it('means the last 90 days when nobody says otherwise', async () => {
    const old = await buy()
    wait(91 * 24 * 60)
    ;({ api } = await connect(sandbox))
    const fresh = await buy()
    expect((await find('')).orders.map(({ orderId }) => orderId)).toEqual([fresh])
    expect(await filtered('creationdate:[2026-02-01T00:00:00.000Z..]')).toEqual([fresh, old])
    expect((await find(`orderIds=${old},${fresh}`)).total).toBe(2)
  })

  it('offset counts orders here', async () => {
    const ids = [await buy(), await buy(), await buy()].reverse()
    const page = await find('limit=1&offset=1')
    expect(page.orders.map(({ orderId }) => orderId)).toEqual([ids[1]])
    expect(page.total).toBe(3)
    expect(new URL(page.next ?? '').searchParams.get('offset')).toBe('2')
    expect(new URL(page.prev ?? '').searchParams.get('offset')).toBe('0')
  })

  it.each([
    ['filter=color:{RED}', 30700],
    ['filter=orderfulfillmentstatus:{LATE}', 30800],
    ['filter=creationdate:[yesterday..]', 30810],
    ['filter=creationdate:[..2026-02-01T00:00:00.000Z]', 30820],
    ['filter=creationdate:[2020-01-01T00:00:00.000Z..]', 30830],
    ['filter=creationdate:[2026-02-02T00:00:00.000Z..2026-02-01T00:00:00.000Z]', 30840],
    ['filter=lastmodifieddate:[2026-04-01T00:00:00.000Z..]', 30850],
    ['offset=-1', 31000],
    ['limit=201', 31100],
    [`orderIds=${Array(51).fill('1').join(',')}`, 30900],
  ])('refuses %s with %i', async (query, errorId) => {
    const [name = '', value = ''] = query.split(/=(.*)/s)
    expect(errorOf(await api('GET', `${base}?${new URLSearchParams({ [name]: value })}`))).toEqual([400, errorId])
  })

  it('ships line by line; the id is the tracking number; the same call again is another package', async () => {
    const orderId = await buy(3)
    const line = ((await api('GET', `${base}/${orderId}`)).body as { lineItems: { lineItemId: string }[] }).lineItems[0]
      ?.lineItemId
    const parcel = (quantity: number, trackingNumber: string) => ({
      lineItems: [{ lineItemId: line, quantity }],
      shippedDate: '2026-03-01T12:00:00.000Z',
      shippingCarrierCode: 'USPS',
      trackingNumber,
    })
    const status = async () => ((await api('GET', `${base}/${orderId}`)).body as Order).orderFulfillmentStatus
    const first = await ship(orderId, parcel(1, '9400111'))
    expect(first.status).toBe(201)
    expect(first.headers.get('location')).toMatch(/\/shipping_fulfillment\/9400111$/)
    expect(await status()).toBe('IN_PROGRESS')
    await ship(orderId, parcel(2, '9400222'))
    expect(await status()).toBe('FULFILLED')
    await ship(orderId, parcel(2, '9400222'))
    expect((await api('GET', `${base}/${orderId}/shipping_fulfillment`)).body).toMatchObject({
      total: 3,
      fulfillments: [{ shipmentTrackingNumber: '9400111' }, {}, {}],
    })
    expect((await cancel(orderId)).body).toEqual({
      error: `Order ${orderId} is shipped, it cannot be cancelled any more.`,
    })
  })

  it('wants carrier and number both or neither, letters and digits only, and lines of this order', async () => {
    const orderId = await buy()
    expect(errorOf(await ship(orderId, { shippingCarrierCode: 'USPS' }))).toEqual([400, 32300])
    expect(errorOf(await ship(orderId, { trackingNumber: '94001' }))).toEqual([400, 32300])
    expect(errorOf(await ship(orderId, { shippingCarrierCode: 'USPS', trackingNumber: '94-001' }))).toEqual([
      400, 32300,
    ])
    expect(errorOf(await ship(orderId, { lineItems: [{ lineItemId: '1', quantity: 1 }] }))).toEqual([400, 32200])
    expect(errorOf(await ship('00-00000-00000', { lineItems: [] }))).toEqual([400, 32100])
    const without = await ship(orderId, { lineItems: [] })
    expect(without.headers.get('location')).toMatch(/\/999$/)
  })
})
