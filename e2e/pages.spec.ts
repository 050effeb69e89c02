import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '#contract/accounts.ts'
import { getUserClients } from '#contract/organizations/organizations.ts'
import { roles } from '#contract/permissions.ts'
import { follow, openBrowser, openTab, phoneBeside, shot, type Tab } from './support/browser.ts'
import { handsOn } from './support/hands.ts'
import { look, offences, settled, turn } from './support/look.ts'
import { type Motto, startMotto } from './support/motto.ts'
import { accountOf, examplesOf, inside, mainLinks, outside, type Sought } from './support/pages.ts'
import { colleague, signedIn } from './support/person.ts'
import { Seller, sha256 } from './support/seller.ts'
import { patience, until } from './support/wait.ts'

const folder = mkdtempSync(join(tmpdir(), 'motto-pages-'))
let motto: Motto
let browser: Browser
let guest: Tab
let tab: Tab
let narrow: Page
let numbers: Sought

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([
    startMotto({ DATA_DIR: folder, DEMO_SIZE: 'small' }, 'bin/demo.ts'),
    openBrowser(),
  ])
  guest = await openTab(browser)
  tab = await signedIn(browser, motto, accountOf(motto))
  numbers = await examplesOf(motto, tab.context)
  narrow = await phoneBeside(browser, tab, `${motto.url}/nowhere`)
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Pages that are drawn and then lead elsewhere. */
const leading: Record<string, string> = {
  '/resetPassword': '/forgotPassword',
  '/confirmEmail': '/dashboard',
  '/product/sku/NOPE': '/product-not-found?sku=NOPE',
}
/** Pages outside the app, whose documents are their own. */
const apart = new Set(['/confirmEmail', '/oauth/ebay?error=access_denied'])
/** The frame is looked at in the dark on these. */
const main = new Set(mainLinks.map(([, path]) => path))
const numbered = (path: string) => path.replaceAll(/:(\w+)/g, (_, name: keyof Sought) => String(numbers[name]))
const address = (path: string) => motto.url + numbered(path)
const unknown = '/nowhere/at/all'
/** Pages that are prescribed, with their headings. */
const prescribed = new Map<string, string | RegExp>([
  ['/inventory/new', 'New Product'],
  ['/inventory/new/:template', 'New Product'],
  ['/product/sku/NOPE', 'Product not found'],
  ['/product/:product', /\w/],
  ['/product/:product/publish/shopify', /\w/],
  ['/product/:product/orders', /\w/],
  ['/orders', 'Orders'],
  ['/order/:shipped', /\w/],
  ['/analytics', 'Analytics'],
  ['/listings', 'Listings'],
  ['/integrations', 'Integrations'],
  ['/integrations/ebay', 'Integrations'],
  ['/templates', 'Templates'],
  ['/templates/new', 'New Template'],
  ['/template/:template', /\w/],
  ['/template/:template/listing/ebay', /\w/],
  ['/template/:template/products', /\w/],
  ['/admin', 'Organization'],
  ['/account', 'Account'],
])

describe('ACC NAV every page, light and dark, wide and on a phone', () => {
  it.each(outside)('%s for a guest', (path) => look(guest, address(path), path, { to: leading[path] }))
  const lookInside = (path: string) =>
    look(tab, address(path), path, {
      to: leading[path],
      inFrame: !main.has(path),
      // Some 400 operations, which are looked at on the page without one.
      ...(path.startsWith('/account/api?') && { without: 'nav[aria-label="Operations"]' }),
      ...(!apart.has(path) && { beside: narrow }),
    })
  it.each(inside.filter((path) => !prescribed.has(path) && path !== unknown))('%s for a seller', lookInside)
  it.each([...prescribed])(
    'NAV-025 NAV-026 NAV-028..NAV-030 NAV-032..NAV-039 NAV-041 NAV-082 %s for a seller, with its heading and breadcrumbs',
    async (path, heading) => {
      await lookInside(path)
      const { page } = tab
      expect(new URL(page.url()).pathname).toBe(new URL(motto.url + (leading[path] ?? numbered(path))).pathname)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      expect(await page.getByRole('navigation', { name: 'Breadcrumb' }).textContent()).not.toBe('')
      expect(await page.getByText('Page not found.').count()).toBe(0)
    },
  )
  it('NAV-050 an unknown path says so and leads to /', async () => {
    await lookInside(unknown)
    await tab.page.getByText('Page not found.').waitFor()
    expect(await tab.page.locator('a[href="/"]').count()).toBeGreaterThan(0)
  })
})

it('ORG what a guest may only read offends axe nowhere', async () => {
  const dana = new Seller(motto.url, motto.dataDir)
  await dana.call(login, { body: { email: accountOf(motto).email, password: sha256(accountOf(motto).password) } })
  const [shop] = await dana.call(getUserClients)
  const person = await colleague(motto, dana, { clientId: shop?.id ?? 0, userRole: roles.guest })
  const { page, context, problems } = await signedIn(browser, motto, person)
  for (const path of [
    '/product/:product',
    '/product/:product/publish/shopify',
    '/template/:template',
    '/integrations/ebay',
  ]) {
    await follow(page, address(path))
    await settled(page)
    await page.getByText('You have view-only access.').waitFor()
    expect(await offences(page, 'all', '#main'), path).toEqual([])
  }
  expect(problems).toEqual([])
  await context.close()
})

