// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { createOrder } from '#contract/orders/create.ts'
import { orderSources } from '#contract/orders/work.ts'
import { roles } from '#contract/permissions.ts'
import { getProduct, listProducts } from '#contract/products/products.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { aProduct, aVariation } from '#web/testing/listings.ts'
import { aProductRow, pageWith } from '#web/testing/products.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, choose, factsOf, theOne, press, says, text, type, until, valueOf } from '#web/testing/screen.tsx'

const server = fakeServer()
const lamp = aProductRow({ sku: 'LAMP', title: 'Brass lamp', quantity: 3 })

beforeEach(() => {
  server.answer(listProducts, pageWith(lamp))
  server.answer(orderSources, [
    { source: 'Phone', count: 2 },
    { source: 'Website', count: 0 },
  ])
  server.answer(createOrder, { id: 41 })
})

const currentStep = () =>
  document.querySelector('[aria-label="Steps"] [aria-current="step"]')?.textContent?.replace(/^\d/, '')
const next = async (step: string) => {
  await press('button', 'Next')
  await until(() => currentStep() === step)
}
/** Goes on to a step from Pricing, the source filled in. */
const goTo = async (step: string) => {
  for (const name of ['Source', 'Customer', 'Shipping', 'Payment', 'Notes', 'Review']) {
    await next(name)
    if (name === step) return
    if (name === 'Source') await type('Source', 'Phone')
  }
}
const openPricing = async (items = 'LAMP') => {
  const page = await renderPage(`/orders/new?items=${items}`)
  await until(() => currentStep() === 'Pricing')
  return page
}
const line = (title = 'Brass lamp') => theOne('group', title)
const options = async (field: string) => {
  await press('field', field)
  const texts = await until(() => {
    const offered = all('option').map((option) => text(option))
    return offered.length > 0 && offered
  })
  await press('option', texts[0] ?? '')
  return texts
}

