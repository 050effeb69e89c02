import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createIntegration, listIntegrations } from '#contract/integrations/integrations.ts'
import { searchOrders } from '#contract/orders/orders.ts'
import { openBrowser, openTab, shot, type Tab } from './support/browser.ts'
import type { Motto } from './support/motto.ts'
import { ownMotto } from './support/running.ts'
import { begin, listed, type Story } from './support/story.ts'
import { patience, until } from './support/wait.ts'

let motto: Motto
let browser: Browser
let tab: Tab
let story: Story
let product: { id: number; sku: string }

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([ownMotto(), openBrowser()])
  story = await begin(motto)
  product = await listed(story, 9)
  tab = await openTab(browser)
  await logIn(tab.page)
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
})

async function logIn(page: Page) {
  await page.goto(`${motto.url}/login`)
  await page.getByLabel('Email').fill(story.seller.email)
  await page.getByLabel('Password', { exact: true }).fill(story.seller.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL('**/dashboard')
}
async function consent(opening: Locator, agree: RegExp) {
  const [page] = await Promise.all([tab.context.waitForEvent('page'), opening.click()])
  await page.getByRole('button', { name: agree }).click()
  await until('the window closes', async () => page.isClosed())
}
const shops = async () => {
  const all = (await story.seller.call(listIntegrations)).shopify
  return [all, ...(all?.others ?? [])].map((account) => ({
    id: account?.id ?? 0,
    shop: account?.integration.shop ?? '',
  }))
}
const inShop = async (shop: string, what: string, body?: object) => {
  const answer = await fetch(`${motto.sandboxUrl}/_sandbox/shopify/${what}?account=${encodeURIComponent(shop)}`, {
    method: body ? 'POST' : 'GET',
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return (await answer.json()) as { sku: string; quantity: number }[]
}

it('CHN-009 CHN-010 another account of a channel is connected from its page, beside the first', async () => {
  const { page } = tab
  await page.goto(`${motto.url}/integrations/shopify`)
  await page.getByRole('link', { name: 'Connect another account' }).click()
  await page.getByText('Connect another Shopify account').waitFor()
  await shot(page, 'another-account')
  await consent(page.getByRole('button', { name: 'Open Shopify' }), /install/i)
  const tabs = page.getByRole('navigation', { name: 'Accounts of Shopify' })
  await expect.poll(async () => (await tabs.getByRole('link').allTextContents()).length, patience).toBe(2)
  const [first, second] = await shops()
  await expect.poll(() => tabs.getByRole('link').allTextContents(), patience).toEqual([first?.shop, second?.shop])
  await expect.poll(() => page.url(), patience).toContain(`account=${second?.id}`)
  await page.getByText(`${second?.shop} · connected`).waitFor()
  await shot(page, 'two-accounts')
  await page.getByRole('link', { name: first?.shop ?? '', exact: true }).click()
  await page.getByText(`${first?.shop} · connected`).waitFor()
  await page.reload()
  await page.getByText(`${first?.shop} · connected`).waitFor()
})

it('LST-017 LST-082 a product is listed in the other account from its publish tab, and the lists say which is which', async () => {
  const { page } = tab
  const [first, second] = await shops()
  await page.goto(`${motto.url}/product/${product.id}/publish/shopify`)
  await page.getByRole('link', { name: second?.shop ?? '', exact: true }).click()
  await page.getByText('Missing Template Integration').waitFor()
  await page.getByRole('button', { name: 'Use the defaults and list' }).click()
  await page.getByRole('link', { name: 'View on Shopify' }).waitFor()
  await shot(page, 'publish-in-other-account')
  expect(await inShop(second?.shop ?? '', 'listings')).toMatchObject([{ sku: product.sku, quantity: 9 }])

  await page.goto(`${motto.url}/listings`)
  await page.getByRole('columnheader', { name: 'Account' }).waitFor()
  const rows = page.getByRole('table', { name: 'Listings' }).getByRole('row')
  await expect.poll(() => rows.count(), patience).toBe(4)
  await shot(page, 'listings-of-two-accounts')
  await page.getByRole('combobox', { name: 'Channel' }).click()
  await page.getByRole('option', { name: `Shopify: ${second?.shop}` }).click()
  await expect.poll(() => rows.count(), patience).toBe(2)
  await rows
    .nth(1)
    .getByText(second?.shop ?? '')
    .waitFor()
  await rows.nth(1).getByRole('link', { name: product.sku }).click()
  await expect.poll(() => page.url(), patience).toContain(`account=${second?.id}`)
  await page.goto(`${motto.url}/product/${product.id}/listings`)
  for (const account of [first, second])
    await page
      .getByText(account?.shop ?? '')
      .first()
      .waitFor()
})

it('ORD-009 ORD-044 a sale in the other account lowers the first one, and the order says where it was placed', async () => {
  const { page } = tab
  const [first, second] = await shops()
  await inShop(second?.shop ?? '', 'buy', { sku: product.sku, quantity: 2 })
  await until('both accounts show what is left', async () => {
    const shown = await Promise.all([first, second].map((account) => inShop(account?.shop ?? '', 'listings')))
    return shown.every((listings) => listings.find(({ sku }) => sku === product.sku)?.quantity === 7)
  })
  await until('its order is here', async () => (await story.seller.call(searchOrders, { query: {} })).length === 1)
  await page.goto(`${motto.url}/orders`)
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row')
  await rows
    .nth(1)
    .getByText(second?.shop ?? '')
    .waitFor()
  await shot(page, 'orders-of-two-accounts')
  const filter = async (account: string) => {
    await page.getByRole('combobox', { name: 'Channels' }).click()
    await page.getByRole('option', { name: `Shopify: ${account}` }).click()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
  }
  await filter(first?.shop ?? '')
  await page.getByText('No orders match').waitFor()
  await page.goto(`${motto.url}/orders`)
  await filter(second?.shop ?? '')
  await expect.poll(() => rows.count(), patience).toBe(2)
})

it('CHN-028 disconnecting one leaves the other, and what needs somebody is named with its account', async () => {
  const { page } = tab
  const [first, second] = await shops()
  await page.goto(`${motto.url}/integrations/shopify?account=${second?.id}`)
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByText(`Disconnect Shopify ${second?.shop}?`).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('Disconnected integration.').waitFor()
  const all = (await story.seller.call(listIntegrations)).shopify
  expect([all?.authenticated, all?.others[0]?.authenticated]).toEqual([true, false])
  await page.goto(`${motto.url}/dashboard`)
  const needs = page.getByRole('region', { name: 'Needs you' })
  await needs.getByText(`Shopify ${second?.shop}`).waitFor()
  await shot(page, 'needs-you-of-two-accounts')
  await needs.getByRole('link', { name: `Shopify ${second?.shop}` }).click()
  await page.getByRole('link', { name: second?.shop ?? '', exact: true }).waitFor()
  await expect.poll(() => page.url(), patience).toContain(`account=${second?.id}`)
  expect(first?.id).not.toBe(second?.id)
})

it('CHN-035 re-authorizing says that it takes whoever is signed in, where the consent names no account', async () => {
  const { page } = tab
  const sentence = page.getByText(/Re-authorizing takes whoever is signed in on/)
  await page.goto(`${motto.url}/integrations/ebay`)
  await sentence.waitFor()
  await page.goto(`${motto.url}/integrations/shopify`)
  await page.getByText('Authentication Last Updated').waitFor()
  expect(await sentence.count()).toBe(0)
})

it('CHN-001..CHN-005 CHN-010..CHN-013 CHN-031 CHN-039 CHN-096 CHN-097 CHN-099 the page has a tab for each channel, which says how it is connected', async () => {
  const { page } = tab
  const path = '**/api/v2/integrations/'
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route(path, async (route) => {
    await answered
    await route.continue()
  })
  await page.goto(`${motto.url}/integrations`)
  await page.getByLabel('Loading the channel').waitFor()
  answer()
  await page.getByRole('heading', { name: 'Authentication' }).waitFor()
  expect(await page.getByLabel('Loading the channel').count()).toBe(0)
  await page.unroute(path)
  await expect
    .poll(() => page.getByRole('navigation', { name: 'Breadcrumb' }).textContent(), patience)
    .toMatch(/Integrations$/)
  const tabs = page.getByRole('navigation', { name: 'Channels' })
  expect(await tabs.locator('a[aria-current]').getAttribute('href')).toMatch(/\/integrations\/ebay$/)
  for (const [channel, name] of [
    ['etsy', 'Etsy'],
    ['bigcommerce', 'BigCommerce'],
  ]) {
    await tabs.locator(`a[href$="/integrations/${channel}"]`).click()
    await page.getByText(`No Integration Configured for ${name}`).waitFor()
    await page.getByRole('button', { name: 'Get Started' }).waitFor()
  }
  await tabs.locator('a[href$="/integrations/shopify"]').click()
  await page.getByRole('heading', { name: 'Store Details' }).waitFor()

  // One that was begun, and whose consent was never given.
  await story.seller.call(createIntegration, { body: { name: 'etsy' } })
  await page.goto(`${motto.url}/integrations/etsy`)
  await page.locator('dl', { hasText: 'Authentication Last Updated' }).getByText('Unknown', { exact: true }).waitFor()
  await page.route(path, async (route) => {
    const real = await route.fetch()
    const body = (await real.text()).replace('"/oauth/etsy"', '"javascript:void(0)"')
    await route.fulfill({ response: real, body })
  })
  await page.reload()
  await page.getByRole('link', { name: 'Open', exact: true }).click()
  await page.getByText('Invalid OAuth Url').waitFor()
  expect(tab.context.pages()).toHaveLength(1)
  await page.unroute(path)
})
