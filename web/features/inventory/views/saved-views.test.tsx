// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { listProducts } from '#contract/products/products.ts'
import { createView, deleteView, listViews, updateView, type ViewConfig } from '#contract/views.ts'
import { fakeServer, ok } from '#web/testing/fake-server.ts'
import { aProductRow, pageWith } from '#web/testing/products.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, away, nameOf, press, pressKey, says, theOne, type, until } from '#web/testing/screen.tsx'
import { storageKey, type View } from './active-view.ts'

const server = fakeServer()
const config = (filters: ViewConfig['filters']): ViewConfig => ({
  version: 1,
  page: 'products',
  type: 'table',
  columns: ['sku', 'title'],
  widths: {},
  filters,
})
const aView = (over: Partial<View> = {}): View => ({
  id: 7,
  name: 'Dear ones',
  isDefault: false,
  shared: false,
  config: config({ minPrice: '40' }),
  clientId: 1,
  userId: 1,
  userName: 'Dana',
  page: 'products',
  type: 'table',
  active: true,
  ...over,
})

let views: View[]
beforeEach(() => {
  views = [aView()]
  server.answer(listProducts, pageWith(aProductRow()))
  server.answer(listViews, () => views)
  server.answer(createView, ({ body: { name, config } }) => {
    const view = aView({ id: 8, name, config })
    views = [...views, view]
    return view
  })
  server.answer(updateView, ({ params, body }) => {
    const { name, config, isDefault, shared } = { ...views.find(({ id }) => id === params.id), ...body }
    const view = aView({ id: params.id, name, config, isDefault, shared } as Partial<View>)
    views = views.map((other) => (other.id === view.id ? view : other))
    return view
  })
  server.answer(deleteView, ({ params }) => {
    views = views.filter(({ id }) => id !== params.id)
    return ok
  })
})

/** The view whose tab is chosen. */
const chosen = () => nameOf(document.querySelector('nav[aria-label="Saved views"] [aria-current]') as Element)
const isChosen = (name: string) => until(() => chosen() === name)
const dialog = () => theOne('dialog', 'Saved views')
async function openDialog(): Promise<HTMLElement> {
  await press('button', 'Save view')
  await press('item', 'Saved views')
  return dialog()
}
/** Chooses what to do with a view, in the dialog. */
async function act(view: string, action: string): Promise<void> {
  await press('button', `Actions of ${view}`, await dialog())
  await press('item', action)
}
/** What this browser remembers. */
const storedView = () =>
  JSON.parse(localStorage.getItem(storageKey) ?? 'null') as { id: number; config: ViewConfig } | null
/** Opens the page in a browser that remembers this. */
async function openWith(remembered: object | null, address = '/inventory') {
  away()
  if (remembered) localStorage.setItem(storageKey, JSON.stringify(remembered))
  return renderPage(address)
}