describe('the steps of a new order', () => {
  it('without products it leads to a new product', async () => {
    server.answer(listProducts, pageWith())
    await renderPage('/orders/new')
    const picker = await theOne('region', 'Choose products')
    await says('No products yet', picker)
    expect((await theOne('link', 'New Product', picker)).getAttribute('href')).toBe('/inventory/new')
  })

  it('ORD-002 ORD-146 ORD-147 ORD-149..ORD-151 ORD-161 ORD-162 there are eight, the first one chooses products and needs one', async () => {
    await renderPage('/orders/new')
    await theOne('region', 'Choose products')
    const steps = await theOne('list', 'Steps')
    expect([...steps.querySelectorAll('li')].map((step) => step.textContent)).toEqual([
      '1Products',
      '2Pricing',
      '3Source',
      '4Customer',
      '5Shipping',
      '6Payment',
      '7Notes',
      '8Review',
    ])
    expect(all('button', /./, steps)).toEqual([])
    expect(all('button', 'Back')).toEqual([])
    await press('button', 'Next')
    await says('Must select product.')
    expect(currentStep()).toBe('Products')
  })

  it('INV-157 ORD-159 ORD-160 the selected products become lines, and lines that exist stay as they are', async () => {
    await renderPage('/orders/new')
    await press('checkbox', 'Select LAMP')
    await says('1 product selected')
    await next('Pricing')
    await type('Qty', '2', await line())
    await press('button', 'Back')
    await says('This order already has 1 line.')
    await next('Pricing')
    expect(await valueOf('Qty', await line())).toBe('2')
  })

  it('INV-158..INV-161 the table to choose from has pages of ten, the last changed first', async () => {
    await renderPage('/orders/new')
    const picker = await theOne('region', 'Choose products')
    await theOne('checkbox', 'Select LAMP')
    expect(server.calls(listProducts)[0]?.query).toMatchObject({ limit: 10, sortBy: 'updatedAt', orderBy: 'desc' })
    const updated = await theOne('columnheader', /^Updated/, picker)
    expect(updated.getAttribute('aria-sort')).toBe('descending')
    await theOne('field', 'SKUs', picker)
    expect(await valueOf('Rows on a page')).toBe('10')
    expect(await options('Rows on a page')).toEqual(['5', '10', '25', '50', '100'])
    await until(() => server.calls(listProducts).at(-1)?.query.limit === 5)
  })

  it('ORD-148 ORD-153 a step that was reached can be opened again, and keeps what was typed', async () => {
    await openPricing()
    await goTo('Notes')
    await type('Order Notes', 'Ring twice.')
    await press('button', 'Back')
    await until(() => currentStep() === 'Payment')
    const steps = await theOne('list', 'Steps')
    expect(all('button', /./, steps).length).toBeGreaterThan(0)
    await press('button', /Notes$/, steps)
    expect(await valueOf('Order Notes')).toBe('Ring twice.')
  })

  it('ORD-154..ORD-158 products in the address are selected at the start, until Clear', async () => {
    server.answer(listProducts, pageWith(aProductRow({ sku: 'A+B', title: 'Two lamps' })))
    const page = await openPricing('A%252BB%20NOBODY')
    await says('1 product preselected.')
    await says('Not found in your inventory: NOBODY')
    expect(server.calls(listProducts)[0]?.query.skus).toEqual(['A+B', 'NOBODY'])
    expect(await valueOf('Qty', await line('Two lamps'))).toBe('1')
    await press('button', 'Clear')
    await until(() => currentStep() === 'Products')
    expect(page.address()).toBe('/orders/new')
  })

  it('ORD-163..ORD-172 ORD-177 a line has its prices, its sums, and a button that removes it', async () => {
    await openPricing()
    const group = await line()
    const currency = (await theOne('field', 'Currency')) as HTMLInputElement
    expect([currency.value, currency.disabled]).toEqual(['USD', true])
    await type('Qty', '3', group)
    await type('Sale Price', '19.99', group)
    await type('Cost', '7', group)
    await type('Tax', '1.5', group)
    await type('Discount', '2', group)
    // ORD-251, ORD-252: 3 × 19.99 + 1.50 − 2.00; minus 3 × 7.00 and the tax
    await until(() => text(group).includes('$59.47'))
    expect(factsOf(group)).toEqual({ 'Row Net': '$36.97', 'Row Total': '$59.47' })
    await press('button', 'Remove Brass lamp', group)
    await says('No items yet — go back and pick products.')
  })

  it('ORD-174 ORD-247 a number that is not valid stays as typed and says why', async () => {
    await openPricing()
    const group = await line()
    const leave = async (field: string, value: string) => {
      await type(field, value, group)
      ;(document.activeElement as HTMLElement).blur()
    }
    await leave('Qty', '-1e+2.7')
    await says('“-1e+2.7” is not a number. Enter a quantity like 12.')
    await press('button', 'Next')
    expect(currentStep()).toBe('Pricing')
    await leave('Qty', '2.6')
    await says('Units must be a whole number.')
    await leave('Qty', '4')
    await says('Only 3 in stock. This order oversells by 1.')
    await leave('Sale Price', '1.2.345')
    await says('“1.2.345” is not a number. Enter a sale price like 12.50.')
    await leave('Sale Price', '-3')
    await says('Enter a sale price of 0 or more.')
    await leave('Sale Price', '1.999')
    await until(async () => (await valueOf('Sale Price', group)) === '2.00')
    await leave('Sale Price', '12,50')
    await until(async () => (await valueOf('Sale Price', group)) === '12.50')
    await leave('Qty', '0')
    await press('button', 'Next')
    await says('Brass lamp: Must be above 0.')
  })

  it('ORD-176 a product with variations asks which one', async () => {
    server.answer(listProducts, pageWith(aProductRow({ id: 13, sku: 'SHIRT', title: 'Shirt', variations: 1 })))
    server.answer(
      getProduct,
      aProduct({ id: 13, variations: [aVariation({ name: 'Red', sku: 'SHIRT-RED', price: 25, quantity: 2 })] }),
    )
    await openPricing('SHIRT')
    await press('button', 'Next')
    await says('Shirt: Choose a variation.')
    await choose('Variation', /^Red/, await line('Shirt'))
    expect(await valueOf('Sale Price', await line('Shirt – Red'))).toBe('25.00')
    await next('Source')
  })

  it('ORD-178..ORD-182 Source is required, and offers the known sources with their orders', async () => {
    await openPricing()
    await next('Source')
    await press('button', 'Next')
    await says('Must select source')
    expect(currentStep()).toBe('Source')
    expect(await options('Source')).toEqual(['Phone2 orders', 'Website0 orders'])
    await type('Source', 'Craft fair')
    await theOne('field', 'External Order ID')
    await next('Customer')
  })

  it('ORD-183..ORD-196 ORD-205 Customer asks for the buyer and two addresses, one of them the same as the other', async () => {
    await openPricing()
    await goTo('Customer')
    expect(((await theOne('field', 'Email')) as HTMLInputElement).type).toBe('email')
    await theOne('field', 'Full Name')
    const shipping = await theOne('group', 'Shipping Address')
    for (const name of ['Recipient Name', 'Company', 'Address line 1', 'Address line 2', 'City', 'State/Region'])
      await theOne('field', name, shipping)
    for (const name of ['Postal Code', 'Phone']) await theOne('field', name, shipping)
    expect(await valueOf('Country', shipping)).toBe('US')
    expect(all('group', 'Billing Address')).toEqual([])
    expect(((await theOne('switch', 'Same as shipping')) as HTMLInputElement).checked).toBe(true)
    await press('switch', 'Same as shipping')
    await theOne('field', 'Address line 1', await theOne('group', 'Billing Address'))
  })

  it('ORD-206..ORD-220 ORD-222..ORD-225 Shipping, Payment and Notes have their fields and their lists', async () => {
    await openPricing()
    await goTo('Shipping')
    expect(await options('Status')).toEqual(['Not Shipped', 'Label Created', 'Shipped', 'Delivered', 'Returned'])
    expect(await options('Method')).toEqual(['Standard', 'Expedited', 'Overnight', 'Local Pickup', 'Other'])
    for (const name of ['Ship Date', 'Tracking #', 'Ready to Ship']) await theOne('field', name)
    await type('Shipping Cost', '4.99')
    await next('Payment')
    expect(await options('Status')).toEqual(['Unpaid', 'Paid', 'Partially Paid', 'Refunded', 'Chargeback'])
    expect(await options('Method')).toEqual(['Cash', 'Card', 'PayPal', 'Wire', 'Other'])
    await theOne('field', 'Payment Date')
    expect((await theOne('field', 'Amount')).getAttribute('placeholder')).toBe('24.99')
    await next('Notes')
    for (const name of ['Order Notes', 'Discount', 'Fees', 'Tax']) await theOne('field', name)
  })
})

