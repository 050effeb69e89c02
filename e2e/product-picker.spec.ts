import { createServer, type ViteDevServer } from 'vite'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as products from '#contract/products.ts'
import * as templates from '#contract/templates.ts'
import { openBrowser, shot, type Tab } from './support/browser.ts'
import { freePort, type Motto, startMotto } from './support/motto.ts'
import { signedIn } from './support/person.ts'
import { Seller } from './support/seller.ts'
import { patience } from './support/wait.ts'

let motto: Motto
let web: ViteDevServer
let browser: Browser
let tab: Tab
let gallery: string

/** It stands in the gallery, which exists in development only, so the web is served from its sources. */
beforeAll(async () => {
  const port = await freePort()
  const url = `http://localhost:${port}`
  ;[motto, browser] = await Promise.all([startMotto({ PUBLIC_URL: url }), openBrowser()])
  web = await createServer({
    server: { port, strictPort: true, proxy: { '^/api/': motto.ownUrl, '^/media/': motto.ownUrl } },
    logLevel: 'error',
  })
  await web.listen()
  const seller = new Seller(motto.ownUrl, motto.dataDir)
  await seller.begin()
  const templateId = (await seller.call(templates.createTemplate, { body: { productTemplate: { name: 'Cameras' } } }))
    .id
  for (let n = 0; n < 12; n++)
    await seller.call(products.createProduct, {
      body: {
        product: { templateId, sku: `CAM-${n}`, title: `Camera ${n}`, price: n, quantity: n, tags: ['a', 'b', 'c'] },
      },
    })
  tab = await signedIn(browser, { url }, seller)
  gallery = `${url}/_gallery`
})
afterAll(async () => {
  await browser?.close()
  await web?.close()
  await motto?.stop()
})

it('INV-128 INV-157..INV-161 products are chosen from a table like the inventory, ten at a time, newest first', async () => {
  const { page } = tab
  await page.goto(gallery)
  await page.evaluate(() =>
    localStorage.setItem(
      'products:picker',
      JSON.stringify({
        columns: ['images', 'sku', 'title', 'tags', 'status', 'updatedAt'],
        widths: {},
        density: 'compact',
      }),
    ),
  )
  await page.reload()
  const picker = page.getByRole('region', { name: 'Choose products' })
  const grid = picker.getByRole('grid', { name: 'Products to choose from' })
  const skus = () => grid.getByRole('link').allInnerTexts()
  await expect.poll(skus, { timeout: 90_000 }).toEqual(Array.from({ length: 10 }, (_, n) => `CAM-${11 - n}`))
  expect(await grid.getByRole('columnheader', { name: 'Updated' }).getAttribute('aria-sort')).toBe('descending')
  expect(await picker.getByRole('grid').getByText('+2').count()).toBe(10)
  await grid.getByRole('checkbox', { name: 'Select CAM-11' }).check()
  // A click anywhere in a row chooses it, too.
  await grid.getByText('Camera 9', { exact: true }).click()
  await picker.getByText('2 products selected').waitFor()
  await picker.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(skus, patience).toEqual(['CAM-1', 'CAM-0'])
  await picker.getByText('2 products selected').waitFor()
  await picker.getByRole('combobox', { name: 'Rows on a page' }).click()
  expect(await page.getByRole('option').allInnerTexts()).toEqual(['5', '10', '25', '50', '100'])
  await page.getByRole('option', { name: '5', exact: true }).click()
  await expect.poll(async () => (await skus()).length, patience).toBe(5)
  await picker.getByPlaceholder('Search keywords (title, description)').fill('camera 3')
  await expect.poll(skus, patience).toEqual(['CAM-3'])
  await picker.getByPlaceholder('Any SKU').first().waitFor()
  await picker.getByRole('button', { name: 'Columns' }).waitFor()
  await shot(page, 'picker')
})
