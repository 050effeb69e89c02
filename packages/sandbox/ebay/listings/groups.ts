import { isObject, type Json, listOf, objectOf, textOf, textsOf } from '../../kit/json.ts'
import { type Call, type Handler, noContent, ok, route } from '../api/call.ts'
import { inventoryError, refuse } from '../api/errors.ts'
import { readAspects } from './items.ts'
import { endListing } from './listings.ts'
import { type Group } from '../shapes.ts'
import { countRevision } from './revisions.ts'
import type { Shop } from '../state.ts'

const scope = 'sell.inventory'
const base = '/sell/inventory/v1/inventory_item_group'

const getGroup: Handler = (call) => ok(findGroup(call.shop, call.params[0] ?? ''))

export function findGroup(shop: Shop, key: string): Group {
  const group = shop.get('group', key)
  if (group) return group
  throw refuse(
    404,
    inventoryError(
      25705,
      `The Inventory Item Group named ${key} could not be found or is not available in the system.`,
    ),
  )
}

/** A full replace. A variation that is left out leaves the listing, unless it has sold. */
const putGroup: Handler = (call) => {
  const { shop } = call
  const group = readGroup(call.params[0] ?? '', call.body())
  checkMembers(shop, group)
  const before = shop.get('group', group.inventoryItemGroupKey)
  shop.together(() => {
    const [first] = before?.variantSKUs ?? []
    if (first !== undefined) countRevision(shop, first)
    for (const sku of before?.variantSKUs ?? []) if (!group.variantSKUs.includes(sku)) leave(shop, sku)
    shop.put('group', group.inventoryItemGroupKey, group)
  })
  return noContent
}

function readGroup(key: string, body: Json): Group {
  const wrong = (detail: string) =>
    refuse(400, inventoryError(25013, `Invalid data in the Inventory Item Group. ${detail}`))
  const title = textOf(body['title'])
  const variesBy = objectOf(body['variesBy'])
  const variantSKUs = textsOf(body['variantSKUs'])
  const imageUrls = textsOf(body['imageUrls'])
  if (title.length > 80) throw wrong('The title may have up to 80 characters.')
  if (textOf(body['description']).length > 500_000) throw wrong('The description may have up to 500000 characters.')
  if (imageUrls.length > 24) throw wrong('At most 24 pictures are possible.')
  if (variantSKUs.length === 0) throw wrong('variantSKUs is missing.')
  if (new Set(variantSKUs).size !== variantSKUs.length) throw wrong('variantSKUs names a SKU twice.')
  if (variantSKUs.length > 250) throw wrong('At most 250 variations are possible.')
  const specifications = listOf(variesBy['specifications'])
    .filter(isObject)
    .map((entry) => ({ name: textOf(entry['name']), values: textsOf(entry['values']) }))
  return {
    ...body,
    inventoryItemGroupKey: key,
    title,
    description: textOf(body['description']),
    imageUrls,
    variantSKUs,
    aspects: readAspects(body['aspects']),
    variesBy: { aspectsImageVariesBy: textsOf(variesBy['aspectsImageVariesBy']), specifications },
  }
}

function checkMembers(shop: Shop, group: Group): void {
  const unknown = group.variantSKUs.filter((sku) => !shop.get('item', sku))
  if (unknown.length > 0)
    throw refuse(
      400,
      inventoryError(25701, `These SKU(s) are not in the system : ${unknown.join(', ')}`, { skus: unknown.join(',') }),
    )
  for (const sku of group.variantSKUs) {
    const other = shop.groupOf(sku)
    if (other && other.inventoryItemGroupKey !== group.inventoryItemGroupKey) {
      throw refuse(
        400,
        inventoryError(
          25703,
          `The following SKU is already a member of another group. SKU : ${sku} groupId : ${other.inventoryItemGroupKey}`,
        ),
      )
    }
    const alone = other ? undefined : shop.offersOf(sku).find((offer) => offer.status === 'PUBLISHED')
    if (alone)
      throw refuse(
        400,
        inventoryError(
          25704,
          `The following SKU is already listed as a single SKU listing. SKU : ${sku} Listing ID : ${alone.listingId}`,
        ),
      )
  }
}

function leave(shop: Shop, sku: string): void {
  for (const offer of shop.offersOf(sku)) {
    if (offer.status === 'PUBLISHED' && offer.soldQuantity > 0) {
      throw refuse(
        400,
        inventoryError(
          25019,
          `Cannot revise the listing. The variation ${sku} has been sold and cannot be removed; set its quantity to 0.`,
        ),
      )
    }
    endListing(shop, offer)
  }
}

const deleteGroup: Handler = (call: Call) => {
  const group = findGroup(call.shop, call.params[0] ?? '')
  call.shop.together(() => {
    for (const sku of group.variantSKUs) for (const offer of call.shop.offersOf(sku)) endListing(call.shop, offer)
    call.shop.delete('group', group.inventoryItemGroupKey)
  })
  return noContent
}

export const groupRoutes = [
  route(scope, 'GET', `${base}/{}`, getGroup),
  route(scope, 'PUT', `${base}/{}`, putGroup),
  route(scope, 'DELETE', `${base}/{}`, deleteGroup),
]
