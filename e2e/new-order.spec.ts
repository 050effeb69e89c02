import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getOrder } from '#contract/orders/orders.ts'
import { getUserClients } from '#contract/organizations/organizations.ts'
import { createProduct, getProduct } from '#contract/products/products.ts'
import { createTemplate } from '#contract/templates.ts'
import { openBrowser, shot, type Tab } from './support/browser.ts'
import { choose, chooser } from './support/filled.ts'
import { look, offences, settled, turn } from './support/look.ts'
import type { Motto } from './support/motto.ts'
import { anasOrder, orderWizard } from './support/order-wizard.ts'
import { paletteField } from './support/palette.ts'
import { ownMotto } from './support/running.ts'
import { colleague, signedIn } from './support/person.ts'
import { Seller } from './support/seller.ts'
import { begin, bothShow, listed, type Story } from './support/story.ts'

let motto: Motto
let story: Story
let seller: Seller
let browser: Browser
let tab: Tab
let page: Page
let templateId: number
let product: { id: number; sku: string }

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([ownMotto(), openBrowser()])
  story = await begin(motto)
  seller = story.seller
  product = await listed(story, 10)
  templateId = (await seller.call(createTemplate, { body: { productTemplate: { name: 'By hand' } } })).id
  tab = await signedIn(browser, motto, seller)
  page = tab.page
  page.setDefaultTimeout(12_000)
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
})

const make = async (sku: string, input: { title?: string; price?: number; cost?: number; quantity?: number } = {}) =>
  seller.call(createProduct, {
    body: { product: { templateId, sku, title: sku, price: 20, cost: 8, quantity: 5, ...input } },
  })
const { steps, button, field, current, onStep, refused, next, offered, card, said, facts, row, closeToasts } =
  orderWizard(() => page)
const choosePicked = async ({ id, sku }: { id: number; sku: string }) => {
  const { title } = await seller.call(getProduct, { params: { id } })
  await page.getByRole('searchbox', { name: 'Search products' }).fill(title)
  await page.locator('.ag-row').filter({ hasText: sku }).first().getByRole('checkbox').check()
  await said('1 product selected')
}
const ordered = async () => {
  await page.waitForURL(/\/order\/\d+$/)
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  return seller.call(getOrder, { query: { orderId: id } })
}

