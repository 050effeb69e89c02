import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { createProduct, getProduct, updateProduct } from '#contract/products/products.ts'
import { createTemplate } from '#contract/templates.ts'
import { begun } from './support/begun.ts'
import type { Tab } from './support/browser.ts'
import { lookHere, settled } from './support/look.ts'
import type { Running } from './support/running.ts'
import type { Seller } from './support/seller.ts'
import { until } from './support/wait.ts'

const stage = begun('Northlight Offline')
let motto: Running
let seller: Seller
let tab: Tab
let templateId: number

beforeAll(async () => {
  ;({ motto, seller, tab } = stage)
  templateId = (await seller.call(createTemplate, { body: { productTemplate: { name: 'Straps' } } })).id
})
// Whatever failed before, the next one begins with a network.
afterEach(() => tab.context.setOffline(false))

const make = async (sku: string) =>
  (await seller.call(createProduct, { body: { product: { templateId, sku, title: `Strap ${sku}`, price: 10 } } })).id
const saved = (id: number) => seller.call(getProduct, { params: { id } })
const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'couldn’t be saved' })

/** A tab of its own with a product, ready to be typed into. */
async function open(id: number): Promise<Page> {
  const page = await tab.context.newPage()
  await page.goto(`${motto.url}/product/${id}`)
  await settled(page)
  return page
}
/** Types a title key by key and saves it. */
async function entitle(page: Page, title: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Title', exact: true })
  await field.press('Control+a')
  await field.pressSequentially(title, { delay: 5 })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
}
/** Closes every page while there is no network, as somebody does who leaves; then the network is back. */
async function leave(): Promise<void> {
  const pages = tab.context.pages()
  await Promise.all(pages.map((page) => page.close()))
  await tab.context.setOffline(false)
}
/** Motto opened anew, and what its pages send of products. */
async function comeBack(): Promise<{ page: Page; sent: string[] }> {
  const page = await tab.context.newPage()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === `/api/v2${updateProduct.path}`)
      sent.push((JSON.parse(request.postData() ?? '{}') as { product: { title: string } }).product.title)
  })
  await page.goto(`${motto.url}/inventory`)
  return { page, sent }
}

it('what is saved in two tabs without a network outlives them, and is sent once, in order, when Motto is opened again', async () => {
  const [firstId, two] = [await make('OFF-1'), await make('OFF-2')]
  const [first, second] = [await open(firstId), await open(two)]
  await tab.context.setOffline(true)
  await entitle(first, 'Typed first')
  await first.getByText('1 change will be saved').waitFor()
  await entitle(second, 'Typed second')
  await first.getByText('2 changes will be saved when you’re back online.').waitFor()
  await second.getByText('You can close this page').waitFor()
  expect((await saved(firstId)).title).toBe('Strap OFF-1')
  await leave()
  const { page, sent } = await comeBack()
  await until('both are saved', async () => (await saved(two)).title === 'Typed second')
  expect((await saved(firstId)).title).toBe('Typed first')
  await page.getByText('will be saved when').waitFor({ state: 'detached' })
  expect(sent).toEqual(['Typed first', 'Typed second'])
  await page.reload()
  await settled(page)
  expect(sent.length).toBe(2)
  expect([(await saved(firstId)).version, (await saved(two)).version]).toEqual([2, 2])
})

it('what somebody else changed meanwhile is shown as mine and theirs, and kept until it is decided', async () => {
  const id = await make('OFF-3')
  const typing = await open(id)
  await tab.context.setOffline(true)
  await entitle(typing, 'Mine')
  await typing.getByText('1 change will be saved').waitFor()
  await seller.call(updateProduct, { body: { product: { id, title: 'Theirs' } } })
  await leave()
  const { page } = await comeBack()
  await page.getByText('1 offline change couldn’t be saved.').waitFor()
  await page.goto(`${motto.url}/product/${id}`)
  await page.getByText('One affects this page:').waitFor()
  await banner(page).getByRole('button', { name: 'Show' }).click()
  const dialog = page.getByRole('dialog')
  const row = dialog.getByRole('row').filter({ hasText: 'Title' })
  await row.getByRole('cell', { name: 'Theirs', exact: true }).waitFor()
  await row.getByRole('cell', { name: 'Mine', exact: true }).waitFor()
  expect((await saved(id)).title).toBe('Theirs')
  await lookHere(page, 'mine-and-theirs')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await dialog.getByText('All changes are saved.').waitFor()
  expect((await saved(id)).title).toBe('Mine')
})

it('what is kept can be discarded, and signing out asks before it deletes it', async () => {
  const [firstId, two] = [await make('OFF-4'), await make('OFF-5')]
  const [first, second] = [await open(firstId), await open(two)]
  await tab.context.setOffline(true)
  await entitle(first, 'Not meant')
  await entitle(second, 'Never saved')
  await second.getByText('2 changes will be saved').waitFor()
  await second.getByRole('button', { name: 'Show' }).click()
  const card = second.getByRole('article').filter({ hasText: 'Not meant' })
  await card.getByRole('button', { name: 'Discard' }).click()
  await card.waitFor({ state: 'detached' })
  await seller.call(updateProduct, { body: { product: { id: two, title: 'Theirs' } } })
  await leave()
  const { page } = await comeBack()
  await page.getByText('1 offline change couldn’t be saved.').waitFor()
  expect((await saved(firstId)).title).toBe('Strap OFF-4')
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('dialog', { name: 'Log out and lose 1 unsaved change?' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await banner(page).waitFor()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Delete 1 change and log out' }).click()
  await page.waitForURL(/\/login/)
  const pending = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const request = indexedDB.open('motto-kept')
        request.onsuccess = () => {
          const count = request.result.transaction('writes').objectStore('writes').count()
          count.onsuccess = () => resolve(count.result)
        }
      }),
  )
  expect(pending).toBe(0)
})
