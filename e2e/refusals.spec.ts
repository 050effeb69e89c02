import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { updateProduct } from '#contract/products/products.ts'
import { begunStory } from './support/begun.ts'
import { lookHere } from './support/look.ts'
import { listed } from './support/story.ts'

const stage = begunStory()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

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
    const reply = page.waitForResponse((response) => response.url().includes('COPY-000049'))
    await page.keyboard.type('9')
    await reply
    await page.getByText('A product with the SKU COPY-000043 already exists.').waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.getByText('Product duplicated.').waitFor()
    await dialog(page, 'Duplicate COPY-000041').waitFor({ state: 'detached' })
    await page.getByText('COPY-000049', { exact: true }).first().waitFor()
    expect(failed).toEqual([])
  })
})

it('the page does not complain', () => expect(stage.tab.problems).toEqual([]))
