import type { Page } from 'playwright-core'
import { chooser } from './filled.ts'
import { until } from './wait.ts'

/** The new order wizard. @param page is asked each time: a file of tests has none before they begin */
export function orderWizard(page: () => Page) {
  const steps = () => page().locator('ol[aria-label="Steps"]')
  const button = (name: string | RegExp) => page().getByRole('button', { name, exact: typeof name === 'string' })
  const field = (name: string) => page().getByRole('textbox', { name, exact: true })
  const current = async () =>
    (await steps().locator('li[aria-current="step"]').innerText()).replace(/^\s*\d\s*/, '').trim()
  const onStep = (name: string) => until(`the step ${name}`, async () => (await current()) === name)
  /** The button stays pressable while something is missing: then it says what. */
  const refused = () => button('Next').press('Enter')
  const next = async (name: string) => {
    await button('Next').click()
    await onStep(name)
  }
  /** What a list offers; it is closed again. */
  const offered = async (name: string) => {
    await chooser(page(), name).click()
    await page().getByRole('option').first().waitFor()
    const texts = (await page().getByRole('option').allInnerTexts()).map((text) => text.trim())
    await page().keyboard.press('Escape')
    await page().getByRole('option').first().waitFor({ state: 'hidden' })
    return texts
  }
  /** The line of one product. */
  const card = (title: string) => page().getByRole('group', { name: title, exact: true })
  const seeText = (text: string | RegExp) =>
    page()
      .getByText(text, { exact: typeof text === 'string' })
      .first()
      .waitFor()
  /** What a region says, by its terms. */
  const facts = (region: string) =>
    page()
      .getByRole('region', { name: region })
      .locator('dl > div')
      .evaluateAll((rows) =>
        Object.fromEntries(
          rows.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
        ),
      )
  /** What the line of a product comes to, by its terms. */
  const row = (scope: string) =>
    card(scope)
      .locator('dl')
      .evaluate((list) =>
        Object.fromEntries(
          [...list.querySelectorAll('dt')].map((dt) => [dt.textContent, dt.nextElementSibling?.textContent]),
        ),
      )
  return {
    steps,
    button,
    field,
    current,
    onStep,
    refused,
    next,
    offered,
    card,
    seeText,
    facts,
    row,
  }
}

/** The order from the fair as it must stand once the wizard has written it. */
export const anasOrder = {
  channel: 'manual',
  source: 'Craft fair',
  number: 'FAIR-7',
  totalAmount: 65.16,
  paymentAmount: 65.16,
  paymentStatus: 'Paid',
  shippingStatus: 'Label Created',
  totalQuantity: 3,
  customer: {
    name: 'Ana Lima',
    email: 'ana@example.com',
    phone: '555 0101',
    shippingAddress: { line1: '1 Rose St', line2: 'Flat 2', company: 'Lima Ltd', phone: '555 0102' },
    billingAddress: { line1: '9 Elm St' },
  },
  orderDetails: { readyToShip: true, notes: 'Ring twice.' },
}
