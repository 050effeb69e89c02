import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { shot } from './browser.ts'
import { settled, turn } from './look.ts'
import { compared, printedPicture } from './print.ts'
import { until } from './wait.ts'

interface Hands {
  url: string
  open(path: string): Promise<void>
  chart(title: string): Locator
  figure(name: string): Promise<string>
  button(name: string): Locator
  toast(words: string): Promise<void>
}

/** Runs in the page: its clock goes on, so many days ahead. */
function daysAhead(days: number) {
  const Real = Date
  const ahead = days * 86_400_000
  window.Date = class extends Real {
    constructor(...args: [] | [number]) {
      super(...((args.length > 0 ? args : [Real.now() + ahead]) as [number]))
    }
    static override now = () => Real.now() + ahead
  } as DateConstructor
}

/** A question answered by pressing what is large, from a month down to its orders; kept, asked again the next day, and printed. */
export async function whyMayFell(page: Page, { url, open, chart, figure, button, toast }: Hands): Promise<void> {
  const year = new Date().getUTCMonth() >= 5 ? new Date().getUTCFullYear() : new Date().getUTCFullYear() - 1
  await open(`/analytics?startDate=${year}-05-01&endDate=${year}-05-31`)
  const kpi = page.getByRole('list', { name: 'Key figures' }).locator('li').filter({ hasText: 'Total Sales' })
  // Where the month before sold next to nothing, a growth in per cent would say nothing.
  expect(await kpi.innerText()).toMatch(/([↑↓]\s+(up|down)\s+\d+%|–).*previously/s)
  const panel = page.getByRole('region', { name: 'Adjust Filters' })
  const narrow = async (title: string) => {
    const part = chart(title).getByRole('list').getByRole('button').first()
    const name = ((await part.getAttribute('title')) ?? '').replace('Filter by ', '')
    await part.press('Enter')
    await panel.getByText(name).waitFor()
    await panel.getByRole('button', { name: 'Apply', exact: true }).press('Enter')
    await panel.waitFor({ state: 'detached' })
    await settled(page)
    return name
  }
  for (const [title, key] of [
    ['Sales by Channel', 'channels'],
    ['Sales by Template', 'templates'],
    ['Sales by SKU', 'skus'],
  ] as const) {
    const name = await narrow(title)
    await until(`the address says ${name}`, async () => {
      const [value] = new URL(page.url()).searchParams.getAll(key)
      return value?.toLowerCase() === name.toLowerCase()
    })
    await settled(page)
  }
  const question = new URL(page.url())
  const figureText = await figure('Orders')
  expect(Number(figureText)).toBeGreaterThan(0)
  await page
    .getByRole('link', { name: /^Orders/ })
    .filter({ hasText: 'previously' })
    .press('Enter')
  await page.waitForURL(/\/orders\?/)
  const rows = page.getByRole('table', { name: 'Orders' }).locator('tbody tr')
  await until('the list holds as many orders', async () => String(await rows.count()) === figureText)
  await page.getByRole('button', { name: /^Remove filter With products of / }).waitFor()
  await page.goBack()
  await settled(page)
  expect(page.url()).toBe(question.href)
  await button('Save search').press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByPlaceholder('Name your saved search').fill('Why May fell')
  await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await toast('Query saved.')
  await dialog.waitFor({ state: 'detached' })

  // Another day, after a session of today would have ended: only the browser's clock is there already.
  await page.addInitScript(daysAhead, 9)
  await page.goto(`${url}/analytics`)
  await settled(page)
  await button('View saved').press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Load Why May fell' }).press('Enter')
  await page.waitForURL(question.href)
  await until('the same orders', async () => (await figure('Orders')) === figureText)
  await chart('Listing health').last().waitFor()
  await settled(page)

  const printed: Buffer[] = []
  for (const theme of ['light', 'dark'] as const) {
    await turn(page, theme)
    printed.push(await printedPicture(page))
    await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor()
  }
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByText('Skip to content').isVisible()).toBe(false)
  const controls = page.getByRole('button', { name: /^(Export |Previous page|Next page|Turn on)/ })
  expect(await controls.filter({ visible: true }).count()).toBe(0)
  await page.emulateMedia({ media: 'screen' })
  const [light, dark] = printed
  if (!light || !dark) throw new Error('there are two themes')
  const { different, light: lightness } = await compared(light, dark)
  expect([different, lightness > 0.85]).toEqual([0, true])
  await shot(page, 'why-may-fell')
}
