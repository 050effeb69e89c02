import { expect, it } from 'vitest'
import { mainLinks, settingsLinks } from '../../actions/pages.ts'
import { linkTo, pathOf } from '../../addresses.ts'
import { isBelow } from './nav.ts'

it('NAV-056..NAV-061 the main links in their order', () => {
  expect(mainLinks.map((link) => [link.label, pathOf(link.link)])).toEqual([
    ['Dashboard', '/dashboard'],
    ['Templates', '/templates'],
    ['Inventory', '/inventory'],
    ['Listings', '/listings'],
    ['Orders', '/orders'],
    ['Integrations', '/integrations'],
    ['Analytics', '/analytics'],
  ])
})
it('NAV-066..NAV-068 the Settings submenu, with Admin first for a super-admin', () => {
  expect(settingsLinks(false).map((link) => [link.label, pathOf(link.link)])).toEqual([
    ['Organization', '/admin'],
    ['Account', '/account'],
  ])
  expect(settingsLinks(true)[0]).toMatchObject({ label: 'Admin', link: linkTo({ to: '/superAdmin' }) })
})
it('a product belongs to Inventory, and /orders is not /order', () => {
  expect([
    isBelow('/product/7', '/inventory'),
    isBelow('/orders', '/orders'),
    isBelow('/ordersish', '/orders'),
  ]).toEqual([true, true, false])
})
