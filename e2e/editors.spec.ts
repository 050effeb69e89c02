import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listIntegrations } from '#contract/integrations/integrations.ts'
import { listingChannels, listListingProducts, saveListingTemplates } from '#contract/listings/listings.ts'
import { addAttributes, createTemplate, getTemplate, saveTemplate as saveTemplateCall } from '#contract/templates.ts'
import { updateProduct } from '#contract/products/products.ts'
import { openBrowser, reopen, shot, type Tab } from './support/browser.ts'
import { lookHere, offences, settled } from './support/look.ts'
import { signedIn } from './support/person.ts'
import { type Running, sharedMotto } from './support/running.ts'
import { begin, type Story } from './support/story.ts'
import { patience } from './support/wait.ts'

let motto: Running
let browser: Browser
let story: Story
let tab: Tab
let product: { id: number }

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([sharedMotto(), openBrowser()])
  story = await begin(motto)
  product = await story.seller.product(story.template, { image: story.image })
  tab = await signedIn(browser, motto, story.seller)
})
afterAll(() => browser?.close())

const at = (path: string) => `${motto.url}${path}`
const box = (name: string) => tab.page.getByRole('textbox', { name, exact: true })
const list = (name: string) => tab.page.getByRole('combobox', { name, exact: true })
const button = (name: string) => tab.page.getByRole('button', { name, exact: true })

async function choose(label: string, option: string): Promise<void> {
  await list(label).click()
  await tab.page.getByRole('option', { name: option }).click()
}

async function saveTemplate(): Promise<void> {
  await button('Save Changes').click()
  await tab.page.getByText('Template Saved.').waitFor()
}

async function schemaOf(channel: 'ebay' | 'shopify'): Promise<Record<string, unknown> | undefined> {
  const panels = await story.seller.call(listingChannels, { query: { templateId: story.template } })
  return panels[channel]?.listingTemplate?.schemas[0]
}

