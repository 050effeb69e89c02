// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { orderProfit } from '#contract/analytics/profit.ts'
import { exchangeCode } from '#contract/integrations/integrations.ts'
import { getStart } from '#contract/organizations/organizations.ts'
import { listListingProducts } from '#contract/listings/listings.ts'
import { orderHistory, orderTags } from '#contract/orders/handling.ts'
import { getOrder, recentOrders, searchOrders } from '#contract/orders/orders.ts'
import { orderUndoing } from '#contract/orders/refunds.ts'
import { clientUsers } from '#contract/organizations/organizations.ts'
import { type RoleId, roles } from '#contract/permissions.ts'
import { getProductBySku } from '#contract/products/products.ts'
import { searchRecords } from '#contract/search.ts'
import { listSharing } from '#contract/sync/sharing.ts'
import { listTemplates } from '#contract/templates.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { anIntegration, answerIntegrations } from '../testing/integrations.ts'
import { answerListingPages } from '../testing/listing-pages.ts'
import { aListing, aPanel, aProduct, aSchema, aTemplate } from '../testing/listings.ts'
import { anOrder, anOrderRow, noUndoing } from '../testing/orders.ts'
import { renderPage } from '../testing/render-page.tsx'
import { all, nameOf, press, says, theOne, until } from '../testing/screen.tsx'
import { start } from '../testing/shell-answers.ts'

const server = fakeServer()

beforeEach(() => {
  const live = aListing('ebay', { status: 'listed', externalId: 'e-1', url: 'https://ebay.example/1' })
  answerListingPages(
    server,
    { ebay: aPanel('ebay', [aSchema()], { listingProduct: live }), shopify: aPanel('shopify', [aSchema()]) },
    aProduct({ liveOn: ['ebay'] }),
  )
  answerIntegrations(server, { ebay: { ...anIntegration('ebay'), others: [] } })
  server.answer(listListingProducts, [live])
  server.answer(getStart, { ...start, orders: 1, openOrders: 1 })
  server.answer(recentOrders, [anOrderRow()])
  server.answer(searchOrders, [anOrderRow()])
  server.answer(getOrder, { order: anOrder({ channel: 'manual' }), channelOrder: null })
  server.answer(orderHistory, { data: [], more: false })
  server.answer(orderProfit, { profit: null })
  server.answer(orderTags, [])
  server.answer(orderUndoing, noUndoing)
  server.answer(clientUsers, [])
  server.answer(listSharing, { data: [], oversold: { orders: 0, of: 0 } })
  server.fail(getProductBySku, 'not_found')
  server.answer(searchRecords, { products: [], templates: [], orders: [], customers: [] })
  server.answer(listTemplates, [
    {
      id: 7,
      name: 'Shirts',
      details: '',
      products: 1,
      attributes: 0,
      channels: [],
      updatedAt: '2026-11-20T10:00:00.000Z',
    },
  ])
})

/** What can be pressed on the page itself. */
const pressable = (main: HTMLElement) => [...all('button', /./, main), ...all('link', /./, main)].map(nameOf)
/** Fields in which somebody could write; what only chooses what is shown is left out. */
const writable = (main: HTMLElement) =>
  [
    ...main.querySelectorAll<HTMLInputElement>('input:not([type="search"], [type="radio"], [type="hidden"]), textarea'),
  ].filter((field) => !field.disabled && !field.closest('fieldset:disabled') && !field.readOnly)

const pages: readonly [address: string, names: readonly string[], form?: 'form'][] = [
  ['/templates', ['New Template']],
  ['/template/7', ['Duplicate', 'Add attribute'], 'form'],
  ['/template/7/details', ['Delete'], 'form'],
  ['/template/7/listing/shopify', ['Add listing template', 'Rename'], 'form'],
  ['/product/12', ['Duplicate', 'Delete', 'Save', 'List', 'Add variation'], 'form'],
  ['/product/12/publish/ebay', ['Unlist', 'Update on eBay'], 'form'],
  ['/product/12/listings', ['Unlist']],
  ['/product-not-found?sku=NOPE', ['Create New Product']],
  ['/orders', ['Import']],
  ['/order/41', ['Mark Shipped', 'Edit']],
  ['/integrations/ebay', ['Disconnect', 'Re-Authorize', 'Check for orders now']],
  ['/integrations/ebay/defaults', ['Save'], 'form'],
  ['/integrations/ebay/prices', ['Save price rule'], 'form'],
]
const open = async (address: string, roleId: RoleId) => {
  await renderPage(address, { roleId })
  return theOne('main', /(?:)/)
}

describe('a guest sees every page, and nothing on it that would be refused; who may work there does', () => {
  it.each(pages)('%s', async (address, names, form) => {
    // Channels and their orders are for managers; a member does all else.
    const worker = await open(address, /integrations|orders$/.test(address) ? roles.manager : roles.member)
    for (const name of names) await until(() => pressable(worker).includes(name))
    if (form) await until(() => writable(worker).length > 0)
    const guest = await open(address, roles.guest)
    if (form) await says('You have view-only access.')
    await until(() => all('heading', /./, guest).length > 0)
    await until(() => guest.querySelectorAll('[aria-busy="true"]').length === 0)
    for (const name of names) expect(pressable(guest), name).not.toContain(name)
    if (form) expect(writable(guest).map(nameOf)).toEqual([])
  })

  it.each(['/inventory/new', '/inventory/new/7', '/templates/new'])('%s tells who may', async (address) => {
    const main = await open(address, roles.guest)
    await says('You have view-only access')
    await says('Members, Managers and Admins can')
    expect(all('button', /./, main)).toEqual([])
  })
})

it('a member leaves the channels to managers', async () => {
  const main = await open('/integrations/ebay', roles.member)
  await says('Managers and Admins can connect and disconnect channels, pull their orders.')
  for (const name of ['Disconnect', 'Re-Authorize', 'Save', 'Check for orders now'])
    expect(pressable(main), name).not.toContain(name)
  expect(writable(main)).toEqual([])
})

it('the palette offers a guest pages, and nothing to create', async () => {
  for (const [roleId, offersNew] of [
    [roles.admin, true],
    [roles.guest, false],
  ] as const) {
    await open('/product/12', roleId)
    await press('button', /^Search or run/)
    const palette = await theOne('dialog', /./)
    await theOne('button', /^Dashboard/, palette)
    const commands = [/^New Product/, /^New Template/, /^Delete /, /^Duplicate /, /^List TEE-1/]
    const offered = () => commands.filter((name) => all('button', name, palette).length > 0)
    if (offersNew) await until(() => offered().length === commands.length)
    else expect(offered()).toEqual([])
  }
})

it('a template of a guest has no button to save', async () => {
  await open('/template/7/details', roles.guest)
  await says(aTemplate().name)
  expect(all('button', 'Save')).toEqual([])
})

it.each(['/oauth/shopify', '/oauth/shopify/dev'])('NAV-045 %s takes the answer of a channel', async (path) => {
  server.fail(exchangeCode, 'channel_refused', { message: 'You didn’t allow access to Shopify.' })
  await renderPage(`${path}?error=access_denied`)
  await theOne('heading', 'Authorizing with Shopify')
  await says('You didn’t allow access to Shopify.')
})
