import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Tab, openBrowser, openTab, shot } from './support/browser.ts'
import { offences, settled } from './support/look.ts'
import { mailedLink } from './support/mail.ts'
import { type Running, sharedMotto } from './support/running.ts'
import { appCode, colleague, forgetSession, freshPage, signIn, signedIn } from './support/person.ts'
import { Seller } from './support/seller.ts'

let motto: Running
let browser: Browser
let owner: Seller
/** The owner's browser. */
let office: Tab
/** The other admin's browser. */
let desk: Tab
let kim: Seller

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([sharedMotto(), openBrowser()])
  owner = new Seller(motto.url, motto.dataDir)
  const clientId = await owner.begin('Northlight Goods')
  kim = await colleague(motto, owner, { clientId, userRole: 2 })
  office = await signedIn(browser, motto, owner)
  desk = await signedIn(browser, motto, kim)
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
})

it('ACC-050..ACC-051 ACC-058 whoever has no session comes to /login, and after it to the wanted page', async () => {
  const { page } = await openTab(browser)
  await page.goto(`${motto.url}/orders`)
  await page.waitForURL(`${motto.url}/login?redirectTo=%2Forders`)
  // What a session whose end has passed leaves behind in the browser.
  const over = encodeURIComponent(
    JSON.stringify({ id: 1, emailConfirmed: true, clientIds: [1], clientId: 1, roleId: 2 }),
  )
  await page.context().addCookies([{ name: 'user', value: over, url: motto.url }])
  await page.goto(`${motto.url}/integrations`)
  await page.waitForURL(`${motto.url}/login?redirectTo=%2Fintegrations`)
  await page.goto(`${motto.url}/pricing`)
  await page.getByRole('heading', { name: 'Pricing' }).waitFor()
  await page.context().close()
})

