// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { allAttributeValues, allSkus, allTags, listProducts } from '#contract/products/products.ts'
import { listTemplates } from '#contract/templates.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { handClock } from '#web/testing/hand-clock.ts'
import { aProductRow, pageWith } from '#web/testing/products.ts'
import { type RenderedPage, renderPage } from '#web/testing/render-page.tsx'
import { all, nameOf, press, pressKey, says, text, theOne, type, until, valueOf } from '#web/testing/screen.tsx'
import { suggestionPauseMs } from './sku-select.tsx'

const server = fakeServer()
const clock = handClock()
beforeEach(() => {
  server.answer(listProducts, pageWith(aProductRow()))
  server.answer(listTemplates, [])
  server.answer(allTags, [])
  server.answer(allAttributeValues, [])
})

const panel = () => theOne('form', 'Filters')
async function openPanel(address = '/inventory'): Promise<RenderedPage> {
  const page = await renderPage(address)
  if (all('form', 'Filters').length === 0) await press('button', /^Filters/)
  await panel()
  return page
}
const isAt = (page: RenderedPage, address: string) => until(() => page.address() === address)
const query = () => server.calls(listProducts).at(-1)?.query

describe('the search box of the inventory', () => {
  const box = 'Search keywords (title, description)'
  const searchPauseMs = 500

  it('INV-006 INV-232 INV-047 looks for words once typing has paused half a second', async () => {
    const page = await renderPage('/inventory')
    expect((await theOne('field', box)).getAttribute('placeholder')).toBe(box)
    await type(box, 'table  lamp')
    await until(() => clock.isSet(searchPauseMs))
    clock.pass(searchPauseMs - 1)
    expect(page.address()).toBe('/inventory')
    clock.pass(1)
    await isAt(page, '/inventory?search=table+lamp')
    await until(() => query()?.search?.join() === 'table,lamp')
  })

  it('INV-007 looks for them at once on Enter', async () => {
    const page = await renderPage('/inventory')
    await type(box, 'mug')
    pressKey('Enter')
    await isAt(page, '/inventory?search=mug')
    await until(() => query()?.search?.join() === 'mug')
    await type(box, '')
    pressKey('Enter')
    await isAt(page, '/inventory')
  })
})

describe('the filter panel', () => {
  it('INV-048 INV-049 INV-050 says what of an address means nothing, and at the field how to put it right', async () => {
    const page = await openPanel('/inventory?minPrice=cheap&startDate=2026-02-30&maxQuantity=1.5')
    await says('Ignored in this search: “cheap” isn’t a number. “1.5” isn’t a whole number. “2026-02-30” isn’t a date.')
    expect(query()).not.toHaveProperty('minPrice')
    const form = await panel()
    expect(await valueOf('Minimum price', form)).toBe('cheap')
    await says('“cheap” is not a number. Enter a price like 12.50.', form)
    await type('Minimum price', '20', form)
    await press('button', 'Search', form)
    await says('Units must be a whole number.', form)
    await type('Maximum quantity', '', form)
    await type('Created from', '2020-01-01', form)
    await press('button', 'Search', form)
    await isAt(page, '/inventory?minPrice=20&startDate=2020-01-01')
    await until(() => !text().includes('Ignored in this search'))
  })

  it('INV-075 names the channels as the inventory does', async () => {
    await openPanel()
    expect(all('checkbox', /^Not listed on/, await panel()).map(nameOf)).toEqual(
      ['Ebay', 'Etsy', 'BigCommerce', 'Shopify', 'Square', 'Clover', 'CSV'].map((name) => `Not listed on ${name}`),
    )
  })

  it('INV-059 takes a pasted list of SKUs', async () => {
    const page = await openPanel()
    const paste = new Event('paste', { bubbles: true, cancelable: true })
    Object.assign(paste, { clipboardData: { getData: () => 'MUG-1\nMUG-2\nMUG-3' } })
    ;(await theOne('field', 'SKUs', await panel())).dispatchEvent(paste)
    await press('button', 'Search', await panel())
    await isAt(page, '/inventory?skus=MUG-1+MUG-2+MUG-3')
    await until(() => query()?.skus?.join() === 'MUG-1,MUG-2,MUG-3')
  })

  it('INV-230 INV-233 suggests SKUs once typing has paused one second, and says when that failed', async () => {
    const searches = () => server.calls(allSkus).map(({ query: { search } }) => search)
    server.answer(allSkus, ({ query: { search } }) => (search ? [`${search}-1`] : []))
    await openPanel()
    await type('SKUs', 'LMP', await panel())
    await until(() => clock.isSet(suggestionPauseMs))
    clock.pass(suggestionPauseMs - 1)
    expect(searches()).not.toContain('LMP')
    clock.pass(1)
    await theOne('option', 'LMP-1')
    expect(searches().filter((search) => search === 'LMP')).toHaveLength(1)
    server.fail(allSkus, 'internal')
    await type('SKUs', 'CHR', await panel())
    clock.pass(suggestionPauseMs)
    await says('Failed to load suggestions.', await panel())
  })
})
