// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { orderProfit } from '#contract/analytics/profit.ts'
import { cancelOrder, updateOrder } from '#contract/orders/change.ts'
import { orderHistory, orderTags } from '#contract/orders/handling.ts'
import { getOrder } from '#contract/orders/orders.ts'
import { clientUsers } from '#contract/organizations/organizations.ts'
import { orderUndoing } from '#contract/orders/refunds.ts'
import { roles } from '#contract/permissions.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { anOrder, anOrderLine, noUndoing, type Order } from '#web/testing/orders.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, factsOf, theOne, press, says, text, type, until, valueOf } from '#web/testing/screen.tsx'

const server = fakeServer()

beforeEach(() => {
  server.answer(orderHistory, { data: [], more: false })
  server.answer(orderTags, [])
  server.answer(clientUsers, [])
  server.answer(orderUndoing, noUndoing)
  server.answer(orderProfit, { profit: null })
})

const open = async (over: Partial<Order> = {}) => {
  server.answer(getOrder, { order: anOrder(over), channelOrder: null })
  const page = await renderPage('/order/41')
  await theOne('heading', over.number ?? '12-34567')
  return page
}
const byHand: Partial<Order> = {
  channel: 'manual',
  integrationId: null,
  number: 'PHONE-1',
  orderStatus: 'Open',
  shippingStatus: 'Not Shipped',
  paymentStatus: 'Paid',
}
const action = async (name: string) => {
  await press('button', 'Actions')
  await press('item', name)
}
const inMain = async () => theOne('main', /./)

