import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listListingProducts } from '#contract/listings/listings.ts'
import { preflight } from '#contract/listings/preflight.ts'
import { createProduct, getProduct, updateProduct } from '#contract/products/products.ts'
import { getTemplate } from '#contract/templates.ts'
import { listValueMappings, saveValueMappings } from '#contract/mappings/values.ts'
import { openBrowser, type Tab, reopen } from './support/browser.ts'
import { lookHere } from './support/look.ts'
import { signedIn } from './support/person.ts'
import { type Running, sharedMotto } from './support/running.ts'
import { begin, type Story } from './support/story.ts'
import { closeToasts, heldUndo, patience, until } from './support/wait.ts'

let motto: Running
let browser: Browser
let story: Story
let tab: Tab

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([sharedMotto(), openBrowser()])
  story = await begin(motto)
  tab = await signedIn(browser, motto, story.seller)
})
afterAll(() => browser?.close())

const at = (path: string) => `${motto.url}${path}`
const dialog = () => tab.page.getByRole('dialog', { name: 'Value Mapping', exact: true })
const button = (name: string | RegExp) => dialog().getByRole('button', { name, exact: true })
/** What a save says; each has its Undo. */
const saves = () => tab.page.locator('[role=status]').filter({ hasText: /Saved\.|Applied Value Mapping/ })
const mappings = () => story.seller.call(listValueMappings, { query: { channel: 'ebay' } })

/** A shirt whose size and origin are written as said. */
async function shirt(values: Record<string, string>) {
  const { seller, template, image } = story
  const { id } = await seller.product(template, { image })
  const { attributes } = await seller.call(getProduct, { params: { id } })
  const saved = attributes
    .filter(({ name }) => !(name in values))
    .map(({ name, value }) => ({ name, value: value ?? '' }))
  const own = Object.entries(values).map(([name, value]) => ({ name, value }))
  await seller.call(updateProduct, { body: { product: { id, attributes: [...saved, ...own] } } })
  return id
}
const checked = (productId: number) => story.seller.call(preflight, { query: { productId, channel: 'ebay' } })

let first: number

