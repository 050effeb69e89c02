import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listDynamicMappings } from '#contract/mappings/mappings.ts'
import { getProductBySku } from '#contract/products/products.ts'
import { addAttributes, createTemplate, getTemplate, saveTemplate } from '#contract/templates.ts'
import { openBrowser, type Tab } from './support/browser.ts'
import { importAtOnce, plates } from './support/importing.ts'
import { lookHere, settled } from './support/look.ts'
import { signedIn } from './support/person.ts'
import { type Running, sharedMotto } from './support/running.ts'
import { begin, type Story } from './support/story.ts'
import { heldUndo, patience } from './support/wait.ts'

let motto: Running
let browser: Browser
let story: Story
let tab: Tab
let product: { id: number; sku: string }
let brand = ''

beforeAll(async () => {
  ;[motto, browser] = await Promise.all([sharedMotto(), openBrowser()])
  story = await begin(motto)
  tab = await signedIn(browser, motto, story.seller)
})
afterAll(() => browser?.close())

const at = (path: string) => `${motto.url}${path}`
const dialog = () => tab.page.getByRole('dialog', { name: /^Dynamic Mapping/ })
const press = (key: string) => tab.page.keyboard.press(key)
const type = (text: string) => tab.page.keyboard.type(text)
const rules = () => story.seller.call(listDynamicMappings, { query: { parentId: story.template } })
/** Goes on with Tab until something of this name has the focus. */
async function tabTo(name: string | RegExp, backwards = false): Promise<void> {
  const { page } = tab
  const seen: string[] = []
  for (let presses = 0; presses < 60; presses += 1) {
    await press(backwards ? 'Shift+Tab' : 'Tab')
    const now = await page.evaluate(() => {
      const { activeElement: element } = document
      if (!(element instanceof HTMLElement)) return ''
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])].map((l) => l.innerText) : []
      return (element.getAttribute('aria-label') ?? labels[0] ?? element.innerText).replace(' *', '').trim()
    })
    if (typeof name === 'string' ? now === name : name.test(now)) return
    seen.push(now)
  }
  throw new Error(`${String(name)} was not reached, but ${seen.join(' | ')}`)
}
/** Opens the list that has the focus, and chooses from it by arrow keys. */
async function pick(name: string): Promise<void> {
  const option = tab.page.getByRole('option', { name, exact: true })
  await press('Enter')
  await option.waitFor()
  for (let presses = 0; presses < 12 && !(await option.getAttribute('data-combobox-selected')); presses += 1)
    await press('ArrowDown')
  await press('Enter')
  await option.waitFor({ state: 'hidden' })
}
const named = (name: string) => dialog().getByRole('listitem', { name, exact: true })

/** Opens the rules of a template. @returns the tab of those */
async function rulesOf(template: number): Promise<Locator> {
  await tab.page.goto(at(`/template/${template}`))
  await tab.page.getByRole('link', { name: 'Dynamic Mapping', exact: true }).press('Enter')
  const rules = dialog().getByRole('tab', { name: /^Template/ })
  await rules.waitFor()
  return rules
}
/** Begins a rule of this name, by keyboard. */
async function addRule(rules: Locator, name: string): Promise<Locator> {
  await rules.focus()
  await tabTo('Add New Mapping')
  await press('Enter')
  const fresh = dialog().getByRole('listitem', { name: /^Dynamic Mapping [a-z0-9]{5}$/ })
  await expect.poll(() => fresh.getByLabel('Name').evaluate((field) => field === document.activeElement)).toBe(true)
  await press('ControlOrMeta+a')
  await type(name)
  return named(name)
}