describe('the dialog of saved views', () => {
  it('INV-162 INV-163 INV-181 INV-182 INV-183 INV-184 begins with the local view, to which nothing can be done', async () => {
    const page = await renderPage('/inventory')
    await isChosen('All products')
    const shown = await openDialog()
    expect(page.address()).toBe('/inventory?dialog=views')
    const list = await theOne('list', 'Saved views', shown)
    expect([...list.children].map((item) => nameOf(item.querySelector('button') as Element))).toEqual([
      'All productsNot saved',
      'Dear ones',
    ])
    expect(all('button', /^Actions of/).map(nameOf)).toEqual(['Actions of Dear ones'])
  })

  it('INV-165 INV-167 shows the view that is chosen in it, or in its tab, with its filters', async () => {
    const page = await renderPage('/inventory')
    await press('button', 'Dear ones', await theOne('navigation', 'Saved views'))
    await isChosen('Dear ones')
    await until(() => page.address() === '/inventory?minPrice=40')
    await openDialog()
    await press('button', /^All products/, await dialog())
    await isChosen('All products')
    await until(() => page.address() === '/inventory?dialog=views')
  })

  it('INV-168 INV-169 INV-170 INV-171 saves what is shown now under a name that is not blank', async () => {
    await renderPage('/inventory?minPrice=10')
    await openDialog()
    await press('button', 'Save Current as New', await dialog())
    const create = await theOne('button', 'Create View', await theOne('form', 'New view'))
    const isOff = () => (create as HTMLButtonElement).disabled
    expect([isOff(), create.title]).toEqual([true, 'Must set name'])
    await type('Name', '   ', await theOne('form', 'New view'))
    expect(isOff()).toBe(true)
    // INV-168: the same button closes the form again.
    await press('button', 'Save Current as New', await dialog())
    await until(() => all('form', 'New view').length === 0)
    await press('button', 'Save Current as New', await dialog())
    await type('Name', '  Cheap ones ', await theOne('form', 'New view'))
    await press('button', 'Create View', await theOne('form', 'New view'))
    await says('View “Cheap ones” created.')
    expect(server.calls(createView).map(({ body }) => [body.name, body.config.filters])).toEqual([
      ['Cheap ones', { minPrice: '10' }],
    ])
    await isChosen('Cheap ones')
  })

  it('INV-172 INV-173 renames a view, but not to nothing', async () => {
    await renderPage('/inventory')
    await openDialog()
    await act('Dear ones', 'Rename')
    await type('New name of Dear ones', '  ', await dialog())
    expect(((await theOne('button', 'Rename', await dialog())) as HTMLButtonElement).disabled).toBe(true)
    await type('New name of Dear ones', 'Lenses', await dialog())
    await press('button', 'Rename', await dialog())
    await says('View “Lenses” renamed.')
    await theOne('button', 'Lenses', await theOne('navigation', 'Saved views'))
  })

  it('INV-174 saves the current layout to a view, which tells until then that it was changed', async () => {
    const page = await renderPage('/inventory')
    await press('button', 'Dear ones', await theOne('navigation', 'Saved views'))
    await until(() => page.address() === '/inventory?minPrice=40')
    await press('button', 'Remove filter Price')
    await isChosen('Dear ones, changed since saved')
    await openDialog()
    await act('Dear ones', 'Save current layout to this view')
    await says('View “Dear ones” updated.')
    await isChosen('Dear ones')
    expect(views[0]?.config.filters).toEqual({})
  })

  it('INV-175 INV-176 INV-177 deletes a view once that was asked, and shows the local one', async () => {
    const page = await renderPage('/inventory')
    await press('button', 'Dear ones', await theOne('navigation', 'Saved views'))
    await isChosen('Dear ones')
    await openDialog()
    await act('Dear ones', 'Delete')
    await press('button', 'Cancel', await theOne('dialog', 'Delete this view?'))
    await until(() => all('dialog', 'Delete this view?').length === 0)
    expect(server.calls(deleteView)).toEqual([])
    await act('Dear ones', 'Delete')
    await press('button', 'Delete view', await theOne('dialog', 'Delete this view?'))
    await says('View “Dear ones” deleted.')
    await isChosen('All products')
    expect([page.address(), storedView()?.id, views]).toEqual(['/inventory?dialog=views', 0, []])
  })

  it('INV-178 INV-179 makes a view the default, and takes that from it', async () => {
    await renderPage('/inventory')
    await openDialog()
    await act('Dear ones', 'Set as Default')
    await says('“Dear ones” is now your default view.')
    await says('Default', await theOne('list', 'Saved views', await dialog()))
    await act('Dear ones', 'Unset as Default')
    await says('“Dear ones” is no longer your default view.')
    expect(server.calls(updateView).map(({ body }) => body)).toEqual([{ isDefault: true }, { isDefault: false }])
  })
})

describe('the view that the inventory opens with', () => {
  it('INV-206 is the default one where the browser remembers none, else the local one', async () => {
    views = [aView({ isDefault: true })]
    const page = await renderPage('/inventory')
    await isChosen('Dear ones')
    expect(page.address()).toBe('/inventory?minPrice=40')
    views = [aView()]
    const other = await renderPage('/inventory')
    await isChosen('All products')
    expect(other.address()).toBe('/inventory')
  })

  it('INV-185 is that with the filters as they were left, unless the address has others, which changes nothing of what is remembered', async () => {
    const page = await renderPage('/inventory')
    await isChosen('All products')
    await type(/^Search keywords/, 'dear')
    pressKey('Enter')
    await until(() => page.address() === '/inventory?search=dear')
    await until(() => JSON.stringify(storedView()?.config.filters) === '{"search":["dear"]}')
    const left = storedView()
    const again = await openWith(left)
    await until(() => again.address() === '/inventory?search=dear')
    const linked = await openWith(left, '/inventory?minPrice=40')
    await isChosen('All products')
    expect([linked.address(), storedView()?.config.filters]).toEqual(['/inventory?minPrice=40', { search: ['dear'] }])
  })

  it('INV-185 INV-186 is the one that was chosen last, while what is remembered has version 1', async () => {
    const remembered = { id: 7, clientId: 1, userId: 1, config: config({ search: ['lens'] }) }
    const page = await openWith(remembered)
    await isChosen('Dear ones, changed since saved')
    expect(page.address()).toBe('/inventory?search=lens')
    const other = await openWith({ ...remembered, config: { ...remembered.config, version: 2 } })
    await isChosen('All products')
    expect(other.address()).toBe('/inventory')
  })
})
