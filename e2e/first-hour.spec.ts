import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import sharp from 'sharp'
import { type Tab, openBrowser, openTab, shot } from './support/browser.ts'
import { offences, settled } from './support/look.ts'
import type { Motto } from './support/motto.ts'
import { ownMotto } from './support/running.ts'
import { sandboxAt } from './support/sandbox.ts'
import { until } from './support/wait.ts'

/** What a stranger may be asked for until one product is live on two channels. */
const most = { clicks: 20, fields: 10 }

let motto: Motto
let browser: Browser
let tab: Tab
const count = { clicks: 0, fields: 0 }

/** A person's hands: whatever is pressed or filled in is counted. */
const press = async (target: Locator) => {
  await target.click()
  count.clicks += 1
}
const write = async (target: Locator, text: string) => {
  await target.click()
  await target.page().keyboard.press('ControlOrMeta+a')
  await target.pressSequentially(text)
  count.fields += 1
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([ownMotto(), openBrowser()])
  tab = await openTab(browser, { atMachine: true })
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
})

/** Presses through the consent of a channel, in the window that the press opened. */
async function consent(context: BrowserContext, opening: Locator, agree: RegExp): Promise<void> {
  const [window] = await Promise.all([context.waitForEvent('page'), press(opening)])
  await press(window.getByRole('button', { name: agree }))
  // It closes by itself once it is done.
  if (!window.isClosed()) await window.waitForEvent('close')
}

it('a stranger signs up and confirms at the machine, without a mail and without signing in again', async () => {
  const { page } = tab
  await page.goto(`${motto.url}/createAccount`)
  await write(page.getByLabel('Email'), 'dana@northlight.example')
  await write(page.getByLabel('Name'), 'Dana Reyes')
  await write(page.getByLabel('Password', { exact: true }), 'Correct-horse-9')
  await write(page.getByLabel('Re-Enter Password', { exact: true }), 'Correct-horse-9')
  await shot(page, 'sign-up')
  await press(button(page, 'Create'))
  await button(page, 'Confirm email now').waitFor()
  expect(await page.getByText('spam folder').count()).toBe(0)
  await page.getByText('No email server is set up').waitFor()
  await shot(page, 'confirm')
  await press(button(page, 'Confirm email now'))
  await write(page.getByLabel('Shop name'), 'Northlight Camera')
  await shot(page, 'organization')
  await press(button(page, 'Create Organization'))
  await page.getByRole('heading', { name: 'Welcome to Motto, Dana' }).waitFor()
})

it('the first steps say what comes first, and each channel is connected in one press and one consent', async () => {
  const { page, context } = tab
  // The heading comes before what needs the seller is known, the steps after.
  await page.getByText('1 of 4 done').waitFor()
  const steps = page.getByRole('list').filter({ hasText: 'Connect your channels' }).first()
  expect(await steps.locator(':scope > li > div > b').allTextContents()).toEqual([
    'Name your organization',
    'Connect your channels',
    'Create a product and list it',
    'Make a sale and watch stock sync',
  ])
  await shot(page, 'first-steps')
  await consent(context, button(page, 'Connect eBay'), /agree/i)
  await page.getByRole('link', { name: 'Open sandbox of eBay' }).waitFor()
  await consent(context, button(page, 'Connect Shopify'), /install/i)
  await page.getByRole('link', { name: 'Open sandbox of Shopify' }).waitFor()
  const ways = page.getByRole('list', { name: 'Ways to add products' })
  await ways.getByRole('link', { name: 'Import from Shopify' }).waitFor()
  await ways.getByRole('link', { name: 'Import a file' }).waitFor()
  const channels = page.getByRole('list', { name: 'Channels' }).getByRole('listitem')
  for (const channel of ['eBay', 'Shopify'])
    await channels.filter({ hasText: channel }).getByText('Sandbox', { exact: true }).waitFor()
  await page.getByText('2 of 4 done').waitFor()
  await shot(page, 'connected')
  await settled(page)
  expect(await offences(page)).toEqual([])
})

it('one screen suggests the category, lists on both, and the same card says that it is live', async () => {
  const { page } = tab
  await press(page.getByRole('link', { name: 'Create and list' }))
  await page.getByRole('heading', { name: 'Create and list' }).waitFor()
  await write(page.getByLabel('Title'), 'Handmade leather strap with charms')
  const picture = await sharp({ create: { width: 1200, height: 1200, channels: 3, background: '#7b4a2b' } })
    .png()
    .toBuffer()
  await page.getByLabel('Add images').setInputFiles({ name: 'strap.png', mimeType: 'image/png', buffer: picture })
  count.fields += 1
  await write(page.getByLabel('Price'), '29.00')
  await write(page.getByLabel('Quantity'), '7')
  await page.getByText('from the title').first().waitFor()
  await page.getByText('Ready').nth(1).waitFor()
  await shot(page, 'create-and-list')
  await settled(page)
  expect(await offences(page)).toEqual([])
  await press(button(page, 'Create and list on 2'))
  await page.getByRole('heading', { name: 'Live on 2 channels' }).waitFor()
  await page.getByRole('link', { name: 'View listing on eBay' }).waitFor()
  await page.getByRole('link', { name: 'View listing on Shopify' }).waitFor()
  await shot(page, 'live')
  // The first steps stand across the page now; no button lies over the name of its channel.
  const beside = await page.context().newPage()
  await beside.goto(`${motto.url}/dashboard`)
  await settled(beside)
  const sheets = beside
    .getByRole('list', { name: 'Channels' })
    .getByRole('listitem')
    .filter({ hasText: 'Google Sheets' })
  const [words, connect] = await Promise.all([
    sheets.getByText('Sandbox', { exact: true }).boundingBox(),
    sheets.getByRole('button').boundingBox(),
  ])
  expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThanOrEqual(connect?.x ?? 0)
  await beside.close()
})

it(`it took at most ${most.clicks} clicks and ${most.fields} fields from nothing to live on two channels`, () => {
  // Fewer would mean that a hand was not counted.
  expect(count.clicks).toBeGreaterThanOrEqual(8)
  expect(count.clicks).toBeLessThanOrEqual(most.clicks)
  expect(count.fields).toBeLessThanOrEqual(most.fields)
})

it('one that is bought in the sandbox lowers the other channel, and the first steps are done and gone', async () => {
  const { page, context } = tab
  const sandbox = sandboxAt(motto.sandboxUrl)
  const [shop] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: /^Place a test order on eBay/ }).click(),
  ])
  await shop.getByRole('button', { name: /^Buy NC-000001/ }).click()
  await shop.getByText(/^Bought 1 of NC-000001/).waitFor()
  await shot(shop, 'bought')
  await until('Shopify shows one less', async () => (await sandbox.listings('shopify'))[0]?.quantity === 6)
  await shop.close()
  await page.goto(`${motto.url}/dashboard`)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await settled(page)
  // Shopify may show one less before the order is here, and the guide ends with the order.
  await page.getByText('Setup guide').waitFor({ state: 'hidden' })
  await shot(page, 'sold')
})