describe("an order's page", () => {
  const office = { name: 'Office', line1: '9 Elm St' }
  const home = { name: 'Ana Lima', company: 'Lima Ltd', line1: '5 Rua Nova', city: 'Porto', region: 'PT' }
  const full: Partial<Order> = {
    ...byHand,
    totalPrice: 60,
    discountAmount: 1,
    shippingCost: 4.99,
    taxAmount: 2,
    totalAmount: 65.99,
    paymentAmount: 20,
    paymentDetails: { paymentMethod: 'Cash', billingAddress: office },
    customer: { ...anOrder().customer, shippingAddress: home },
    items: [anOrderLine({ quantity: 3 }), anOrderLine({ id: 62, sku: 'ODD', productId: null, itemTitle: 'Odd one' })],
  }
  const shipped = {
    ...full,
    shippingDetails: {
      ...anOrder().shippingDetails,
      shippingAddress: home,
      shippingMethod: 'USPS Priority Mail',
      trackingNumber: '9405503699300412887521',
    },
  }

  it('ORD-054 ORD-055 ORD-062..ORD-065 its head names the channel, one state and the day, and a card the three statuses of the channel', async () => {
    await open(full)
    expect(text(await theOne('navigation', 'Breadcrumb'))).toMatch(/Orders.*Order$/)
    await theOne('image', 'Manual', await inMain())
    await says('Ready to ship', await inMain())
    await says('Nov 20, 2026')
    expect(factsOf(await theOne('section', 'Status'))).toEqual({
      Order: 'Open',
      Shipping: 'Not Shipped',
      Payment: 'Paid',
    })
  })

  it('an oversold order is resolved by the buttons beside what is short', async () => {
    await open({ oversold: true, items: [anOrderLine({ quantity: 3, shortfall: 1 })] })
    await theOne('button', 'Reserve available stock')
    expect((await theOne('link', 'Resolve')).getAttribute('href')).toBe('/orders/issues?order=41')
    await theOne('section', 'Status on eBay')
  })

  it('ORD-071..ORD-081 its products are a table that ends with the sums', async () => {
    await open(full)
    const table = await theOne('table', 'Products of this order')
    const headers = [...table.querySelectorAll('th')].map((header) => text(header))
    for (const name of ['Title', 'SKU', 'Quantity', 'Price']) expect(headers).toContain(name)
    expect([...new Set(all('link', 'TEE-1', table).map((link) => link.getAttribute('href')))]).toEqual(['/product/12'])
    expect(all('link', 'ODD', table)).toEqual([])
    const sums = [...document.querySelectorAll('dl')].find((list) => text(list).includes('Subtotal'))
    expect(sums && factsOf(sums)).toEqual({
      Subtotal: '$60.00',
      Discounts: '−$1.00',
      'Shipping fee': '$4.99',
      Tax: '$2.00',
      Total: '$65.99',
      'Amount paid': '$20.00',
    })
    await says('Paid Nov 20, 2026')
  })

  it('a partly shipped line says how many units were ordered, shipped, refunded and returned, and how many are to ship', async () => {
    const units = { quantity: 5, sent: 2, lost: 1, returned: 1 }
    await open({ shipping: 'partly', items: [anOrderLine(units), anOrderLine({ id: 62, sku: 'CUP', quantity: 4 })] })
    const table = await theOne('table', 'Products of this order')
    const cells = [...table.querySelectorAll('tbody tr td:nth-child(4)')].map((cell) => text(cell))
    expect(cells).toEqual(['5 ordered, 2 shipped, 1 refunded, 1 returned, 2 to ship', '4'])
  })

  it('an oversold order says what to do: by hand, on its channel, and once it was shipped', async () => {
    const items = [anOrderLine({ quantity: 3, shortfall: 1 })]
    await open({ ...byHand, oversold: true, items })
    await says('1 unit was sold that wasn’t in stock. Add stock, or tell the buyer and cancel the order.')
    await open({ channel: 'ebay', oversold: true, items })
    await says('cancel the order on eBay.')
    await open({ ...byHand, state: 'shipped', oversold: true, items })
    await says('1 unit was sold that wasn’t in stock. Count this product to check its stock.')
  })

  it('a return can be recorded for what was shipped of an order that is still open', async () => {
    await open({ shipping: 'partly', items: [anOrderLine({ quantity: 3, sent: 2 })] })
    await press('button', 'Actions')
    await press('item', 'Record return…')
    await says('of 2 units shipped · TEE-1')
  })

  it('ORD-076 an order without a discount has no line for it', async () => {
    await open({ ...full, discountAmount: 0 })
    expect(text()).not.toContain('Discounts')
  })

  it('ORD-082..ORD-088 its addresses, its service with tracking, its payment and its customer stand in cards', async () => {
    await open(shipped)
    const card = await theOne('section', 'Shipping & Billing')
    expect(text(card)).toMatch(/Ship To.*Ana Lima.*5 Rua Nova/)
    expect(text(card)).toMatch(/Service.*USPS Priority Mail/)
    expect(text(card)).toMatch(/Billing To.*Office.*9 Elm St/)
    expect((await theOne('link', /^9405503699300412887521/, card)).getAttribute('href')).toBe(
      'https://tools.usps.com/go/TrackConfirmAction?tLabels=9405503699300412887521',
    )
    expect(text(await theOne('section', 'Payment'))).toContain('Cash')
    const customer = await theOne('section', 'Customer')
    await theOne('link', 'ana@example.com', customer)
    expect(text(customer)).toContain('Ana Lima, Lima Ltd, 5 Rua Nova')
  })

  it('ORD-056..ORD-061 its number leads to the channel, where the channel has a page for it', async () => {
    await open({ channel: 'square', number: 'SQ-1', adminUrl: 'https://squareup.example/orders/SQ-1' })
    expect((await theOne('link', /^SQ-1/)).getAttribute('href')).toBe('https://squareup.example/orders/SQ-1')
    await open({ channel: 'clover', number: 'CL-1', adminUrl: '' })
    expect(all('link', /^CL-1/)).toEqual([])
  })

  it('ORD-067 ORD-068 Shipping Label leads to where the channel sells postage, and to nothing elsewhere', async () => {
    await open({ labelUrl: 'https://ebay.example/sh/ord/?filter=status:AWAITING_SHIPMENT' })
    expect((await theOne('link', 'Shipping Label')).getAttribute('href')).toBe(
      'https://ebay.example/sh/ord/?filter=status:AWAITING_SHIPMENT',
    )
    await open({ ...byHand, labelUrl: '' })
    expect(all('link', 'Shipping Label')).toEqual([])
  })

  it('ORD-066 Packing Slip opens the paper of this order in a new tab', async () => {
    await open()
    const link = await theOne('link', 'Packing Slip')
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
      '/orders/print?kind=slips&orders=41',
      '_blank',
    ])
  })

  it('ORD-090 an order that does not exist says so', async () => {
    server.fail(getOrder, 'not_found')
    await renderPage('/order/999999')
    await says('No Order Data.')
    expect((await theOne('link', 'Orders', await inMain())).getAttribute('href')).toBe('/orders')
    await renderPage('/order/nonsense')
    await says('No Order Data.')
  })

  it('a guest sees the order and no way to change it', async () => {
    server.answer(getOrder, { order: anOrder(), channelOrder: null })
    await renderPage('/order/41', { roleId: roles.guest })
    await theOne('heading', '12-34567')
    for (const name of ['Actions', 'Mark Shipped', 'Edit', 'Pack']) expect(all('button', name), name).toEqual([])
  })
})

