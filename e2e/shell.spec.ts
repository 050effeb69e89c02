import type { Browser, Page, Request } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { createProduct } from '#contract/products/products.ts'
import { createTemplate } from '#contract/templates.ts'
import { begun } from './support/begun.ts'
import { type Tab, shot } from './support/browser.ts'
import { settled, sideways } from './support/look.ts'
import { mainLinks } from './support/pages.ts'
import { letters, openKey, paletteField, pressAtOnce } from './support/palette.ts'
import type { Running } from './support/running.ts'
import { signedIn } from './support/person.ts'
import type { Seller } from './support/seller.ts'
import { until } from './support/wait.ts'

const stage = begun('Northlight Goods')
let motto: Running
let browser: Browser
let seller: Seller
let tab: Tab

beforeAll(async () => {
  ;({ motto, browser, seller, tab } = stage)
})

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })
const width = async (page: Page) => (await sidebar(page).boundingBox())?.width

it('NAV-012 NAV-024 NAV-056..NAV-061 NAV-121..NAV-122 signed in, / is the dashboard, which asks under /api/v2 with the session; the sidebar lists its links in order', async () => {
  const { page } = tab
  const requests: { path: string; cookie: string }[] = []
  const note = (request: Request) => {
    if (request.resourceType() !== 'fetch') return
    void request.allHeaders().then(
      (headers) => requests.push({ path: new URL(request.url()).pathname, cookie: headers.cookie ?? '' }),
      () => undefined, // the page has left it behind
    )
  }
  page.on('requestfinished', note)
  await page.goto(motto.url)
  await page.waitForURL('**/dashboard')
  await until('what was asked', async () => requests.length >= 3)
  page.off('requestfinished', note)
  for (const { path, cookie } of requests) {
    expect(path).toMatch(/^\/api\/v2\//)
    expect(cookie).toContain('jwt=')
  }
  const links = sidebar(page).getByRole('navigation', { name: 'Main' }).getByRole('link')
  await links.first().waitFor()
  expect(
    await links.evaluateAll((all) => all.map((a) => [a.querySelector('span')?.textContent, a.getAttribute('href')])),
  ).toEqual(mainLinks)
})

it('NAV-062..NAV-064 NAV-066..NAV-067 below them Support, Settings with its two pages, and Collapse', async () => {
  const { page } = tab
  const help = sidebar(page).getByRole('navigation', { name: 'Help and settings' })
  expect(await help.getByRole('button').allTextContents()).toEqual(['Support', 'Settings', 'Collapse'])
  await help.getByRole('button', { name: 'Settings' }).click()
  await help.getByRole('link').first().waitFor()
  expect(
    await help.getByRole('link').evaluateAll((all) => all.map((a) => [a.textContent, a.getAttribute('href')])),
  ).toEqual([
    ['Organization', '/admin'],
    ['Account', '/account'],
  ])
})

it('NAV-069..NAV-072 at its foot the user: picture, name, email, and the way out', async () => {
  const { page } = tab
  await page.goto(`${motto.url}/account`)
  await page.getByLabel('Name', { exact: true }).fill('Dana Reyes')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const side = sidebar(page)
  await side.getByText('Dana Reyes').waitFor()
  await side.getByText(seller.email).waitFor()
  await side.locator('[data-initials="DR"]').waitFor()
  await side.getByRole('button', { name: 'Log out' }).waitFor()
})

it('NAV-054 NAV-073..NAV-075 it counts as collapsed at 56 px, stays so over a reload, and is 240 px wide else', async () => {
  const { page } = tab
  await until('240 px', async () => (await width(page)) === 240)
  const collapse = sidebar(page).getByRole('button', { name: 'Collapse' }).or(sidebar(page).getByTitle('Expand'))
  expect(await collapse.getAttribute('aria-pressed')).toBe('false')
  await collapse.click()
  await until('56 px', async () => (await width(page)) === 56)
  expect(await collapse.getAttribute('aria-pressed')).toBe('true')
  await page.reload()
  await sidebar(page).waitFor()
  await until('56 px after a reload', async () => (await width(page)) === 56)
  await shot(page, 'collapsed')
})

it('NAV-076 the top bar has the same main links', async () => {
  const { page } = tab
  const links = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link')
  expect(await links.evaluateAll((all) => all.map((a) => [a.textContent, a.getAttribute('href')]))).toEqual(mainLinks)
  await sidebar(page).getByTitle('Expand').click()
  await until('240 px', async () => (await width(page)) === 240)
})

it('NAV-078..NAV-080 the menu of the avatar has Organization, Account and Logout', async () => {
  const { page } = tab
  await page.getByRole('button', { name: 'Dana Reyes, account menu' }).click()
  await page.getByRole('menuitem').first().waitFor()
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Organization', 'Account', 'Logout'])
  await page.keyboard.press('Escape')
})

it('NAV-083..NAV-085 the footer leads to About, Contact and Privacy', async () => {
  const { page } = tab
  const links = sidebar(page).locator('footer').getByRole('link')
  expect(await links.evaluateAll((all) => all.map((a) => [a.textContent, a.getAttribute('href')]))).toEqual([
    ['About', '/about'],
    ['Contact', '/contact'],
    ['Privacy', '/privacy'],
  ])
})

it('Ctrl K finds a page by a few letters, ? lists the shortcuts', async () => {
  const { page } = tab
  await page.keyboard.press('Control+k')
  await paletteField(page).fill('integr')
  await shot(page, 'palette')
  await paletteField(page).press('Enter')
  await page.waitForURL('**/integrations')
  await paletteField(page).waitFor({ state: 'hidden' })
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Search and commands').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})

it.each(['reduce', 'no-preference'] as const)(
  'what is typed right after Ctrl K arrives in its field, and Enter runs the first match (motion: %s)',
  async (reducedMotion) => {
    const { page } = tab
    await page.emulateMedia({ reducedMotion })
    await page.goto(`${motto.url}/account`)
    const name = page.getByLabel('Name', { exact: true })
    await until('the name', async () => (await name.inputValue()) === 'Dana Reyes')
    await name.focus()
    await pressAtOnce(page, [openKey, ...letters('Inq'), { key: 'Backspace' }, ...letters('teg')])
    await until('the focus in the field', () =>
      paletteField(page).evaluate((field) => field === document.activeElement),
    )
    await expect.poll(() => paletteField(page).inputValue()).toBe('Integ')
    await page.keyboard.type('rations')
    await expect.poll(() => paletteField(page).inputValue()).toBe('Integrations')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/integrations')
    await paletteField(page).waitFor({ state: 'hidden' })
    await pressAtOnce(page, [openKey, ...letters('Orders'), { key: 'Enter', code: 'Enter' }])
    await page.waitForURL('**/orders')
    await paletteField(page).waitFor({ state: 'hidden' })
    await page.goBack()
    await page.goBack()
    await until('the name', async () => (await name.inputValue()) === 'Dana Reyes')
    await page.emulateMedia({ reducedMotion: 'reduce' })
  },
)

it('Ctrl K finds a product by a part of its SKU, ahead of pages; Enter typed before it is found opens it', async () => {
  const { page } = tab
  const { id: templateId } = await seller.call(createTemplate, { body: { productTemplate: { name: 'Boxes' } } })
  const { id } = await seller.call(createProduct, {
    body: { product: { templateId, sku: 'NL-ORD-0042', title: 'Box for orders' } },
  })
  await page.keyboard.press('Control+k')
  const listed = page.getByRole('dialog').getByRole('button')
  await paletteField(page).fill('order')
  await listed.filter({ hasText: 'NL-ORD-0042' }).waitFor()
  expect(await listed.first().textContent()).toBe('Orders')
  await paletteField(page).fill('ord-00')
  await until('the product, first', async () => (await listed.first().textContent())?.includes('NL-ORD-0042') ?? false)
  await page.keyboard.press('Escape')
  await paletteField(page).waitFor({ state: 'hidden' })
  await pressAtOnce(page, [openKey, ...letters('ord-0042'), { key: 'Enter', code: 'Enter' }])
  await page.waitForURL(`**/product/${id}`)
  await paletteField(page).waitFor({ state: 'hidden' })
})

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Contact Support' })

it('NAV-065 NAV-077 NAV-107 Support in the sidebar and Contact Support above open the dialog, 620 wide', async () => {
  const { page } = tab
  await sidebar(page).getByRole('button', { name: 'Support' }).click()
  await dialog(page).waitFor()
  await until('620 px', async () => Math.round((await dialog(page).boundingBox())?.width ?? 0) === 620)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await page.getByRole('banner').getByRole('button', { name: 'Contact Support' }).click()
  await dialog(page).waitFor()
  await shot(page, 'support')
})

it('NAV-055 at 390 px the sidebar is a drawer', async () => {
  const small = await signedIn(browser, motto, seller, { width: 390, height: 800 })
  const { page } = small
  await page.goto(`${motto.url}/dashboard`)
  await page.getByRole('button', { name: 'Open menu' }).waitFor()
  expect(await sidebar(page).isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await sidebar(page).waitFor()
  await shot(page, 'drawer')
  await sidebar(page).getByRole('link', { name: 'Templates' }).click()
  await page.waitForURL('**/templates')
  await sidebar(page).waitFor({ state: 'hidden' })
  for (const path of ['/admin', '/admin/log', '/account']) {
    await page.goto(motto.url + path)
    await settled(page)
    expect(await sideways(page), path).toBe(0)
    await shot(page, `phone${path.replaceAll('/', '-')}`)
  }
  expect(small.problems).toEqual([])
  await small.context.close()
})

it('NAV-042 ORG-041 /clients/ opens as the organization page', async () => {
  const { page } = tab
  await page.goto(`${motto.url}/clients/`)
  await page.waitForURL('**/admin')
  await page.getByRole('heading', { name: 'Organization', level: 1 }).waitFor()
})

it('the signed-in pages do not complain', () => expect(tab.problems).toEqual([]))
