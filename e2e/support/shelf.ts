import type { Browser, Page } from 'playwright-core'
import * as products from '#contract/products/products.ts'
import * as templates from '#contract/templates.ts'
import { forgetFilters, openBrowser, reopen, type Tab } from './browser.ts'
import { settled } from './look.ts'
import { signedIn } from './person.ts'
import { type Running, sharedMotto } from './running.ts'
import { Seller } from './seller.ts'

/** Cameras of which everything is known, and one strap whose template has no attributes. */
export const cameras = 60
export const sku = (n: number) => `CAM-${String(n).padStart(4, '0')}`

export interface Shelf {
  motto: Running
  browser: Browser
  seller: Seller
  tab: Tab
  idOf: (n: number) => number
  saved: (n: number) => Promise<Awaited<ReturnType<typeof read>>>
  /** Makes the cameras from one number up to another. */
  make: (from: number, to: number) => Promise<void>
  close: () => Promise<void>
}

const read = (seller: Seller, id: number) => seller.call(products.getProduct, { params: { id } })

/** A shop with its inventory, and somebody signed in who may read and write the clipboard. */
export async function openShelf(): Promise<Shelf> {
  const [motto, browser] = await Promise.all([sharedMotto(), openBrowser()])
  const seller = new Seller(motto.url, motto.dataDir)
  await seller.begin('Northlight Camera')
  const templateId = (await seller.call(templates.createTemplate, { body: { productTemplate: { name: 'Cameras' } } }))
    .id
  await seller.call(templates.addAttributes, {
    body: { templateId, attributes: [{ name: 'Mount', options: ['Sony E', 'Nikon Z', 'Leica M'] }] },
  })
  const ids = new Map<number, number>()
  const make = (from: number, to: number) => makeCameras(seller, templateId, ids, from, to)
  await make(0, cameras)
  const bare = (await seller.call(templates.createTemplate, { body: { productTemplate: { name: 'Straps' } } })).id
  await seller.call(products.createProduct, {
    body: { product: { templateId: bare, sku: 'STRAP-1', title: 'Leather strap', price: 20, quantity: 1 } },
  })
  const tab = await signedIn(browser, motto, seller)
  await tab.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: motto.url })
  const idOf = (n: number) => ids.get(n) ?? 0
  return {
    motto,
    browser,
    seller,
    tab,
    make,
    idOf,
    saved: (n) => read(seller, idOf(n)),
    close: async () => {
      await browser.close()
      await motto.stop()
    },
  }
}

const hands = 10
async function makeCameras(
  seller: Seller,
  templateId: number,
  ids: Map<number, number>,
  from: number,
  to: number,
): Promise<void> {
  const numbers = Array.from({ length: to - from }, (_, i) => from + i)
  for (let at = 0; at < numbers.length; at += hands) {
    await Promise.all(
      numbers.slice(at, at + hands).map(async (n) => {
        const product = {
          templateId,
          sku: sku(n),
          title: `Camera ${n}`,
          description: `<p>A camera, number ${n}.</p>`,
          condition: 'Good',
          price: 100 + n,
          cost: 50,
          quantity: n,
          tags: ['camera', 'shelf'],
          attributes: [{ templateAttributeId: null, name: 'Mount', value: n % 2 ? 'Sony E' : '' }],
        }
        ids.set(n, (await seller.call(products.createProduct, { body: { product } })).id)
      }),
    )
  }
}

export const grid = (page: Page) => page.getByRole('grid', { name: 'Products' })
export const cell = (page: Page, row: number, column: string) =>
  page.locator(`.ag-row[row-index="${row}"] [col-id="${column}"]`)
export const heads = async (page: Page) =>
  (await grid(page).getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean)
export const skus = (page: Page) => page.locator('.ag-row [col-id="sku"]').allInnerTexts()
export const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })

export async function openInventory({ motto, tab: { page } }: Shelf, search = ''): Promise<void> {
  await forgetFilters(page)
  await reopen(page, `${motto.url}/inventory${search}`)
  await cell(page, 0, 'sku').waitFor()
  await settled(page)
}

/** Shows these columns from the next load on, as this browser would remember them; none is the standard. */
export async function showColumns(page: Page, columns?: readonly string[]): Promise<void> {
  await forgetFilters(page)
  await page.evaluate((keys) => {
    if (keys) localStorage.setItem('products:layout', JSON.stringify({ columns: keys, widths: {}, density: 'compact' }))
    else localStorage.removeItem('products:layout')
  }, columns)
  // What is open keeps its columns.
  await page.goto('about:blank')
}