describe('dynamic mapping', () => {
  it('TPL-093 MAP-097 a template says whether its new products follow rules', async () => {
    const { page } = tab
    await page.goto(at(`/template/${story.template}`))
    await page.getByRole('switch', { name: 'Use dynamic mapping for new products' }).check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Template Saved.').waitFor()
    const template = await story.seller.call(getTemplate, { params: { id: story.template } })
    expect(template.configuration).toEqual({ dynamicMappingEnabled: true })
    product = await story.seller.product(story.template, { image: story.image })
    brand = ''
  })

  it('TPL-094 MAP-061..MAP-064 MAP-072..MAP-075 MAP-078 MAP-080 MAP-083..MAP-087 MAP-095 a rule is made key by key, and what it makes of a product is there at once', async () => {
    const { page } = tab
    const template = await rulesOf(story.template)
    expect(await template.getAttribute('aria-selected')).toBe('true')
    await dialog().getByText('No Dynamic Mappings').waitFor()
    const row = await addRule(template, 'Brand first')
    expect(await row.getByRole('switch', { name: /^Active/ }).isChecked()).toBe(true)
    expect(await row.getByRole('switch', { name: /^Enabled/ }).count()).toBe(0)
    expect(await row.getByRole('region').count()).toBe(1)
    await tabTo('Description')
    await type('Puts the brand before the title')
    await tabTo('Add Conditions')
    await press('Enter')
    const condition = named('Brand first').getByRole('group', { name: 'Condition 1', exact: true })
    expect([
      await condition.getByRole('combobox', { name: 'Qualifier' }).inputValue(),
      await condition.getByRole('combobox', { name: 'Operator' }).inputValue(),
    ]).toEqual(['all', 'equals'])
    await tabTo('Input', true)
    await type('Brand')
    await page.getByRole('option', { name: '@Brand', exact: true }).waitFor()
    await press('ArrowDown')
    await press('Enter')
    await tabTo('Operator')
    await pick('not contains')
    await tabTo('Add Action')
    await press('Enter')
    await tabTo('Action', true)
    await pick('prepend')
    await tabTo('Text')
    await type('Made by @Bran')
    await press('Enter')
    await expect
      .poll(() => condition.getByRole('combobox', { name: 'Operator' }).inputValue(), patience)
      .toBe('not contains')
    const preview = dialog().getByRole('complementary', { name: 'Preview' })
    await preview.getByText('Changed').waitFor()
    // It follows the typing: at first it has the attribute's name half typed.
    const made = preview.locator('ins')
    await expect.poll(() => made.innerText(), patience).toMatch(/^Made by [^@\s]/)
    brand = (await made.innerText()).replace(/^Made by (\S+).*/, '$1')
    expect(await preview.innerText()).toContain('Brand not contains nothing')
    await lookHere(page, 'mapping-dialog')
    expect(await rules()).toEqual([])
  })

  it('MAP-087 nothing typed is lost: what closes the dialog asks first', async () => {
    const { page } = tab
    await press('Escape')
    const question = page.getByRole('dialog', { name: 'Close without saving?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await named('Brand first').getByLabel('Name').inputValue()).toBe('Brand first')
  })

  it('MAP-069 MAP-071 MAP-076 MAP-077 MAP-081 MAP-082 MAP-088 MAP-089 MAP-091 mappings are moved, copied and deleted, and a name is taken once', async () => {
    const add = dialog().getByRole('button', { name: 'Add New Mapping' })
    await add.click()
    const second = dialog().getByRole('listitem').nth(1)
    await second.getByLabel('Name').fill(' brand FIRST')
    await dialog().getByText('Name already exists').waitFor()
    await dialog().getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .poll(() => second.getByLabel('Name').evaluate((field) => field === document.activeElement), patience)
      .toBe(true)
    await second.getByLabel('Name').fill('Colours')
    await named('Colours').getByRole('button', { name: 'Duplicate' }).click()
    await named('Colours').getByRole('region', { name: 'Rule 2' }).waitFor()
    await named('Colours').getByRole('region', { name: 'Rule 2' }).getByRole('button', { name: 'Remove Rule' }).click()
    await named('Colours').getByRole('region', { name: 'Rule 2' }).waitFor({ state: 'detached' })
    const order = () =>
      dialog()
        .getByRole('tabpanel')
        .getByRole('listitem')
        .evaluateAll((rows) => rows.map((row) => row.ariaLabel))
    await named('Colours')
      .getByRole('button', { name: /^Move up/ })
      .press('Enter')
    await expect.poll(order).toEqual(['Colours', 'Brand first'])
    await press('Enter')
    await expect.poll(order).toEqual(['Brand first', 'Colours'])
    await dialog().getByRole('button', { name: 'Collapse All' }).click()
    await dialog().getByRole('button', { name: 'Expand All' }).waitFor()
    expect(await dialog().getByRole('region', { name: 'Rule 1' }).count()).toBe(0)
    await dialog()
      .getByRole('tab', { name: /^Template/ })
      .press('ArrowRight')
    await dialog().getByRole('tabpanel', { name: 'Global mappings' }).getByText('No Dynamic Mappings').waitFor()
    await dialog()
      .getByRole('tab', { name: /^Global/ })
      .press('ArrowLeft')
    await named('Colours').getByRole('button', { name: 'Expand Colours' }).click()
    await named('Colours').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(order).toEqual(['Brand first'])
  })

  it('a save shows first how many products change, old and new', async () => {
    const { page } = tab
    await press('ControlOrMeta+s')
    const seen = dialog().getByRole('region', { name: 'Preview' })
    await seen.getByText('1 of 1 product').waitFor()
    expect(await seen.innerText()).toContain(`Made by ${brand}`)
    await lookHere(page, 'mapping-review')
    expect(await rules()).toEqual([])
    await dialog().getByRole('button', { name: 'Save rules' }).press('Enter')
    await page.getByText('Dynamic mapping saved.').waitFor()
    await dialog().waitFor({ state: 'hidden' })
    expect((await rules()).map(({ name, description }) => [name, description])).toEqual([
      ['Brand first', 'Puts the brand before the title'],
    ])
  })

  it('MAP-098 MAP-099 MAP-100 a product shows what rules make of it a moment after a change, and leaves alone what overrides them', async () => {
    const { page } = tab
    await page.goto(at(`/product/${product.id}`))
    const title = page.locator('[data-made="Title"]')
    await title.getByText(`Listed as Made by ${brand}`).waitFor()
    await page.getByLabel('Title', { exact: false }).first().fill('Plain shirt')
    await title.getByText(`Made by ${brand} Plain shirt`).waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await title.getByRole('link').click()
    const rule = dialog().getByRole('region', { name: 'Rule 1' })
    await rule.waitFor()
    await expect.poll(() => rule.evaluate((element) => element === document.activeElement), patience).toBe(true)
  })

  it('MAP-079 MAP-095 MAP-096 a mapping is switched off for one product', async () => {
    const { page } = tab
    const enabled = dialog().getByRole('switch', { name: `Enabled for ${product.sku}: Brand first` })
    const active = dialog().getByRole('switch', { name: 'Active: Brand first' })
    await active.uncheck({ force: true })
    await expect.poll(() => enabled.isDisabled()).toBe(true)
    await active.check({ force: true })
    await enabled.uncheck({ force: true })
    await dialog().getByRole('button', { name: 'Save', exact: true }).click()
    await dialog().getByRole('button', { name: 'Save rules' }).click()
    await page.getByText('Dynamic mapping saved.').first().waitFor()
    const undo = await heldUndo(page)
    await page.locator('[data-made="Title"]').waitFor({ state: 'detached' })
    await undo.click()
    await page.getByText('Undone.').waitFor()
    await page.locator('[data-made="Title"]').waitFor()
  })

  it('MAP-070 an attribute that a rule changes is marked, and says what is listed', async () => {
    const { page } = tab
    await page.goto(at(`/product/${product.id}?rules=title`))
    await dialog()
      .getByRole('tab', { name: /^Template/ })
      .waitFor()
    await dialog().getByRole('button', { name: 'Add New Mapping' }).click()
    const row = dialog().getByRole('listitem').nth(1)
    await row.getByLabel('Name').fill('Loud')
    await named('Loud').getByRole('button', { name: 'Add Action' }).click()
    const action = named('Loud').getByRole('group', { name: 'Action 1' })
    await action.getByRole('combobox', { name: 'Target' }).fill('Brand')
    await page.getByRole('option', { name: '@Brand', exact: true }).click()
    await expect.poll(() => action.getByRole('combobox', { name: 'Action' }).inputValue(), patience).toBe('set value')
    await action.getByRole('textbox', { name: 'Text' }).fill('ACME')
    await dialog().getByRole('button', { name: 'Save', exact: true }).click()
    await dialog().getByRole('button', { name: 'Save rules' }).click()
    await dialog().waitFor({ state: 'hidden' })
    const brandRow = page.getByRole('row').filter({ has: page.locator('[data-made="Brand"]') })
    await brandRow.getByText('Listed as ACME').waitFor()
    await settled(page)
    await lookHere(page, 'mapping-product')
    await brandRow.getByRole('button', { name: 'Override dynamic mapping: Brand' }).click()
    await page.locator('[data-made="Brand"]').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.locator('[data-made="Brand"]').waitFor()
  })

  it('the publish panel lists what the rules make, says which rule did, and leads to it', async () => {
    const { page } = tab
    await page.goto(at(`/product/${product.id}/publish/ebay`))
    const from = page.getByRole('link', { name: /change where Title comes from/ })
    await page.getByText('Rule 1 of “Brand first” changed it: Brand not contains nothing.').waitFor()
    await from.click()
    const rule = dialog().getByRole('region', { name: 'Rule 1' })
    await rule.waitFor()
    await expect.poll(() => rule.evaluate((element) => element === document.activeElement), patience).toBe(true)
    await dialog().getByRole('button', { name: 'Close', exact: true }).last().click()
    await dialog().waitFor({ state: 'hidden' })
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })

  it('a change of rules stands in the history, and is undone there', async () => {
    const { page } = tab
    await page.goto(at('/inventory/history'))
    await page.getByRole('link', { name: 'Dynamic mapping: Loud', exact: true }).click()
    await page.getByRole('button', { name: 'Undo Dynamic mapping: Loud' }).click()
    await page.getByRole('dialog').getByText('The previous rules will be restored').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    expect((await rules()).map(({ name }) => name)).toEqual(['Brand first'])
    await story.seller.call(saveTemplate, {
      params: { id: story.template },
      body: { productTemplate: { configuration: { dynamicMappingEnabled: false } } },
    })
  })

  it('a rule over 200 products is looked at before, saved as one change, and undone as one, by keyboard', async () => {
    const { page } = tab
    const { seller } = story
    const { id } = await seller.call(createTemplate, { body: { productTemplate: { name: 'Plates' } } })
    await seller.call(saveTemplate, {
      params: { id },
      body: { productTemplate: { configuration: { dynamicMappingEnabled: true } } },
    })
    await seller.call(addAttributes, { body: { templateId: id, attributes: [{ name: 'Colour' }, { name: 'Rim' }] } })
    const imported = await importAtOnce(page, motto.url, id, ['Colour', 'Rim'], plates(200))
    expect(imported).toMatchObject({ state: 'done', applied: { create: 200 } })
    const ofPlates = () => seller.call(listDynamicMappings, { query: { parentId: id } })
    await addRule(await rulesOf(id), 'Say the colour')
    await tabTo('Add Action')
    await press('Enter')
    await tabTo('Text')
    await type('Plate in @Colo')
    await press('Enter')
    await press('ControlOrMeta+s')
    // A quarter has no colour, and keeps its title.
    const seen = dialog().getByRole('region', { name: 'Preview' })
    await seen.getByText('150 of 200 products').waitFor()
    expect(await seen.innerText()).toContain('Plate in Red')
    await lookHere(page, 'mapping-of-many')
    await dialog().getByRole('button', { name: 'Save rules' }).press('Enter')
    await page.getByText('Dynamic mapping saved.').first().waitFor(patience)
    expect((await ofPlates()).map(({ name }) => name)).toEqual(['Say the colour'])
    const plate = await seller.call(getProductBySku, { params: { sku: 'P-0' } })
    await page.goto(at(`/product/${plate.id}`))
    await page.locator('[data-made="Title"]').getByText('Plate in Red', { exact: true }).waitFor()
    await page.goto(at('/inventory/history'))
    await page.getByRole('link', { name: 'Dynamic mapping: Say the colour', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Undo Dynamic mapping: Say the colour' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).press('Enter')
    await page.getByText('Undone.').waitFor(patience)
    expect(await ofPlates()).toEqual([])
    await page.goto(at(`/product/${plate.id}`))
    await settled(page)
    expect(await page.locator('[data-made="Title"]').count()).toBe(0)
  })
})
