import { describe, expect, it } from 'vitest'
import { type Draft, itemOf, newDraft, orderOf, soldAs, totalsOf, withOneMore } from './draft.ts'
import { type Product, sellableOf } from '#web/form/products/sellable.ts'
import { mayGo, openAfterMs, problemOf, stepNames } from './steps.ts'

const lamp: Product = {
  id: 7,
  templateId: 2,
  sku: 'LAMP-1',
  title: 'A lamp',
  price: 19.99,
  cost: 7,
  quantity: 3,
  variations: 0,
  images: [],
}
const item = itemOf(lamp)
const opened = new Date('2026-11-20T12:00:00.000Z')
const draft = (over: Partial<Draft> = {}): Draft => ({ ...newDraft, items: [item], source: 'Phone', ...over })

describe('the steps of a new order', () => {
  it('ORD-146 ORD-147 are eight, numbered from 0', () => {
    expect(stepNames.map((name, index) => `${index} ${name}`)).toEqual([
      '0 Products',
      '1 Pricing',
      '2 Source',
      '3 Customer',
      '4 Shipping',
      '5 Payment',
      '6 Notes',
      '7 Review',
    ])
  })
  it('ORD-240 leave three seconds to read that the order exists', () => expect(openAfterMs).toBe(3000))
  it.each([
    ['ORD-162 no product chosen', 0, draft({ items: [] }), 0, 'Must select product.'],
    ['ORD-162 a product chosen', 0, draft({ items: [] }), 1, undefined],
    ['ORD-173 no line', 1, draft({ items: [] }), 1, 'Must select product.'],
    ['ORD-174 no pieces', 1, draft({ items: [{ ...item, quantity: 0 }] }), 0, 'A lamp: Must be above 0.'],
    ['ORD-174 blank pieces', 1, draft({ items: [{ ...item, quantity: null }] }), 0, 'A lamp: Must be above 0.'],
    ['ORD-175 a price below 0', 1, draft({ items: [{ ...item, price: -1 }] }), 0, 'A lamp: Must be 0 or more.'],
    ['ORD-175 a price of 0', 1, draft({ items: [{ ...item, price: 0 }] }), 0, undefined],
    ['ORD-176 no SKU', 1, draft({ items: [itemOf({ ...lamp, variations: 2 })] }), 0, 'A lamp: Choose a variation.'],
    ['ORD-180 a blank source', 2, draft({ source: ' ' }), 0, 'Must select source'],
  ] as const)('%s', (_what, step, input, chosen, problem) => {
    expect(problemOf(step, input, chosen)).toBe(problem)
  })
  it('ORD-197..ORD-204 ORD-238 the other steps ask for nothing', () => {
    for (const step of [3, 4, 5, 6, 7]) expect(problemOf(step, newDraft, 0)).toBeUndefined()
  })
  it('ORD-148 ORD-152 ORD-153 lead back always, forward over what is valid', () => {
    expect([
      mayGo(5, 0, draft({ source: '' }), 0),
      mayGo(2, 3, draft({ source: '' }), 0),
      mayGo(2, 7, draft(), 0),
      mayGo(0, 2, draft({ items: [] }), 1),
      mayGo(0, 1, draft({ items: [] }), 1),
    ]).toEqual([true, false, true, false, true])
  })
})

describe('a line', () => {
  it('is one piece longer when what it sells is added again; else there is one line more', () => {
    const once = withOneMore([], lamp, sellableOf(lamp))
    expect(once).toMatchObject([{ sku: 'LAMP-1', quantity: 1, price: 19.99, available: 3 }])
    expect(withOneMore(once, lamp, sellableOf(lamp))).toMatchObject([{ sku: 'LAMP-1', quantity: 2 }])
    const typed = [{ ...item, quantity: null, price: 5 }]
    expect(withOneMore(typed, lamp, sellableOf(lamp))).toMatchObject([{ quantity: 1, price: 5 }])
  })
  it('sells each variation by itself, under a key of its own', () => {
    const shirt = { ...lamp, id: 8, sku: 'SHIRT', title: 'A shirt', variations: 2 }
    const red = sellableOf(shirt, { sku: 'SHIRT-R', name: 'Red', price: 25, cost: null, quantity: 2 })
    const blue = sellableOf(shirt, { sku: 'SHIRT-B', name: 'Blue', price: null, cost: null, quantity: 1 })
    const both = withOneMore(withOneMore([], shirt, red), shirt, blue)
    expect(both).toMatchObject([
      { sku: 'SHIRT-R', title: 'A shirt – Red', price: 25, available: 2 },
      { sku: 'SHIRT-B', title: 'A shirt – Blue', price: 19.99, available: 1 },
    ])
    expect(new Set(both.map(({ key }) => key)).size).toBe(2)
    expect(soldAs(red)).toEqual({ sku: 'SHIRT-R', title: 'A shirt – Red', price: 25, cost: 7, available: 2 })
  })
})

