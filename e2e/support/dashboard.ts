import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { reopen } from './browser.ts'
import { lookHere, settled } from './look.ts'
import { until } from './wait.ts'

/** What is tried on the dashboard of the demo's shop, by name; `pages.spec.ts` says what each proves. */
export function dashboardOf(tab: () => { page: Page; url: string }) {
  let page: Page
  const open = async (path: string) => {
    page = tab().page
    await reopen(page, tab().url + path)
    await settled(page)
  }
  const link = (name: string | RegExp) => page.locator('#main').getByRole('link', { name, exact: true })
  const leads = async (name: string | RegExp, to: RegExp) =>
    expect(await link(name).first().getAttribute('href')).toMatch(to)
  const card = (title: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

  return {
    range: async () => {
      await open('/dashboard')
      const range = page.getByRole('combobox', { name: 'Range' })
      expect(await range.getByRole('option').allInnerTexts()).toEqual([
        'Last 7 days',
        'Last 30 days',
        'Last 90 days',
        'Year to date',
      ])
      expect(await range.locator('option:checked').innerText()).toBe('Last 30 days')
      const cards = page.getByRole('list', { name: 'Orders of the range' })
      expect(await cards.locator('li > a > span, li > span').allInnerTexts()).toEqual([
        'Orders',
        'Avg / day',
        'Profit',
        'Top Channel',
        'Top Template',
      ])
      const orders = async () =>
        Number(
          await cards
            .locator('b')
            .first()
            .evaluate((b) => b.firstChild?.textContent),
        )
      const month = await orders()
      await range.selectOption('90')
      await page.waitForURL('**/dashboard?range=90')
      await until('a quarter has more', async () => (await orders()) > month)
      await range.selectOption('ytd')
      await page.waitForURL('**/dashboard?range=ytd')
      await settled(page)
      expect(await cards.locator('b').nth(1).innerText()).toMatch(/^\d+\.\d$/)
      const products = card('Products Overview')
      expect(await products.locator('li span').allInnerTexts()).toEqual(['Total', 'Listed', 'Unlisted', 'Sold'])
      const [total = 0, listed = 0, unlisted = 0] = (await products.locator('li b').allInnerTexts()).map(Number)
      expect([total, listed + unlisted]).toEqual([16, 16])
      expect(
        await products.getByRole('progressbar', { name: 'Listing completion' }).getAttribute('aria-valuenow'),
      ).toBe(String(Math.round((listed / total) * 100)))
      const days = card('Daily Orders').getByRole('slider')
      await days.press('End')
      expect(await days.getAttribute('aria-valuetext')).toMatch(/: \d+ orders?, before \d+$/)
      expect(
        await card('Sales by Template').getByRole('list', { name: 'Sales by Template' }).locator('li').count(),
      ).toBeGreaterThan(1)
      const templates = card('Templates')
      await templates.getByText('8 templates', { exact: true }).waitFor()
      const list = templates.getByRole('list', { name: 'Templates' })
      expect(await list.locator('..').evaluate((box) => getComputedStyle(box).maxHeight)).toBe('260px')
      const recent = page.getByRole('table', { name: 'Recent Orders' })
      expect(await recent.locator('tbody tr').count()).toBe(10)
      await page.getByRole('button', { name: 'Next page' }).click()
      await page.getByText('11–20', { exact: true }).waitFor()
      for (const step of ['List more products', 'Create a new template', 'Review analytics'])
        await page.getByText(step, { exact: true }).waitFor()
      let calls = 0
      page.on('request', (request) => (calls += Number(request.url().includes('/orders/analytics'))))
      await page.getByRole('button', { name: 'Refresh', exact: true }).click()
      await until('the figures are read anew', async () => calls > 0)
      await settled(page)
      await open('/dashboard')
      await lookHere(page, 'dashboard')
    },

    leads: async () => {
      await open('/dashboard?range=90')
      await leads('New Product', /^\/inventory\/new$/)
      await leads('New Template', /^\/templates\/new$/)
      await leads('New Order', /^\/orders\/new$/)
      await leads('View all', /^\/products$/)
      await leads('Analytics', /^\/analytics\?startDate=[\d-]+&endDate=[\d-]+$/)
      await leads('All Orders', /^\/orders\?startDate=[\d-]+&endDate=[\d-]+$/)
      await leads(/^List more products/, /^\/products\?notListedOn=ebay\+/)
      await leads(/^Create a new template/, /^\/templates\/new$/)
      await leads(/^Review analytics/, /^\/analytics$/)
      await leads('Camera Lenses', /^\/template\/\d+$/)
      await leads(/products? of Camera Lenses$/, /^\/template\/\d+\/products$/)
      const orders = page.getByRole('list', { name: 'Orders of the range' }).locator('a').first()
      const counted = await orders.locator('b').evaluate((b) => b.firstChild?.textContent)
      await orders.click()
      await page.waitForURL(/\/orders\?.*sold=true/)
      await page
        .locator('#main')
        .getByText(counted?.trim() ?? '', { exact: true })
        .first()
        .waitFor()
    },
  }
}
