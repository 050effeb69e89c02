import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { answerLastFirst, follow, phone, shot, type Tab, wide } from './browser.ts'
import { until } from './wait.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Time to draw anew after the window has changed. */
const FIT_MS = 5000
const everything: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
/** All that another theme can break, as its elements are the same. */
const colours: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** Half of what `axe.source` is, and it goes through two processes to every document. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Waits for the end of all that moves or changes colour, but for what never ends. */
export const still = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every((a) => a.playState !== 'running' || a.effect?.getComputedTiming().iterations === Infinity),
  )

type Within = string | { exclude: string[] }

/**
 * What axe finds, one line each; only what colours can cause when `rules` says so.
 * @param within a CSS selector: only this part, which on a large page takes a fraction of the time; or what is left out
 */
export async function offences(page: Page, rules: 'all' | 'colours' = 'all', within?: Within): Promise<string[]> {
  await still(page)
  // A document that has it keeps it. Left to itself, it writes down the whole of each element that it looks at.
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window)))
      await frame.evaluate(`${axeSource}; axe.configure({ noHtml: true })`)
  return page.evaluate(listOffences, { runOnly: rules === 'all' ? everything : colours, within })
}

/** Runs in the page. To describe what is as it should be takes axe longer than to find it, and nobody reads that. */
async function listOffences({
  runOnly,
  within,
}: {
  runOnly: axe.RunOnly
  within?: Within | undefined
}): Promise<string[]> {
  // What lies half under a foot that stays in sight is scrolled out from under it: it is no smaller for that.
  const feet = [...document.querySelectorAll<HTMLElement>('[data-acts]')]
  for (const foot of feet) foot.style.position = 'static'
  const { violations } = await window.axe.run(within ?? document, { runOnly, resultTypes: ['violations'] })
  for (const foot of feet) foot.style.removeProperty('position')
  const wordsOf = ({ target, any, all, none }: axe.NodeResult) => {
    const [selector] = target
    const html = typeof selector === 'string' && target.length === 1 && document.querySelector(selector)?.outerHTML
    return `${html ? html.slice(0, 160) : target.join(' ')} (${any[0]?.message ?? all[0]?.message ?? none[0]?.message ?? ''})`
  }
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(wordsOf).join(' | ')}`)
}

/** Waits until a page shows what it is about, and nothing is on its way any more. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(isAtRest)
}

/**
 * Runs in the page, once a frame. All of it is true at the same moment, and stays true: a heading may belong to a page that a redirect replaces, and
 * between an answer and what it draws, or asks for next, nothing is on its way.
 */
function isAtRest(): boolean {
  const { status, location, resolvedLocation } = window.__TSR_ROUTER__?.state ?? {}
  const isAtRestNow =
    (status === undefined || (status === 'idle' && resolvedLocation?.href === location?.href)) &&
    [...document.querySelectorAll('h1')].some((heading) => heading.checkVisibility()) &&
    !window.pendingCalls &&
    !document.querySelector('[aria-busy="true"]') &&
    [...document.images].every((image) => image.complete || image.loading === 'lazy')
  window.restingFrames = isAtRestNow ? (window.restingFrames ?? 0) + 1 : 0
  if (window.restingFrames < 3) return false
  window.restingFrames = 0
  return true
}

/** Shows the page in another theme. */
export async function turn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
}

/** How far the page reaches out of its window, once it has come to terms with the window's width. */
export async function sideways(page: Page, withinMs = FIT_MS): Promise<number> {
  const over = () => page.evaluate(() => Math.max(document.documentElement.scrollWidth - window.innerWidth, 0))
  await until('the page fits', async () => (await over()) === 0, withinMs).catch(() => undefined)
  return over()
}

/** A page's score of layout shifts may be at most this, as in the bench. @see https://web.dev/articles/cls */
const MOST_SHIFT = 0.02

/** What moved while the page came, when it was too much. */
async function jumps(page: Page): Promise<string[]> {
  const shifts = await page.evaluate(() => window.shifts ?? [])
  const sum = shifts.reduce((total, { score }) => total + score, 0)
  return sum <= MOST_SHIFT ? [] : shifts.map(({ score, what }) => `${score.toFixed(4)}: ${what}`)
}

/** What axe leaves out: the frame is the same around every page, and its colours are looked at on the pages of the main links. */
const frame = ['nav[aria-label="Main"]', '[data-shell]']

interface Looked {
  /** Where the page leads by itself once it is drawn. */
  to?: string | undefined
  /** A second page of the tab for the phone's width. Then the tab follows the address as a link does, and its document stays. */
  beside?: Page
  /** Leaves out the colours of the frame in the dark. */
  inFrame?: boolean
  /** A part that another page has, too, and that is looked at there. */
  without?: string
  /** How long it may take to draw anew for the phone's width. */
  fitMs?: number
}

/**
 * One page in both themes and on a phone. The elements are the same in both themes, so only colours are looked at twice. On a phone all stands
 * below each other, so that whatever comes late moves most: there the page is always loaded anew.
 */
export async function look({ page, problems }: Tab, url: string, name: string, o: Looked = {}): Promise<void> {
  const picture = name.replaceAll(/[^\w]+/g, '-')
  const before = problems.length
  const there = async (shown: Page, open: typeof follow) => {
    await open(shown, url)
    if (o.to) await shown.waitForURL(`**${o.to}`)
    await settled(shown)
  }
  const load = async (shown: Page) => void (await shown.goto(url))
  await there(page, o.beside ? follow : load)
  expect(await page.title(), 'the title').toMatch(/Motto/)
  const jumped = await jumps(page)
  const shared = o.without ? [o.without] : []
  const violations = await offences(page, 'all', { exclude: shared })
  await shot(page, `${picture}-light`)
  await turn(page, 'dark')
  const inDark = await offences(page, 'colours', { exclude: o.inFrame ? [...frame, ...shared] : shared })
  violations.push(...inDark.map((line) => `dark: ${line}`))
  await shot(page, `${picture}-dark`)
  await turn(page, 'light')
  const narrow = o.beside ?? page
  await narrow.setViewportSize(phone)
  if (!o.beside) await answerLastFirst(narrow, true)
  await there(narrow, load)
  if (!o.beside) await answerLastFirst(narrow, false)
  jumped.push(...(await jumps(narrow)).map((line) => `390: ${line}`))
  await shot(narrow, `${picture}-390`)
  const over = await sideways(narrow, o.fitMs)
  if (!o.beside) await page.setViewportSize(wide)
  expect({ offences: violations, over, jumped, problems: problems.slice(before) }).toEqual({
    offences: [],
    over: 0,
    jumped: [],
    problems: [],
  })
}

const modal = '[role="dialog"][aria-modal="true"]'

/**
 * What is on the screen now, on a desk in both themes and on a phone: nothing of it offends or reaches out of the window. A phone has the same
 * colours as a desk, so it is looked at in light alone. Of what lies below a dialog nothing can be used, so axe looks at the dialog.
 */
export async function lookHere(page: Page, name: string): Promise<void> {
  for (const [size, themes] of [
    [wide, ['light', 'dark']],
    [phone, ['light']],
  ] as const) {
    await page.setViewportSize(size)
    for (const theme of themes) {
      await turn(page, theme)
      await shot(page, `${name}-${size.width}-${theme}`)
      const isOpen = (await page.locator(modal).count()) > 0
      expect(await offences(page, theme === 'light' ? 'all' : 'colours', isOpen ? modal : undefined)).toEqual([])
    }
    expect(await sideways(page)).toBe(0)
  }
  await page.setViewportSize(wide)
  await turn(page, 'light')
}
