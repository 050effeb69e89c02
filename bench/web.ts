import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { chromiumPath } from '../bin/chromium.ts'
import { quiet } from '../e2e/support/browser.ts'
import { freePort, startMotto } from '../e2e/support/motto.ts'
import { Seller } from '../e2e/support/seller.ts'
import { type Row, ms } from './report.ts'

/** Not among the dependencies: 114 packages that only this needs; `npm exec` fetches it once. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const SLOWER = 4
const SIGN_IN_KB = 100

/** What the browser loads and how fast it shows it: scripts as they travel, the first view and an answer to a key on a slow processor, Lighthouse. */
export async function benchWeb(): Promise<Row[]> {
  const motto = await startMotto()
  const port = await freePort()
  const profile = mkdtempSync(join(tmpdir(), 'motto-profile-'))
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await chromiumPath(),
    args: [...quiet, ...root, `--remote-debugging-port=${port}`],
  })
  try {
    const seller = new Seller(motto.url, motto.dataDir)
    await seller.begin()
    const rows: Row[] = []
    for (const path of ['/', '/login'])
      rows.push(...(await visit(context, motto.url, path)), await lighthouse(motto.url, path, port))
    await signIn(context, motto.url, seller)
    rows.push(...(await visit(context, motto.url, '/dashboard')), await lighthouse(motto.url, '/dashboard', port))
    rows.push(...(await visit(context, motto.url, '/inventory')))
    return rows
  } finally {
    await context.close()
    await motto.stop()
    rmSync(profile, { recursive: true, force: true })
  }
}

async function signIn(context: BrowserContext, url: string, { email, password }: Seller): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL('**/dashboard')
  await page.close()
}

/** One page with an empty cache on a processor slowed down. */
async function visit(context: BrowserContext, url: string, path: string): Promise<Row[]> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const scripts = new Set<string>()
  let bytes = 0
  cdp.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId))
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await cdp.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': 'gzip' } })
  await page.goto(url + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
  const lcp = await largestPaint(page)
  const inp = await answerToAKey(page)
  await page.close()
  const kb = bytes / 1000
  const row = (benchmark: string, ours: string, goal = '') => ({
    benchmark: `${path}: ${benchmark}`,
    ours,
    floor: '',
    ratio: '',
    goal,
  })
  return [
    row('script, gzip', `${kb.toFixed(1)} kB in ${scripts.size} files`, path === '/login' ? `≤ ${SIGN_IN_KB} kB` : ''),
    row(`largest paint, processor ÷ ${SLOWER}`, ms(lcp), '≤ 2500 ms'),
    row(`Tab to next paint, processor ÷ ${SLOWER}`, ms(inp), '≤ 200 ms'),
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

/** Scores of 0 to 100 with the desktop preset, in the browser that is signed in. */
async function lighthouse(url: string, path: string, port: number): Promise<Row> {
  const row = (ours: string): Row => ({ benchmark: `${path}: Lighthouse`, ours, floor: '', ratio: '', goal: '' })
  const words = [
    'exec',
    '--yes',
    `--package=${LIGHTHOUSE}`,
    '--',
    'lighthouse',
    url + path,
    `--port=${port}`,
    '--preset=desktop',
    '--quiet',
    '--output=json',
    '--output-path=stdout',
    '--disable-storage-reset',
    `--only-categories=${categories.join(',')}`,
  ]
  try {
    const { stdout } = await promisify(execFile)('npm', words, {
      env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` },
      maxBuffer: 64 * 1024 * 1024,
    })
    const report = JSON.parse(stdout) as { categories: Record<string, { score: number | null }> }
    return row(
      categories.map((name) => `${name} ${Math.round((report.categories[name]?.score ?? 0) * 100)}`).join(', '),
    )
  } catch (error) {
    return row(`not measured: ${(error as Error).message.split('\n').at(-1)?.slice(0, 120)}`)
  }
}