describe("a channel's editor", () => {
  it('LST-002 LST-122 LST-124 LST-136 LST-161 LST-164 LST-169 keeps what is typed and chosen for eBay', async () => {
    const { page } = tab
    await reopen(page, at(`/template/${story.template}/listing/ebay`))
    for (const name of ['Categories', 'Details', 'Location and policies', 'Item Specifics'])
      await page.getByRole('region', { name, exact: true }).waitFor()
    const icons = page.getByRole('navigation', { name: 'Channels' }).getByAltText('')
    await expect
      .poll(() => icons.evaluateAll((all) => all.map((icon) => (icon as HTMLImageElement).naturalWidth)), patience)
      .toEqual(Array(7).fill(96))
    await page.getByRole('button', { name: /^All \d+$/ }).click()
    await page.getByRole('dialog', { name: 'Add Attributes' }).waitFor()
    await lookHere(page, 'add-attributes')
    await button('Cancel').click()
    await box('Subtitle').pressSequentially('Soft and warm')
    await choose('Condition', 'Like New')
    await box('Brand').pressSequentially('@Bra')
    await page.getByRole('option', { name: /Brand/ }).click()
    await saveTemplate()
    expect(await schemaOf('ebay')).toMatchObject({
      subtitle: 'Soft and warm',
      condition: 'Like New',
      brand: '{{Brand}}',
      ebayCategoryIds: '15687',
    })
    await page.reload()
    await expect.poll(() => box('Subtitle').inputValue(), patience).toBe('Soft and warm')
    await expect.poll(() => list('Condition').inputValue(), patience).toBe('Like New')
    await choose('Condition', "The product's own")
    await saveTemplate()
    expect(await schemaOf('ebay')).toMatchObject({ condition: '' })
  })

  it('LST-231 LST-232 LST-233 LST-234 LST-235 LST-236 LST-237 prices on eBay: each part counts while its switch is on, shown on a $100 product', async () => {
    const { page } = tab
    await reopen(page, at(`/template/${story.template}/listing/ebay`))
    const region = page.getByRole('region', { name: 'Listing and Pricing', exact: true })
    const off = async (...names: string[]) =>
      Promise.all(names.map((name) => region.getByLabel(name, { exact: true }).last().isDisabled()))
    const turn = (name: string) => region.getByRole('switch', { name, exact: true }).press('Space')
    const inputs = [
      'Base Price',
      'Max Price',
      'Start Price',
      'Relist Auction',
      'Relist Every',
      'Start Day',
      'Start Time',
    ]
    await region.waitFor()
    await expect.poll(() => off(...inputs), patience).toEqual([true, true, true, true, true, true, true])
    await turn('Auction')
    await expect.poll(() => off(...inputs), patience).toEqual([true, true, false, false, true, true, true])
    await region.getByText('An auction of 7 days from $50.00, or $100.00 at once').waitFor()
    await turn('Auction')
    await turn('Price Reduction')
    await expect.poll(() => off(...inputs), patience).toEqual([true, false, true, true, true, true, true])
    await region.getByLabel('Max Price', { exact: true }).fill('107.5')
    await region.getByText('Listed at $107.50, falling to $100.00 at the lowest').waitFor()
    await region.getByText('After 14 days: $100.00').waitFor()
    await shot(page, 'editor-template-pricing')
    await saveTemplate()
    expect(await schemaOf('ebay')).toMatchObject({ pricingConfiguration: { reducePrice: true, maxPrice: 107.5 } })
    await reopen(page, at(`/product/${product.id}/publish/ebay`))
    await region.getByText('Price Reduction will start when product is listed.').waitFor()
    expect(await region.getByRole('button', { name: 'Restart from Max Price' }).isDisabled()).toBe(true)
    await turn('Custom pricing for this product')
    await turn('Price Reduction')
    await region.getByText('Price Reduction will start when product is listed.').waitFor({ state: 'hidden' })
    await shot(page, 'editor-product-pricing')
    await page.getByRole('button', { name: 'Discard' }).click()
    await reopen(page, at(`/template/${story.template}/listing/ebay`))
    await turn('Price Reduction')
    await saveTemplate()
  })

  it('LST-300..LST-303 keeps what is typed and chosen for Shopify', async () => {
    const { page } = tab
    await reopen(page, at(`/template/${story.template}/listing/shopify`))
    await page.getByRole('region', { name: 'Shopify Location', exact: true }).waitFor()
    await box('Vendor').pressSequentially('Northern Goods')
    await list('Tags').pressSequentially('warm,')
    await saveTemplate()
    expect(await schemaOf('shopify')).toMatchObject({ vendor: 'Northern Goods', tags: 'warm', productType: 'Shirts' })
  })

  it("LST-173 LST-175 keeps a product's own words and item specifics", async () => {
    const { page } = tab
    await reopen(page, at(`/product/${product.id}/publish/ebay`))
    await page.getByRole('region', { name: 'Select Category', exact: true }).waitFor()
    await page.getByText("Title comes from the product's title").waitFor()
    await box('Title').pressSequentially('Hand-sewn shirt')
    await page.getByText('15 / 80 characters: Hand-sewn shirt').waitFor()
    await page.getByText('Title comes from this product’s eBay override.').waitFor()
    const brand = page
      .getByRole('region', { name: 'Item Specifics' })
      .getByRole('combobox', { name: 'Brand', exact: true })
    const from = page.getByRole('link', { name: 'Attribute Brand: change where Brand comes from', exact: true })
    expect(await from.getAttribute('href')).toContain(`/product/${product.id}`)
    await brand.pressSequentially('Acme')
    await from.waitFor({ state: 'detached' })
    const view = page.getByRole('radiogroup', { name: 'View of the listing' })
    await view.getByText('Preview').click()
    await page.getByRole('region', { name: 'On eBay' }).getByText('Acme').waitFor()
    await lookHere(page, 'preview')
    await view.getByText('Edit').click()
    await button('Save Changes').click()
    await settled(page)
    await page.getByText('Unsaved changes').waitFor({ state: 'hidden' })
    const listings = await story.seller.call(listListingProducts, { query: { productId: product.id } })
    expect(listings.find(({ channel }) => channel === 'ebay')?.schemaOverrides).toMatchObject({
      title: 'Hand-sewn shirt',
      aspects: [{ aspectName: 'Brand', value: 'Acme' }],
      selectedCategoryIds: '15687',
    })
  })

  it('LST-147 40 item specifics: all of a category are added, others beside them, filled, checked and live, by the keyboard', async () => {
    const { page } = tab
    const { seller, sandbox, image } = story
    const template = await seller.template('Forty')
    await reopen(page, at(`/template/${template}/listing/ebay`))
    await page.getByRole('button', { name: /^All \d+$/ }).press('Enter')
    const adding = page.getByRole('dialog', { name: 'Add Attributes' })
    await adding.getByRole('button', { name: 'Add All' }).press('Enter')
    await page.getByText('Added Template Attributes.').waitFor()
    const ofCategory = (await seller.call(getTemplate, { params: { id: template } })).attributes
    expect(ofCategory.length).toBeGreaterThan(20)
    const own = Array.from({ length: 45 - ofCategory.length }, (_, n) => `Detail ${n + 1}`)
    await seller.call(addAttributes, { body: { templateId: template, attributes: own } })
    const { attributes } = await seller.call(getTemplate, { params: { id: template } })
    const { id, sku } = await seller.product(template, { image })
    const specifics = attributes.map(({ name, options }) => ({
      name,
      value: name === 'Size' ? 'L' : (options?.[0] ?? `Of ${name}`),
    }))
    await seller.call(updateProduct, { body: { product: { id, attributes: specifics } } })
    await reopen(page, at(`/product/${id}/publish/ebay`))
    await page
      .getByRole('complementary', { name: 'State on eBay' })
      .getByText(/checks passed|required fields are complete/)
      .waitFor()
    const view = page.getByRole('radiogroup', { name: 'View of the listing' })
    await view.getByRole('radio', { name: 'Edit' }).press('ArrowRight')
    const preview = page.getByRole('region', { name: 'On eBay' })
    for (const name of ['Detail 1', own.at(-1) ?? '']) await preview.getByText(`Of ${name}`, { exact: true }).waitFor()
    await button('List on eBay').press('Enter')
    await page.getByText('Successfully listed product.').first().waitFor()
    const put = (await sandbox.calls('ebay')).findLast(
      ({ method, path }) => method === 'PUT' && path.endsWith(`/inventory_item/${sku}`),
    )
    const { product: saved } = JSON.parse(put?.body ?? '{}') as { product?: { aspects: Record<string, string[]> } }
    expect(Object.keys(saved?.aspects ?? {}).length).toBeGreaterThanOrEqual(40)
    expect(saved?.aspects).toMatchObject({ 'Detail 1': ['Of Detail 1'], Size: ['L'] })
  })

  it('CHN-094 CHN-095 CHN-101 keeps the defaults of an integration', async () => {
    const { page } = tab
    await reopen(page, at('/integrations/ebay/defaults'))
    const policy = list('Return Policy')
    await policy.waitFor()
    await policy.click()
    await page.getByRole('option').first().click()
    await page.getByLabel('Buffer').fill('2')
    await button('Save').click()
    await page.getByText('Updated Integration').first().waitFor()
    const { ebay } = await story.seller.call(listIntegrations)
    expect(ebay?.integration.config).toMatchObject({ buffer: 2 })
    expect(ebay?.integration.config.returnPolicyId).not.toBe('')
  })

  it('PRO-017 PRO-097..PRO-099 PRO-101..PRO-104 PRO-106 the new product wizard has a block for each channel, whose category decides what the attributes offer', async () => {
    const { page } = tab
    const { seller } = story
    const { id } = await seller.call(createTemplate, { body: { productTemplate: { name: 'Tops' } } })
    const before = await seller.call(getTemplate, { params: { id } })
    const attributes = [...before.attributes, { name: 'Department', options: ['Everyone'], index: 9 }]
    await seller.call(saveTemplateCall, { params: { id }, body: { productTemplate: { attributes } } })
    const steps = ['Proceed to listing configurations', 'Proceed to attributes', 'Proceed to next step']
    for (const [index, hint] of steps.entries()) {
      await page.goto(at(`/inventory/new/${id}?step=${index + 1}`))
      if (index === 0) await page.getByRole('textbox', { name: /^SKU/ }).fill('TOP-1')
      await page.getByText(hint).waitFor()
    }
    await page.goto(at(`/inventory/new/${id}?step=2`))
    await page.getByRole('group', { name: 'Listing on Shopify' }).waitFor()
    const block = page.getByRole('group', { name: 'Listing on eBay' })
    expect(await block.getByLabel('Listing template').getAttribute('placeholder')).toBe('No Listing Templates')
    await block.getByText('Select listing template before select category.').waitFor()
    const schemas = [
      { id: 'a', name: 'Shirts', ebayCategoryIds: '15687,53159' },
      { id: 'b', name: 'Others' },
    ]
    await seller.call(saveListingTemplates, {
      body: { listingTemplates: [{ templateId: id, channel: 'ebay', schemas }] },
    })
    await block.getByText('Choose a listing template first.').waitFor()
    const pick = async (label: string, option: string) => {
      await block.getByLabel(label, { exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await pick('Listing template', 'Others')
    await block.getByText('No categories to select').waitFor()
    await pick('Listing template', 'Shirts')
    await block.getByRole('switch', { name: 'Sync with eBay' }).press('Space')
    await settled(page)
    const offers = async () => {
      await button('Next').click()
      await page.getByRole('combobox', { name: 'Department' }).click()
      await page.getByRole('option', { name: /^Men/ }).waitFor()
      // Behind each stands the channel that it is from.
      const options = (await page.getByRole('option').allTextContents()).map((text) => text.replace(/eBay$/, ''))
      await page.goBack()
      return options
    }
    expect(await offers()).toEqual(['Everyone', 'Men', 'Unisex Adults', 'Women'])
    await pick('Category on eBay', 'T-Shirts')
    await shot(page, 'wizard-category')
    expect(await offences(page)).toEqual([])
    expect(await offers()).toEqual(['Everyone', 'Men', 'Unisex Adults'])
    await page.goto(at(`/inventory/new/${id}?step=4`))
    await button('Create').click()
    await page.waitForURL(/\/product\/\d+/)
    const productId = Number(new URL(page.url()).pathname.split('/')[2])
    await expect
      .poll(() => seller.call(listListingProducts, { query: { productId } }), patience)
      .toMatchObject([
        {
          channel: 'ebay',
          selectedSchemaId: 'a',
          schemaOverrides: { selectedCategoryIds: '15687' },
          listSettings: { list: true, sync: true, syncQuantity: false },
        },
      ])
  }, 90_000)
})
