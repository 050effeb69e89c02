import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTemplate } from '#contract/templates.ts'
import { type Tab, openBrowser, openTab, shot } from './support/browser.ts'
import { look, lookHere } from './support/look.ts'
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
  await look(tab, `${motto.url}/selectClient`, '/selectClient')
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

it.each(['/superAdmin', '/superAdmin?tab=users'])('ORG %s, light and dark, wide and on a phone', (path) =>
  look(tab, motto.url + path, path),
)

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

it('TPL-105..TPL-108 TPL-157..TPL-164 TPL-174..TPL-182 TPL-209 TPL-210 puts a stock template of an organization into the library', async () => {
  const { page } = tab
  const { id } = await operator.call(createTemplate, {
    body: { productTemplate: { name: 'Mugs', description: 'All about mugs' } },
  })
  const theirs = { productTemplate: { name: 'Secret plates' } }
  await other.call(createTemplate, { body: theirs })
  await page.goto(`${motto.url}/template/${id}/details`)
  await page.getByRole('switch', { name: 'Is Stock Template' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Template Saved.').waitFor()
  await page.route('**/api/v2/stockTemplates**', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'The library is asleep.' } }),
  )
  await page.goto(`${motto.url}/superAdmin?tab=library`)
  await page.getByText('Error The library is asleep.').nth(1).waitFor()
  await page.unroute('**/api/v2/stockTemplates**')
  await page.goto(`${motto.url}/superAdmin?tab=library`)
  const available = page.getByRole('table', { name: 'Available Stock Templates' })
  await available.waitFor()
  const sections = page.getByRole('navigation', { name: 'Admin', exact: true }).getByRole('link')
  expect(await sections.allTextContents()).toEqual(['Organizations', 'Users', 'Template Library'])
  expect(await available.getByRole('columnheader').allTextContents()).toEqual(['Name', 'Client', 'Created', 'Action'])
  const secret = available.getByRole('row').filter({ hasText: 'Secret plates' })
  expect(await secret.getByRole('cell').allTextContents()).toEqual([
    'Secret plates',
    'Harbour Books',
    expect.stringMatching(/20\d\d/),
    'Template is not stock',
  ])
  await available.getByRole('button', { name: 'Add to Library: Mugs' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to Library' })
  const add = dialog.getByRole('button', { name: 'Add', exact: true })
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Mugs')
  expect(await dialog.getByLabel('Description').inputValue()).toBe('All about mugs')
  expect(await add.isDisabled()).toBe(true)
  await dialog
    .getByLabel('Category', { exact: true })
    .or(dialog.getByRole('textbox', { name: /^Category/ }))
    .first()
    .fill('Home')
  expect(await add.isDisabled()).toBe(false)
  await dialog.getByLabel('Name').fill(' ')
  expect(await add.isDisabled()).toBe(true)
  await dialog.getByLabel('Name').fill('Coffee mugs')
  await dialog.getByLabel('Sub Category').fill('Kitchen')
  await dialog.getByLabel('Tags').and(page.locator('input')).pressSequentially('mug,cup,')
  await dialog.getByRole('switch', { name: 'All Channels' }).check()
  await dialog.getByRole('switch', { name: 'Value Mapping' }).check()
  await lookHere(page, 'add-to-library')
  await add.click()
  await page.getByText('Added template to library').waitFor()
  await dialog.waitFor({ state: 'detached' })
})

it('TPL-165..TPL-173 TPL-042..TPL-056 TPL-058 everybody finds it there, looks at it and takes it over under a name of their own', async () => {
  const { page } = tab
  const library = page.getByRole('table', { name: 'Template Library' })
  await library.waitFor()
  expect(await library.getByRole('columnheader').allTextContents()).toEqual([
    'Name',
    'Category/Sub-category',
    'Tags',
    'Channels',
    'Features',
    'Created',
    'Remove',
  ])
  const row = library.getByRole('row').filter({ hasText: 'Coffee mugs' })
  const [name, category, tags, , features] = await row.getByRole('cell').allTextContents()
  expect([name, category, tags]).toEqual(['Coffee mugs', 'Home / Kitchen', 'mug, cup'])
  expect(features).toMatch(/Works with all channels.*Features value mapping/)
  await lookHere(page, 'template-library')
  await page.goto(`${motto.url}/templates/new?method=library`)
  await page.getByRole('button', { name: 'Next' }).click()
  await library.waitFor()
  expect((await library.getByRole('columnheader').allTextContents()).slice(0, 5)).toEqual([
    'Name',
    'Category',
    'Tags',
    'Channels',
    'Features',
  ])
  await lookHere(page, 'choose-from-library')
  await library.getByRole('button', { name: 'Details of Coffee mugs' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to Library' })
  const facts = await dialog.locator('dt, dd').allInnerTexts()
  const values = Object.fromEntries(facts.flatMap((text, at) => (at % 2 ? [] : [[text, facts[at + 1] ?? '']])))
  expect(values).toMatchObject({
    Categories: 'Home / Kitchen',
    Tags: 'mug, cup',
    'Pre-configured channels': '–',
    Description: 'All about mugs',
    Created: expect.stringMatching(/20\d\d/),
    Updated: expect.stringMatching(/20\d\d/),
  })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await library.getByRole('button', { name: 'Details of Coffee mugs' }).click()
  await dialog.getByLabel('Name').fill('Mugs')
  await dialog.getByRole('button', { name: 'Import' }).click()
  await dialog.getByText('A template with this name already exists.').waitFor()
  await dialog.getByLabel('Name').fill('My mugs')
  await dialog.getByRole('button', { name: 'Import' }).click()
  await page.getByText('Successfully imported template. Redirecting...').waitFor()
  await page.waitForURL(/\/template\/\d+$/)
  await page.getByRole('heading', { name: 'My mugs', level: 1 }).waitFor()
})

it('TPL-171 TPL-211 takes it out of the library again', async () => {
  const { page } = tab
  await page.goto(`${motto.url}/superAdmin?tab=library`)
  await page.getByRole('button', { name: 'Remove Coffee mugs' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('Removed template from library').waitFor()
  await page.getByText('The library is empty').waitFor()
})

it('no page complained on the way', () => expect(tab.problems).toEqual([]))
