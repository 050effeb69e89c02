import { type Page, chromium } from 'playwright-core'
import { chromiumPath } from '../bin/lib/chromium.ts'
import { quiet } from '../e2e/support/browser.ts'
import { startMotto } from '../e2e/support/motto.ts'
import { account } from '#seed/fixture-account.ts'
import { type Size, folderOf } from './kit/fixture.ts'
import { type Row, ms, percentile } from './kit/report.ts'

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
    const row = (benchmark: string, ours: string, more: Partial<Row> = {}) =>
      rows.push({ benchmark: `inventory at size ${size}: ${benchmark}`, ours, floor: '', ratio: '', goal: '', ...more })
    const interactions = (benchmark: string, took: number[]) => {
      const slowest = Math.max(...took)
      row(`${benchmark}, interaction to next paint`, `p50 ${ms(percentile(took, 0.5))}, slowest ${ms(slowest)}`, {
        goal: `≤ ${INP_MS} ms`,
        met: slowest <= INP_MS,
      })
    }
    const began = performance.now()
    await page.goto(`${motto.url}/inventory?limit=500`)
    await page.locator('.ag-row [col-id="sku"]').first().waitFor()
    row('first rows of a page of 500, from an empty address bar', ms(performance.now() - began))
    await listen(page)
    await page.locator('.ag-row[row-index="2"] [col-id="price"]').first().click()
    for (let n = 0; n < MOVES; n += 1) await page.keyboard.press(n % 2 ? 'ArrowDown' : 'ArrowLeft')
    interactions(`moving through ${MOVES} cells`, await interactionsOf(page))
    await page.locator('.ag-row[row-index="3"] [col-id="price"]').first().click()
    await interactionsOf(page)
    for (let n = 0; n < EDITS; n += 1) {
      await page.keyboard.type(`${19 + n}.95`)
      await page.keyboard.press('Enter')
    }
    interactions(`editing ${EDITS} cells`, await interactionsOf(page))
    const gaps = await scroll(page)
    row('scrolling, time between frames', `p50 ${ms(percentile(gaps, 0.5))}, p95 ${ms(percentile(gaps, 0.95))}`)
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
    const took: Record<number, number> = {}
    Object.assign(window, { took })
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as (PerformanceEntry & {
        interactionId?: number
      })[]) {
        if (interactionId) took[interactionId] = Math.max(took[interactionId] ?? 0, duration)
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  })

/** Milliseconds of each interaction since the last look, but for those under 16 ms, which browsers do not tell. */
async function interactionsOf(page: Page): Promise<number[]> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))))
  const took = await page.evaluate(() => {
    const { took } = window as unknown as { took: Record<number, number> }
    const all = Object.values(took)
    for (const id of Object.keys(took)) delete took[Number(id)]
    return all
  })
  return took.length > 0 ? took : [16]
}

/** @returns milliseconds between frames */
async function scroll(page: Page): Promise<number[]> {
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
  return page.evaluate(() => (window as unknown as { gaps: number[] }).gaps)
}
