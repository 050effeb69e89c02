import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { callsOf, reopen, shot, type Tab } from './browser.ts'
import { lookHere, settled } from './look.ts'
import type { Motto } from './motto.ts'
import { accountOf } from './pages.ts'
import { signedIn } from './person.ts'
import { until } from './wait.ts'
import { whyMayFell } from './why-may-fell.ts'

/** What is tried on the analytics of the demo's shop, by name; `pages.spec.ts` says what each proves. @param demo a running one and a browser, there from the first `beforeAll` on */
export function analyticsOf(demo: () => { motto: Motto; browser: Browser }) {
  let motto: Motto
  let tab: Tab
  let page: Page

  beforeAll(async () => {
    const { browser } = demo()
    motto = demo().motto
    tab = await signedIn(browser, motto, accountOf(motto))
    page = tab.page
    await tab.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  })
  afterAll(() => tab?.context.close())

  const open = async (path: string) => {
    await reopen(page, motto.url + path)
    await settled(page)
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const search = () => new URL(page.url()).search
  const searched = (waitForAddress: RegExp) =>
    until(`the address has ${waitForAddress}`, async () => waitForAddress.test(search()))
  const preset = (label: string) => page.getByRole('radio', { name: label })
  const chart = (title: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  /** A card's figure as it is shown. */
  const figure = (name: string) =>
    page.getByRole('list', { name: 'Key figures' }).locator('li').filter({ hasText: name }).locator('b').innerText()
  const press = async (label: string) => {
    await page.getByText(label, { exact: true }).first().click()
    await settled(page)
  }
  const watch = () => callsOf(page, '/api/v2/orders/')
  const toast = (words: string) => page.getByText(words, { exact: true }).first().waitFor()

  return {
    figures: async () => {
      await open('/analytics')
      expect(await preset('1 Month').isChecked()).toBe(true)
      for (const name of [
        'Total Sales',
        'Net',
        'Avg. Order Value',
        'Median Order',
        'Orders',
        'Items Sold',
        'Items / Order',
        'Median Sell-Through',
      ])
        expect(await figure(name), name).toMatch(/\d|–/)
      expect(await figure('Items / Order')).toMatch(/^\d+\.\d\d$/)
      await press('1 Year')
      await searched(/^\?startDate=\d{4}-\d\d-\d\d&endDate=\d{4}-\d\d-\d\d$/)
      await until('the year is chosen', () => preset('1 Year').isChecked())
      await until('the median', async () => /^(\d+\.\d days|–)$/.test(await figure('Median Sell-Through')))
      await page.getByTitle('Sales minus fees, tax, etc.').waitFor()
      await page.getByRole('progressbar', { name: 'Health: Net / Sales' }).waitFor()
      for (const name of ['Available', 'Demand', 'Coverage'])
        await chart('Inventory against demand').getByText(name, { exact: true }).waitFor()
      expect(await chart('Inventory against demand').locator('b').allInnerTexts()).toEqual([
        expect.stringMatching(/^\d+$/),
        expect.stringMatching(/^\d+$/),
        expect.stringMatching(/^\d+\.\d\d$/),
      ])
      for (const title of ['Sales by Channel', 'Sales by Template', 'Attribute Insights', 'Sales by SKU'])
        expect(await chart(title).getByRole('radio').count(), title).toBe(2)
      expect(await chart('Daily Orders').getByRole('radio').count()).toBe(0)
      const end = page.getByLabel('End date')
      expect(await end.getAttribute('max')).toBe(await end.inputValue())
      await page.getByLabel('Start date').fill('2026-01-05')
      await searched(/startDate=2026-01-05/)
      await until(
        'no preset is chosen',
        async () => (await page.getByRole('radio', { checked: true, name: /1 Year|Month|Week|Day/ }).count()) === 0,
      )
      // By keys, digit after digit, as somebody without a mouse does; Back leads to the days before.
      await page.getByLabel('Start date').focus()
      await page.keyboard.type('03152026')
      await page.keyboard.press('Enter')
      await searched(/startDate=2026-03-15/)
      await page.goBack()
      await searched(/startDate=2026-01-05/)
      await settled(page)
      const calls = watch()
      await button('Refresh').click()
      await until('all is read anew', async () => new Set(calls.seen).size >= 7)
      calls.stop()
      await settled(page)
      await page.setViewportSize({ width: 390, height: 844 })
      for (const label of ['1Y', '6M', '3M', '1M', '1W', '1D']) await page.getByText(label, { exact: true }).waitFor()
      await page.setViewportSize({ width: 1440, height: 900 })
      await press('1 Year')
      await shot(page, 'analytics')
    },

    charts: async () => {
      for (const title of ['Sales by Channel', 'Sales by Template', 'Attribute Insights', 'Sales by SKU']) {
        const card = chart(title)
        expect(await card.locator('svg[viewBox="0 0 100 100"]').count(), title).toBe(0)
        await card.getByText('Pie', { exact: true }).click()
        await card.locator('svg[viewBox="0 0 100 100"] path').nth(1).waitFor()
      }
      await lookHere(page, 'pies')
      const bar = async () =>
        chart('Sales by Channel')
          .locator('li', { hasText: 'eBay' })
          .locator('i')
          .first()
          .evaluate((i) => getComputedStyle(i).backgroundColor)
      const inDays = () =>
        chart('Daily Orders')
          .getByRole('button', { name: 'eBay' })
          .locator('i')
          .evaluate((i) => getComputedStyle(i).backgroundColor)
      expect(await bar()).toBe(await inDays())
      const card = chart('Sales by Channel')
      await card.getByRole('button', { name: 'Sales by Channel as a table' }).click()
      expect(await card.getByRole('columnheader').allInnerTexts()).toEqual([
        'Channel',
        'Orders',
        'Items',
        'Sales (USD)',
        'Net (USD)',
      ])
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        card.getByRole('button', { name: 'Export Sales by Channel as CSV' }).click(),
      ])
      expect(readFileSync(await file.path(), 'utf8')).toMatch(
        /^\uFEFFChannel,Orders,Items,Sales \(USD\),Net \(USD\)\r\neBay,\d+,\d+,[\d.]+,[\d.]+\r\n/,
      )
      const days = chart('Daily Orders').getByRole('slider')
      await days.focus()
      await days.press('ArrowLeft')
      expect(await days.getAttribute('aria-valuetext')).toMatch(/^\w+, \w+ \d+, \d{4}: \d+ orders?/)
    },

    filters: async () => {
      await open('/analytics?startDate=2025-12-01')
      await page
        .getByRole('combobox', { name: 'Channels' })
        .or(page.getByRole('textbox', { name: 'Channels' }))
        .first()
        .click()
      await page.getByRole('option').first().waitFor()
      expect(await page.getByRole('option').allInnerTexts()).toEqual([
        'eBay',
        'Etsy',
        'Square',
        'Shopify',
        'BigCommerce',
        'Manual',
      ])
      await page.getByRole('option', { name: 'eBay' }).click()
      await searched(/channels=ebay/)
      await page.keyboard.press('Escape')
      await button('More Filters').click()
      await button('Hide Filters').waitFor()
      expect(await button('Remove attribute 1').isDisabled()).toBe(true)
      await page.setViewportSize({ width: 390, height: 844 })
      await until('the values are as wide as the name', async () => {
        const [name = 0, values = 0] = await Promise.all(
          [page.getByLabel('Attribute name 1'), page.getByLabel('Attribute values 1')].map((field) =>
            field
              .first()
              .evaluate(
                (input) => (input.closest('.mantine-InputWrapper-root') ?? input).getBoundingClientRect().width,
              ),
          ),
        )
        return name > 0 && values >= name - 1
      })
      await page.setViewportSize({ width: 1440, height: 900 })
      await button('Add Attributes').click()
      await button('Remove attribute 2').click()
      expect(await button('Remove attribute 1').isDisabled()).toBe(true)
      const skus = page
        .getByRole('textbox', { name: 'SKUs' })
        .or(page.getByRole('combobox', { name: 'SKUs' }))
        .first()
      await skus.pressSequentially('S-1,S-2,S-3,S-4,S-5,S-6,S-7,')
      const form = page.getByRole('form', { name: 'More filters' })
      await form.getByRole('button', { name: 'Show 2 more' }).waitFor()
      await until('five are shown', async () => (await form.locator('.mantine-Pill-root').count()) === 5)
      const calls = watch()
      await form.getByRole('button', { name: 'Search', exact: true }).click()
      await searched(/skus=S-1\+S-2\+S-3\+S-4\+S-5\+S-6\+S-7/)
      await chart('Sales by SKU').getByText('No Data').waitFor()
      calls.stop()
      // What is sold in the shop meanwhile has charts read again, but not for these SKUs.
      expect([...new Set(calls.narrowed)]).toEqual(['skuAnalytics'])
      expect(await figure('Orders')).not.toBe('0')
      await form.getByRole('button', { name: 'Apply to all charts' }).click()
      await until('all charts are narrowed', async () => (await figure('Orders')) === '0')
      for (const title of [
        'Daily Orders',
        'Sales by Channel',
        'Sales by Template',
        'Attribute Insights',
        'Sales by SKU',
      ])
        await chart(title).getByText('No Data').waitFor()
      await shot(page, 'no-data')
      await form.getByRole('button', { name: 'Clear' }).click()
      await until('no filter is left', async () => new URL(page.url()).pathname === '/analytics' && search() === '')
    },

    adjusting: async () => {
      await open('/analytics?startDate=2025-12-01')
      await chart('Sales by Channel').getByTitle('Filter by eBay').first().click()
      const panel = page.getByRole('region', { name: 'Adjust Filters' })
      await panel.getByText('Channel: eBay').waitFor()
      expect(search()).not.toMatch(/channels/)
      await panel.getByRole('button', { name: 'Clear', exact: true }).click()
      await panel.waitFor({ state: 'detached' })
      await chart('Sales by Channel').getByTitle('Filter by eBay').first().click()
      const template = chart('Sales by Template').getByRole('list').getByRole('button').first()
      const name = ((await template.getAttribute('title')) ?? '').replace('Filter by ', '')
      await template.click()
      await lookHere(page, 'adjust')
      await panel.getByRole('button', { name: 'Apply', exact: true }).click()
      await searched(/channels=ebay/)
      expect(new URL(page.url()).searchParams.get('templates')).toBe(name)
      const only = async (title: string) => (await chart(title).getByRole('list').locator('li').count()) === 1
      await until('one template', () => only('Sales by Template'))
      await panel.waitFor({ state: 'detached' })
      await page.reload()
      await settled(page)
      await until('one channel', () => only('Sales by Channel'))
    },

    savedSearches: async () => {
      await open('/analytics?channels=ebay')
      expect(await page.getByRole('link', { name: 'Open in a new tab' }).getAttribute('href')).toBe(
        '/analytics?channels=ebay',
      )
      await button('View saved').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('No saved searches yet.').waitFor()
      await page.keyboard.press('Escape')
      for (const name of ['', 'Etsy alone']) {
        await button('Save search').click()
        await dialog.getByPlaceholder('Name your saved search').fill(name)
        await dialog
          .getByText(name ? '/analytics?channels=etsy' : '/analytics?channels=ebay', { exact: true })
          .waitFor()
        if (!name) await lookHere(page, 'save-query')
        await dialog.getByRole('button', { name: 'Save', exact: true }).click()
        await toast('Query saved.')
        await dialog.waitFor({ state: 'detached' })
        if (!name) await open('/analytics?channels=etsy')
      }
      const queries = await page.evaluate(
        () => JSON.parse(localStorage.getItem('analytics:savedQueries') ?? '') as object[],
      )
      expect(queries).toEqual([
        { id: expect.any(String), name: 'Etsy alone', url: '/analytics?channels=etsy', createdAt: expect.any(String) },
        {
          id: expect.any(String),
          name: expect.stringMatching(/^Analytics · \d{4}-\d\d-\d\d · 30d · channels:1$/),
          url: '/analytics?channels=ebay',
          createdAt: expect.any(String),
        },
      ])
      await button('Saved searches').click()
      await page.getByRole('menuitem', { name: /channels:1/ }).click()
      await searched(/channels=ebay/)
      await button('View saved').click()
      const names = () => dialog.getByRole('listitem').locator('b').allInnerTexts()
      expect((await names())[0]).toBe('Etsy alone')
      expect(await dialog.getByRole('listitem').first().locator('small').innerText()).toMatch(/^\w{3} \d+, \d{4}, /)
      await lookHere(page, 'saved-searches')
      expect(Math.round((await page.locator('.mantine-Modal-content').boundingBox())?.width ?? 0)).toBe(720)
      const view = dialog.getByRole('link', { name: 'View Etsy alone' })
      expect([await view.getAttribute('href'), await view.getAttribute('target')]).toEqual([
        '/analytics?channels=etsy',
        '_blank',
      ])
      await dialog.getByRole('button', { name: 'Export URLs' }).click()
      await toast('Copied 2 URL(s) to clipboard.')
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        `${motto.url}/analytics?channels=etsy\n${motto.url}/analytics?channels=ebay`,
      )
      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
      })
      await dialog.getByRole('button', { name: 'Export URLs' }).click()
      await toast('Unable to copy to clipboard.')
      expect(await dialog.getByRole('button', { name: /^Move|^Delete/ }).count()).toBe(0)
      await dialog.getByRole('switch', { name: 'Edit' }).press('Space')
      await dialog.getByRole('button', { name: 'Move Etsy alone down' }).click()
      await until('it is second', async () => (await names())[1] === 'Etsy alone')
      await dialog.getByRole('button', { name: 'Move Etsy alone up' }).click()
      await until('it is first', async () => (await names())[0] === 'Etsy alone')
      await dialog.getByRole('button', { name: /^Delete Analytics/ }).click()
      await until('one is left', async () => (await names()).length === 1)
      await dialog.getByRole('switch', { name: 'Edit' }).press('Space')
      await dialog.getByRole('button', { name: 'Load Etsy alone' }).click()
      await searched(/channels=etsy/)
    },

    stock: async () => {
      await open('/analytics')
      const worth = page.getByRole('list', { name: 'Stock value' }).locator('b')
      await worth.first().waitFor()
      expect(await worth.allInnerTexts()).toEqual([
        expect.stringMatching(/^\$[\d,]+\.\d\d$/),
        // The range begins before the demo's stock does.
        expect.stringMatching(/^[+−]?\$?[\d,]+\.\d\d$|^−\$|^Not known$/),
        expect.stringMatching(/^\$[\d,]+\.\d\d$/),
      ])
      const row = page.getByRole('table', { name: 'Running out soon' }).locator('tbody tr').first()
      expect(await row.innerText()).toMatch(/\d+%\s+\d+\.\d\s+(Sold out|\w{3} \d+, \d{4})/)
      const pieces = Number(await row.getByRole('link', { name: /units? of .* sold$/ }).innerText())
      await row.getByRole('link', { name: /units? of .* sold$/ }).click()
      await page.waitForURL(/\/orders\?.*skus=/)
      const orders = page.getByRole('table', { name: 'Orders' }).locator('tbody tr')
      await orders.first().waitFor()
      await settled(page)
      const listed = await orders.count()
      expect([listed > 0, listed <= pieces]).toEqual([true, true])
      await open('/analytics')
      await page.getByRole('list', { name: 'Stock by time since the last sale' }).getByRole('button').first().click()
      await page.waitForURL(/\/inventory\?.*skus=/)
    },

    printing: async () => {
      await open('/analytics?startDate=2025-12-01&endDate=2026-06-30&channels=ebay&skus=A+B')
      await page.evaluate(() => {
        window.print = () => document.body.setAttribute('data-printed', '')
      })
      await button('Export PDF').click()
      await page.locator('body[data-printed]').waitFor({ state: 'attached' })
      await page.emulateMedia({ media: 'print' })
      await page.getByRole('heading', { name: 'Analytics Report' }).waitFor()
      for (const words of [
        'Northlight Goods, days in UTC',
        'Dec 1, 2025 – Jun 30, 2026',
        'Channels: eBay',
        'SKUs: A, B',
      ])
        await page.getByText(words, { exact: true }).waitFor()
      expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0)
      await shot(page, 'print')
      const rules = await page.evaluate(() =>
        document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules]).map(({ cssText }) => cssText),
      )
      expect(rules.join()).toMatch(/@page \{ (?=.*size: a4)(?=.*margin: 12mm)/i)
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
      expect(pdf.match(/MediaBox ?\[[^\]]*\]/)?.[0]).toMatch(/0 0 59[45][.\d]* 84[12]/)
      await page.emulateMedia({ media: 'screen' })
    },

    whyMayFell: () => whyMayFell(page, { url: motto.url, open, chart, figure, button, toast }),
  }
}