describe('the new order wizard', () => {
  it('NAV-031 ORD-002 ORD-146..ORD-153 ORD-159..ORD-170 ORD-172 ORD-178..ORD-196 ORD-205..ORD-220 ORD-222..ORD-237 ORD-239 ORD-240 ORD-348 INV-157 leads from products to the order; stock falls and the channels are told', async () => {
    await page.goto(`${motto.url}/orders`)
    await page.getByRole('link', { name: 'New Order', exact: true }).click()
    await page.waitForURL('**/orders/new')
    await onStep('Products')
    expect((await steps().locator('li').allInnerTexts()).map((text) => text.replace(/^\s*\d\s*/, '').trim())).toEqual([
      'Products',
      'Pricing',
      'Source',
      'Customer',
      'Shipping',
      'Payment',
      'Notes',
      'Review',
    ])
    expect(await steps().getByRole('button').count()).toBe(0)
    await settled(page)
    await refused()
    await said('Must select product.')
    expect(await current()).toBe('Products')
    await choosePicked(product)
    await page.getByText('Must select product.').waitFor({ state: 'hidden' })
    await shot(page, 'new-order-products')
    await next('Pricing')
    const title = (await seller.call(getProduct, { params: { id: product.id } })).title
    const productCard = card(title)
    expect(await field('Currency').isDisabled()).toBe(true)
    expect(await field('Currency').inputValue()).toBe('USD')
    await productCard.getByRole('textbox', { name: 'Qty' }).fill('3')
    await productCard.getByRole('textbox', { name: 'Sale Price' }).fill('19.99')
    await productCard.getByRole('textbox', { name: 'Cost' }).fill('7')
    await productCard.getByRole('textbox', { name: 'Tax' }).fill('1.5')
    await productCard.getByRole('textbox', { name: 'Discount' }).fill('2')
    // ORD-251, ORD-252: 3 × 19.99 + 1.50 − 2.00; minus 3 × 7.00 and the tax
    expect(await row(title)).toEqual({ 'Row Net': '$36.97', 'Row Total': '$59.47' })
    await shot(page, 'new-order-pricing')
    await next('Source')
    await refused()
    await said('Must select source')
    expect(await current()).toBe('Source')
    await closeToasts()
    await chooser(page, 'Source').click()
    await page.getByRole('option', { name: /^Phone\s*0 orders/ }).waitFor()
    expect(await page.getByRole('option').count()).toBe(14)
    await shot(page, 'new-order-source')
    await chooser(page, 'Source').fill('Craft fair')
    await field('External Order ID').fill('FAIR-7')
    await next('Customer')
    await field('Full Name').fill('Ana Lima')
    expect(await page.getByLabel('Email', { exact: true }).getAttribute('type')).toBe('email')
    await page.getByLabel('Email', { exact: true }).fill('ana@example.com')
    await page.getByRole('textbox', { name: 'Phone' }).first().fill('555 0101')
    const ship = page.getByRole('group', { name: 'Shipping Address' })
    await ship.getByRole('textbox', { name: 'Company' }).fill('Lima Ltd')
    await ship.getByRole('textbox', { name: 'Address line 2' }).fill('Flat 2')
    await ship.getByRole('textbox', { name: 'Phone' }).fill('555 0102')
    await page.getByRole('textbox', { name: 'Recipient Name' }).fill('Ana Lima')
    await page.getByRole('textbox', { name: 'Address line 1' }).fill('1 Rose St')
    await page.getByRole('textbox', { name: 'City' }).fill('Portland')
    await page.getByRole('textbox', { name: 'State/Region' }).fill('OR')
    await page.getByRole('textbox', { name: 'Postal Code' }).fill('97201')
    expect(await page.getByRole('textbox', { name: 'Country' }).inputValue()).toBe('US')
    expect(await page.getByRole('switch', { name: 'Same as shipping' }).isChecked()).toBe(true)
    await page.getByRole('switch', { name: 'Same as shipping' }).click()
    const billing = page.getByRole('group', { name: 'Billing Address' })
    await billing.getByRole('textbox', { name: 'Address line 1' }).fill('9 Elm St')
    await shot(page, 'new-order-customer')
    await next('Shipping')
    expect(await offered('Status')).toEqual(['Not Shipped', 'Label Created', 'Shipped', 'Delivered', 'Returned'])
    expect(await offered('Method')).toEqual(['Standard', 'Expedited', 'Overnight', 'Local Pickup', 'Other'])
    await choose(page, page, 'Status', 'Label Created')
    await choose(page, page, 'Method', 'Expedited')
    await page.getByLabel('Ship Date').fill('2026-11-22')
    await field('Shipping Cost').fill('4.99')
    await field('Tracking #').fill('9400')
    await page.getByRole('checkbox', { name: 'Ready to Ship' }).check()
    await next('Payment')
    // 59.97 + 1.50 − 2.00 + 4.99
    expect(await field('Amount').getAttribute('placeholder')).toBe('64.46')
    expect(await offered('Status')).toEqual(['Unpaid', 'Paid', 'Partially Paid', 'Refunded', 'Chargeback'])
    expect(await offered('Method')).toEqual(['Cash', 'Card', 'PayPal', 'Wire', 'Other'])
    await choose(page, page, 'Status', 'Paid')
    await choose(page, page, 'Method', 'Cash')
    await page.getByLabel('Payment Date').fill('2026-11-20')
    await next('Notes')
    await field('Order Notes').fill('Ring twice.')
    await field('Discount').fill('1')
    await field('Fees').fill('1.2')
    await field('Tax').fill('0.5')
    await next('Review')
    expect(await facts('Order Summary')).toEqual({
      'Items Total': '$59.97',
      Tax: '$2.00',
      Shipping: '$4.99',
      Fees: '$1.20',
      Discount: '−$3.00',
      Total: '$65.16',
      Net: '$58.96',
      Items: '3',
    })
    const items = page.getByRole('list', { name: 'Items', exact: true }).getByRole('listitem')
    expect(await items.count()).toBe(1)
    for (const text of [product.sku, '3 × $19.99', '$59.47']) expect(await items.innerText()).toContain(text)
    for (const text of ['1 Rose St', '9 Elm St', 'Craft fair', 'FAIR-7', 'Ring twice.']) await said(text)
    await shot(page, 'new-order-review')
    // ORD-160: what is chosen now is not copied over the lines that stand.
    const bar = steps()
    await bar.getByRole('button', { name: /Products/ }).click()
    await said(/This order has 1 line already\./)
    await next('Pricing')
    expect(await card(title).getByRole('textbox', { name: 'Qty' }).inputValue()).toBe('3')
    await bar.getByRole('button', { name: /Review/ }).click()
    await onStep('Review')
    // Every step was reached: the bar leads back, and what was typed is still there.
    await steps().getByRole('button', { name: /Notes/ }).click()
    expect(await field('Order Notes').inputValue()).toBe('Ring twice.')
    await button('Back').click()
    await onStep('Payment')
    await steps()
      .getByRole('button', { name: /Review/ })
      .click()
    await onStep('Review')
    await button('Create Order').dblclick()
    await said('Created Order!')
    const { order } = await ordered()
    expect(order).toMatchObject(anasOrder)
    await page.getByRole('heading', { name: 'FAIR-7', level: 1 }).waitFor()
    await said('Craft fair')
    await shot(page, 'new-order-made')
    expect(await seller.call(getProduct, { params: { id: product.id } })).toMatchObject({
      quantity: 7,
      reservedQuantity: 3,
    })
    await bothShow(story.sandbox, product.sku, 7)
    await page.goto(`${motto.url}/orders`)
    await page.getByRole('link', { name: 'FAIR-7' }).waitFor()
    expect(await page.getByRole('link', { name: 'FAIR-7' }).count()).toBe(1)
    expect(tab.problems).toEqual([])
  }, 180_000)

  it('INV-080 INV-081 ORD-154..ORD-158 ORD-163 ORD-171 ORD-177 begins with what is selected in the inventory, whatever its SKUs are made of', async () => {
    await make('RED LAMP')
    await make('A+B')
    await page.goto(`${motto.url}/inventory`)
    await page.locator('.ag-row').first().waitFor()
    await page.getByRole('group', { name: 'Selected products' }).getByRole('button', { name: 'New Order' }).click()
    await said('Select products first.')
    for (const sku of ['RED LAMP', 'A+B'])
      await page.locator('.ag-row').filter({ hasText: sku }).first().getByRole('checkbox').check()
    await page.getByRole('group', { name: 'Selected products' }).getByRole('button', { name: 'New Order' }).click()
    await page.waitForURL(
      (url) =>
        url.pathname === '/orders/new' && decodeURIComponent(url.searchParams.get('items') ?? '').includes('RED LAMP'),
    )
    await onStep('Pricing')
    await said('2 products preselected.')
    await page.reload()
    await said('2 products preselected.')
    for (const sku of ['RED LAMP', 'A+B']) await card(sku).waitFor()
    await next('Source')
    await chooser(page, 'Source').fill('Kiosk')
    await page.keyboard.press('Escape')
    await button('Back').click()
    expect(await card('RED LAMP').getByRole('textbox', { name: 'Qty' }).inputValue()).toBe('1')
    await card('RED LAMP').getByRole('button', { name: 'Remove RED LAMP' }).click()
    expect(await card('RED LAMP').count()).toBe(0)
    await card('A+B').getByRole('button', { name: 'Remove A+B' }).click()
    await said('No items yet — go back and pick products.')
    await button('Clear').click()
    await page.waitForURL((url) => url.pathname === '/orders/new' && url.search === '')
    await onStep('Products')
    // What was typed elsewhere is kept, and other products can be chosen.
    await choosePicked(product)
    await next('Pricing')
    await next('Source')
    expect(await chooser(page, 'Source').inputValue()).toBe('Kiosk')
    // Written by hand, with an SKU that nobody has.
    await page.goto(`${motto.url}/orders/new?items=A%252BB%20NOBODY`)
    await said('1 product preselected.')
    await said('Not in your inventory: NOBODY.')
  }, 120_000)

  it('ORD-174 ORD-241..ORD-245 ORD-247 numbers stay as they are typed, and a wrong one says why; what cannot be created says why and keeps everything', async () => {
    const scarce = await make('SCARCE', { quantity: 3 })
    await page.goto(`${motto.url}/orders/new?items=SCARCE`)
    const qty = card('SCARCE').getByRole('textbox', { name: 'Qty' })
    const price = card('SCARCE').getByRole('textbox', { name: 'Sale Price' })
    const typed = async (field: Locator, text: string, left: Locator) => {
      await field.fill('')
      await field.pressSequentially(text)
      await left.click()
      return field.inputValue()
    }
    expect(await typed(qty, '-1e+2.7', price)).toBe('-1e+2.7')
    await said('“-1e+2.7” is not a number. Enter a quantity like 12.')
    await refused()
    await onStep('Pricing')
    await closeToasts()
    expect(await typed(qty, '2.6', price)).toBe('2.6')
    await said('Pieces are whole numbers.')
    expect(await typed(qty, '2', price)).toBe('2')
    expect(await typed(price, '1.2.345', qty)).toBe('1.2.345')
    await said('“1.2.345” is not a number. Enter a sale price like 12.50.')
    expect(await typed(price, '-3', qty)).toBe('-3')
    await said('Enter a sale price of 0 or more.')
    expect(await typed(price, '1.999', qty)).toBe('2.00')
    expect(await typed(price, '12,50', qty)).toBe('12.50')
    await price.focus()
    await price.hover()
    await page.mouse.wheel(0, 200)
    expect(await price.inputValue()).toBe('12.50')
    await qty.fill('0')
    await refused()
    await said(/SCARCE: Must be above 0\./)
    await closeToasts()
    await qty.fill('4')
    await said('Only 3 available.')
    await next('Source')
    await chooser(page, 'Source').fill('Phone')
    await page.keyboard.press('Escape')
    await steps()
      .getByRole('button', { name: /Review/ })
      .click()
    await button('Create Order').click()
    await said('Failed to create order. Try again later.')
    await said(/SCARCE: 3 available, 4 ordered\. Nothing was saved\. Nothing you entered is lost\./)
    await shot(page, 'new-order-refused')
    await closeToasts()
    expect(await seller.call(getProduct, { params: { id: scarce.id } })).toMatchObject({
      quantity: 3,
      reservedQuantity: 0,
    })
    await button('Go to Pricing').click()
    await card('SCARCE').getByText('SCARCE: 3 available, 4 ordered.').waitFor()
    await qty.fill('3')
    await steps()
      .getByRole('button', { name: /Source/ })
      .click()
    expect(await chooser(page, 'Source').inputValue()).toBe('Phone')
    await steps()
      .getByRole('button', { name: /Review/ })
      .click()
    await button('Create Order').click()
    expect((await ordered()).order).toMatchObject({ source: 'Phone', totalQuantity: 3 })
    expect((await ordered()).order.externalOrderId).toMatch(/^MAN-/)
  }, 120_000)

  it('ORD-176 a product with variations asks which one', async () => {
    await seller.call(createProduct, {
      body: {
        product: {
          templateId,
          sku: 'SHIRT',
          title: 'SHIRT',
          price: 20,
          variations: [{ name: 'Red', sku: 'SHIRT-RED', quantity: 2, price: 25 }],
        },
      },
    })
    await page.goto(`${motto.url}/orders/new?items=SHIRT`)
    await card('SHIRT').waitFor()
    await refused()
    await said('SHIRT: Choose a variation.')
    await closeToasts()
    await choose(page, card('SHIRT'), 'Variation', /^Red/)
    expect(await card('SHIRT – Red').getByRole('textbox', { name: 'Sale Price' }).inputValue()).toBe('25.00')
    await next('Source')
  }, 120_000)

  it('asks before what was typed is lost', async () => {
    await page.goto(`${motto.url}/orders/new?items=SCARCE`)
    await card('SCARCE').getByRole('textbox', { name: 'Qty' }).fill('2')
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
    expect(await card('SCARCE').getByRole('textbox', { name: 'Qty' }).inputValue()).toBe('2')
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('**/dashboard')
  }, 60_000)

  it('is found in the palette', async () => {
    await page.keyboard.press('Control+k')
    await paletteField(page).fill('New Order')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/orders/new')
  }, 60_000)

  it('INV-158..INV-161 fits a phone, both themes and axe, with pages of ten and the last changed first', async () => {
    await look(tab, `${motto.url}/orders/new`, 'new-order')
    // It was a phone's a moment ago.
    await page.getByRole('columnheader', { name: 'Updated' }).waitFor()
    const headers = async () =>
      (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean)
    const own = await headers()
    expect(await page.getByRole('columnheader', { name: 'Updated' }).getAttribute('aria-sort')).toBe('descending')
    expect(await chooser(page, 'Rows on a page').inputValue()).toBe('10')
    await chooser(page, 'Rows on a page').click()
    await page.getByRole('option', { name: '100' }).waitFor()
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['5', '10', '25', '50', '100'])
    await page.keyboard.press('Escape')
    await chooser(page, 'SKUs').waitFor()
    await page.goto(`${motto.url}/inventory`)
    await page.locator('.ag-row [col-id="sku"]').first().waitFor()
    expect(await headers()).toEqual(own)
    for (const [step, name] of ['Pricing', 'Source', 'Customer', 'Shipping', 'Payment', 'Notes', 'Review'].entries()) {
      if (step === 0) await page.goto(`${motto.url}/orders/new?items=RED%2520LAMP%20A%252BB`)
      else await button('Next').click()
      await onStep(name)
      if (name === 'Source') {
        await chooser(page, 'Source').fill('Phone')
        await page.keyboard.press('Escape')
      }
      await closeToasts()
      const violations = await offences(page)
      await page.setViewportSize({ width: 390, height: 844 })
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      await shot(page, `new-order-${name}-390`)
      await page.setViewportSize({ width: 1440, height: 900 })
      await turn(page, 'dark')
      violations.push(...(await offences(page, 'colours')))
      await turn(page, 'light')
      expect([name, violations, Math.max(over, 0)]).toEqual([name, [], 0])
    }
  }, 180_000)

  it('guests see no way in', async () => {
    const clientId = (await seller.call(getUserClients))[0]?.id ?? 0
    const guest = await colleague(motto, seller, { clientId, userRole: 5 })
    const theirs = await signedIn(browser, motto, guest)
    await theirs.page.goto(`${motto.url}/orders`)
    await theirs.page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
    expect(await theirs.page.getByRole('link', { name: 'New Order' }).count()).toBe(0)
    await theirs.page.goto(`${motto.url}/orders/new`)
    await theirs.page.getByText('You may look here, not change anything.').waitFor()
    expect(await theirs.page.getByRole('button', { name: 'Next' }).count()).toBe(0)
    await theirs.context.close()
  }, 60_000)
})
