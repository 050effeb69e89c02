import seeds from '../data/shop.json' with { type: 'json' }
import { nodeOf, propertiesOf, rootsNow, showProperty } from '../listings/catalog.ts'
import { type Handler, listOf, ok, pageOf, route } from '../api/call.ts'
import { invalid, notFound } from '../api/errors.ts'
import { Form } from '../api/input.ts'
import { scopesOf } from '../auth/oauth.ts'
import { showPolicy, showProcessing, showProfile, showSection, showShop } from './shop-view.ts'
import type { Shop } from '../state.ts'

const active = (shop: Shop, sectionId?: number): number =>
  shop
    .listings()
    .filter(
      (listing) => listing.state === 'active' && (sectionId === undefined || listing.shop_section_id === sectionId),
    ).length

const nodes: Handler = ({ context }) => listOf(rootsNow(context))
const properties: Handler = ({ context, params }) => {
  const id = Number(params[0])
  if (!nodeOf(context, id)) throw notFound()
  return listOf(propertiesOf(id).map(showProperty))
}
const me: Handler = ({ shop }) => ok({ user_id: shop.seller.userId, shop_id: shop.seller.shopId })
const ping: Handler = () => ok({ application_id: 1 })
/** The one shop that a user has; of another user nothing is told. */
const shopOfUser: Handler = ({ shop, params }) => {
  if (Number(params[0]) !== shop.seller.userId) throw notFound()
  return ok(showShop(shop, active(shop)))
}
const shopOf: Handler = ({ shop }) => ok(showShop(shop, active(shop)))
const profiles: Handler = ({ shop }) =>
  listOf(shop.list('shippingProfile').map((profile) => showProfile(shop, profile)))
const policies: Handler = ({ shop }) => listOf(shop.list('returnPolicy').map((policy) => showPolicy(shop, policy)))
const sections: Handler = ({ shop }) =>
  listOf(
    shop.list('section').map((section, i) => showSection(shop, section, i + 1, active(shop, section.shop_section_id))),
  )
const processing: Handler = (call) => {
  const { part, count } = pageOf(call, call.shop.list('processingProfile'))
  return listOf(
    part.map((profile) => showProcessing(call.shop, profile)),
    count,
  )
}
const carriers: Handler = ({ query }) => {
  if (!/^[A-Z]{2}$/.test(query.get('origin_country_iso') ?? '')) throw invalid('origin_country_iso is required')
  return listOf(
    seeds.carriers.map(({ id, name, classes }) => {
      const named = classes.map(([mail_class_key, of]) => ({ mail_class_key, name: of }))
      return { shipping_carrier_id: id, name, domestic_classes: named, international_classes: [] }
    }),
  )
}
const scopes: Handler = ({ context, request }) =>
  ok({ scopes: scopesOf(context, Form.of(request).text('token') ?? '') })

export const lookupRoutes = [
  route(null, 'GET', '/seller-taxonomy/nodes', nodes),
  route(null, 'GET', '/seller-taxonomy/nodes/{}/properties', properties),
  route(null, 'GET', '/shipping-carriers', carriers),
  route(null, 'POST', '/scopes', scopes),
  route(null, 'GET', '/openapi-ping', ping),
  route('shops_r', 'GET', '/users/me', me),
  route('', 'GET', '/users/{}/shops', shopOfUser),
  route('', 'GET', '/shops/{}', shopOf),
  route('shops_r', 'GET', '/shops/{}/shipping-profiles', profiles),
  route('', 'GET', '/shops/{}/policies/return', policies),
  route('', 'GET', '/shops/{}/sections', sections),
  route('shops_r', 'GET', '/shops/{}/readiness-state-definitions', processing),
]
