import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { getProduct, getProductBySku, updateProduct } from '#contract/products.ts'
import { begunStory } from './support/begun.ts'
import { handsOn } from './support/hands.ts'
import { lookHere } from './support/look.ts'
import { listed } from './support/story.ts'

const stage = begunStory()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

describe('many listings at once', () => {
  it('are checked first, mended as a group, and listed', async () => {
    const { page } = stage.tab
    const { seller, template, image } = stage.story
    for (const sku of ['CROWD-1', 'CROWD-2', 'CROWD-3']) {
      const { id } = await seller.product(template, { sku, image })
      const title = sku === 'CROWD-1' ? 'A mug' : `A mug, ${'very '.repeat(20)}good`
      await seller.call(updateProduct, { body: { product: { id, title } } })
    }
    await page.goto(`${stage.motto.url}/inventory?search=CROWD`)
    await page.getByText('CROWD-3', { exact: true }).first().waitFor()
    await page.getByRole('columnheader').getByRole('checkbox').check()
    await page
      .getByRole('group', { name: 'Selected products' })
      .getByRole('button', { name: 'List', exact: true })
      .click()
    const begin = dialog(page, 'List on Channels')
    await begin.getByRole('checkbox', { name: 'eBay' }).waitFor()
    await lookHere(page, 'publishing-begin')
    await begin.getByRole('checkbox', { name: 'Shopify' }).uncheck()
    await begin.getByRole('button', { name: 'Check 3 products' }).click()
    await page.getByRole('heading', { name: 'List 3 products' }).waitFor()
    const group = page.getByRole('region', { name: 'What stands in the way' }).getByRole('listitem')
    await group.getByText(/2 products of .*: Title/).waitFor()
    await lookHere(page, 'publishing-checked')
    // The whole group is mended by hands that have a keyboard alone. The dialog closes by itself.
    const hands = handsOn(page)
    await hands.press(group.getByRole('button', { name: 'Bulk Edit' }))
    const edit = dialog(page, 'Bulk Edit')
    await hands.choose(edit.getByRole('combobox', { name: 'Edit 1, action' }), 'Find and replace')
    await hands.write(edit.getByLabel('Edit 1, find'), 'very ')
    await edit.getByText('2 of 2 products').waitFor()
    await edit.locator('section[aria-label="Preview"][aria-busy="false"]').waitFor()
    await lookHere(page, 'publishing-bulk-edit')
    await hands.press(edit.getByRole('button', { name: 'Apply' }))
    await page.getByText('Bulk edits applied.').waitFor()
    await edit.waitFor({ state: 'detached' })
    await hands.press(button(page, 'Check again'))
    await page.getByText('3 ready').waitFor()
    const { id } = await seller.call(getProductBySku, { params: { sku: 'CROWD-3' } })
    expect((await seller.call(getProduct, { params: { id } })).title).toBe('A mug, good')
    await hands.press(button(page, 'Publish 3 listings'))
    await page.getByText('3 listed').waitFor()
    await page.getByText('Done', { exact: true }).waitFor()
    await lookHere(page, 'publishing-done')
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Publishing' }).press('Enter')
    await page.getByRole('link', { name: 'List 3 products' }).waitFor()
    await lookHere(page, 'publishing-runs')
    await page.getByRole('link', { name: 'List 3 products' }).press('Enter')
    await page.getByRole('heading', { name: 'List 3 products' }).waitFor()
  })
})

describe('a listing that its channel refuses though our checks pass', () => {
  it('LST-079 LST-081 tells both apart, asks about the price first, and goes stale when it is changed', async () => {
    const { page } = stage.tab
    const { seller, sandbox, template, image } = stage.story
    await listed(stage.story)
    const product = await seller.product(template, { image })
    const { price } = await seller.call(updateProduct, { body: { product: { id: product.id, cost: 500 } } })
    await page.goto(`${stage.motto.url}/product/${product.id}/publish/ebay`)
    const state = page.getByRole('complementary', { name: 'State on eBay' })
    await state.getByText(/All checks passed|Everything required is there/).waitFor()
    await lookHere(page, 'publish-passed')
    // The shipping policy is deleted there: our checks do not know it yet.
    await sandbox.fault('ebay', 'take_away', 1)
    await button(page, 'List on eBay').click()
    const question = dialog(page, `Publish this price of ${product.sku}?`)
    await question.getByText(`$${price.toFixed(2)} would sell ${product.sku} under its cost of $500.00.`).waitFor()
    await lookHere(page, 'price-question')
    await question.getByRole('button', { name: 'Publish price' }).click()
    await state.getByText('Refused by eBay').first().waitFor()
    await state.getByText("Motto's own checks find nothing else").waitFor()
    await state.getByText('eBay refused it as it stands').waitFor()
    expect(await state.getByText('All checks passed').count()).toBe(0)
    await lookHere(page, 'publish-refused')
    await seller.call(updateProduct, { body: { product: { id: product.id, title: 'Another title' } } })
    await state.getByText('Changed since eBay refused it').first().waitFor()
    expect(await state.getByText('Refused by eBay').count()).toBe(0)
    await lookHere(page, 'publish-changed')
  })
})

describe('duplicate', () => {
  it('PRO-117 PRO-118 asks for the SKU: a free one stands there, a taken one is told while it is typed, and no request fails', async () => {
    const { page } = stage.tab
    const failed: string[] = []
    page.on('response', (response) => response.status() < 400 || failed.push(`${response.status()} ${response.url()}`))
    const { seller, template } = stage.story
    await Promise.all(['COPY-000041', 'COPY-000043'].map((sku) => seller.product(template, { sku })))
    await page.goto(`${stage.motto.url}/product/sku/COPY-000041`)
    await button(page, 'Duplicate').click()
    const field = dialog(page, 'Duplicate COPY-000041').getByLabel('SKU of the copy')
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[role="dialog"] input')?.value === 'COPY-000044',
    )
    await lookHere(page, 'duplicate')
    await field.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('COPY-000043')
    await page.getByText('A product with the SKU COPY-000043 already exists.').waitFor()
    await lookHere(page, 'duplicate-taken')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Backspace')
    const asked = page.waitForResponse((response) => response.url().includes('COPY-000049'))
    await page.keyboard.type('9')
    await asked
    await page.getByText('A product with the SKU COPY-000043 already exists.').waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.getByText('Product duplicated.').waitFor()
    await dialog(page, 'Duplicate COPY-000041').waitFor({ state: 'detached' })
    await page.getByText('COPY-000049', { exact: true }).first().waitFor()
    expect(failed).toEqual([])
  })
})

it('the page does not complain', () => expect(stage.tab.problems).toEqual([]))