it('ACC-064..ACC-069 ACC-075..ACC-076 ACC-100..ACC-103 the sign-in pages have their fields and links, and say what is wrong', async () => {
  const { page } = await openTab(browser)
  await page.goto(`${motto.url}/login?redirectTo=%2Ftemplates`)
  expect(await page.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/createAccount')
  expect(await page.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe('/forgotPassword')
  await page.getByLabel('Email').fill('kim at example')
  await page.getByLabel('Password', { exact: true }).fill('Wrong-horse-1')
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByText('Invalid email.', { exact: true }).waitFor()
  await page.getByLabel('Email').fill(owner.email)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByRole('alert').getByText('Invalid email or password.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL('**/templates')
  await forgetSession(page)
  await page.goto(`${motto.url}/forgotPassword`)
  expect(await page.getByRole('link', { name: 'Return' }).getAttribute('href')).toBe('/login')
  await page.getByLabel('Email').fill('kim at example')
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await page.getByText('Email is not valid.', { exact: true }).waitFor()
  await page.context().close()
})

let secret = ''
let backup: string[] = []

it('switches two-factor sign-in on, with backup codes shown once', async () => {
  const { page } = desk
  await page.goto(`${motto.url}/account`)
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=password]').fill('Wrong-horse-1')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByText('This password is not right.').waitFor()
  await dialog.locator('input[type=password]').fill(kim.password)
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  await shot(page, 'two-factor')
  secret = (await dialog.getByLabel('Secret').textContent()) ?? ''
  await dialog.getByLabel('Code').fill(appCode(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = dialog.getByRole('list', { name: 'Backup codes' }).getByRole('listitem')
  await codes.first().waitFor()
  backup = await codes.allTextContents()
  expect(new Set(backup).size).toBe(10)
  await shot(page, 'backup-codes')
  const file = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  expect((await file).suggestedFilename()).toBe('motto-backup-codes.txt')
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText('Two-factor sign-in is on.').waitFor()
  await page.getByText('10 backup codes left.').waitFor()
})

it('asks for the second factor, takes a backup code once, and keeps what was typed', async () => {
  const { page } = desk
  await forgetSession(page)
  await signIn(page, motto, kim)
  await page.getByRole('heading', { name: 'Two-factor sign-in' }).waitFor()
  expect(await page.getByLabel('Code').getAttribute('autocomplete')).toBe('one-time-code')
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  expect(await page.getByLabel('Email').inputValue()).toBe(kim.email)
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(kim.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByRole('button', { name: 'Use a backup code' }).click()
  await page.getByLabel('Backup code').fill(backup[0] ?? '')
  await shot(page, 'code-step')
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL('**/dashboard')
  await page.goto(`${motto.url}/account`)
  await page.getByText('9 backup codes left.').waitFor()
  await forgetSession(page)
  await signIn(page, motto, kim)
  await page.getByRole('button', { name: 'Use a backup code' }).click()
  await page.getByLabel('Backup code').fill(backup[0] ?? '')
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.getByText('This code is not right, or it was used before.').waitFor()
  await page.getByLabel('Backup code').fill(backup[1] ?? '')
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL('**/dashboard')
})

it('ACC-070..ACC-071 a mailed sign-in link asks before it opens a session, and leaves the address', async () => {
  const { page } = await openTab(browser)
  await page.goto(`${motto.url}/login`)
  await page.getByLabel('Email').fill(kim.email)
  await page.getByRole('button', { name: 'Mail me a sign-in link' }).click()
  await page.getByText(/a sign-in link is on its way/).waitFor()
  await page.goto(String(await mailedLink(motto.dataDir, kim.email, '/login')))
  await page.getByRole('heading', { name: `Sign in as ${kim.email}?` }).waitFor()
  expect(page.url()).not.toContain('token')
  await shot(page, 'link-step')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Two-factor sign-in' }).waitFor()
  await page.getByLabel('Code').fill(appCode(secret, 1))
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL('**/dashboard')
  // A page elsewhere may lead here with a link of its own account.
  await page.goto(`${motto.url}/login?email=${encodeURIComponent(owner.email)}&token=theirs`)
  await page.getByText(`You are signed in as ${kim.email}.`).waitFor()
  await shot(page, 'link-step-signed-in')
  await page.getByRole('link', { name: 'Stay signed in' }).click()
  await page.waitForURL('**/dashboard')
  await page.context().close()
})

it('an organization that asks for it leads a member without it to where it is set up', async () => {
  // The owner has it off and so cannot ask others for it.
  const { page } = office
  await page.goto(`${motto.url}/admin`)
  await page.getByRole('switch', { name: 'Require two-factor sign-in' }).click()
  await page.getByRole('button', { name: 'Update' }).click()
  await page.getByText('Set up two-factor sign-in for yourself first, then ask others for it.').waitFor()
  await forgetSession(desk.page)
  await signIn(desk.page, motto, kim)
  await desk.page.getByRole('button', { name: 'Use a backup code' }).click()
  await desk.page.getByLabel('Backup code').fill(backup[2] ?? '')
  await desk.page.getByRole('button', { name: 'Log In' }).click()
  await desk.page.waitForURL('**/dashboard')
  await desk.page.goto(`${motto.url}/admin`)
  await desk.page.getByRole('switch', { name: 'Require two-factor sign-in' }).click()
  await desk.page.getByRole('button', { name: 'Update' }).click()
  await desk.page.getByText('Organization updated.').waitFor()
  const mine = await freshPage(office)
  await signIn(mine, motto, owner)
  await mine.waitForURL('**/account')
  await mine.getByText(/Northlight Goods asks everyone for two-factor sign-in. Set it up below/).waitFor()
  await shot(mine, 'enforced')
  await mine.goto(`${motto.url}/orders`)
  await mine.waitForURL('**/account')
})

it('ORG-045 the organization is opened to all again', async () => {
  const { page } = desk
  // Anew: the message of the first update may still be there.
  await page.reload()
  await page.getByRole('switch', { name: 'Require two-factor sign-in' }).click()
  await page.getByRole('button', { name: 'Update' }).click()
  await page.getByText('Organization updated.').waitFor()
  await freshPage(office)
  await signIn(office.page, motto, owner)
  await office.page.waitForURL('**/dashboard')
})

it('switches two-factor sign-in off with password and code', async () => {
  const { page } = desk
  await page.goto(`${motto.url}/account`)
  await page.getByRole('button', { name: 'Switch off' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=password]').fill(kim.password)
  await dialog.getByLabel('Code').fill(backup[3] ?? '')
  await dialog.getByRole('button', { name: 'Switch off' }).click()
  await page.getByText('Two-factor sign-in is off.').waitFor()
  await page.getByRole('button', { name: 'Set up' }).waitFor()
})

it('everyone can use account, people, log and support, in light and in dark', async () => {
  for (const dark of [false, true]) {
    const { page, context } = await signedIn(browser, motto, owner, { dark })
    const rules = dark ? 'colours' : 'all'
    for (const path of ['/account', '/admin', '/admin/log']) {
      await page.goto(motto.url + path)
      await settled(page)
      expect({ path, dark, found: await offences(page, rules) }).toEqual({ path, dark, found: [] })
      await shot(page, `${dark ? 'dark' : 'light'}${path.replaceAll('/', '-')}`)
    }
    await page.getByRole('banner').getByRole('button', { name: 'Contact Support' }).click()
    await page.getByRole('dialog', { name: 'Contact Support' }).getByRole('button', { name: 'Copy email' }).waitFor()
    expect({ dark, found: await offences(page, rules) }).toEqual({ dark, found: [] })
    await shot(page, `${dark ? 'dark' : 'light'}-support`)
    await context.close()
  }
})

it('no page complained on the way', () => expect([...office.problems, ...desk.problems]).toEqual([]))
