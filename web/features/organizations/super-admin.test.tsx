// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import {
  addStockTemplate,
  availableStockTemplates,
  listStockTemplates,
  removeStockTemplate,
} from '#contract/library.ts'
import { allClients, allUsers } from '#contract/organizations/organizations.ts'
import { getUpgrade } from '#contract/organizations/upgrade.ts'
import { roles } from '#contract/permissions.ts'
import { fakeServer, ok } from '#web/testing/fake-server.ts'
import { handClock } from '#web/testing/hand-clock.ts'
import { anAvailableTemplate, aStockTemplate } from '#web/testing/library.ts'
import { pageWith } from '#web/testing/products.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { all, theOne, press, says, text, type, until, valueOf } from '#web/testing/screen.tsx'

const server = fakeServer()
const clock = handClock()
const as = { roleId: roles.superAdmin }
const cells = (row: ParentNode) => [...row.querySelectorAll('td')].map((cell) => text(cell))
const headers = (table: ParentNode) => [...table.querySelectorAll('th')].map((header) => text(header))

const organization = (id: number, displayName: string) => ({
  id,
  name: displayName.replaceAll(' ', ''),
  displayName,
  members: 1,
  products: 0,
  orders: 0,
  requireTwoFactor: false,
  createdAt: '2026-11-20T10:00:00.000Z',
})

describe('the Admin page', () => {
  beforeEach(() => {
    server.answer(allClients, ({ query: { search } }) => {
      const both = [organization(1, 'Installation'), organization(2, 'Harbour Books')]
      const matches = both.filter(({ displayName }) => displayName.toLowerCase().includes(search ?? ''))
      return { data: matches, items: matches.length }
    })
    server.answer(
      allUsers,
      pageWith({
        id: 1,
        email: 'dana@example.com',
        name: 'Dana',
        emailConfirmed: true,
        isSuper: true,
        twoFactor: false,
        organizations: 1,
        createdAt: '2026-11-20T10:00:00.000Z',
      }),
    )
  })

  it('NAV-068 NAV-081 ORG-079 Admin stands first in Settings and in the account menu, of a super-admin alone', async () => {
    await renderPage('/superAdmin', as)
    const help = await theOne('navigation', 'Help and settings')
    if (all('link', 'Account', help).length === 0) await press('button', 'Settings', help)
    await theOne('link', 'Account', help)
    expect(all('link', /./, help).map((link) => text(link))).toEqual(['Admin', 'Organization', 'Account'])
    await press('button', /account menu$/)
    await theOne('item', 'Logout')
    expect(all('item').map((item) => text(item))).toEqual(['Admin', 'Organization', 'Account', 'Logout'])
    await renderPage('/superAdmin', { roleId: roles.admin })
    await press('button', /account menu$/)
    await theOne('item', 'Logout')
    expect(all('item').map((item) => text(item))).toEqual(['Organization', 'Account', 'Logout'])
  })

  it('NAV-040 ORG-083 ORG-085 TPL-157 TPL-158 lists every organization and every user, and finds one', async () => {
    const page = await renderPage('/superAdmin', as)
    const table = await theOne('table', 'Organizations')
    expect((await theOne('link', 'Harbour Books', table)).getAttribute('href')).toBe('/admin/2')
    expect(all('link', /./, await theOne('navigation', 'Admin')).map((link) => text(link))).toEqual([
      'Organizations',
      'Users',
      'Template Library',
      'Upgrade',
    ])
    await type('Search organizations', 'harbour')
    clock.pass(250)
    await until(() => page.address() === '/superAdmin?search=harbour')
    await until(() => all('link', 'Installation').length === 0)
    await press('link', 'Users', await theOne('navigation', 'Admin'))
    const users = await theOne('table', 'Users')
    expect(cells(await theOne('row', /dana@example.com/, users))).toEqual([
      'dana@example.com',
      'Dana',
      'Confirmed',
      'Yes',
      'Off',
      '1',
      'Nov 20, 2026',
    ])
  })
})

it('the progress of an upgrade is a table, which looks again while a step runs', async () => {
  const at = '2026-11-20T10:00:00.000Z'
  const step = { state: 'done' as const, rows: 0, rowsExpected: 0, error: '', startedAt: at, finishedAt: at }
  const fill = { ...step, name: '0119-weights', kind: 'backfill' as const, rowsExpected: 100_000 }
  const index = { ...step, name: '0118-weights', kind: 'index' as const }
  let rows = 1_500
  server.answer(getUpgrade, () => ({
    version: '1.2.0',
    steps:
      rows < 100_000
        ? [{ ...fill, state: 'running' as const, rows, finishedAt: null }, index]
        : [{ ...fill, rows }, index],
  }))
  await renderPage('/superAdmin?tab=upgrade', as)
  const table = await theOne('table', 'Upgrade steps')
  const row = () => theOne('row', /0119-weights/, table)
  expect(cells(await row()).slice(0, 5)).toEqual([
    '0119-weights',
    'Changes rows',
    'Running',
    '1,500 of about 100,000',
    '–',
  ])
  await says('Motto 1.2.0 is upgrading the database. You can keep working meanwhile.')
  rows = 100_000
  clock.pass(5_000)
  await says('The database is up to date with Motto 1.2.0.')
  expect(cells(await row()).slice(2, 4)).toEqual(['Done', '100,000'])
  expect(server.calls(getUpgrade)).toHaveLength(2)
  clock.pass(60_000)
  expect(server.calls(getUpgrade)).toHaveLength(2)
})