describe('the actions of an order', () => {
  it('ORD-069 ORD-070 Mark Shipped can be chosen until the order is shipped', async () => {
    await open(byHand)
    await action('Mark Shipped')
    await theOne('dialog', 'Shipping')
    await open({ ...byHand, state: 'shipped', shipping: 'shipped', shippingStatus: 'Shipped' })
    await press('button', 'Actions')
    const item = await theOne('item', 'Mark Shipped')
    expect(item.ariaDisabled).toBe('true')
    // A menu that begins with what can't be done is left to the arrow keys all the same.
    await until(() => document.activeElement === item)
    item.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }))
    expect(document.activeElement?.textContent).toBe('Record return…')
    item.click()
    expect(all('dialog')).toEqual([])
    await theOne('item', 'Mark Shipped')
  })

  it('an order of a channel is edited there, and says so', async () => {
    await open()
    await press('button', 'Actions')
    expect((await theOne('item', 'Edit order')).ariaDisabled).toBe('true')
    await theOne('item', 'Refund on eBay…')
  })

  it('cancelling asks first, and tells how many pieces are back', async () => {
    server.answer(cancelOrder, anOrder({ ...byHand, state: 'cancelled' }))
    await open(byHand)
    await action('Cancel order')
    await press('button', 'Keep order', await theOne('dialog', 'Cancel order PHONE-1?'))
    expect(server.calls(cancelOrder)).toEqual([])
    await action('Cancel order')
    await press('button', 'Cancel order', await theOne('dialog', 'Cancel order PHONE-1?'))
    await says('Order PHONE-1 cancelled. 1 unit back in stock.')
    expect(server.calls(cancelOrder)).toMatchObject([{ body: { orderId: 41 } }])
  })

  it('a cancelled order says that it was cancelled', async () => {
    await open({ ...byHand, state: 'cancelled' })
    await press('button', 'Actions')
    await says('This order was cancelled.')
  })

  it('Mark Unpaid takes the payment away', async () => {
    server.answer(updateOrder, anOrder(byHand))
    await open(byHand)
    await action('Mark Unpaid')
    await says('Payment Updated')
    expect(server.calls(updateOrder)).toMatchObject([
      { body: { order: { id: 41, paymentStatus: 'Unpaid', paymentAmount: null, paymentDate: null } } },
    ])
  })
})

describe('the payment dialog', () => {
  const options = async (field: string) => {
    await type(field, '')
    return until(() => {
      const texts = all('option').map((option) => text(option))
      return texts.length > 0 && texts
    })
  }

  it('ORD-120..ORD-130 it has its fields and suggestions, and saves them', async () => {
    server.answer(updateOrder, anOrder(byHand))
    await open({ ...byHand, paymentStatus: 'Unpaid', payment: 'open', paymentAmount: null, paymentDate: null })
    await action('Payment…')
    const dialog = await theOne('dialog', 'Payment')
    expect(await options('Payment Status')).toEqual([
      'paid',
      'pending',
      'authorized',
      'voided',
      'refunded',
      'partially_refunded',
      'failed',
    ])
    await press('option', 'paid')
    expect(await options('Payment Method')).toEqual([
      'Credit Card',
      'PayPal',
      'Cash',
      'Check',
      'Bank Transfer',
      'Gift Card',
    ])
    await press('option', 'Cash')
    await type('Amount', '12.5', dialog)
    expect(((await theOne('field', 'Currency', dialog)) as HTMLInputElement).disabled).toBe(true)
    await type('Payment Date', '2026-11-20', dialog)
    await press('button', 'Save', dialog)
    await says('Payment Updated')
    expect(server.calls(updateOrder)).toMatchObject([
      {
        body: { order: { paymentStatus: 'paid', paymentAmount: 1250, paymentDetails: { paymentMethod: 'Cash' } } },
      },
    ])
    await until(() => all('dialog').length === 0)
  })

  it('ORD-129 a blank amount means that none is set', async () => {
    server.answer(updateOrder, anOrder(byHand))
    await open(byHand)
    await action('Payment…')
    await type('Amount', '')
    await press('button', 'Save')
    await says('Payment Updated')
    expect(server.calls(updateOrder)[0]?.body.order).toMatchObject({ paymentAmount: null })
  })

  it('ORD-131 a payment that could not be saved says so and stays as typed', async () => {
    server.fail(updateOrder, 'edit_conflict')
    await open(byHand)
    await action('Payment…')
    await type('Amount', '7')
    await press('button', 'Save')
    await says('Failed to update payment.')
    await says('Someone else changed this.')
    expect(await valueOf('Amount')).toBe('7.00')
  })
})

describe('editing an order', () => {
  it('a refused change keeps everything that was typed', async () => {
    server.fail(updateOrder, 'stock_conflict', { message: 'TEE-1: 3 available, 99 ordered.' })
    await open(byHand)
    await action('Edit order')
    const dialog = await theOne('dialog', 'Edit order')
    await type('Qty', '99', dialog)
    await press('button', 'Save Changes', dialog)
    await says('The order was not changed.')
    expect(await valueOf('Qty', dialog)).toBe('99')
  })

  it('lines and address are saved together', async () => {
    server.answer(updateOrder, anOrder(byHand))
    await open(byHand)
    await action('Edit order')
    const dialog = await theOne('dialog', 'Edit order')
    await type('Qty', '2', dialog)
    await type('City', 'Portland', dialog)
    await press('button', 'Save Changes', dialog)
    await says('Order updated.')
    expect(server.calls(updateOrder)[0]?.body.order).toMatchObject({
      items: [{ id: 61, quantity: 2 }],
      shippingDetails: { shippingAddress: { city: 'Portland' } },
    })
  })
})
