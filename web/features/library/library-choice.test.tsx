// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { importStockTemplate, listStockTemplates } from '#contract/library.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { handClock } from '#web/testing/hand-clock.ts'
import { aStockTemplate } from '#web/testing/library.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, factsOf, theOne, press, says, text, type, until } from '#web/testing/screen.tsx'

const server = fakeServer()
const clock = handClock()

beforeEach(() => server.answer(listStockTemplates, [aStockTemplate()]))
const open = async () => {
  const page = await renderPage('/templates/new?method=library')
  await press('button', 'Next')
  return page
}

it('TPL-042..TPL-047 the library of the wizard is a table with a Details button in each row', async () => {
  await open()
  const table = await theOne('table', 'Template Library')
  expect([...table.querySelectorAll('th')].map((header) => text(header))).toEqual([
    'Name',
    'Category',
    'Tags',
    'Channels',
    'Features',
    'Details',
  ])
  const row = await theOne('row', /Coffee mugs/, table)
  for (const words of ['Home / Kitchen', 'mug, cup', 'Works with all channels', 'Features value mapping'])
    expect(text(row)).toContain(words)
  await theOne('image', 'eBay', row)
  await theOne('button', 'Details of Coffee mugs', row)
})

it('TPL-048..TPL-058 the details are looked at, and the template is imported under a name of its own', async () => {
  server.fail(importStockTemplate, 'template_taken')
  const page = await open()
  await press('button', 'Details of Coffee mugs')
  const dialog = await theOne('dialog', 'Add to Library')
  expect(factsOf(dialog)).toMatchObject({
    Categories: 'Home / Kitchen',
    Tags: 'mug, cup',
    Description: 'All about mugs',
    Created: 'Nov 20, 2026',
    Updated: 'Nov 20, 2026',
  })
  expect(Object.keys(factsOf(dialog))).toContain('Pre-configured channels')
  await press('button', 'Cancel', dialog)
  await until(() => all('dialog').length === 0)
  await press('button', 'Details of Coffee mugs')
  await type('Name', 'Mugs')
  await press('button', 'Import')
  await says('A template with this name already exists.')
  server.answer(importStockTemplate, 12)
  await type('Name', 'My mugs')
  await press('button', 'Import')
  await says('Successfully imported template. Redirecting...')
  expect(server.calls(importStockTemplate).at(-1)?.body).toEqual({ stockTemplateId: 5, toName: 'My mugs' })
  clock.pass(1999)
  expect(page.address()).toBe('/templates/new?method=library')
  clock.pass(1)
  await until(() => page.address() === '/template/12')
  // What the page of the new template reads is not of interest here.
  server.takeFaults()
})

it('whoever does not want to wait for the new template goes there with "Go now", once', async () => {
  server.answer(importStockTemplate, 12)
  const page = await open()
  await press('button', 'Details of Coffee mugs')
  await press('button', 'Import')
  await press('button', 'Go now')
  await until(() => page.address() === '/template/12')
  expect(clock.isSet(2000)).toBe(false)
  server.takeFaults()
})