describe('value mapping', () => {
  it('MAP-123 MAP-124 MAP-126 MAP-131 MAP-132 MAP-153 MAP-154 LST-101 values that eBay does not take are mapped by proposals, saved, and publish', async () => {
    const { page } = tab
    first = await shirt({ Size: 'xl', 'Country of Origin': 'PORTUGAL' })
    await shirt({ Size: 'xl', 'Country of Origin': 'Vietnm' })
    await shirt({ Size: 'Huge', 'Country of Origin': 'Italy' })
    expect(Object.keys((await checked(first))?.errors ?? {})).toEqual(
      expect.arrayContaining(['aspects.Size', 'aspects.Country of Origin']),
    )
    await reopen(page, at(`/template/${story.template}/listing/ebay`))
    await page.getByRole('button', { name: 'Value Mapping', exact: true }).click()
    await dialog().getByText('4 values are not mapped yet.').waitFor()
    await dialog().getByText('3 have a proposal: 2 different capitals, 1 closest allowed value.').waitFor()
    await dialog().getByText('No Value Mappings').waitFor()
    await dialog().getByRole('radio', { name: 'Shopify' }).waitFor({ state: 'attached' })
    await dialog().getByText('eBay Size: Huge is not an allowed value for required field').waitFor()
    await lookHere(page, 'value-mapping-open')
    // On a phone the state's word is whole, beside however long a sentence.
    await page.setViewportSize({ width: 390, height: 844 })
    const states = page.getByRole('region', { name: 'Values that are not mapped' }).locator('[data-tone]')
    await states.first().waitFor()
    await expect
      .poll(() => states.evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length))
      .toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await button('Accept 2 different capitals').click()
    await button('Accept Vietnam for Vietnm of Country of Origin').click()
    await dialog().getByRole('combobox', { name: 'With, for Huge of Size' }).fill('3XL')
    await page.keyboard.press('Tab')
    await button('Accept 3XL for Huge of Size').click()
    await dialog().getByText('All values are accepted by eBay or already mapped.').waitFor()
    await dialog().getByText('Changes 5 values of products, 0 of them live.').waitFor()
    await button(/^Expand eBay Value Mapping/).click()
    await lookHere(page, 'value-mapping-accepted')
    await button('Save').click()
    await page.getByText('Applied Value Mapping to: Size, Country of Origin').first().waitFor()
    const [saved] = await mappings()
    expect(saved?.mappings.map(({ targetName }) => targetName).toSorted()).toEqual(['Country of Origin', 'Size'])
    expect((await checked(first))?.errors).toEqual({})
    await reopen(page, at(`/product/${first}/publish/ebay`))
    await page.getByText('PORTUGAL becomes Portugal').waitFor()
    await page.getByRole('button', { name: 'List on eBay', exact: true }).click()
    await page.getByText('Successfully listed product.').first().waitFor()
    const [listing] = (await story.seller.call(listListingProducts, { query: { productId: first } })).filter(
      ({ channel }) => channel === 'ebay',
    )
    expect(listing?.status).toBe('listed')
  })

  it('LST-091 LST-092 LST-101 "Map Value" opens the dialog at its field with the value; why a value is what it is leads there', async () => {
    const { page } = tab
    const id = await shirt({ Size: 'M', 'Country of Origin': 'Freedonia' })
    await reopen(page, at(`/product/${id}/publish/ebay`))
    await page.getByText('Freedonia is not in allowed values.').waitFor()
    await lookHere(page, 'map-value')
    await page.getByRole('button', { name: 'Map Value Freedonia of Country of Origin' }).click()
    await dialog().getByText('1 value is not mapped yet.').waitFor()
    await expect
      .poll(() => dialog().getByRole('searchbox', { name: 'Channel Field' }).inputValue())
      .toBe('Country of Origin')
    await dialog().getByRole('combobox', { name: 'With, for Freedonia of Country of Origin' }).fill('France')
    await page.keyboard.press('Tab')
    await button('Accept France for Freedonia of Country of Origin').waitFor()
    // What is chosen and not accepted yet is not lost without a word, and Save takes it along.
    await page.keyboard.press('Escape')
    await page
      .getByRole('dialog', { name: 'Close without saving?' })
      .getByRole('button', { name: 'Keep editing' })
      .click()
    await button('Save').click()
    await page.getByText('Applied Value Mapping to: Size, Country of Origin').first().waitFor()
    await dialog().getByText('Close', { exact: true }).click()
    await dialog().waitFor({ state: 'detached' })
    await page.getByText('Freedonia becomes France').waitFor()
    await page.getByRole('link', { name: 'Value mapping: change where Country of Origin comes from' }).click()
    await dialog().getByRole('region', { name: 'Country of Origin' }).waitFor()
    expect((await checked(id))?.origins['aspects.Country of Origin']?.at(-1)).toMatchObject({
      from: 'mapping',
      value: 'France',
    })
  })

  it('MAP-127..MAP-130 MAP-133..MAP-147 MAP-149 MAP-157 MAP-160 a mapping is named, described, ordered, switched, filled and deleted', async () => {
    const { page } = tab
    await reopen(page, at(`/product/${first}/publish/ebay?mapping=values`))
    await button('New Value Mapping').click()
    const fresh = dialog().getByRole('listitem').last()
    const name = (await fresh.getByRole('textbox', { name: 'Name' }).inputValue()) ?? ''
    expect(name).toMatch(/^eBay Value Mapping \w{5}$/)
    const [other] = await mappings()
    await fresh.getByRole('textbox', { name: 'Name' }).fill(other?.name ?? '')
    await page.keyboard.press('Tab')
    await expect.poll(() => fresh.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(name)
    await fresh.getByRole('textbox', { name: 'Name' }).fill('Grades')
    await fresh.getByRole('textbox', { name: 'Description' }).fill('Of the old shop')
    await fresh.getByRole('combobox', { name: /^Field to add/ }).fill('Vintage')
    await fresh.getByRole('button', { name: 'Add Field' }).click()
    await fresh.getByRole('button', { name: 'Hide All' }).click()
    await fresh.getByRole('button', { name: 'Show All' }).click()
    await fresh.getByRole('button', { name: 'Add Value' }).click()
    const vintage = fresh.getByRole('region', { name: 'Vintage' })
    expect(await vintage.getByRole('combobox', { name: 'Rows per page of Vintage' }).inputValue()).toBe('25')
    await vintage.getByRole('searchbox', { name: 'Search Vintage values' }).waitFor()
    await vintage.getByRole('button', { name: 'Add Mappings' }).waitFor()
    await vintage.getByRole('combobox', { name: 'Rows per page of Vintage' }).click()
    await expect.poll(() => page.getByRole('option').allInnerTexts(), patience).toEqual(['5', '10', '25', '50', '100'])
    await page.getByRole('option', { name: '25' }).click()
    await vintage.getByRole('combobox', { name: /^Replace with/ }).fill('old')
    await page.keyboard.press('Enter')
    await vintage.getByRole('combobox', { name: /^With, for/ }).fill('Yes')
    await page.keyboard.press('Tab')
    await vintage.getByText('Mapped', { exact: true }).waitFor()
    await button('Move Grades up').click()
    await expect.poll(() => button('Move Grades up').isDisabled()).toBe(true)
    await button('Move Grades down').click()
    await button('Move Grades up').click()
    await dialog().getByRole('switch', { name: 'Active: Grades' }).click()
    expect(
      await dialog()
        .getByRole('switch', { name: /^Enabled for .*: Grades$/ })
        .isDisabled(),
    ).toBe(true)
    await dialog().getByRole('switch', { name: 'Active: Grades' }).click()
    await dialog()
      .getByRole('switch', { name: /^Enabled for .*: Grades$/ })
      .click()
    await button('Save').click()
    await saves().first().waitFor()
    await until('the mapping is saved', async () => (await mappings()).length === 2)
    const [grades] = await mappings()
    expect(grades).toMatchObject({
      name: 'Grades',
      description: 'Of the old shop',
      active: true,
      mappings: [{ targetName: 'Vintage', values: [{ sourceValues: ['old'], targetValue: 'Yes' }] }],
      configurations: [{ active: false, childType: 'ListingProduct', childId: expect.any(Number) }],
    })
    await button('Expand All').click()
    await button('Collapse All').waitFor()
    await dialog().getByRole('listitem').first().getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete "Grades"?' }).getByRole('button', { name: 'Delete' }).click()
    await closeToasts(page)
    await button('Save').click()
    const undo = await heldUndo(saves())
    await until('the mapping is deleted', async () => (await mappings()).length === 1)
    await undo.click()
    await until('the mapping is back', async () => (await mappings()).length === 2)
    await dialog().getByRole('searchbox', { name: 'Channel Field' }).fill('nothing like it')
    await dialog().getByText('No Value Mappings').waitFor()
    await button('Clear Filters').click()
    await dialog().getByRole('switch', { name: 'Active: Grades' }).waitFor()
  })
})

