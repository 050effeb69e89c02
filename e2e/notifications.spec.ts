import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getNotificationSettings, saveNotificationSetting, sendTestMail } from '#contract/notifications.ts'
import { searchOrders } from '#contract/orders/orders.ts'
import { type Tab, openBrowser, openTab, openListening, shot } from './support/browser.ts'
import { offences, settled, turn } from './support/look.ts'
import { mailedLink } from './support/mail.ts'
import type { Motto } from './support/motto.ts'
import { enter, signedIn } from './support/person.ts'
import { ownMotto } from './support/running.ts'
import { type Sandbox, sandboxAt } from './support/sandbox.ts'
import { Seller } from './support/seller.ts'
import { until } from './support/wait.ts'

let motto: Motto
let browser: Browser
let seller: Seller
let sandbox: Sandbox

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([ownMotto(), openBrowser()])
  seller = new Seller(motto.url, motto.dataDir)
  await seller.begin('Northlight News')
  await seller.connect('ebay')
  sandbox = sandboxAt(motto.sandboxUrl)
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
})

interface Shown {
  title: string
  body: string
}
declare global {
  interface Window {
    requested: number
    answer: NotificationPermission
    shown: (Shown & { onclick: (() => void) | null })[]
  }
}

/** Runs in the page, in place of the browser's own notifications. */
function stub(answer: NotificationPermission): void {
  window.requested = 0
  window.shown = []
  class Stub {
    static get permission() {
      return (localStorage.getItem('stub') ?? 'default') as NotificationPermission
    }
    static async requestPermission() {
      window.requested += 1
      localStorage.setItem('stub', answer)
      return answer
    }
    title: string
    body: string
    onclick: (() => void) | null = null
    constructor(title: string, { body = '' }: NotificationOptions = {}) {
      this.title = title
      this.body = body
      window.shown.push(this)
    }
    close() {}
  }
  Object.defineProperty(window, 'Notification', { value: Stub, configurable: true })
}

async function stubbed(answer: NotificationPermission): Promise<Tab> {
  const tab = await openTab(browser)
  await tab.context.addInitScript(stub, answer)
  await enter(tab.context, motto, seller)
  return tab
}
const askedIn = (page: Page) => page.evaluate(() => window.requested)
const shownIn = async (context: BrowserContext): Promise<Shown[]> =>
  (
    await Promise.all(
      context.pages().map((page) => page.evaluate(() => window.shown.map(({ title, body }) => ({ title, body })))),
    )
  ).flat()
const browserSwitch = (page: Page, name: string) => page.getByRole('switch', { name: `${name} in the browser` })
/** As a hand does, which hits what is drawn and not the box behind it. */
const flip = (page: Page, it: ReturnType<typeof browserSwitch>) => page.locator('label').filter({ has: it }).click()
const mailSwitch = (page: Page, name: string) => page.getByRole('switch', { name: `${name} by mail` })
const titles = async () =>
  (await seller.call(getNotificationSettings)).kinds.flatMap(({ kind, browser: here, mail }) => [
    ...(here ? [`${kind} here`] : []),
    ...(mail ? [`${kind} by mail`] : []),
  ])

/** A buyer buys on eBay something that was put there by hand, for 20.00 and its postage. */
async function sell(): Promise<string> {
  const sku = `NEWS-${randomUUID().slice(0, 6)}`
  await sandbox.addItems('ebay', [{ sku, title: 'A strap', price: 20, quantity: 5 }])
  return (await sandbox.buy('ebay', sku, 1)).externalOrderId
}

