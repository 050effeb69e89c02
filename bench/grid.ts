import { type Page, chromium } from 'playwright-core'
import { chromiumPath } from '../bin/chromium.ts'
import { quiet } from '../e2e/support/browser.ts'
import { startMotto } from '../e2e/support/motto.ts'
import { account } from '#seed/fixture-account.ts'
import { type Size, folderOf } from './fixture.ts'
import { type Row, ms, percentile } from './report.ts'

const INP_MS = 100
const MOVES = 40
const EDITS = 10
const WHEELS = 40
const WIDE = { width: 1440, height: 900 }

/** The inventory in a browser: until its first rows, cells moved through and edited by keyboard, rows scrolled. */
export async function benchGrid(size: Size, data: string | undefined): Promise<Row[]> {
  const { dataDir, remove } = await folderOf(size, data)
  const motto = await startMotto({ DATA_DIR: dataDir })
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: [...quiet, ...root] })
  try {
    const page = await browser.newPage({ viewport: WIDE })
    await signIn(page, motto.url)
    const rows: Row[] = []
    const row = (benchmark: string, took: number, goal = '', most?: number) =>
      rows.push({ benchmark: `inventory at size ${size}: ${benchmark}`, ours: ms(took), floor: '', ratio: '', goal, ...(most === undefined ? {} : { met: took <= most }) })
    const began = performance.now()
    await page.goto(`${motto.url}/inventory?limit=500`)
    await page.locator('.ag-row [col-id="sku"]').first().waitFor()
    row('first rows of a page of 500, from an empty address bar', performance.now() - began)
    await listen(page)
    await page.locator('.ag-row[row-index="2"] [col-id="price"]').first().click()
    for (let n = 0; n < MOVES; n += 1) await page.keyboard.press(n % 2 ? 'ArrowDown' : 'ArrowLeft')
    row(`moving through cells, interaction to next paint (slowest of ${MOVES})`, await slowest(page), `≤ ${INP_MS} ms`, INP_MS)
    await page.locator('.ag-row[row-index="3"] [col-id="price"]').first().click()
    await slowest(page)
    for (let n = 0; n < EDITS; n += 1) {
      await page.keyboard.type(`${19 + n}.95`)
      await page.keyboard.press('Enter')
    }
    row(`editing ${EDITS} cells, interaction to next paint (slowest)`, await slowest(page), `≤ ${INP_MS} ms`, INP_MS)
    row('scrolling, time between frames (p95)', await scroll(page))
    return rows
  } finally {
    await browser.close()
    await motto.stop()
    await remove()
  }
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL((address) => address.pathname !== '/login')
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Notes how long each interaction takes until the frame that shows it, as the browser itself measures it (in steps of 8 ms). */
const listen = (page: Page) =>
  page.evaluate(() => {
    const took: number[] = []
    Object.assign(window, { took })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) if (entry.interactionId) took.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  })

/** Of the interactions since the last look; those under 16 ms are not told and count as that. */
async function slowest(page: Page): Promise<number> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))))
  return page.evaluate(() => Math.max(16, ...(window as unknown as { took: number[] }).took.splice(0)))
}

async function scroll(page: Page): Promise<number> {
  await page.mouse.move(WIDE.width / 2, WIDE.height / 2)
  await page.evaluate(() => {
    const gaps: number[] = []
    let before = performance.now()
    const frame = (now: number) => {
      gaps.push(now - before)
      before = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    Object.assign(window, { gaps })
  })
  for (let n = 0; n < WHEELS; n += 1) await page.mouse.wheel(0, 300)
  const gaps = await page.evaluate(() => (window as unknown as { gaps: number[] }).gaps)
  return percentile(gaps, 0.95)
}
