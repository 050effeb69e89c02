import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { getUser, logout } from '#contract/accounts.ts'
import { createProduct } from '#contract/products/products.ts'
import { createTemplate } from '#contract/templates.ts'
import { addressOf } from '#server/testing/address.ts'
import { begun } from './support/begun.ts'
import type { Tab } from './support/browser.ts'
import { settled } from './support/look.ts'
import type { Running } from './support/running.ts'
import type { Seller } from './support/seller.ts'

const events = '**/api/v2/events'

const stage = begun('Northlight Live')
let motto: Running
let seller: Seller
let tab: Tab
let templateId: number

beforeAll(async () => {
  ;({ motto, seller, tab } = stage)
  templateId = (await seller.call(createTemplate, { body: { productTemplate: { name: 'Lenses' } } })).id
})

/** Keeps a page's line from being opened until it is let go. */
async function heldBack(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const letGo = async (route: Route) => {
    await promise
    await route.continue()
  }
  await page.route(events, letGo, { times: 1 })
  return resolve
}

describe('the line that tells of changes', () => {
  it('shows what somebody else did after a page was read and before its line stood', async () => {
    const { page } = tab
    const letGo = await heldBack(page)
    await page.goto(`${motto.url}/inventory`)
    await page.getByText('No products yet').waitFor()
    await seller.call(createProduct, { body: { product: { templateId, sku: 'LATE-1', title: 'Late', price: 10 } } })
    letGo()
    await page.getByRole('link', { name: 'LATE-1' }).waitFor()
  })

  it('without a network says so, keeps what is shown and what is saved, and sends it when the network is back', async () => {
    const { page, context } = tab
    const name = 'Dana without a network'
    await page.goto(`${motto.url}/account`)
    await settled(page)
    await context.setOffline(true)
    await page.getByText('You’re offline.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('1 change will be saved when you’re back online.').waitFor()
    await context.setOffline(false)
    await page.getByText('Successfully updated.').waitFor()
    await page.getByText('You’re offline.').waitFor({ state: 'detached' })
    expect((await seller.call(getUser)).name).toBe(name)
  })

  it('ends the session here, too, when it is refused because the session is over', async () => {
    const { page, context } = tab
    const letGo = await heldBack(page)
    await page.goto(`${motto.url}/inventory`)
    await page.getByRole('link', { name: 'LATE-1' }).waitFor()
    await settled(page)
    const jwt = (await context.cookies()).find(({ name }) => name === 'jwt')
    const answer = await fetch(motto.url + addressOf(logout), {
      method: logout.method,
      headers: { cookie: `jwt=${jwt?.value}` },
    })
    expect(answer.status).toBe(200)
    expect(new URL(page.url()).pathname).toBe('/inventory')
    letGo()
    await page.waitForURL(/\/login\?/)
    expect(tab.problems).toEqual([])
  })
})
