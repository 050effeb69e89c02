import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOrder } from '#contract/orders/create.ts'
import * as products from '#contract/products/products.ts'
import { createTemplate, getTemplate, saveTemplate } from '#contract/templates.ts'
import { openBrowser, shot, type Tab } from './support/browser.ts'
import { lookHere, offences } from './support/look.ts'
import { signedIn } from './support/person.ts'
import { type Running, sharedMotto } from './support/running.ts'
import { Seller } from './support/seller.ts'
import { patience } from './support/wait.ts'

let motto: Running
let browser: Browser
let seller: Seller
let tab: Tab

const picture = (red: number) =>
  sharp({ create: { width: 400, height: 400, channels: 3, background: { r: red, g: 84, b: 140 } } })
    .png()
    .toBuffer()
const file = async (name: string, red: number) => ({ name, mimeType: 'image/png', buffer: await picture(red) })

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([sharedMotto(), openBrowser()])
  seller = new Seller(motto.url, motto.dataDir)
  await seller.begin('Northlight Pictures')
  tab = await signedIn(browser, motto, seller)
  const { page } = tab
  const template = await seller.call(createTemplate, { body: { productTemplate: { name: 'Lenses' } } })
  const { id } = await seller.call(products.createProduct, {
    body: { product: { templateId: template.id, sku: 'LENS-50', title: 'Lens', description: '<p>A lens.</p>' } },
  })
  await page.goto(`${motto.url}/product/${id}`)
  await page
    .getByLabel('Add images')
    .setInputFiles([await file('a.png', 30), await file('b.png', 120), await file('c.png', 200)])
  await page.getByText('3 of 24').waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
})
afterAll(async () => {
  await browser?.close()
  await motto?.stop()
})

const imported = (page: Page) => page.getByRole('link', { name: /^Preview image/ })
const sources = (page: Page) =>
  imported(page)
    .locator('img')
    .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).src.split('?')[0]))

it('PRO-222 PRO-229 PRO-231..PRO-233 PRO-234 PRO-237 PRO-240 PRO-241 images come by drag, clipboard and address, and are reordered', async () => {
  const { page } = tab
  const id = Number(/\/product\/(\d+)/.exec(page.url())?.[1])
  const product = await seller.call(products.getProduct, { params: { id } })
  const [first = '', second = '', third = ''] = product.images.map(({ url }) => url)
  await expect.poll(() => sources(page), patience).toEqual([first, second, third])
  const main = await imported(page).first().boundingBox()
  expect([main?.width, main?.height]).toEqual([250, 250])
  // In steps, as a hand does: one jump begins no drag.
  await imported(page).nth(2).hover()
  const target = await imported(page).first().boundingBox()
  await page.mouse.down()
  await page.mouse.move((target?.x ?? 0) + 60, (target?.y ?? 0) + 60, { steps: 10 })
  await page.mouse.up()
  await expect.poll(() => sources(page), patience).toEqual([third, first, second])
  await page.getByRole('button', { name: 'Delete image 3' }).click()
  // From the clipboard, twice under the same name.
  for (const red of [60, 61])
    await page.evaluate(
      (bytes) => {
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File([new Uint8Array(bytes)], 'image.png', { type: 'image/png' }))
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      },
      [...(await picture(red))],
    )
  await page.getByText('4 of 24').waitFor()
  // The address of a picture comes from the web, one of ours from here; a third is no picture's.
  const drop = (type: string, data: string) =>
    page.getByLabel('Add images').evaluate(
      (input, [kind = '', text = '']) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.setData(kind, text)
        input.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
      },
      [type, data],
    )
  await drop('text/plain', 'a word')
  await page.getByText('This feature is not supported yet.').waitFor()
  await drop('text/uri-list', second)
  const dialog = page.getByRole('dialog', { name: 'Import images' })
  await expect.poll(() => dialog.getByLabel('Image URLs').inputValue(), patience).toBe(second)
  await dialog.getByRole('button', { name: 'Dropbox' }).click()
  await dialog.getByText(/Dropbox isn’t set up\..* DROPBOX_APP_KEY setting/).waitFor()
  await dialog.getByRole('button', { name: 'Google Drive' }).click()
  await dialog.getByText(/Google Drive isn’t set up\..* GOOGLE_API_KEY setting/).waitFor()
  await dialog.getByRole('button', { name: 'OneDrive' }).click()
  await dialog.getByText(/OneDrive isn’t set up\..* ONEDRIVE_CLIENT_ID setting/).waitFor()
  const closed = 'http://127.0.0.1/secret.png'
  await dialog.getByLabel('Image URLs').fill(`${second}\n${closed}\n`)
  await shot(page, 'import-images')
  expect(await offences(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog.getByText('127.0.0.1 isn’t publicly accessible, so Motto can’t load it.').waitFor()
  await shot(page, 'import-images-skipped')
  await expect.poll(() => dialog.getByLabel('Image URLs').inputValue()).toBe(closed)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('5 of 24').waitFor()
  await expect.poll(async () => (await sources(page)).at(-1)).toBe(second)
  // Without a signature nothing is uploaded.
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('Error uploading image.'))
  await page.route('**/cloudinarySignature', (request) => request.fulfill({ status: 500, json: {} }), { times: 1 })
  await page.getByLabel('Add images').setInputFiles([await file('late.png', 9)])
  await logged
  await page.getByText('Cannot upload images.').first().waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
})