it('what comes late, and what a colleague saves meanwhile, is neither lost nor deleted by a save or its undo', async () => {
  const { page } = tab
  const names = async () => (await mappings()).map(({ name }) => name).toSorted()
  const before = await names()
  let answer = () => {}
  const late = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/v2/mapping/valueMapping*', async (route) => {
    await late
    await route.continue()
  })
  await page.goto(at(`/product/${first}/publish/ebay?mapping=values`))
  await button('New Value Mapping').waitFor()
  expect(await button('New Value Mapping').isDisabled()).toBe(true)
  answer()
  await button('New Value Mapping').click()
  await dialog().getByRole('listitem').last().getByRole('textbox', { name: 'Name' }).fill('Mine')
  await page.keyboard.press('Tab')
  const uuid = crypto.randomUUID()
  const theirs = { uuid, channel: 'ebay' as const, name: 'Theirs', index: 7, mappings: [] }
  await story.seller.call(saveValueMappings, { body: { valueMappings: [theirs] } })
  await button('Save').click()
  const undo = await heldUndo(saves())
  await until('both are there', async () => (await names()).includes('Mine'))
  expect(await names()).toEqual([...before, 'Mine', 'Theirs'].toSorted())
  await undo.click()
  await until('mine is gone', async () => !(await names()).includes('Mine'))
  expect(await names()).toEqual([...before, 'Theirs'].toSorted())
})

