import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listInvitations } from '#contract/organizations/organizations.ts'
import { addressOf } from '#server/testing/address.ts'
import { openBrowser, openTab, shot, type Tab } from './support/browser.ts'
import { type Hands, handsOn } from './support/hands.ts'
import { settled } from './support/look.ts'
import { mailedLink } from './support/mail.ts'
import type { Motto } from './support/motto.ts'
import { paletteField } from './support/palette.ts'
import { ownMotto } from './support/running.ts'
import { appCode } from './support/person.ts'
import { until } from './support/wait.ts'

const email = 'dana@northlight.example'
const password = 'Correct-horse-9'
let motto: Motto
let browser: Browser
let tab: Tab
let page: Page
let hands: Hands
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true })
const field = (name: string) =>
  page
    .locator('#main, main')
    .getByLabel(new RegExp(`^${name}( \\*)?$`))
    .first()
const dialog = () => page.getByRole('dialog')
const seeText = (words: string | RegExp) => page.getByText(words).first().waitFor()
/** Through the palette, as whoever has no mouse does. */
async function go(name: string, path: RegExp) {
  await hands.key('Control+k')
  await paletteField(dialog()).waitFor()
  await hands.type(name)
  await dialog().getByRole('button', { name }).first().waitFor()
  await hands.key('Enter')
  await page.waitForURL(path)
  await dialog().waitFor({ state: 'hidden' })
  await settled(page)
}

/** Through the steps of the new product wizard, each once it is there. */
async function toReview() {
  for (const step of ['Listing Configurations', 'Attributes', 'Review & Create']) {
    await hands.press(button('Next'))
    await page.locator('[aria-current="step"]', { hasText: step }).waitFor()
    await hands.focused(page.getByRole('list', { name: 'Steps' }))
  }
}

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([ownMotto(), openBrowser()])
  tab = await openTab(browser)
  page = tab.page
  hands = handsOn(page)
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
})

