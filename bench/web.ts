import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromiumPath } from '../bin/lib/chromium.ts'
import { quiet } from '../e2e/support/browser.ts'
import { accountOf, examplesOf, inside, outside, type Sought } from '../e2e/support/pages.ts'
import { enter } from '../e2e/support/person.ts'
import { freePort, startMotto } from '../e2e/support/motto.ts'
import { lighthouse, presets } from './kit/lighthouse.ts'
import { type Row, ms } from './kit/report.ts'

const SLOWER = 4
const LCP_MS = 1500
const INP_MS = 100
/** Gzipped script in kB. The grid itself comes after the page and is not counted. */
const mostScript: Partial<Record<string, number>> = { '/login': 100, '/inventory': 400 }
const isGrid = (url: string) => /\/assets\/grid-[\w-]+\.js$/.test(url)
/** One of each kind of page: those that only differ in what they list are measured once. */
const skipped = /\?|nowhere|NOPE|999999|^\/oauth|^\/confirmEmail|^\/resetPassword/

/**
 * What the browser loads and how fast it shows it, on a filled shop: scripts as they travel, the first view and an answer to a key on a slow
 * processor, and Lighthouse as a desktop and as a phone. Prints one line for each page, beside the rows that it answers.
 * @param only these addresses, else every page
 * @param slowdown how many times slower than this processor Lighthouse's phone is
 */
export async function benchWeb(only?: readonly string[], slowdown?: string): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'motto-bench-web-'))
  const motto = await startMotto({ DATA_DIR: folder, DEMO_SIZE: 'small' }, 'bin/demo.ts')
  const port = await freePort()
  const profile = mkdtempSync(join(tmpdir(), 'motto-profile-'))
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await chromiumPath(),
    args: [...quiet, ...root, `--remote-debugging-port=${port}`],
  })
  const isSelected = (path: string) => (only ? only.includes(path) : !skipped.test(path))
  const rows: Row[] = []
  const pages: Record<string, string>[] = []
  const measure = async (path: string, sought?: Sought) => {
    if (!isSelected(path)) return
    const at = path.replaceAll(/:(\w+)/g, (_, name: keyof Sought) => String(sought?.[name]))
    const visited = await visit(context, motto.url, path, at)
    rows.push(...visited)
    const line: Record<string, string> = { page: path, script: visited[0]?.ours ?? '' }
    for (const preset of presets) {
      const { row, score } = await lighthouse(motto.url, at, port, preset, slowdown)
      rows.push(row)
      line[preset] = score
    }
    // At once, so that a long run that is broken off has told what it found.
    console.error(`  ${Object.values(line).join(', ')}`)
    pages.push(line)
  }
  try {
    for (const path of outside) await measure(path)
    await enter(context, motto, accountOf(motto))
    const sought = await examplesOf(motto, context)
    for (const path of inside) await measure(path, sought)
    console.table(pages)
    return rows
  } finally {
    await context.close()
    await motto.stop()
    for (const made of [profile, folder]) rmSync(made, { recursive: true, force: true })
  }
}

/** One page with an empty cache on a processor slowed down. @param at the address that stands for `path` in this shop */
async function visit(context: BrowserContext, url: string, path: string, at: string): Promise<Row[]> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const scripts = new Map<string, boolean>()
  const bytes = { page: 0, grid: 0 }
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.set(requestId, isGrid(response.url))
  })
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const grid = scripts.get(requestId)
    if (grid !== undefined) bytes[grid ? 'grid' : 'page'] += encodedDataLength
  })
  await cdp.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': 'gzip' } })
  await page.goto(url + at)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
  const lcp = await largestPaint(page)
  const blocked = await blockedTime(page)
  const inp = await answerToAKey(page)
  await page.close()
  const kb = bytes.page / 1000
  const most = mostScript[path]
  const row = (benchmark: string, ours: string, goal: string, met?: boolean): Row => ({
    benchmark: `${path}: ${benchmark}`,
    ours,
    floor: '',
    ratio: '',
    goal,
    ...(met === undefined ? {} : { met }),
  })
  const grid = bytes.grid ? `, and ${(bytes.grid / 1000).toFixed(0)} kB of grid` : ''
  return [
    row(
      'script, gzip',
      `${kb.toFixed(1)} kB in ${scripts.size} files${grid}`,
      most ? `≤ ${most} kB` : '',
      most ? kb <= most : undefined,
    ),
    row(`largest paint, processor ÷ ${SLOWER}`, ms(lcp), `≤ ${LCP_MS} ms`, lcp <= LCP_MS),
    row(`blocked after the first paint, processor ÷ ${SLOWER}`, ms(blocked), ''),
    row(`Tab to next paint, processor ÷ ${SLOWER}`, ms(inp), `≤ ${INP_MS} ms`, inp <= INP_MS),
  ]
}
/** Milliseconds since the navigation began. */
const largestPaint = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        new PerformanceObserver((list) => done(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )

/** What its tasks after the first paint took beyond 50 ms each, in milliseconds: for so long a key had waited. */
const blockedTime = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        const [paint] = performance.getEntriesByName('first-contentful-paint')
        const blocked = ({ startTime, duration }: PerformanceEntry) =>
          paint && startTime + duration > paint.startTime ? duration - 50 : 0
        new PerformanceObserver((list) =>
          done(list.getEntries().reduce((sum, task) => sum + blocked(task), 0)),
        ).observe({ type: 'longtask', buffered: true })
        // Where no task was long, nobody is called.
        setTimeout(() => done(0), 500)
      }),
  )

/** From a key to the frame after it, in milliseconds. */
async function answerToAKey(page: Page): Promise<number> {
  await page.evaluate(() => {
    addEventListener(
      'keydown',
      (event) =>
        requestAnimationFrame(() =>
          setTimeout(() => (document.documentElement.dataset.answer = String(performance.now() - event.timeStamp))),
        ),
      { once: true, capture: true },
    )
  })
  await page.keyboard.press('Tab')
  await page.waitForFunction(() => document.documentElement.dataset.answer)
  return Number(await page.evaluate(() => document.documentElement.dataset.answer))
}