it('MAP-126 60 values of a template are mapped by the keyboard alone: one by one, those of a kind together, then all that are left', async () => {
  const { page } = tab
  const { seller, image } = story
  // Nothing is mapped: what the others left goes.
  const deleteIds = (await mappings()).map(({ id }) => id)
  await seller.call(saveValueMappings, { body: { valueMappings: [], deleteIds } })
  const template = await seller.template('Sixty')
  const countries =
    'Australia,Austria,Bangladesh,Brazil,Cambodia,Canada,Denmark,France,Germany,India,Indonesia,Ireland,Italy,Japan,Mexico,Netherlands,' +
    'Peru,Poland,Czech Republic,Romania,Spain,Sri Lanka,Sweden,Taiwan,Thailand,Turkey,United Kingdom,United States,Vietnam,China'
  const written = countries.split(',').flatMap((name) => [name.toUpperCase(), `${name}n`])
  const { attributes } = await seller.call(getTemplate, { params: { id: template } })
  const required = attributes
    .filter(({ constraint, name }) => constraint === 'required' && name !== 'Brand')
    .map(({ name, options }) => ({ name, value: options?.[0] ?? 'Plain' }))
  await Promise.all(
    written.map((value, n) =>
      seller.call(createProduct, {
        body: {
          product: {
            templateId: template,
            sku: `SIXTY-${n}`,
            title: `Shirt ${n}`,
            description: '<p>Soft.</p>',
            price: 20,
            quantity: 1,
            vendor: 'Acme',
            attributes: [...required, { name: 'Brand', value: 'Acme' }, { name: 'Country of Origin', value }],
            images: [{ url: image }],
          },
        },
      }),
    ),
  )
  await reopen(page, at(`/template/${template}/listing/ebay`))
  await page.getByRole('button', { name: 'Value Mapping', exact: true }).press('Enter')
  await dialog().getByText('60 values are not mapped yet.').waitFor()
  await dialog().getByText('60 have a proposal: 30 different capitals, 30 closest allowed value.').waitFor()
  await button('Accept Australia for AUSTRALIA of Country of Origin').press('Enter')
  await dialog().getByText('59 values are not mapped yet.').waitFor()
  await button('Accept Austria for Austrian of Country of Origin').press('Enter')
  await dialog().getByText('58 values are not mapped yet.').waitFor()
  await button('Accept 29 different capitals').press('Enter')
  await dialog().getByText('29 values are not mapped yet.').waitFor()
  await button('Accept all 29').press('Enter')
  await dialog().getByText('All values are accepted by eBay or already mapped.').waitFor()
  await button('Save').press('Enter')
  await page.getByText('Applied Value Mapping to: Country of Origin').first().waitFor()
  const saved = (await mappings()).find(({ mappings: [first] }) => (first?.values.length ?? 0) > 5)
  const to = new Map(saved?.mappings[0]?.values.map(({ targetValue, sourceValues }) => [targetValue, sourceValues]))
  expect(to.size).toBe(30)
  expect(to.get('Sri Lanka')?.toSorted()).toEqual(['SRI LANKA', 'Sri Lankan'])
  await seller.call(saveValueMappings, { body: { valueMappings: [], deleteIds: [saved?.id ?? 0] } })
})

it('the page does not complain', () => expect(tab.problems).toEqual([]))
