import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Tab, openBrowser, openTab, shot } from './support/browser.ts'
import { type Running, sharedMotto } from './support/running.ts'
import { until } from './support/wait.ts'

let motto: Running
let browser: Browser
let visitor: Tab

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([sharedMotto(), openBrowser()])
  visitor = await openTab(browser)
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
})

it('NAV-013..NAV-014 NAV-137..NAV-146 NAV-148 a stranger sees the landing page at / and /home, with its head and hero', async () => {
  const { page } = visitor
  await page.goto(`${motto.url}/home`)
  await page.getByRole('heading', { name: 'Inventory management, simplified.', level: 1 }).waitFor()
  await page.goto(motto.url)
  await page.getByRole('heading', { name: 'Inventory management, simplified.', level: 1 }).waitFor()
  const head = page.locator('header').first()
  expect(await head.evaluate((element) => getComputedStyle(element).position)).toBe('sticky')
  for (const [name, id] of [
    ['Product', 'product'],
    ['Integrations', 'integrations'],
    ['Pricing', 'pricing'],
    ['FAQ', 'faq'],
  ]) {
    expect(await head.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(`/#${id}`)
    expect(await page.locator(`#${id}`).count()).toBe(1)
  }
  expect(await head.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/createAccount')
  expect(await head.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/dashboard')
  await page.getByRole('link', { name: 'Start free trial', exact: true }).first().waitFor()
  await page.getByRole('link', { name: 'Request a demo', exact: true }).first().waitFor()
})

it('NAV-147 NAV-149..NAV-154 its sections: features, one sale on its way, channels, pricing, questions, foot', async () => {
  const { page } = visitor
  expect(await page.getByRole('link', { name: 'Start free trial', exact: true }).first().getAttribute('href')).toBe(
    '/createAccount',
  )
  expect(await page.getByRole('link', { name: 'Request a demo', exact: true }).first().getAttribute('href')).toBe(
    '/contact',
  )
  expect(await page.getByRole('article').count()).toBeGreaterThanOrEqual(3)
  expect(await page.locator('#product ol > li').count()).toBeGreaterThanOrEqual(3)
  const channels = await page.locator('#integrations').innerText()
  for (const channel of ['eBay', 'Etsy', 'Square', 'Shopify', 'BigCommerce', 'Clover'])
    expect(channels).toContain(channel)
  await page.getByRole('heading', { name: 'Pricing' }).waitFor()
  expect(await page.locator('#faq details').count()).toBeGreaterThanOrEqual(3)
  await page.locator('footer').last().getByRole('link', { name: 'Privacy' }).waitFor()
  await shot(page, 'landing')
})

it('NAV-155..NAV-157 the three plans', async () => {
  const { page } = visitor
  const plans = [
    ['Starter', '$0 per month', 'Up to 100 orders per month', '2 channels', 'Email support'],
    ['Growth', '$199 per month', 'Up to 5,000 orders per month', '5 channels', 'Chat support'],
    ['Scale', 'Contact the provider', 'Unlimited orders', 'All channels', 'Priority support'],
  ]
  for (const [name, ...lines] of plans) {
    const words = ((await page.getByRole('region', { name, exact: true }).textContent()) ?? '').replaceAll(/\s+/g, ' ')
    for (const line of lines) expect(words).toContain(line)
  }
})

it('says of the second factor and of single sign-on what is true', async () => {
  const answer = await visitor.page.locator('#faq').innerText()
  expect(await visitor.page.locator('#faq details').last().textContent()).toMatch(
    /2FA, with an authenticator app.*SSO does not exist yet/,
  )
  expect(answer).not.toMatch(/SSO is (in|available)/)
})

it('NAV-015..NAV-019 NAV-049 the public pages open for everyone', async () => {
  const { page } = visitor
  for (const [path, title] of [
    ['/about', 'About'],
    ['/contact', 'Contact'],
    ['/privacy', 'Privacy'],
    ['/terms', 'Terms'],
    ['/pricing', 'Pricing'],
  ]) {
    await page.goto(motto.url + path)
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  }
  for (const name of ['Starter', 'Growth', 'Scale']) await page.getByRole('region', { name, exact: true }).waitFor()
})

it('NAV-020..NAV-023 the sign-in pages open', async () => {
  const { page } = visitor
  for (const [path, title] of [
    ['/login', 'Log in'],
    ['/createAccount', 'Create your account'],
    ['/forgotPassword', 'Forgot password'],
    ['/resetPassword?uuid=6f1c6a52-0a5e-4b9c-9d44-0c1d2e3f4a5b&code=x', 'Reset password'],
  ]) {
    await page.goto(motto.url + path)
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  }
})

it('ACC-079..ACC-085 ACC-094..ACC-096 sign-up says what is wrong where it is', async () => {
  const { page } = visitor
  await page.goto(`${motto.url}/createAccount`)
  expect(await page.getByRole('link', { name: 'Return' }).getAttribute('href')).toBe('/login')
  await page.getByLabel('Name').fill('Dana')
  await page.getByLabel('Email').fill('dana')
  await page.getByLabel('Email').blur()
  await page.getByText('Please insert a valid email').waitFor()
  await page.getByLabel('Email').fill('dana@northlight.example')
  await page.getByLabel('Password', { exact: true }).fill('password')
  await page.getByLabel('Re-Enter Password', { exact: true }).fill('passwort')
  await page
    .getByText('Password must be 8 characters long and include an uppercase, number, and special character.')
    .waitFor()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page
    .getByText('Must contain an uppercase, lowercase, number, special character, and be at least 8 characters long.')
    .waitFor()
  await page.getByText('Passwords do not match.').first().waitFor()
})

it("ACC-129..ACC-131 a confirmation that fails says why, with the server's words or without", async () => {
  const { page } = visitor
  const address = `${motto.url}/confirmEmail?uuid=6f1c6a52-0a5e-4b9c-9d44-0c1d2e3f4a5b&code=nothing`
  let requests = 0
  page.on('request', (request) => (requests += Number(request.url().endsWith('/users/confirmEmail'))))
  const answer = page.waitForResponse('**/users/confirmEmail')
  await page.goto(address)
  const { message } = (await (await answer).json()) as { message: string }
  expect(message.length).toBeGreaterThan(20)
  await page.getByRole('alert').getByText(message).waitFor()
  expect(requests).toBe(1)
  await page.route('**/api/v2/users/confirmEmail', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"success":false}' }),
  )
  await page.goto(address)
  await page.getByRole('alert').getByText('Unknown Error. Try again later.').waitFor()
  await shot(page, 'confirm-failed')
  await page.unrouteAll()
  await page.goto(`${motto.url}/confirmEmail?uuid=6f1c6a52&code=nothing`)
  await page.getByRole('alert').getByText('This link is not complete.').waitFor()
  await page.unrouteAll()
})

it('NAV-131 a request that gets no response says so', async () => {
  const { page } = visitor
  await page.goto(`${motto.url}/login`)
  await page.route('**/api/v2/users/login', (route) => route.abort())
  await page.getByLabel('Email').fill('dana@northlight.example')
  await page.getByLabel('Password', { exact: true }).fill('Correct-horse-9')
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByRole('alert').getByText('No response.').waitFor()
  await page.unrouteAll()
})

/** A visitor who has not asked for less motion. */
async function moving() {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'no-preference' })
  return { context, page: await context.newPage() }
}
/** Of the two words of the logo, the ends that can be seen. */
const shownEnds = (page: Page) =>
  page
    .locator('header svg[role=img]')
    .first()
    .evaluate((logo) =>
      [...logo.querySelectorAll('g > g, g > path:last-child')].map((end) => getComputedStyle(end).opacity),
    )

