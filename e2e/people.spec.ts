import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addUserRole, clientUsers } from '#contract/organizations/organizations.ts'
import { createTemplate } from '#contract/templates.ts'
import { addressOf } from '#server/testing/address.ts'
import { type Tab, openBrowser, openTab, shot } from './support/browser.ts'
import { mailedLink } from './support/mail.ts'
import { type Running, sharedMotto } from './support/running.ts'
import { forgetSession, freshPage, signIn, signUp, signedIn } from './support/person.ts'
import { Seller } from './support/seller.ts'
import { timersOf } from './support/timers.ts'
import { until } from './support/wait.ts'

let motto: Running
let browser: Browser
let owner: Seller
let organization: number
/** Another organization and its owner. */
let rival: Seller
let second: number
/** The owner's browser. */
let office: Tab
/** The colleague's browser. */
let desk: Tab
const kim: { email: string; password: string } = { email: 'kim@northlight.example', password: 'Correct-horse-9' }

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([sharedMotto(), openBrowser()])
  owner = new Seller(motto.url, motto.dataDir)
  organization = await owner.begin('Northlight Goods')
  office = await signedIn(browser, motto, owner)
  desk = await openTab(browser)
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
})

it('ORG-032..ORG-034 ORG-052..ORG-055 ORG-057 an admin invites a stranger', async () => {
  const { page } = office
  await page.goto(`${motto.url}/admin`)
  for (const name of ['Update Organization', 'Organization Users', 'Invite User to Organization'])
    await page.getByRole('heading', { name }).waitFor()
  const invite = page.getByRole('button', { name: 'Invite', exact: true })
  expect(await invite.isDisabled()).toBe(true)
  const role = page
    .getByRole('combobox', { name: 'Role', exact: true })
    .or(page.getByRole('textbox', { name: 'Role', exact: true }))
    .first()
  expect(await role.inputValue()).toBe('Manager')
  await role.click()
  const offered = page.getByRole('option')
  await offered.first().waitFor()
  expect(await offered.allTextContents()).toEqual(['Admin', 'Manager', 'Employee', 'Guest'])
  await page.getByRole('option', { name: 'Guest' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(kim.email)
  await invite.click()
  await page.getByText('User invited to join your client.').waitFor()
  await shot(page, 'invited')
})

it('ORG-046 ORG-048..ORG-050 the member list shows email, role and status, and who is pending', async () => {
  const { page } = office
  const people = page.getByRole('table', { name: 'Organization users' })
  const row = people.getByRole('row').filter({ hasText: kim.email })
  await row.getByText('(Pending)').waitFor()
  await row.getByText('Pending', { exact: true }).waitFor()
  expect(await row.getByLabel(`Role of ${kim.email}`, { exact: true }).first().inputValue()).toBe('Guest')
  const own = people.getByRole('row').filter({ hasText: owner.email })
  await own.getByText('Active', { exact: true }).waitFor()
})

it('keeps the last admin: neither another role nor removal', async () => {
  const { page } = office
  const own = page.getByRole('row').filter({ hasText: owner.email })
  await own.getByText('The last Admin. Make someone else Admin first.').waitFor()
  expect(await own.getByRole('button', { name: `Remove ${owner.email}` }).isDisabled()).toBe(true)
})

it('sends an invitation again, and says how long it holds', async () => {
  const { page } = office
  const waiting = page.getByRole('list', { name: 'Invitations' })
  await waiting.getByText(/Holds until [A-Z][a-z]{2} \d{1,2}, \d{4}/).waitFor()
  await waiting.getByRole('button', { name: `Resend to ${kim.email}` }).click()
  await page.getByText('Invitation sent again. It is valid for 14 days.').waitFor()
})

it('ACC-056 ACC-086 ACC-118..ACC-122 ACC-126 ACC-128 NAV-043 the invited stranger signs up and must confirm the email', async () => {
  const { page } = desk
  await signUp(page, motto, kim)
  await page.getByRole('heading', { name: 'Confirm Email' }).waitFor()
  expect(await page.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/login')
  await page.getByRole('button', { name: 'Send New Email' }).waitFor()
  await page.goto(`${motto.url}/orders`)
  await page.waitForURL('**/confirmEmail')
  const link = await mailedLink(motto.dataDir, kim.email, '/confirmEmail')
  expect([...link.searchParams.keys()].sort()).toEqual(['code', 'uuid'])
  const timers = await timersOf(page)
  await page.goto(String(link))
  await page.getByText('Email confirmed. Please log in again. (redirecting...)').waitFor()
  await page.waitForURL('**/login*')
  expect(timers).toContain(2000)
})

it('ACC-057 ACC-060 ORG-037..ORG-038 without an organization there is /admin, and /account with the invitation', async () => {
  const { page } = desk
  await signIn(page, motto, kim)
  await page.waitForURL('**/admin')
  await page.goto(`${motto.url}/inventory`)
  await page.waitForURL('**/admin')
  await page.getByText('You do not belong to an Organization. Create one below or check your Invites').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Invites' }).click()
  await page.waitForURL('**/account')
})

it('ACC-153..ACC-155 ACC-157 ACC-167 accepts on the Organizations card', async () => {
  const { page } = desk
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Organizations' }) })
  await card.getByText('Northlight Goods').waitFor()
  await card.getByText('Guest', { exact: true }).waitFor()
  await shot(page, 'invites')
  await card.getByRole('button', { name: 'Accept Invite' }).click()
  await page.getByText('Accepted Role. You must re-login for change to take affect.').waitFor()
  await card.getByText('Member', { exact: true }).waitFor()
  await card
    .getByRole('button', { name: /Invite$/ })
    .first()
    .waitFor({ state: 'detached' })
})

it('ACC-028..ACC-029 logs out to /login; signed in again the role is in effect', async () => {
  const { page } = desk
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/login')
  expect((await page.context().cookies()).filter(({ name }) => name === 'jwt' || name === 'user')).toEqual([])
  await signIn(page, motto, kim)
  await page.waitForURL('**/dashboard')
})

it('ACC-123 whose email is confirmed comes from /confirmEmail to the dashboard', async () => {
  const { page } = desk
  await page.goto(`${motto.url}/confirmEmail`)
  await page.waitForURL('**/dashboard')
})

it('ORG-036 ORG-078 ORG-084 a guest looks and does not touch', async () => {
  const { page } = desk
  const refusal = 'You do not have sufficient permissions to access admin features.'
  await page.goto(`${motto.url}/admin`)
  await page.getByText(refusal).waitFor()
  for (const name of ['Update Organization', 'Organization Users', 'Invite User to Organization'])
    expect(await page.getByRole('heading', { name }).count()).toBe(0)
  await page.goto(`${motto.url}/superAdmin`)
  await page.getByText(refusal).waitFor()
  await page.goto(`${motto.url}/admin/log`)
  await page.getByText(refusal).waitFor()
  await page.goto(`${motto.url}/inventory`)
  await page.getByRole('heading', { name: 'Inventory' }).first().waitFor()
  // The browser may be made to ask; the server refuses.
  const status = await page.evaluate(
    async ([path, method]) => {
      const response = await fetch(path ?? '', {
        method: method ?? '',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Mine' }),
      })
      return response.status
    },
    [addressOf(createTemplate), createTemplate.method],
  )
  expect(status).toBe(403)
})

it('ORG-051 an admin changes the role after a question; the session with the old one is over', async () => {
  const { page } = office
  await page.goto(`${motto.url}/admin`)
  await page.getByLabel(`Role of ${kim.email}`, { exact: true }).first().click()
  await page.getByRole('option', { name: 'Manager' }).click()
  await page.getByRole('dialog').getByText(`Make ${kim.email} Manager?`).waitFor()
  await page.getByRole('button', { name: 'Change role' }).click()
  await page.getByText('Role changed.').waitFor()
  await page.getByText(new RegExp(`^${kim.email}: \\w+ → Manager$`)).waitFor()
  await shot(page, 'members')
  await freshPage(desk)
  await desk.page.goto(`${motto.url}/inventory`)
  await desk.page.waitForURL(/\/login|\/selectClient/)
  await signIn(desk.page, motto, kim)
  await desk.page.waitForURL('**/dashboard')
  const user = (await owner.call(clientUsers)).find(({ email }) => email === kim.email)
  expect(user).toMatchObject({ roleId: 3, status: 'active' })
})

it('the audit log tells it in sentences', async () => {
  const { page } = office
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.waitForURL('**/admin/log')
  const log = page.getByRole('list', { name: 'Audit log' })
  await log.getByText(`changed the role of ${kim.email} from Guest to Manager`).waitFor()
  await log.getByText(`invited ${kim.email} as Guest`).waitFor()
  await shot(page, 'log')
  await page.goto(`${motto.url}/admin/log?kind=organization`)
  await log.getByText('created organization Northlight Goods').waitFor()
  expect(await log.getByText(kim.email).count()).toBe(0)
})

it('ACC-105..ACC-111 ACC-114..ACC-116 a new password by a mailed link ends the sessions in other browsers', async () => {
  const { page } = await openTab(browser)
  const timers = await timersOf(page)
  await page.goto(`${motto.url}/resetPassword`)
  await page.waitForURL('**/forgotPassword')
  await page.getByLabel('Email').fill(kim.email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await page.getByText('Sent Reset Password Email').waitFor()
  const link = await mailedLink(motto.dataDir, kim.email, '/resetPassword')
  expect([...link.searchParams.keys()].sort()).toEqual(['code', 'uuid'])
  await page.goto(String(link))
  expect(await page.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/login')
  kim.password = 'Another-horse-8'
  await page.getByLabel('New Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm New Password', { exact: true }).fill(kim.password)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await page
    .getByText('Must contain an uppercase, lowercase, number, special character, and be at least 8 characters long.')
    .waitFor()
  await page.getByLabel('New Password', { exact: true }).fill('Different-horse-8')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await page.getByText('Passwords do not match.').first().waitFor()
  await page.getByLabel('New Password', { exact: true }).fill(kim.password)
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await page.getByText('Successfully reset password. Redirecting to login').waitFor()
  await page.waitForURL('**/login')
  expect(timers).toContain(2000)
  // The other browser was signed in all the while.
  await freshPage(desk)
  await desk.page.goto(`${motto.url}/orders`)
  await desk.page.waitForURL('**/login*')
  await signIn(desk.page, motto, kim)
  await desk.page.waitForURL('**/dashboard')
  await page.context().close()
})

it('signs out everywhere else from the list of sessions', async () => {
  const other = await signedIn(browser, motto, kim)
  const { page } = desk
  await page.goto(`${motto.url}/account`)
  await page.getByText('This one').waitFor()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByText('Signed out everywhere else.').waitFor()
  const elsewhere = await freshPage(other)
  await elsewhere.goto(`${motto.url}/orders`)
  await elsewhere.waitForURL('**/login*')
  await other.context.close()
})

it('ACC-053 ACC-055 NAV-044 ORG-017..ORG-021 ORG-023..ORG-024 ORG-026..ORG-028 ORG-030 chooses between two organizations', async () => {
  rival = new Seller(motto.url, motto.dataDir)
  second = await rival.begin('Harbour Books')
  await rival.call(addUserRole, { body: { clientId: second, userEmail: owner.email, userRole: 4 } })
  const { page } = office
  await page.goto(`${motto.url}/account`)
  await page.getByRole('button', { name: 'Accept Invite' }).click()
  await page.getByText('Accepted Role. You must re-login for change to take affect.').waitFor()
  await forgetSession(page)
  await page.goto(`${motto.url}/templates`)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL('**/selectClient?redirectTo=%2Ftemplates')
  await page.getByRole('heading', { name: 'Select Organization' }).waitFor()
  await page.getByText('This account belongs to multiple clients. Please select the organization to log in').waitFor()
  const list = page.getByLabel('Organization')
  await list.locator('option', { hasText: 'Harbour Books' }).waitFor({ state: 'attached' })
  expect((await list.locator('option').allTextContents()).sort()).toEqual(['Harbour Books', 'None', 'Northlight Goods'])
  await shot(page, 'select')
  await list.selectOption({ label: 'None' })
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('You must select a client.').waitFor()
  await list.selectOption({ label: 'Northlight Goods' })
  await page.route('**/api/v2/users/clientLogin', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"success":false,"message":"Broken."}' }),
  )
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Error logging into client.').waitFor()
  await page.unroute('**/api/v2/users/clientLogin')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.waitForURL('**/templates')
  await forgetSession(page)
  await signIn(page, motto, owner)
  await page.waitForURL('**/selectClient')
  await page.goto(`${motto.url}/orders`)
  await page.waitForURL('**/selectClient?redirectTo=%2Forders')
  await page.goto(`${motto.url}/selectClient`)
  await page.getByLabel('Organization').selectOption({ label: 'Harbour Books' })
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.waitForURL('**/dashboard')
})

it('ACC-136..ACC-139 ACC-146 saves the profile', async () => {
  const { page } = desk
  await page.goto(`${motto.url}/account`)
  expect(await page.getByLabel('Email', { exact: true }).isDisabled()).toBe(true)
  await page.getByLabel('Name', { exact: true }).fill('Kim Park')
  await page.getByLabel('Biography').fill('Packs with care.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Successfully updated.', { exact: true }).waitFor()
  await page.reload()
  await until('the biography', async () => (await page.getByLabel('Biography').inputValue()) === 'Packs with care.')
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

it('ACC-134..ACC-135 ACC-147..ACC-150 changes the picture, and says which step failed', async () => {
  const { page } = desk
  const input = page.locator('input[type=file][accept*="image/"]')
  expect((await input.getAttribute('accept'))?.split(',').sort()).toEqual(['image/jpeg', 'image/png'])
  const choose = () => input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png })
  await choose()
  await page.getByText('Successfully updated profile image.').waitFor()
  await page.route('**/api/v2/products/cloudinarySignature', (route) => route.abort())
  await choose()
  await page.getByText('Cannot upload image. Missing the signature.').waitFor()
  await page.unroute('**/api/v2/products/cloudinarySignature')
  await page.route('**/api/v2/users/user', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await choose()
  await page.getByText('Failed to update profile image.').waitFor()
  await page.unroute('**/api/v2/users/user')
  await page.route(
    (url) => /upload/.test(url.pathname),
    (route) => route.fulfill({ status: 500, body: '{}' }),
  )
  await choose()
  await page.getByText('Failed to upload profile image.').waitFor()
  await page.unrouteAll()
})

it('ORG-040 ORG-047 an admin removes a member, whose access ends at once', async () => {
  const { page } = office
  await forgetSession(page)
  await signIn(page, motto, owner)
  await page.getByLabel('Organization').selectOption({ label: 'Northlight Goods' })
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.waitForURL('**/dashboard')
  // Another organization's number in the address changes nothing for who is no super-admin.
  await page.goto(`${motto.url}/admin/${organization + 1}`)
  await until(
    'the own organization',
    async () => (await page.getByLabel('Display name').inputValue()) === 'Northlight Goods',
  )
  const row = page.getByRole('row').filter({ hasText: kim.email })
  await row.locator('img').waitFor()
  await page.getByRole('button', { name: `Remove ${kim.email}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('status').filter({ hasText: 'Removed from the organization.' }).getByText(kim.email).waitFor()
  await freshPage(desk)
  await desk.page.goto(`${motto.url}/orders`)
  await desk.page.waitForURL(/\/login|\/admin/)
})

it('ACC-156 ACC-158 ACC-170 declines an invitation, and then has none', async () => {
  await rival.call(addUserRole, { body: { clientId: second, userEmail: kim.email, userRole: 3 } })
  const { page } = desk
  await signIn(page, motto, kim)
  await page.waitForURL('**/admin')
  await page.goto(`${motto.url}/account`)
  await page.getByRole('button', { name: 'Decline Invite' }).click()
  await page.getByText('Role Declined.').waitFor()
  await page.getByText('No client invites').waitFor()
})

it('ORG-039 ORG-060 ORG-062..ORG-064 ORG-067..ORG-068 creates an organization of their own, and comes to the wanted page', async () => {
  const { page } = desk
  await page.goto(`${motto.url}/admin?redirectTo=%2Ftemplates`)
  await page.getByRole('heading', { name: 'Create Organization' }).waitFor()
  await page.getByLabel('Display name').fill('Kim & Sons No. 2')
  await page.getByLabel('Description').fill('Lamps')
  await until('the name', async () => (await page.getByLabel('Name', { exact: true }).inputValue()) === 'KimSonsNo2')
  expect(await page.getByLabel('Name', { exact: true }).getAttribute('readonly')).not.toBeNull()
  await page.getByText('Organization will be saved as KimSonsNo2 with display name Kim & Sons No. 2').waitFor()
  const create = page.getByRole('button', { name: 'Create Organization' })
  await page.route('**/api/v2/users/createClient', (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '{"success":true,"data":{},"message":""}' }),
  )
  await create.click()
  await page.getByText('Could not find client. Try again.').waitFor()
  await page.unroute('**/api/v2/users/createClient')
  await create.click()
  await page.waitForURL('**/templates')
})

it('no page complained on the way', () => expect([...office.problems, ...desk.problems]).toEqual([]))