describe('ACC ORG NAV with the keyboard alone', () => {
  it('signs up, confirms the mail, signs in, creates an organization', async () => {
    await page.goto(`${motto.url}/createAccount`)
    await hands.write(field('Email'), email)
    await hands.write(field('Password'), password)
    await hands.write(field('Re-Enter Password'), password)
    await hands.press(button('Create'))
    await page.waitForURL('**/confirmEmail')
    await page.goto(String(await mailedLink(motto.dataDir, email, '/confirmEmail')))
    await page.waitForURL('**/login*')
    await hands.write(field('Email'), email)
    await hands.write(field('Password'), password)
    await hands.key('Enter')
    await page.waitForURL('**/admin*')
    await hands.write(field('Shop name'), 'Northlight Goods')
    await hands.press(button('Create Organization'))
    await page.waitForURL('**/dashboard')
    await settled(page)
  })

  it('invites a colleague with a role, sees when it has ended, and takes it back', async () => {
    await go('Organization', /\/admin$/)
    await hands.write(field('Email'), 'kim@northlight.example')
    await hands.choose(
      page
        .getByRole('textbox', { name: 'Role' })
        .or(page.getByRole('combobox', { name: 'Role' }))
        .last(),
      'Guest',
    )
    await hands.press(button('Invite'))
    await seeText('User invited to join your client.')
    await hands.settle()
    // Fourteen days do not pass in a test: the answer says that they did.
    await page.route(`**${addressOf(listInvitations)}`, async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { data: { expired: boolean; expiresAt: string }[] }
      const data = body.data.map((row) => ({ ...row, expired: true, expiresAt: '2026-01-05T12:00:00.000Z' }))
      await route.fulfill({ response: answer, json: { ...body, data } })
    })
    await page.reload()
    await page.getByRole('list', { name: 'Invitations' }).getByText('Expired Jan 5, 2026').waitFor()
    await page.unrouteAll()
    await hands.press(page.getByRole('button', { name: 'Cancel invitation for kim@northlight.example' }))
    await hands.press(dialog().getByRole('button', { name: 'Cancel invitation' }))
    await seeText('Invitation cancelled.')
    await hands.settle()
  })

  it('fills in the profile', async () => {
    await go('Account', /\/account$/)
    await hands.write(field('Name'), 'Dana Reyes')
    await hands.press(button('Save'))
    await seeText('Successfully updated.')
    await hands.settle()
  })

  it('sets up two-factor sign-in, makes new backup codes, and switches it off', async () => {
    await hands.press(button('Set up'))
    await hands.write(dialog().locator('input[type=password]'), password)
    await hands.key('Enter')
    const secret = (await dialog().getByLabel('Secret').textContent()) ?? ''
    await hands.write(dialog().getByLabel('Code'), appCode(secret))
    await hands.key('Enter')
    await dialog().getByRole('list', { name: 'Backup codes' }).waitFor()
    let backup = await dialog().getByRole('list', { name: 'Backup codes' }).getByRole('listitem').allTextContents()
    await hands.press(dialog().getByRole('button', { name: 'I’ve saved these codes' }))
    await seeText('10 backup codes left.')
    await hands.settle()
    const proof = async () => {
      await hands.write(dialog().locator('input[type=password]'), password)
      await hands.write(dialog().getByLabel('Code'), backup.pop() ?? '')
      await hands.key('Enter')
    }
    await hands.press(button('New backup codes'))
    await dialog().waitFor()
    await hands.key('Escape')
    await dialog().waitFor({ state: 'hidden' })
    await hands.focused(button('New backup codes'))
    await hands.key('Enter')
    const old = [...backup]
    await proof()
    const codes = dialog().getByRole('list', { name: 'Backup codes' }).getByRole('listitem')
    await codes.first().waitFor()
    backup = await codes.allTextContents()
    expect(backup).toHaveLength(10)
    expect(backup.filter((code) => old.includes(code))).toEqual([])
    await hands.press(dialog().getByRole('button', { name: 'I’ve saved these codes' }))
    await hands.settle()
    await hands.press(button('Turn off'))
    await proof()
    await seeText('Two-factor authentication is off.')
    await hands.settle()
  })

  it('writes to support', async () => {
    await hands.press(button('Contact Support'))
    await hands.focused(dialog().getByLabel('Message'))
    await hands.type('How do I count stock?')
    await hands.press(dialog().getByRole('button', { name: 'Send' }))
    await dialog().getByText('Thanks! Your message has been sent.').waitFor()
    await hands.press(dialog().getByRole('button', { name: 'Close' }).last())
    await dialog().waitFor({ state: 'hidden' })
    await hands.focused(button('Contact Support'))
  })
})

