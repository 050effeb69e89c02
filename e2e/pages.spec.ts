import { rmSync } from 'node:fs'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { login } from '#contract/accounts.ts'
import { builtIds } from '#contract/channels/names.ts'
import { listIntegrations } from '#contract/integrations/integrations.ts'
import { listListings } from '#contract/listings/listings.ts'
import { recentOrders } from '#contract/orders/orders.ts'
import { clientLogin, getStart, getUserClients } from '#contract/organizations/organizations.ts'
import { roles } from '#contract/permissions.ts'
import { getProduct, listProducts } from '#contract/products/products.ts'
import { temporaryFolder } from '#server/testing/setup/memory.ts'
import { analyticsOf } from './support/analytics.ts'
import { follow, openBrowser, openTab, phoneBeside, shot, type Tab } from './support/browser.ts'
import { dashboardOf } from './support/dashboard.ts'
import { handsOn } from './support/hands.ts'
import { look, offences, settled, turn } from './support/look.ts'
import { type Motto, startMotto } from './support/motto.ts'
import { accountOf, examplesOf, inside, mainLinks, outside, type Sought } from './support/pages.ts'
import { colleague, signedIn } from './support/person.ts'
import { Seller, sha256 } from './support/seller.ts'
import { patience, until } from './support/wait.ts'