it('NAV-086..NAV-088 the logo says motto for 60000 ms, then more. for 2500 ms', async () => {
  const { context, page } = await moving()
  const motto1 = ['1', '0']
  const more = ['0', '1']
  const shows = (what: string[]) =>
    until(what === more ? 'more.' : 'motto', async () => String(await shownEnds(page)) === String(what))
  // Time stands still unless it is told to go on.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto(`${motto.url}/about`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await shows(motto1)
  await page.clock.fastForward(59_000)
  expect(await shownEnds(page)).toEqual(motto1)
  await page.clock.fastForward(1_000)
  await shows(more)
  await page.clock.fastForward(2_000)
  expect(await shownEnds(page)).toEqual(more)
  await page.clock.fastForward(500)
  await shows(motto1)
  await context.close()
  const still = visitor.page
  await still.clock.install()
  await still.goto(`${motto.url}/about`)
  await still.clock.fastForward(61_000)
  expect(await shownEnds(still)).toEqual(motto1)
})

it('NAV-052..NAV-053 the landing page fades in over 350 ms, its splash is gone after 1050 ms', async () => {
  const { context, page } = await moving()
  // Noted as they begin: by the time the page counts as loaded they may be over.
  await page.addInitScript(() => {
    const begun: string[] = []
    Object.assign(window, { begun })
    document.addEventListener('animationstart', (event) =>
      begun.push(getComputedStyle(event.target as Element).animationDuration),
    )
  })
  await page.goto(motto.url)
  await until('both animations', async () => {
    const begun = await page.evaluate(() => (window as unknown as { begun: string[] }).begun)
    return ['0.35s', '1.05s'].every((duration) => begun.includes(duration))
  })
  await until(
    'no splash',
    async () => !(await page.locator('[aria-hidden=true]:has(> svg[role=img])').first().isVisible()),
  )
  await context.close()
})

it('the pages outside do not complain, in light and dark and at 390 px', async () => {
  const dark = await openTab(browser, { dark: true, width: 390, height: 800 })
  for (const path of ['/', '/login', '/pricing']) {
    await dark.page.goto(motto.url + path)
    await dark.page.getByRole('heading', { level: 1 }).waitFor()
    expect(await dark.page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390)
    await shot(dark.page, `dark-phone${path.replaceAll('/', '-')}`)
  }
  expect([...dark.problems, ...visitor.problems]).toEqual([])
})