describe('CHN TPL PRO LST ORD with the keyboard alone', () => {
  it('connects a channel through its consent page', async () => {
    await go('Integrations', /\/integrations$/)
    await hands.press(page.getByRole('navigation', { name: 'Channels' }).getByRole('link', { name: /^Shopify/ }))
    await page.waitForURL('**/integrations/shopify')
    const opened = tab.context.waitForEvent('page')
    await hands.press(button('Get Started'))
    await seeText('Created Integration')
    const consent = await opened
    await handsOn(consent).press(consent.getByRole('button', { name: /install/i }))
    await until('the window closes', async () => consent.isClosed())
    await page.getByText('Connected', { exact: true }).first().waitFor()
  })

  it('creates a template and its attributes', async () => {
    await go('New Template', /\/templates\/new$/)
    await hands.press(page.getByRole('button', { name: /From Scratch/ }))
    await hands.press(button('Next'))
    await hands.settle()
    await hands.write(field('Name'), 'Shirts')
    await hands.key('Enter')
    await hands.settle()
    await hands.press(button('Create'))
    await page.waitForURL(/\/template\/\d+\/listing/)
    await settled(page)
    await hands.press(link('Template'))
    await page.waitForURL(/\/template\/\d+(\?|$)/)
    for (const name of ['Size', 'Color', 'Mistake']) {
      await hands.press(button('Add attribute'))
      await hands.focused(page.getByRole('list', { name: 'Attributes' }).locator('> li').last().getByLabel('Name'))
      await hands.type(name)
    }
    await hands.press(page.getByRole('button', { name: 'Actions for Mistake' }))
    // Upwards from the first one comes the last.
    await until('the focus is in the menu', () =>
      page.evaluate(() => document.activeElement?.closest('[role="menu"]') !== null),
    )
    await hands.key('ArrowUp')
    await hands.focused(page.getByRole('menuitem', { name: 'Delete attribute' }))
    await hands.key('Enter')
    await page.getByRole('button', { name: 'Actions for Mistake' }).waitFor({ state: 'detached' })
    await hands.settle()
    await hands.press(page.getByRole('button', { name: /^Move Color/ }), 'ArrowUp')
    await hands.choose(page.getByRole('combobox', { name: 'Variation attributes' }), 'Color')
    await hands.key('Escape')
    await hands.press(button('Save'))
    await seeText('Template Saved.')
    await hands.settle()
    await hands.press(link('Listing'))
    await hands.press(page.getByRole('navigation', { name: /channel/i }).getByRole('link', { name: /Shopify/ }))
    await page.waitForURL('**/listing/shopify')
    await hands.write(field('Product Type'), 'Shirts')
    await hands.key('Control+s')
    // The words of the first save may still be there.
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' })
    await seeText('Template Saved.')
  })

  it('PRO-007 creates a product by the wizard, picture included', async () => {
    await go('New Product', /\/inventory\/new$/)
    await hands.press(page.getByRole('button', { name: 'Use template Shirts' }))
    await page.waitForURL(/\/inventory\/new\/\d+/)
    await hands.settle()
    await hands.write(field('SKU'), 'NL-000001')
    await hands.write(field('Title'), 'Linen shirt')
    await hands.write(field('Description'), 'Light and cool.')
    const picture = join(motto.dataDir, 'shirt.png')
    writeFileSync(
      picture,
      await sharp({ create: { width: 800, height: 800, channels: 3, background: { r: 40, g: 90, b: 140 } } })
        .png()
        .toBuffer(),
    )
    const chooser = page.waitForEvent('filechooser')
    await hands.press(page.getByLabel('Add images'))
    await (await chooser).setFiles(picture)
    await seeText('1 of 24')
    await hands.settle()
    await hands.write(field('Quantity'), '7')
    await hands.write(field('Price'), '49')
    await toReview()
    await hands.press(button('Create'))
    await seeText(/Its ID is \d+/)
    await hands.settle()
    await shot(page, 'keyboard-product')
  })

  it('edits it, adds and removes a variation', async () => {
    await hands.write(field('Cost'), '20')
    await hands.press(button('Add variation'))
    await hands.write(
      page.getByRole('group', { name: 'Variation 1' }).getByRole('combobox', { name: 'Color' }),
      'Black',
    )
    await hands.key('Escape')
    await hands.press(button('Add variation'))
    await hands.press(page.getByRole('button', { name: /^Remove variation 2/ }))
    await page.getByRole('group', { name: 'Variation 2' }).waitFor({ state: 'detached' })
    await hands.settle()
    await hands.press(button('Save'))
    await seeText('Product saved.')
    await hands.settle()
    await hands.press(page.getByRole('button', { name: /^Remove variation Black/ }))
    await hands.key('Control+s')
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'hidden' })
    await hands.settle()
  })

  it('PRO-141 deletes a product after the question', async () => {
    await go('New Product', /\/inventory\/new$/)
    await hands.press(page.getByRole('button', { name: 'Use template Shirts' }))
    await hands.write(field('SKU'), 'NL-000002')
    await toReview()
    await hands.press(button('Create'))
    await seeText(/Its ID is \d+/)
    await hands.press(button('Delete'))
    await hands.focused(dialog().getByRole('button', { name: 'Delete product' }))
    await hands.key('Enter')
    await page.waitForURL(/\/inventory/)
    await settled(page)
    await hands.settle()
  })

  it('no page complained on the way', () => expect(tab.problems).toEqual([]))
})