describe('what is sent', () => {
  it('ORD-254 ORD-255 a new line has one piece, its price and cost, and no further amounts', () => {
    expect(item).toMatchObject({ sku: 'LAMP-1', quantity: 1, price: 19.99, cost: 7, tax: 0, discount: 0 })
  })
  it('ORD-249 ORD-250 ORD-256 the sums are those of the whole order', () => {
    const totals = totalsOf(
      draft({
        items: [{ ...item, quantity: 3, tax: 1.5, discount: 2 }],
        shippingCost: 4.99,
        fees: 1.2,
        tax: 0.5,
        discount: 1,
      }),
    )
    // 59.97 + 2.00 + 4.99 + 1.20 − 3.00
    expect(totals).toMatchObject({
      itemsTotal: 5997,
      tax: 200,
      shipping: 499,
      fees: 120,
      discount: 300,
      total: 6516,
      net: 6516 - 120 - 200 - 300,
    })
  })
  it('ORD-253 ORD-317 amounts have two decimals, empty parts of customer and addresses are left out', () => {
    const sent = orderOf(
      draft({ name: ' Ana ', tax: 1.005, shipping: { ...newDraft.shipping, city: 'Portland' } }),
      opened,
    )
    expect(sent).toMatchObject({
      taxAmount: 1.01,
      customer: { name: 'Ana' },
      items: [{ sku: 'LAMP-1', quantity: 1, price: 19.99 }],
    })
    expect(sent.shippingDetails?.shippingAddress).toEqual({ city: 'Portland', country: 'US' })
    expect(sent.customer).toEqual({ name: 'Ana' })
  })
  it('ORD-297 ORD-303 ORD-318 ORD-329 ORD-333..ORD-336 ORD-342..ORD-344 is told whole, with its sums as they were shown', () => {
    const two = { ...item, quantity: 2, tax: 1, discount: 0.5 }
    expect(
      orderOf(draft({ items: [two], shippingCost: 4.99, fees: 1.2, tax: 0.5, discount: 1 }), opened),
    ).toMatchObject({
      clientId: 0,
      active: true,
      orderDate: '2026-11-20T12:00:00.000Z',
      updateDate: '2026-11-20T12:00:00.000Z',
      totalPrice: 39.98,
      // 39.98 + (0.50 + 1.00) + 4.99 + 1.20 − (1.00 + 0.50)
      totalAmount: 46.17,
      netAmount: 41.97,
      totalCost: 14,
      totalQuantity: 2,
      items: [{ externalId: '', refundAmount: 0, sku: 'LAMP-1', quantity: 2 }],
    })
  })
  it('ORD-195 ORD-196 the bill goes where the parcel goes, unless told otherwise', () => {
    const shipping = { ...newDraft.shipping, line1: '1 Rose St' }
    expect(orderOf(draft({ shipping }), opened).paymentDetails?.billingAddress).toEqual({
      line1: '1 Rose St',
      country: 'US',
    })
    expect(
      orderOf(draft({ shipping, sameBilling: false, billing: { ...newDraft.billing, line1: '9 Elm St' } }), opened)
        .paymentDetails?.billingAddress,
    ).toEqual({ line1: '9 Elm St', country: 'US' })
    expect(orderOf(draft(), opened).paymentDetails?.billingAddress).toEqual({})
  })
})