describe('notifications of the browser', () => {
  it('are off, and nothing is asked, until somebody presses; then a sale shows once, however many tabs are open', async () => {
    const { page, context, problems } = await stubbed('granted')
    await openListening(page, `${motto.url}/account`)
    await settled(page)
    await page.getByRole('heading', { name: 'Notifications' }).waitFor()
    expect(await page.getByRole('switch', { checked: true }).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Send a test' }).isDisabled()).toBe(true)
    const early = await sell()
    await until('an order is in', async () =>
      (await seller.call(searchOrders, { query: {} })).some(({ externalOrderId }) => externalOrderId === early),
    )
    expect(await askedIn(page)).toBe(0)
    await flip(page, browserSwitch(page, 'New orders'))
    await page.getByRole('switch', { checked: true }).waitFor()
    await until('the wish is kept', async () => (await titles()).includes('orders here'))
    expect(await askedIn(page)).toBe(1)
    await page.getByRole('button', { name: 'Send a test' }).click()
    await until('a test shows', async () => (await shownIn(context)).some(({ title }) => title === 'A test of Motto'))
    const second = await context.newPage()
    await openListening(second, `${motto.url}/inventory`)
    await sell()
    const news = async () => (await shownIn(context)).filter(({ title }) => title.startsWith('New order'))
    await until('the sale shows', async () => (await news()).length > 0)
    // Both tabs have read it by the time that the next one shows.
    await sell()
    await until('the next sale shows', async () => (await news()).length > 1)
    expect(await news()).toEqual([
      { title: expect.stringMatching(/^New order eBay /), body: '1 piece, 24.99 USD' },
      { title: expect.stringMatching(/^New order eBay /), body: '1 piece, 24.99 USD' },
    ])
    const [owner] = (
      await Promise.all(
        context.pages().map(async (tab) => ({ tab, has: await tab.evaluate(() => window.shown.at(-1)?.title ?? '') })),
      )
    ).filter(({ has }) => has.startsWith('New order'))
    await owner?.tab.evaluate(() => window.shown.at(-1)?.onclick?.())
    await owner?.tab.waitForURL(/\/order\/\d+$/)
    expect(problems).toEqual([])
    await context.close()
  })

  it('that the browser blocks say what to do, and nothing is switched on', async () => {
    const { page, context } = await stubbed('denied')
    await page.goto(`${motto.url}/account`)
    await settled(page)
    const before = await titles()
    await flip(page, browserSwitch(page, 'Refusals'))
    await page.getByText('This browser blocks notifications of Motto.').waitFor()
    expect(await browserSwitch(page, 'Refusals').isChecked()).toBe(false)
    expect(await titles()).toEqual(before)
    await context.close()
  })
})

describe('mails', () => {
  it('are asked for by switches, and a link in each stops them without signing in', async () => {
    const { page, context } = await signedIn(browser, motto, seller)
    await page.goto(`${motto.url}/account`)
    await settled(page)
    await mailSwitch(page, 'New orders').press('Space')
    await until('the wish is kept', async () => (await titles()).includes('orders by mail'))
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText(`A test is on its way to ${seller.email}.`).waitFor()
    expect(await offences(page)).toEqual([])
    const link = await mailedLink(motto.dataDir, seller.email, ':\\d+/unsubscribe')
    const stranger = await openTab(browser)
    await stranger.page.goto(link.href)
    await stranger.page.getByText('Northlight News mails you about new orders.').waitFor()
    expect(stranger.page.url()).toBe(`${motto.url}/unsubscribe`)
    await shot(stranger.page, 'unsubscribe')
    await stranger.page.getByRole('button', { name: 'Stop mails about new orders' }).click()
    await stranger.page.getByRole('heading', { name: 'Mails stopped' }).waitFor()
    expect(await titles()).not.toContain('orders by mail')
    // The open account page hears of it.
    await until('the switch is off', async () => !(await mailSwitch(page, 'New orders').isChecked()))
    await Promise.all([context.close(), stranger.context.close()])
  })

  it('look as they should, wide and on a phone, light and dark', async () => {
    await seller.call(saveNotificationSetting, { body: { kind: 'refused', mail: true } })
    await seller.call(sendTestMail)
    const { page, context, problems } = await signedIn(browser, motto, seller)
    await page.goto(`${motto.url}/account`)
    await settled(page)
    for (const theme of ['light', 'dark'] as const)
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await turn(page, theme)
        await mailSwitch(page, 'Refusals').scrollIntoViewIfNeeded()
        expect(await offences(page)).toEqual([])
        await shot(page, `account-${theme}-${width}`)
      }
    expect(problems).toEqual([])
    await context.close()
  })
})
