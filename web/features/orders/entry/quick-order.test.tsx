// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { createOrder } from '#contract/orders/create.ts'
import { orderSources } from '#contract/orders/work.ts'
import { getProduct, listProducts } from '#contract/products/products.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { aProduct, aVariation } from '#web/testing/listings.ts'
import { aProductRow, pageWith } from '#web/testing/products.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, factsOf, theOne, press, pressKey, says, text, type, until, valueOf } from '#web/testing/screen.tsx'

const server = fakeServer()
const lamp = aProductRow({ id: 21, sku: 'BRASS-1', title: 'Brass lamp', quantity: 5 })
const lantern = aProductRow({ id: 22, sku: 'BRASS-10', title: 'Brass lantern', price: 35, quantity: 2 })
const shirt = aProductRow({ id: 23, sku: 'SHIRT', title: 'Work shirt', variations: 2 })
const products = [lamp, lantern, shirt]

beforeEach(() => {
  server.answer(listProducts, ({ query: { search, skus } }) =>
    pageWith(
      ...products.filter(({ sku, title }) =>
        skus
          ? skus.some((requested) => [sku, ...(sku === 'SHIRT' ? ['SHIRT-RED'] : [])].includes(requested.toUpperCase()))
          : `${sku} ${title}`.toLowerCase().includes(search?.join(' ').toLowerCase() ?? ''),
      ),
    ),
  )
  server.answer(
    getProduct,
    aProduct({
      id: 23,
      variations: [
        aVariation({ id: 1, name: 'Red', sku: 'SHIRT-RED', quantity: 2, price: 25 }),
        aVariation({ id: 2, name: 'Blue', sku: 'SHIRT-BLUE', quantity: 6 }),
      ],
    }),
  )
  server.answer(orderSources, [{ source: 'Phone', count: 0 }])
  server.answer(createOrder, { id: 41 })
})

const summary = () => factsOf(all('section', 'Order Summary').at(-1) ?? document)
const open = () => renderPage('/orders/new?form=quick')
/** Types a code and presses Enter at once, as a scanner does. */
const scan = async (code: string) => {
  await type('Add a product', code)
  pressKey('Enter')
}
const line = (title: string) => theOne('group', title)

describe('a quick order', () => {
  it('a quick order is one screen: customer, products, Create Order', async () => {
    await open()
    await type('Full Name', 'Ana Lima')
    await scan('BRASS-1')
    await line('Brass lamp')
    await scan('BRASS-1')
    await until(async () => (await valueOf('Qty', await line('Brass lamp'))) === '2')
    await type('Sale Price', '18.50', await line('Brass lamp'))
    await type('Shipping Cost', '4.99')
    await until(() => summary().Total === '$41.99')
    expect(summary()).toMatchObject({ 'Items Total': '$37.00', Shipping: '$4.99' })
    await press('button', 'Create Order')
    await says('Created Order!')
    expect(server.calls(createOrder)[0]?.body.order).toMatchObject({
      source: 'Phone',
      customer: { name: 'Ana Lima' },
      items: [{ sku: 'BRASS-1', quantity: 2, price: 1850 }],
      shippingCost: 499,
      shippingStatus: 'Not Shipped',
      paymentStatus: 'Unpaid',
    })
  })

  it('a code that fits no product or several products says so and stays', async () => {
    await open()
    await scan('nobody-has-this')
    await says('No product matches “nobody-has-this”.')
    expect(await valueOf('Add a product')).toBe('nobody-has-this')
    await scan('brass')
    await says('Several products match “brass”. Choose one.')
    await press('option', /Brass lantern/)
    await type('Qty', '3', await line('Brass lantern'))
    await says('Only 2 in stock. This order oversells by 1.')
  })

  it('ORD-346 an order for more than there is warns at its line, and is created once the seller confirms it', async () => {
    await open()
    await scan('BRASS-10')
    await type('Qty', '3', await line('Brass lantern'))
    await says('Only 2 in stock. This order oversells by 1.')
    await press('button', 'Create Order')
    const dialog = await theOne('dialog', 'Oversell 1 unit?')
    expect(text(dialog)).toContain('Brass lantern: 3 ordered, 2 in stock')
    await press('button', 'Back to order', dialog)
    await until(() => all('dialog', 'Oversell 1 unit?').length === 0)
    expect(server.calls(createOrder)).toEqual([])
    await press('button', 'Create Order')
    await press('button', 'Create oversold order', await theOne('dialog', 'Oversell 1 unit?'))
    await says('Created Order!')
    expect(server.calls(createOrder)[0]?.body.order).toMatchObject({ items: [{ sku: 'BRASS-10', quantity: 3 }] })
  })

  it('a product with variations asks which one, unless its SKU says it', async () => {
    await open()
    await scan('work shirt')
    await press('option', /^Blue/)
    await line('Work shirt – Blue')
    await scan('shirt-red')
    expect(await valueOf('Sale Price', await line('Work shirt – Red'))).toBe('25.00')
  })

  it('what is missing is said where it is missing, folded or not', async () => {
    await open()
    await press('button', 'Create Order')
    await says('Must select product.')
    await scan('BRASS-1')
    await line('Brass lamp')
    await type('Shipping Cost', 'abc')
    await press('button', 'Create Order')
    await until(() => document.activeElement === all('field', 'Shipping Cost')[0])
    await type('Shipping Cost', '1')
    await type('Source', '')
    await press('button', 'Create Order')
    await says('Must select source')
    expect(server.calls(createOrder)).toEqual([])
  })

  it('changing between the quick form and all steps keeps what was typed, and the choice is remembered', async () => {
    const page = await renderPage('/orders/new')
    await press('radio', 'Quick order')
    await until(() => page.address() === '/orders/new?form=quick')
    await type('Full Name', 'Bo Berg')
    await scan('BRASS-1')
    await type('Qty', '4', await line('Brass lamp'))
    await press('radio', 'All steps')
    await until(() => page.address() === '/orders/new?form=steps')
    expect(await valueOf('Qty', await line('Brass lamp'))).toBe('4')
    await type('Tax', '1.5', await line('Brass lamp'))
    await type('Cost', 'x', await line('Brass lamp'))
    await press('radio', 'Quick order')
    // A number that is not valid would be lost on the way.
    expect(page.address()).toBe('/orders/new?form=steps')
    await type('Cost', '9', await line('Brass lamp'))
    await press('radio', 'Quick order')
    await until(() => page.address() === '/orders/new?form=quick')
    expect(await valueOf('Full Name')).toBe('Bo Berg')
    expect(text(await line('Brass lamp'))).toContain('tax $1.50')
    expect(localStorage.getItem('motto-order-form')).toBe('"quick"')
  })

  it('the products that are chosen in the table of the steps become lines', async () => {
    server.answer(listProducts, pageWith(lamp))
    await renderPage('/orders/new?form=steps')
    await press('checkbox', 'Select BRASS-1')
    await says('1 product selected')
    await press('radio', 'Quick order')
    await line('Brass lamp')
  })
})