it('PRO-226..PRO-228 PRO-230 PRO-238 images come from the drives whose keys are set', async () => {
  const url = tab.page.url()
  const { images } = await seller.call(products.getProduct, {
    params: { id: Number(/\/product\/(\d+)/.exec(url)?.[1]) },
  })
  const context = await browser.newContext({ bypassCSP: true, storageState: await tab.context.storageState() })
  const page = await context.newPage()
  const keys = {
    DROPBOX_APP_KEY: 'drop',
    GOOGLE_API_KEY: 'goo',
    GOOGLE_DRIVE_CLIENT_ID: '12-a',
    ONEDRIVE_CLIENT_ID: 'one',
  }
  await page.route('**/products/driveKeys', (request) =>
    request.fulfill({ json: { success: true, data: keys, message: '' } }),
  )
  const plays = (address: string, body: string) =>
    page.route(address, (request) => request.fulfill({ contentType: 'text/javascript', body }))
  const own = (at: number) => JSON.stringify(images[at]?.url)
  const removed = async (nth: number) => {
    await page.getByRole('button', { name: `Delete image ${nth}` }).click()
    await page.getByText(`${images.length - 1} of 24`).waitFor()
  }
  const choose = async (drive: string) => {
    await page.getByRole('button', { name: 'Import images' }).click()
    await page.getByRole('dialog').getByRole('button', { name: drive, exact: true }).click()
  }
  const back = async () => {
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByText(`${images.length} of 24`).waitFor()
  }
  await page.goto(url)
  await page.route('https://www.dropbox.com/**', (request) => request.abort())
  await removed(1)
  await choose('Dropbox')
  await page.getByText('Failed to load https://www.dropbox.com/static/api/2/dropins.js').waitFor()
  // The words in a drive's list end on anything; only pictures are taken.
  await plays(
    'https://www.dropbox.com/**',
    `window.Dropbox = { choose: (o) => o.extensions.join() === '.png,.jpg,.jpeg,.webp' && o.success([
      { name: 'a.PNG', link: ${own(0)} }, { name: 'list.txt', link: 'https://example.com/list.txt' }]) }`,
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Dropbox' }).click()
  await back()
  await plays(
    'https://js.live.net/**',
    `window.OneDrive = { open: (o) => o.success({ value: [
      { name: 'b.webp', '@microsoft.graph.downloadUrl': ${own(1)} }, { name: 'c.svg', '@microsoft.graph.downloadUrl': '' }] }) }`,
  )
  await removed(1)
  await choose('OneDrive')
  await back()
  await plays('https://apis.google.com/**', `window.gapi = { load: (part, ready) => ready() }`)
  await plays(
    'https://accounts.google.com/**',
    `const build = (call) => new Proxy({}, { get: (_, name) => (value) => name === 'build'
        ? { setVisible: () => call({ action: 'picked', docs: [{ id: 'x/y', name: 'd.jpeg' }] }) }
        : build(name === 'setCallback' ? value : call) })
      function PickerBuilder() { return build() }
      window.google = {
        accounts: { oauth2: { initTokenClient: (o) => ({ requestAccessToken: () => o.callback({ access_token: 'token' }) }) } },
        picker: { PickerBuilder, DocsView: function () { this.setMimeTypes = () => this }, ViewId: {}, Feature: {}, Action: { PICKED: 'picked', CANCEL: 'cancel' } },
      }`,
  )
  const photo = await picture(77)
  await page.route('https://www.googleapis.com/drive/v3/files/x%2Fy?alt=media', async (request) =>
    (await request.request().headerValue('authorization')) === 'Bearer token'
      ? request.fulfill({ contentType: 'image/png', body: photo, headers: { 'access-control-allow-origin': '*' } })
      : request.abort(),
  )
  await removed(1)
  await choose('Google Drive')
  await back()
  await expect.poll(async () => (await sources(page)).length).toBe(images.length)
  await context.close()
})

it('PRO-250 PRO-266..PRO-268 PRO-270..PRO-280 texts and attributes are generated as drafts, which are saved or reverted', async () => {
  const { page } = tab
  const template = await seller.call(getTemplate, {
    params: { id: (await seller.call(createTemplate, { body: { productTemplate: { name: 'Bodies' } } })).id },
  })
  await seller.call(saveTemplate, {
    params: { id: template.id },
    body: { productTemplate: { attributes: [...template.attributes, { name: 'Mount', index: 9 }] } },
  })
  const make = async (sku: string, more: object) =>
    (await seller.call(products.createProduct, { body: { product: { templateId: template.id, sku, ...more } } })).id
  // Ten attributes and no text: a text is written from them, and kept by nobody but the seller.
  const attributes = ['Brand', 'Kind', ...'ABCDEFGH'].map((name) => ({ name, value: `${name} it is` }))
  const bare = await make('BODY-1', { attributes })
  await page.goto(`${motto.url}/product/${bare}`)
  await page.getByRole('button', { name: 'Generate description' }).click()
  await page.getByText('Generated a description.').waitFor()
  await page.getByRole('textbox', { name: 'Description' }).getByText('Kind: Kind it is').waitFor()
  await page.getByText('Unsaved changes: Description').waitFor()
  expect(await page.getByRole('button', { name: 'Generate description' }).isDisabled()).toBe(true)
  expect((await seller.call(products.getProduct, { params: { id: bare } })).description).toBe('')
  expect(await page.getByRole('button', { name: 'Generate attributes' }).count()).toBe(0)
  await page.keyboard.press('Control+s')
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
  // Enough text: attributes are read from it, shown from and to, and taken back or saved.
  const title = 'A camera body for people who look closely, sharp and quiet'
  const id = await make('BODY-2', {
    title,
    description: '<p>Light enough for a whole day in the mountains.</p><p>Mount: Nikon Z</p>',
  })
  await page.goto(`${motto.url}/product/${id}`)
  const generate = page.getByRole('button', { name: 'Generate attributes' })
  const value = page.getByRole('textbox', { name: 'Mount', exact: true })
  const changes = page.getByRole('list', { name: 'Generated changes' })
  await generate.click()
  await page.getByText('Attributes generated from title/description.').waitFor()
  await page.getByText('AI-generated values can be wrong.').waitFor()
  await expect.poll(() => changes.getByRole('listitem').allInnerTexts()).toEqual(['Mount: Empty → Nikon Z'])
  await shot(page, 'generated')
  expect(await offences(page)).toEqual([])
  await page.getByRole('button', { name: 'Revert', exact: true }).click()
  await page.getByText('Reverted attribute changes.').waitFor()
  await expect.poll(() => value.inputValue(), patience).toBe('')
  await generate.click()
  await changes.waitFor()
  await changes.locator('..').locator('..').getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved attribute changes.').waitFor()
  await changes.waitFor({ state: 'detached' })
  const product = await seller.call(products.getProduct, { params: { id } })
  expect(product.attributes.find(({ name }) => name === 'Mount')).toMatchObject({
    value: 'Nikon Z',
    source: 'generated',
  })
  await generate.click()
  await page.getByText('No changes detected').waitFor()
  // With a placeholder that has no value, or with too little text, there is nothing to read from.
  await page.getByLabel(/^Title/).fill(`${title} {{Vendor}}`)
  await generate.waitFor({ state: 'detached' })
  await page.getByLabel(/^Title/).fill('Short')
  expect(await generate.count()).toBe(0)
  await page.getByRole('button', { name: 'Discard' }).click()
  await generate.waitFor()
})

it('a bundle is made on its page, sold, and its pieces go; the last save is taken back', async () => {
  const { page } = tab
  const { id: lens } = await seller.call(products.getProductBySku, { params: { sku: 'LENS-50' } })
  const { templateId } = await seller.call(products.getProduct, { params: { id: lens } })
  const make = (sku: string, title: string, quantity: number) =>
    seller.call(products.createProduct, {
      body: { product: { templateId, sku, title, description: `<p>${title}</p>`, quantity, price: 40 } },
    })
  const [cap, set] = [await make('CAP / 50+', 'Lens cap', 7), await make('SET-50', 'Lens with two caps', 0)]
  await seller.call(products.updateProduct, { body: { product: { id: lens, quantity: 5 } } })
  await page.goto(`${motto.url}/product/${set.id}`)
  await page.getByRole('button', { name: 'Make a bundle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Components of SET-50' })
  const component = dialog.getByLabel('Add a component')
  for (const sku of ['LENS-50', 'CAP / 50+']) {
    await component.fill(sku)
    await component.press('Enter')
    await dialog.getByRole('button', { name: `Remove ${sku}` }).waitFor()
  }
  await dialog.getByLabel('Units of CAP / 50+ per bundle').fill('2')
  await dialog.getByText('3 bundles').waitFor()
  await lookHere(page, 'bundle-dialog')
  await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await page.getByText('3 bundles available.').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await lookHere(page, 'bundle')
  const items = [{ sku: 'SET-50', quantity: 2, price: 40 }]
  await seller.call(createOrder, { body: { order: { source: 'Phone', externalOrderId: 'SET-1', items } } })
  const stock = page.getByRole('group', { name: 'Stock' })
  await expect.poll(() => stock.innerText(), patience).toMatch(/Available\s+1\b/)
  const left = async (id: number) => (await seller.call(products.getProduct, { params: { id } })).quantity
  expect([await left(lens), await left(cap.id)]).toEqual([3, 3])
  await page.getByText('1 bundle', { exact: true }).waitFor()
  // The last save is taken back, and another sale meanwhile is not.
  await page.goto(`${motto.url}/product/${cap.id}`)
  await page.getByLabel(/^Title/).fill('Cap of a lens')
  await page.keyboard.press('Control+s')
  await page.getByText('Product saved.').waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter')
  await page.getByText('Undone.').waitFor()
  await expect.poll(() => page.getByLabel(/^Title/).inputValue(), patience).toBe('Lens cap')
  expect([(await seller.call(products.getProduct, { params: { id: cap.id } })).title, await left(cap.id)]).toEqual([
    'Lens cap',
    3,
  ])
  await page.getByText('Title: Cap of a lens → Lens cap').waitFor()
})

it('no page complained on the way', () => expect(tab.problems).toEqual([]))
