import { createHmac } from 'node:crypto'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { acceptRole, confirmEmail, createAccount, login } from '#contract/accounts.ts'
import { addUserRole } from '#contract/organizations/organizations.ts'
import { addressOf } from '#server/testing/address.ts'
import { type Tab, openTab } from './browser.ts'
import { mailedLink } from './mail.ts'
import type { Motto } from './motto.ts'
import { Seller, sha256 } from './seller.ts'

/**
 * A new page in the same browser, in place of all that were open. Those notice by themselves when their session has ended elsewhere, and
 * go to /login in the middle of what is asked of them.
 */
export async function freshPage(tab: Tab): Promise<Page> {
  const old = tab.context.pages()
  tab.page = await tab.context.newPage()
  await Promise.all(old.map((page) => page.close()))
  return tab.page
}

/** Forgets the session, with no page open that would notice and go somewhere by itself meanwhile. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

/** Fills the sign-in form and presses Log In. */
export async function signIn(
  page: Page,
  motto: Pick<Motto, 'url'>,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.goto(`${motto.url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
}

/** Signs the browser in by the call that the form makes: where it is not about signing in, a page and the next one need not be drawn for it. */
export async function enter(
  context: BrowserContext,
  motto: Pick<Motto, 'url'>,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const answer = await context.request.post(motto.url + addressOf(login), {
    data: { email, password: sha256(password) },
  })
  if (!answer.ok()) throw new Error(`Nobody was signed in: ${await answer.text()}`)
}

/** A browser of their own in which this seller is signed in; its tab is empty. */
export async function signedIn(
  browser: Browser,
  motto: Pick<Motto, 'url'>,
  seller: { email: string; password: string },
  size?: { width?: number; height?: number; dark?: boolean },
): Promise<Tab> {
  const tab = await openTab(browser, size)
  await enter(tab.context, motto, seller)
  return tab
}

/** Signs up in the browser's own pages, up to the mailed confirmation. */
export async function signUp(
  page: Page,
  motto: Pick<Motto, 'url'>,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.goto(`${motto.url}/createAccount`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Re-Enter Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL('**/confirmEmail')
}

/** Someone with an account of their own who works in the owner's organization. */
export async function colleague(
  motto: Pick<Motto, 'url' | 'dataDir'>,
  owner: Seller,
  { clientId, userRole }: { clientId: number; userRole: number },
): Promise<Seller> {
  const person = new Seller(motto.url, motto.dataDir)
  const password = sha256(person.password)
  await person.call(createAccount, { body: { email: person.email, password, checkPassword: password } })
  const link = await mailedLink(motto.dataDir, person.email, '/confirmEmail')
  await person.call(confirmEmail, {
    body: { uuid: link.searchParams.get('uuid') ?? '', code: link.searchParams.get('code') ?? '' },
  })
  await owner.call(addUserRole, { body: { clientId, userEmail: person.email, userRole } })
  await person.call(login, { body: { email: person.email, password } })
  await person.call(acceptRole, { body: { clientId } })
  return person
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator app shows for a secret (RFC 6238: SHA-1, 30 seconds, six digits). @param steps of 30 seconds from now */
export function appCode(secret: string, steps = 0): string {
  const bits = [...secret.replaceAll(/\s/g, '')].map((c) => alphabet.indexOf(c).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const hash = createHmac('sha1', key).update(counter).digest()
  const at = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