it('an upgrade that could not be read says so', async () => {
  server.fail(getUpgrade, 'internal', { message: 'The database is asleep.' })
  await renderPage('/superAdmin?tab=upgrade', as)
  await says('The database is asleep.')
})

describe('the template library of a super-admin', () => {
  const open = () => renderPage('/superAdmin?tab=library', as)
  beforeEach(() => {
    server.answer(
      availableStockTemplates,
      pageWith(
        anAvailableTemplate({ id: 1, name: 'Mugs', details: 'All about mugs', isStock: true }),
        anAvailableTemplate({ id: 2, name: 'Secret plates', clientName: 'Harbour Books' }),
      ),
    )
    server.answer(listStockTemplates, [aStockTemplate()])
  })

  it('TPL-159..TPL-164 available templates are a table, whose action adds stock templates alone', async () => {
    await open()
    const table = await theOne('table', 'Available Stock Templates')
    expect(headers(table)).toEqual(['Name', 'Client', 'Created', 'Action'])
    await theOne('button', 'Add to Library: Mugs', table)
    expect(cells(await theOne('row', /Secret plates/, table))).toEqual([
      'Secret plates',
      'Harbour Books',
      'Nov 20, 2026',
      'Template is not stock',
    ])
  })

  it('TPL-165..TPL-170 TPL-172 TPL-173 the library is a table with categories, tags, channels and badges', async () => {
    await open()
    const table = await theOne('table', 'Template Library')
    expect(headers(table)).toEqual([
      'Name',
      'Category/Sub-category',
      'Tags',
      'Channels',
      'Features',
      'Created',
      'Remove',
    ])
    const row = await theOne('row', /Coffee mugs/, table)
    expect(cells(row)).toMatchObject([
      'Coffee mugs',
      'Home / Kitchen',
      'mug, cup',
      expect.anything(),
      expect.anything(),
      'Nov 20, 2026',
      'Remove',
    ])
    await theOne('image', 'eBay', row)
    expect(text(row)).toContain('Works with all channels')
    expect(text(row)).toContain('Features value mapping')
  })

  it('TPL-174..TPL-182 TPL-185 TPL-210 a stock template is added with name, category and what else is known, and the dialog closes after 2 seconds', async () => {
    server.answer(addStockTemplate, aStockTemplate())
    await open()
    await press('button', 'Add to Library: Mugs')
    const dialog = await theOne('dialog', 'Add to Library')
    expect([await valueOf('Name', dialog), await valueOf('Description', dialog)]).toEqual(['Mugs', 'All about mugs'])
    const add = (await theOne('button', 'Add', dialog)) as HTMLButtonElement
    expect(add.disabled).toBe(true)
    await type('Category', 'Home', dialog)
    await until(() => !add.disabled)
    await type('Name', ' ', dialog)
    await until(() => add.disabled)
    await type('Name', 'Coffee mugs', dialog)
    await type('Sub Category', 'Kitchen', dialog)
    await type('Tags', 'mug,cup,', dialog)
    await press('switch', /^All Channels/, dialog)
    await press('switch', /^Value Mapping/, dialog)
    await press('button', 'Add', dialog)
    await says('Added template to library')
    expect(server.calls(addStockTemplate).map(({ body }) => body.stockTemplate)).toMatchObject([
      {
        templateId: 1,
        name: 'Coffee mugs',
        category: 'Home',
        subCategory: 'Kitchen',
        allChannels: true,
        valueMapping: true,
      },
    ])
    clock.pass(1999)
    await theOne('dialog', 'Add to Library')
    clock.pass(1)
    await until(() => all('dialog').length === 0)
  })

  it('TPL-171 TPL-211 a template is removed after a question', async () => {
    server.answer(removeStockTemplate, () => {
      server.answer(listStockTemplates, [])
      return ok
    })
    await open()
    await press('button', 'Remove Coffee mugs')
    await press('button', 'Remove', await theOne('dialog', 'Remove "Coffee mugs" from the library?'))
    await says('Removed template from library')
    await says('The library is empty')
  })

  it('TPL-209 a table that could not be loaded says so', async () => {
    server.fail(listStockTemplates, 'internal', { message: 'The library is asleep.' })
    server.fail(availableStockTemplates, 'internal', { message: 'The library is asleep.' })
    await open()
    await until(() => text().split('Error The library is asleep.').length === 3)
  })
})
