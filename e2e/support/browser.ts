import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core'
import { testChromiumPath } from '../../bin/lib/chromium.ts'
import { homeAddress } from './seller.ts'
import { closeToasts } from './wait.ts'

/** What keeps Chromium from calling anybody but us. */
export const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** A page lives for seconds here: to translate its code once more, into a faster form, takes longer than that form saves. */
const plain = '--js-flags=--no-opt --no-maglev'
/** Pictures of each step, for looking at; kept when `SHOTS` names a folder. */
const shots = process.env.SHOTS

/** The browsers that this file has opened: `tell-pages.ts` looks into them when a test fails. */
export const openBrowsers = new Set<Browser>()

export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: await testChromiumPath(),
    args: [...quiet, plain, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    // Without a language of the system, the packed Chromium tells pages one that no list knows: "en-US@posix".
    env: { ...process.env, LC_ALL: 'en_US.UTF-8' },
  })
  openBrowsers.add(browser)
  browser.on('disconnected', () => openBrowsers.delete(browser))
  return browser
}

export const wide = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

export interface Tab {
  page: Page
  context: BrowserContext
  problems: string[]
}

interface TabOptions {
  width?: number
  height?: number
  dark?: boolean
  /** By fingers, as a phone is. */
  isTouched?: boolean
  /** At the machine that Motto runs on, not from an address of one's own. */
  atMachine?: boolean
  /** A tab whose session the new one has, too, and whose list of problems it adds to. */
  sessionOf?: Tab
}

/** A fresh browser profile with one tab; whatever the page complains of is collected. */
export async function openTab(browser: Browser, o: TabOptions = {}): Promise<Tab> {
  const context = await browser.newContext({
    viewport: { width: o.width ?? 1440, height: o.height ?? 900 },
    colorScheme: o.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    ...(o.isTouched && { hasTouch: true, isMobile: true }),
    extraHTTPHeaders: o.atMachine ? {} : homeAddress(),
    ...(o.sessionOf && { storageState: await o.sessionOf.context.storageState() }),
  })
  context.setDefaultTimeout(30_000)
  await context.addInitScript(countShifts)
  await context.addInitScript(tellForbidden)
  await context.addInitScript(holdAnswers)
  await context.addInitScript(countCalls)
  const problems = o.sessionOf?.problems ?? []
  const watch = (page: Page) => {
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      // The browser itself tells of every answer that is not a success; pages show those.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        problems.push(message.text())
    })
  }
  context.on('page', watch)
  return { page: await context.newPage(), context, problems }
}

declare global {
  interface Window {
    /** What moved by itself since the page was opened, and how far, as the browser's own score. */
    shifts?: { score: number; what: string }[]
    /** How many calls of the page have no answer yet. */
    pendingCalls?: number
    /** In how many frames in a row the page was at rest. */
    restingFrames?: number
    /** The router of the app, as it makes itself known. */
    __TSR_ROUTER__?: {
      navigate: (to: { href: string }) => Promise<void>
      state: { status: string; location: { href: string }; resolvedLocation?: { href: string } }
    }
  }
}
interface Shift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}

/** Runs in the page, before anything of it. */
function countShifts(): void {
  window.shifts = []
  const nameOf = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement
    return element ? `${element.tagName.toLowerCase()} “${element.textContent?.trim().slice(0, 40)}”` : 'what is gone'
  }
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
      if (!hadRecentInput)
        window.shifts?.push({ score: value, what: sources.map(({ node }) => nameOf(node)).join(', ') })
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Runs in the page, before anything of it. */
function countCalls(): void {
  const ask = window.fetch
  window.pendingCalls = 0
  window.fetch = async (...request) => {
    window.pendingCalls = (window.pendingCalls ?? 0) + 1
    try {
      return await ask(...request)
    } finally {
      window.pendingCalls -= 1
    }
  }
}

/** Runs in the page. What the server's policy keeps a page from is a problem even where the page goes on without it. */
function tellForbidden(): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
    console.error(`Forbidden by the policy: ${violatedDirective} ${blockedURI} of ${sourceFile}`),
  )
}

/** Whether pages that are opened in the tab from now on get their answers in the order that moves most: what was asked last comes first, one in a frame. */
export const answerLastFirst = (page: Page, on: boolean): Promise<void> =>
  page.evaluate((to) => {
    if (to) sessionStorage.setItem('lastFirst', 'yes')
    else sessionStorage.removeItem('lastFirst')
  }, on)

