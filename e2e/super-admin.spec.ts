import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Tab, openBrowser, openTab, shot } from './support/browser.ts'
import { type Motto, startMotto } from './support/motto.ts'
import { signIn } from './support/person.ts'
import { preparedFolder } from './support/running.ts'
import { Seller } from './support/seller.ts'
import { until } from './support/wait.ts'

let motto: Motto
let browser: Browser
let tab: Tab
let operator: Seller
let other: Seller
let otherOrganization: number

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([startMotto({ DATA_DIR: await preparedFolder() }), openBrowser()])
  operator = new Seller(motto.url, motto.dataDir)
  await operator.begin('Installation')
  other = new Seller(motto.url, motto.dataDir)
  otherOrganization = await other.begin('Harbour Books', 'HarbourBooks')
  await motto.stop()
  const { stdout } = await promisify(execFile)(process.execPath, ['server/cli/promote.ts', operator.email], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, DATA_DIR: motto.dataDir },
  })
  expect(stdout).toContain('is super-admin')
  await motto.start()
  tab = await openTab(browser)
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
  if (motto) rmSync(motto.dataDir, { recursive: true, force: true })
})

it('ACC-031 ORG-022 ORG-029 ORG-031 a super-admin chooses among all organizations after signing in', async () => {
  const { page } = tab
  await signIn(page, motto, operator)
  await page.waitForURL('**/selectClient')
  await page.getByText('This account is a super-admin. Select an organization to log in').waitFor()
  const list = page.getByLabel('Organization')
  await list.locator('option', { hasText: 'Harbour Books' }).waitFor({ state: 'attached' })
  expect((await list.locator('option').allTextContents()).sort()).toEqual(['Harbour Books', 'Installation', 'None'])
  await list.selectOption({ label: 'Installation' })
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.waitForURL('**/dashboard')
})

it('NAV-068 NAV-081 ORG-079 Admin stands first in Settings and in the menu of the avatar', async () => {
  const { page } = tab
  const help = page.getByRole('navigation', { name: 'Help and settings' })
  await help.getByRole('button', { name: 'Settings' }).click()
  await help.getByRole('link').first().waitFor()
  expect(await help.getByRole('link').allTextContents()).toEqual(['Admin', 'Organization', 'Account'])
  await page.getByRole('button', { name: /account menu$/ }).click()
  await page.getByRole('menuitem').first().waitFor()
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Admin', 'Organization', 'Account', 'Logout'])
  await page.getByRole('menuitem', { name: 'Admin' }).click()
  await page.waitForURL('**/superAdmin')
})

it('NAV-040 ORG-083 ORG-085 /superAdmin lists every organization and every user, and finds one', async () => {
  const { page } = tab
  const organizations = page.getByRole('table', { name: 'Organizations' })
  await organizations.getByRole('link', { name: 'Harbour Books' }).waitFor()
  await organizations.getByRole('link', { name: 'Installation' }).waitFor()
  await shot(page, 'organizations')
  await page.getByLabel('Search organizations').fill('harbour')
  await page.waitForURL('**/superAdmin?search=harbour')
  await organizations.getByRole('link', { name: 'Installation' }).waitFor({ state: 'detached' })
  await page.getByRole('navigation', { name: 'Admin', exact: true }).getByRole('link', { name: 'Users' }).click()
  const users = page.getByRole('table', { name: 'Users' })
  await users.getByText(other.email).waitFor()
  await users.getByRole('row').filter({ hasText: operator.email }).getByText('Yes').waitFor()
  await shot(page, 'users')
})

it('ORG-035 ORG-040 opens another organization from the picker of /admin and from the address', async () => {
  const { page } = tab
  await page.goto(`${motto.url}/admin`)
  await until(
    'the own organization',
    async () => (await page.getByLabel('Display name').inputValue()) === 'Installation',
  )
  await page
    .getByRole('textbox', { name: 'Organization', exact: true })
    .or(page.getByRole('combobox', { name: 'Organization', exact: true }))
    .first()
    .click()
  await page.getByRole('option', { name: 'Harbour Books' }).click()
  await page.waitForURL(`**/admin/${otherOrganization}`)
  await page.locator('input[value="Harbour Books"]').first().waitFor()
  await page.reload()
  await page.locator('input[value="HarbourBooks"]').waitFor()
  await page.getByText('Log into this organization to see its people.').waitFor()
  await shot(page, 'another-organization')
})

it('no page complained on the way', () => expect(tab.problems).toEqual([]))
