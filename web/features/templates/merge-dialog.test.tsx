// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { previewMerge } from '#contract/products/merging.ts'
import { deleteTemplate, getTemplate, listTemplates } from '#contract/templates.ts'
import { listSharing } from '#contract/sync/sharing.ts'
import { fakeServer, ok } from '#web/testing/fake-server.ts'
import { handClock } from '#web/testing/hand-clock.ts'
import { aTemplate, type Template } from '#web/testing/listings.ts'
import { answerProductPage } from '#web/testing/product-page.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { choose, press, says, theOne, type, until } from '#web/testing/screen.tsx'

const server = fakeServer()
const clock = handClock()
const attribute = (id: number, name: string): Template['attributes'][number] => ({
  id,
  name,
  type: 'text',
  defaultValue: '',
  index: id,
  constraint: 'optional',
  options: [],
})

const preview = {
  total: 4,
  changing: 2,
  failing: 0,
  filled: 2,
  replaced: 0,
  emptied: 0,
  capped: false,
  examples: [],
  problems: [],
}

beforeEach(() => {
  answerProductPage(server)
  server.answer(listTemplates, [])
  server.answer(listSharing, { data: [], oversold: { orders: 0, of: 0 } })
})

it.each([
  ['Fill', 'fill', 'Use Color where Colour is empty.'],
  ['Replace', 'replace', 'Use Color where it has a value; otherwise keep Colour.'],
  ['Overwrite', 'overwrite', 'Always use Color, even where it’s empty.'],
] as const)('TPL-150 the merge dialog offers %s, says what it does, and previews it', async (label, action, words) => {
  server.answer(getTemplate, aTemplate({ attributes: [attribute(1, 'Color'), attribute(2, 'Colour')] }))
  server.answer(previewMerge, preview)
  await renderPage('/template/7')
  await press('button', 'Actions for Color')
  await press('item', /^Merge into/)
  const dialog = await theOne('dialog', 'Merge "Color" into another attribute')
  await choose('Target attribute', 'Colour', dialog)
  await press('radio', label, dialog)
  await says(words, dialog)
  await until(() => server.calls(previewMerge).some(({ body }) => body.action === action))
  expect(server.calls(previewMerge).at(-1)?.body).toMatchObject({ source: 'Color', target: 'Colour', action })
  await says('2 products without Colour get a value. You can undo it in one step for 30 days.', dialog)
})

it('TPL-116..TPL-119 a template is deleted after its name was typed, and the page changes after 2 seconds', async () => {
  server.answer(getTemplate, aTemplate({ products: 0 }))
  server.answer(deleteTemplate, ok)
  const page = await renderPage('/template/7/details')
  await press('button', 'Delete')
  const dialog = await theOne('dialog', 'Delete the template "Shirts"?')
  await type('Template Name', 'Shirt', dialog)
  await press('button', 'Delete template', dialog)
  await says('Template Name does not match.', dialog)
  await type('Template Name', 'Shirts', dialog)
  await press('button', 'Delete template', dialog)
  await says('Deleted Template. Navigating to Templates.')
  clock.pass(1999)
  expect(page.address()).toBe('/template/7/details')
  clock.pass(1)
  await until(() => page.address() === '/templates')
})