it('an oversold order says that nothing of it is in stock yet, where somebody asks for it', async () => {
  const { page } = tab
  await page.goto(address('/order/:oversold'))
  await page.getByRole('button', { name: 'Reserve available stock' }).click()
  await page.getByText(/Out of stock: .+ Update the quantity first\./).waitFor()
})

describe('NAV what opens above a page', () => {
  const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
  const choose = (name: string | RegExp) => (page: Page) => page.getByRole('combobox', { name }).first().click()
  const menu = (page: Page) => page.getByRole('menu')
  const list = (page: Page) => page.getByRole('listbox')
  const dialog = (page: Page) => page.getByRole('dialog')
  const opened = '[role="dialog"], [role="menu"], [role="listbox"]'
  it.each<[string, string, (page: Page) => Promise<void>, (page: Page) => Locator]>([
    ['the palette', '/dashboard', (page) => page.keyboard.press('Control+k'), dialog],
    ['the list of shortcuts', '/dashboard', (page) => page.keyboard.press('?'), dialog],
    ['the support dialog', '/dashboard', press('Contact Support'), dialog],
    ['the account menu', '/dashboard', press('Account menu'), menu],
    [
      'the pages beside this one',
      '/dashboard',
      (page) => page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('button').first().click(),
      menu,
    ],
    ['a list of one', '/inventory', choose('Rows on a page'), list],
    ['the choices of a filter', '/orders', press(/^Channels$/), menu],
    ['a question', '/product/:product', press(/^Delete$/), dialog],
    ['the prefixes', '/inventory/new/:template', press('Prefix'), menu],
    ['the shipping of an order', '/order/:oversold', press('Mark Shipped'), dialog],
    [
      'an order of several parcels',
      '/order/:oversold',
      async (page) => {
        await press('Mark Shipped')(page)
        await page.getByText('More options: service, size').click()
        await page.getByRole('button', { name: 'Add parcel' }).click()
      },
      (page) => page.getByRole('textbox', { name: 'Tracking Number of parcel 2' }),
    ],
    ['a return', '/order/:shipped?dialog=return', async () => undefined, dialog],
    ['a copy of a product', '/product/:product', press('Duplicate'), dialog],
    ['what can be done with an attribute', '/template/:template', press(/^More for|^Actions/), menu],
    // The last: what was chosen there is not saved.
    [
      'a question about shares',
      '/stock-sharing',
      async (page) => {
        await page.getByRole('radio', { name: 'Guaranteed', exact: true }).check()
        await press('Save stock sharing')(page)
      },
      dialog,
    ],
  ])('%s offends axe in neither theme', async (name, path, open, shown) => {
    const { page } = tab
    // What the last one opened is closed; where it failed to, this one begins anew.
    if ((await page.locator(opened).count()) > 0) await page.goto(address(path))
    else if (page.url() !== address(path)) await follow(page, address(path))
    await settled(page)
    await open(page)
    await shown(page).first().waitFor()
    await shot(page, `open-${name.replaceAll(' ', '-')}`)
    // The page below is looked at elsewhere.
    const violations = await offences(page, 'all', opened)
    await turn(page, 'dark')
    violations.push(...(await offences(page, 'colours', opened)).map((line) => `dark: ${line}`))
    await turn(page, 'light')
    expect(violations).toEqual([])
    await page.keyboard.press('Escape')
    await shown(page).first().waitFor({ state: 'hidden' })
  })
})

describe('NAV with the keyboard alone', () => {
  const focused = (target: Locator) =>
    until('the focus is there', () => target.evaluate((element) => element === document.activeElement))

  it('one signs in, edits a product, saves it, and gets about', async () => {
    const { page, context, problems } = await openTab(browser)
    const { to } = handsOn(page)
    const title = page.getByRole('textbox', { name: 'Title', exact: true })
    await page.goto(`${motto.url}/login`)
    await to(page.getByLabel('Email'))
    await page.keyboard.type(accountOf(motto).email)
    await to(page.getByLabel('Password', { exact: true }))
    await page.keyboard.type(accountOf(motto).password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard')
    await settled(page)
    await to(page.getByRole('link', { name: 'Skip to content' }))
    await page.keyboard.press('Enter')
    await focused(page.locator('#main'))
    await page.reload()
    await settled(page)
    await to(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inventory' }))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/inventory')
    await settled(page)
    // One cell of the table takes the focus; from there one goes with the arrows, as in any spreadsheet.
    await to(page.getByRole('grid', { name: 'Products' }).getByRole('gridcell').first())
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/product/*')
    await to(title)
    await page.keyboard.press('End')
    await page.keyboard.type(', new')
    await page.keyboard.press('Control+s')
    await page.getByText('Product saved.').waitFor()
    await focused(title)
    await expect.poll(() => title.inputValue(), patience).toMatch(/, new$/)

    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await focused(title)
    // At once, as a quick hand does: no letter is lost, and none lands in the title.
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Orders')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/orders')
    await settled(page)
    const filter = page.getByRole('button', { name: 'Status', exact: true })
    await to(filter)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await focused(filter)
    expect(problems).toEqual([])
    await context.close()
  })
})