describe('the end of a new order', () => {
  it('ORD-226..ORD-237 ORD-239 Review sums up, and Create Order sends everything once', async () => {
    await openPricing()
    await type('Qty', '3', await line())
    await type('Sale Price', '19.99', await line())
    await goTo('Customer')
    await type('Full Name', 'Ana Lima')
    const shipping = await theOne('group', 'Shipping Address')
    await type('Address line 1', '1 Rose St', shipping)
    await press('switch', 'Same as shipping')
    await type('Address line 1', '9 Elm St', await theOne('group', 'Billing Address'))
    await next('Shipping')
    await type('Shipping Cost', '4.99')
    await press('checkbox', 'Ready to Ship')
    await next('Payment')
    await choose('Status', 'Paid')
    await next('Notes')
    await type('Order Notes', 'Ring twice.')
    await type('Discount', '1')
    await type('Fees', '1.2')
    await type('Tax', '0.5')
    await next('Review')
    expect(factsOf(await theOne('region', 'Order Summary'))).toEqual({
      'Items Total': '$59.97',
      Tax: '$0.50',
      Shipping: '$4.99',
      Fees: '$1.20',
      Discount: '−$1.00',
      Total: '$65.66',
      Net: '$62.96',
      Items: '3',
    })
    const items = await theOne('list', 'Items')
    for (const words of ['LAMP', '3 × $19.99', '$59.97']) expect(text(items)).toContain(words)
    for (const words of ['1 Rose St', '9 Elm St', 'Phone', 'Ring twice.']) expect(text()).toContain(words)
    const create = await theOne('button', 'Create Order')
    create.click()
    create.click()
    await says('Created Order! It opens in a moment.')
    expect(server.calls(createOrder).map(({ body }) => body.order)).toMatchObject([
      {
        source: 'Phone',
        paymentStatus: 'Paid',
        shippingCost: 499,
        discountAmount: 100,
        feeAmount: 120,
        taxAmount: 50,
        items: [{ sku: 'LAMP', quantity: 3, price: 1999 }],
        customer: { name: 'Ana Lima' },
        orderDetails: { notes: 'Ring twice.', readyToShip: true },
      },
    ])
  })

  it('ORD-241 a refusal says why, leads to the step that can mend it, and keeps everything', async () => {
    server.fail(createOrder, 'invalid_input', {
      message: 'LAMP is sold in pairs. Nothing was saved.',
      fields: { 'order.items.0.quantity': 'LAMP is sold in pairs.' },
    })
    await openPricing()
    await type('Qty', '3', await line())
    await goTo('Review')
    await press('button', 'Create Order')
    await says('Failed to create order. Try again later.')
    await says('LAMP is sold in pairs. Nothing was saved. Your entries are still here.')
    await press('button', 'Go to Pricing')
    await says('LAMP is sold in pairs.', await line())
    expect(await valueOf('Qty', await line())).toBe('3')
    await press('button', /Source$/, await theOne('list', 'Steps'))
    expect(await valueOf('Source')).toBe('Phone')
  })

  it('leaving asks before what was typed is lost', async () => {
    const page = await openPricing()
    await type('Qty', '2', await line())
    await press('link', 'Dashboard', await theOne('navigation', 'Main'))
    await press('button', 'Stay', await theOne('dialog', 'Leave without saving?'))
    expect(await valueOf('Qty', await line())).toBe('2')
    expect(page.address()).toContain('/orders/new')
  })

  it('a guest cannot open the form', async () => {
    await renderPage('/orders/new', { roleId: roles.guest })
    await says('You have view-only access.')
    expect(all('button', 'Next')).toEqual([])
  })
})