const folder = temporaryFolder()
let motto: Motto
let browser: Browser
let guest: Tab
let tab: Tab
/** The shop's owner, who uses the API alone. */
let dana: Seller
let narrow: Page
let numbers: Sought

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([
    startMotto({ DATA_DIR: folder, DEMO_SIZE: 'small' }, 'bin/demo.ts'),
    openBrowser(),
  ])
  await until('the sign-in is printed', async () => accountOf(motto).email)
  dana = new Seller(motto.url, folder)
  tab = await signedIn(browser, motto, accountOf(motto))
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('the demo', () => {
  it('prints a sign-in that works, into the shop that it filled', async () => {
    const { email, password } = accountOf(motto)
    await dana.call(login, { body: { email, password: sha256(password) } })
    const [shop] = await dana.call(getUserClients)
    expect(shop?.displayName).toBe('Northlight Goods')
    await dana.call(clientLogin, { body: { clientLoginId: shop?.id ?? 0 } })
    expect(await dana.call(getStart)).toMatchObject({ templates: 8, products: 16, connectedChannels: builtIds.length })
  })

  it('has products with pictures that can be seen, and some that are not finished', async () => {
    const { data } = await dana.call(listProducts, { query: { limit: '100' } })
    expect(data.filter(({ images }) => !images?.length)).toEqual([])
    expect(data.some(({ readiness }) => readiness === 'error')).toBe(true)
    const product = await dana.call(getProduct, { params: { id: data[0]?.id ?? 0 } })
    const picture = await fetch(product.images[0]?.url ?? '')
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  })

  it('is live on all seven channels, with a refusal that says why', async () => {
    const integrations = Object.values(await dana.call(listIntegrations))
    const live = integrations.filter(({ counts }) => counts.live > 0).map(({ channel }) => channel)
    expect(live.toSorted()).toEqual([...builtIds].toSorted())
    const { data } = await dana.call(listListings, { query: { status: 'error' } })
    expect(data.map(({ result }) => result?.reason)).toContainEqual(expect.stringContaining('80 characters'))
  })

  it('has a year of orders, of every channel with buyers, one bought today on each, and some to pack', async () => {
    const { orders, openOrders } = await dana.call(getStart)
    expect(orders).toBeGreaterThanOrEqual(24 + 6)
    expect(openOrders).toBeGreaterThan(0)
    const year = await dana.call(recentOrders, { query: { limit: '100' } })
    const days = year.map(({ orderDate }) => (Date.now() - new Date(orderDate).getTime()) / 86_400_000)
    expect(Math.max(...days)).toBeGreaterThan(120)
    const of = (some: typeof year) => [...new Set(some.map(({ channel }) => channel))].toSorted()
    const buyers = builtIds.filter((id) => id !== 'csv').toSorted()
    expect(of(year.filter((_, at) => Number(days[at]) < 1))).toEqual(buyers)
    expect(of(year.filter((_, at) => Number(days[at]) > 1))).toEqual(buyers)
  })

  describe('its dashboard', () => {
    const dashboard = dashboardOf(() => ({ page: tab.page, url: motto.url }))
    it(
      'ANA-134..ANA-136 ANA-141..ANA-149 ANA-151 ANA-153..ANA-155 ANA-158 ANA-160..ANA-162 ANA-165 shows the range that is chosen',
      dashboard.range,
    )
    it('ANA-137..ANA-140 ANA-146 ANA-152 ANA-156 ANA-159 ANA-169 ANA-170 leads to what it shows', dashboard.leads)
  })

  describe('its analytics', () => {
    const analytics = analyticsOf(() => ({ motto, browser }))
    it(
      'ANA-002 ANA-007 ANA-008 ANA-009 ANA-010 ANA-013..ANA-019 ANA-045..ANA-053 ANA-055..ANA-058 ANA-062..ANA-066 ANA-071 ANA-083 shows the figures and charts of the days that are chosen',
      analytics.figures,
    )
    it(
      'ANA-067..ANA-070 ANA-078 ANA-080 each chart but the days is bars or a pie, and has a table and a file behind it',
      analytics.charts,
    )
    it(
      'ANA-012 ANA-023..ANA-035 ANA-044 ANA-077 ANA-079 more filters narrow the chart of SKUs until they are applied to all',
      analytics.filters,
    )
    it(
      'ANA-072 ANA-073..ANA-076 what is pressed in a chart waits in a panel, and narrows all charts once it is applied',
      analytics.adjusting,
    )
    it(
      'ANA-001 ANA-003..ANA-005 ANA-088..ANA-092 ANA-097 ANA-098 ANA-100..ANA-108 queries are saved in this browser, loaded, moved, copied and deleted',
      analytics.savedSearches,
    )
    it('tells of the stock what it is worth, what runs out first and what lies, and leads there', analytics.stock)
    it(
      'ANA-006 ANA-084..ANA-087 prints on A4 without the navigation, under a header with dates and filters',
      analytics.printing,
    )
    it(
      'answers why May fell: by clicking down to the orders, kept for another day, and printed alike from both themes',
      analytics.whyMayFell,
    )
  })
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
/** The editors of channels, which are looked at under their own requirements. */
const editors = [
  '/template/:template/listing/ebay',
  '/template/:template/listing/shopify',
  '/product/:refused/publish/ebay',
  '/product/:product/publish/shopify',
  '/integrations/ebay/defaults',
  '/integrations/shopify/defaults',
]
/** Pages that are prescribed, with their headings. */
const prescribed = new Map<string, string | RegExp>([
  ['/inventory/new', 'New Product'],
  ['/inventory/new/:template', 'New Product'],
  ['/product/sku/NOPE', 'Product not found'],
  ['/product/:product', /\w/],
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
  ['/template/:template/products', /\w/],
  ['/admin', 'Organization'],
  ['/account', 'Account'],
])

describe('ACC NAV every page, light and dark, wide and on a phone', () => {
  // Only now: what the demo made is counted before.
  beforeAll(async () => {
    guest = await openTab(browser)
    numbers = await examplesOf(motto, tab.context)
    narrow = await phoneBeside(browser, tab, `${motto.url}/nowhere`)
  })
  it.each(outside)('%s for a guest', (path) => look(guest, address(path), path, { to: leading[path] }))
  const lookInside = (path: string) =>
    look(tab, address(path), path, {
      to: leading[path],
      inFrame: !main.has(path),
      // Some 400 operations, which are looked at on the page without one.
      ...(path.startsWith('/account/api?') && { without: 'nav[aria-label="Operations"]' }),
      ...(!apart.has(path) && { beside: narrow }),
    })
  const others = new Set([...prescribed.keys(), ...editors, unknown])
  it.each(inside.filter((path) => !others.has(path)))('%s for a seller', lookInside)
  const lookAtPrescribed = async (path: string, heading: string | RegExp) => {
    await lookInside(path)
    const { page } = tab
    expect(new URL(page.url()).pathname).toBe(new URL(motto.url + (leading[path] ?? numbered(path))).pathname)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Breadcrumb' }).textContent()).not.toBe('')
    expect(await page.getByText('Page not found.').count()).toBe(0)
  }
  it.each([...prescribed])(
    'NAV-025 NAV-026 NAV-028..NAV-030 NAV-032..NAV-039 NAV-041 NAV-082 %s for a seller, with its heading and breadcrumbs',
    lookAtPrescribed,
  )
  it.each([
    ['NAV-038 LST-122..LST-136 LST-184', '/template/:template/listing/ebay'],
    ['LST-288..LST-297', '/template/:template/listing/shopify'],
    ['LST-123 LST-172..LST-175', '/product/:refused/publish/ebay'],
    ['NAV-029 LST-288', '/product/:product/publish/shopify'],
    ['CHN-094 CHN-095', '/integrations/ebay/defaults'],
    ['CHN-098', '/integrations/shopify/defaults'],
  ])("%s %s, a channel's editor, with its heading and breadcrumbs", (_ids, path) => lookAtPrescribed(path, /\w/))
  it('NAV-050 an unknown path says so and leads to /', async () => {
    await lookInside(unknown)
    await tab.page.getByText('Page not found.').waitFor()
    expect(await tab.page.locator('a[href="/"]').count()).toBeGreaterThan(0)
  })
})

it('ORG what a guest may only read offends axe nowhere', async () => {
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
    ['a bundle', '/product/:product', press('Make a bundle'), dialog],
    ['a suggested price', '/product/:product', press('Suggest a price'), dialog],
    ['the deletion of a template', '/template/:template', press(/^Delete$/), dialog],
    ['another listing template', '/template/:template/listing/ebay', press('Add listing template'), dialog],
    ['an import of orders', '/orders', press(/^Import$/), dialog],
    ['a rule for orders', '/orders/rules', press('New Rule'), dialog],
    ['an emailed report', '/analytics', press('Email as report'), dialog],
    ['a search to save', '/analytics', press('Save search'), dialog],
    ['the saved searches', '/analytics', press('View saved'), dialog],
    ['an API token', '/account/tokens', press('Create token'), dialog],
    ['a webhook', '/account/webhooks', press('Create webhook'), dialog],
    ['two-factor authentication', '/account', press('Set up'), dialog],
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

it('the demo fills its folder once', async () => {
  const before = await dana.call(getStart)
  await motto.kill()
  await motto.start()
  // A channel is read back after an outage, and what is not known for sure is told again.
  await expect.poll(() => dana.call(getStart), patience).toEqual(before)
})