/** Runs in the page, before anything of it. */
function holdAnswers(): void {
  // A blank page and a frame that is kept apart have no storage to look into.
  if (self.origin === 'null' || !sessionStorage.getItem('lastFirst')) return
  const ask = window.fetch
  /** In the order of asking; each has `give` once its answer is there. */
  const requests: { give?: () => void }[] = []
  // After the frame is drawn, so that whatever an answer moves counts.
  const eachFrame = () => {
    if (requests.at(-1)?.give) requests.pop()?.give?.()
    requestAnimationFrame(() => setTimeout(eachFrame))
  }
  eachFrame()
  window.fetch = async (...request) => {
    const entry: (typeof requests)[number] = {}
    requests.push(entry)
    const answer = ask(...request)
    const isThere = new Promise<void>((give) => void answer.catch(() => undefined).then(() => (entry.give = give)))
    await isThere
    return answer
  }
}

/**
 * Goes to an address as a link of the app does: the document stays. It is loaded where no app is open yet, and where only the search differs:
 * rows that are filtered move, which nobody takes for a page that jumps.
 */
export async function follow(page: Page, url: string): Promise<void> {
  const { origin, pathname, search, hash } = new URL(url)
  const now = new URL(page.url())
  const leads = now.origin === origin && now.pathname !== pathname
  if (!leads || !(await page.evaluate(() => '__TSR_ROUTER__' in window))) return void (await page.goto(url))
  await page.evaluate(
    (href) => {
      window.shifts = []
      return window.__TSR_ROUTER__?.navigate({ href })
    },
    pathname + search + hash,
  )
  await page.waitForFunction(() => {
    const { status, location, resolvedLocation } = window.__TSR_ROUTER__?.state ?? {}
    return status === 'idle' && location !== undefined && resolvedLocation?.href === location.href
  })
}

/**
 * Opens an address where the app may be open already: then its document stays, which takes a third of a load, and the page is drawn anew. What
 * was announced before is closed. A page that asks before it is left is loaded.
 */
export async function reopen(page: Page, url: string): Promise<void> {
  const { origin, pathname, search, hash } = new URL(url)
  const now = new URL(page.url())
  if (now.origin !== origin || !(await page.evaluate(() => '__TSR_ROUTER__' in window)))
    return void (await page.goto(url))
  await closeToasts(page)
  const same = now.pathname === pathname
  for (const href of same ? ['/nowhere', pathname + search + hash] : [pathname + search + hash])
    if (!(await leave(page, href))) return void (await page.goto(url))
}

/** @returns whether the page let go */
async function leave(page: Page, href: string): Promise<boolean> {
  const before = await page.evaluate((to) => {
    const router = window.__TSR_ROUTER__
    const { href: left } = router?.state.location ?? {}
    void router?.navigate({ href: to })
    return left
  }, href)
  const way = await page.waitForFunction((left) => {
    const dialogs = [...document.querySelectorAll('[role="dialog"]')]
    if (dialogs.some((dialog) => dialog.textContent?.includes(' without saving?'))) return 'asks'
    const { status, location, resolvedLocation } = window.__TSR_ROUTER__?.state ?? {}
    return location?.href !== left && status === 'idle' && resolvedLocation?.href === location?.href && 'left'
  }, before)
  return (await way.jsonValue()) === 'left'
}

/**
 * A page as wide as a phone for whoever is signed in in the tab. Its answers come in the order that moves most. It has a window of its own: of two
 * pages in one window the browser draws the one behind about once a second, and whoever waits for it to be at rest waits for that.
 */
export async function phoneBeside(browser: Browser, tab: Tab, url: string): Promise<Page> {
  const { page } = await openTab(browser, { ...phone, sessionOf: tab })
  await page.goto(url)
  await answerLastFirst(page, true)
  return page
}

/** Goes to a page and waits until it hears of what changes: only then does it show by itself what others do. */
export async function openListening(page: Page, url: string): Promise<void> {
  const line = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/v2/events')
  await page.goto(url)
  await line
}

/** What a page asks for from here on. @param path with which the addresses begin */
export function callsOf(page: Page, path: string): { seen: string[]; narrowed: string[]; stop: () => void } {
  const seen: string[] = []
  /** Of those the ones that name SKUs. */
  const narrowed: string[] = []
  const note = (request: { url(): string }) => {
    const { pathname, searchParams } = new URL(request.url())
    if (!pathname.startsWith(path)) return
    seen.push(pathname.slice(path.length))
    if (searchParams.has('skus')) narrowed.push(pathname.slice(path.length))
  }
  page.on('request', note)
  return { seen, narrowed, stop: () => void page.off('request', note) }
}

let saves = 0
export async function shot(page: Page, name: string): Promise<void> {
  if (!shots) return
  mkdirSync(shots, { recursive: true })
  saves += 1
  await page.screenshot({ path: join(shots, `${String(saves).padStart(2, '0')}-${name}.png`), fullPage: true })
}

/** Forgets the filters with which this browser left the inventory, so that the page opens with what its address says. */
export async function forgetFilters(page: Page): Promise<void> {
  if (page.url().startsWith('http')) await page.evaluate(() => localStorage.removeItem('products:activeView'))
}
