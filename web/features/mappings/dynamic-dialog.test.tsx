// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { roles } from '#contract/permissions.ts'
import { listDynamicMappings } from '#contract/mappings/mappings.ts'
import { listProducts } from '#contract/products/products.ts'
import { listSharing } from '#contract/sync/sharing.ts'
import { allAttributes, getTemplate, listTemplates } from '#contract/templates.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { aProduct, aTemplate, type Template } from '#web/testing/listings.ts'
import { answerProductPage } from '#web/testing/product-page.ts'
import { aProductRow, pageWith } from '#web/testing/products.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, nameOf, press, says, text, theOne, until } from '#web/testing/screen.tsx'

const server = fakeServer()
const attribute = (id: number, name: string, options: string[] = []): Template['attributes'][number] => ({
  id,
  name,
  type: 'text',
  defaultValue: '',
  index: id,
  constraint: 'optional',
  options,
})
const lens = aProduct({
  title: '50mm Lens',
  attributes: Object.entries({ Brand: 'Tessaro', Mount: 'M42', Kind: 'Standard' }).map(([name, value]) => ({
    name,
    value,
  })),
})
const examples = () => [...document.querySelectorAll<HTMLElement>('[data-example]')]
const textsOf = (example: HTMLElement) =>
  [...example.querySelectorAll('h4, li > p:not(:has(ins)), li > p:has(ins) > span, button')]
    .map((part) => text(part as HTMLElement))
    .join(' ')
const inList = (sentence: string) =>
  until(() => [...document.querySelectorAll('[role="tabpanel"]')].some((list) => text(list).includes(sentence)))
const dialog = () => theOne('dialog', /^Dynamic Mapping/)

const uuidOf = (last: number) => `00000000-0000-4000-8000-00000000000${last}`
const colours = {
  uuid: uuidOf(1),
  clientId: 1,
  parentId: 7,
  parentType: 'Template' as const,
  ownerId: 7,
  ownerType: 'Template' as const,
  applyTo: 'title' as const,
  name: 'Colours',
  description: '',
  index: 0,
  active: true,
  enabled: true,
  rules: [2, 3].map((last) => ({ uuid: uuidOf(last), conditionSets: [], actions: [] })),
  updatedAt: '2026-11-20T10:00:00.000Z',
}

afterEach(() => vi.restoreAllMocks())
beforeEach(() => {
  answerProductPage(server, lens)
  server.answer(
    getTemplate,
    aTemplate({
      name: 'Lenses',
      attributes: [
        attribute(1, 'Brand'),
        attribute(2, 'Mount', ['M42', 'Sony E']),
        attribute(3, 'Kind'),
        attribute(4, 'Series'),
      ],
    }),
  )
  server.answer(listTemplates, [])
  server.answer(listSharing, { data: [], oversold: { orders: 0, of: 0 } })
  server.answer(allAttributes, [])
  server.answer(listDynamicMappings, [])
  server.answer(listProducts, pageWith(aProductRow({ id: lens.id, sku: lens.sku })))
})

it('a template without mappings begins with four examples made of its own attributes, tried on one of its products', async () => {
  await renderPage('/template/7?rules=title')
  await says('No Dynamic Mappings yet. Start from an example', await dialog())
  expect(examples().map(textsOf)).toEqual([
    'Brand first Puts @Brand before the title. Becomes Tessaro 50mm Lens Use this',
    'Mount at the end If @Mount is M42 or Sony E, adds it to the title in brackets. Becomes 50mm Lens (M42) Use this',
    'Kind with its name Adds “Kind: @Kind” to the title. Becomes 50mm Lens – Kind: Standard Use this',
    'Fill in Series If @Series is empty, makes it of @Brand and @Mount. Series Tessaro M42 Use this',
  ])
})

it('an example is added with one click, can be undone, and is saved only with the rest', async () => {
  await renderPage('/template/7?rules=title')
  await press('button', 'Use “Mount at the end”')
  await until(() => nameOf(document.activeElement as Element) === 'Name')
  await says('“Mount at the end” added. It isn’t saved yet.')
  await says('1 mapping edited. You can review the changes before you save.')
  await until(() =>
    text(document.querySelector('aside[aria-label="Preview"]') as HTMLElement).includes('50mm Lens (M42)'),
  )
  await press('button', 'Undo', await dialog())
  await until(() => document.activeElement === all('button', 'Use “Mount at the end”')[0])
  await says('No changes yet.')
})

it('a description has examples of its own, and global mappings have none', async () => {
  await renderPage('/template/7?rules=description')
  await says('Adds @Brand, @Mount and @Kind below the description, a line each.')
  await press('tab', /^Global/)
  await inList('Applies to all products.')
  await inList('No Dynamic Mappings')
  expect(all('button', /^Use “/)).toEqual([])
})

it('a template without products has nothing to try examples on', async () => {
  server.answer(listProducts, pageWith())
  await renderPage('/template/7?rules=title')
  await says('No products use Lenses yet.')
  await inList('No Dynamic Mappings')
  expect(all('button', /^Use “/)).toEqual([])
})

it('a member who may not change templates sees the examples but cannot add one', async () => {
  await renderPage('/template/7?rules=title', { roleId: roles.guest })
  expect(((await theOne('button', 'Use “Brand first”')) as HTMLButtonElement).matches(':disabled')).toBe(true)
})

it.each([
  ['before', (turn: FrameRequestCallback) => queueMicrotask(() => turn(0))],
  ['after', (turn: FrameRequestCallback) => void setTimeout(() => turn(0), 20)],
])(
  'MAP-098 a link to a rule leads the focus to it, also when its page is drawn %s the dialog takes the focus',
  async (_, frame) => {
    server.answer(listDynamicMappings, [colours])
    await renderPage('/template/7')
    await press('link', 'Dynamic Mapping')
    await press('button', 'Close', await dialog())
    await until(() => all('dialog').length === 0)
    vi.spyOn(window, 'requestAnimationFrame').mockImplementation((turn) => (frame(turn), 0))
    // What the dialog shows was read before: it is there as it opens.
    history.pushState(null, '', `/template/7?rules=${colours.uuid}.2`)
    const rule = await theOne('region', 'Rule 2')
    await new Promise((goOn) => setTimeout(goOn, 50))
    expect(nameOf(document.activeElement as Element)).toBe(nameOf(rule))
  },
)
