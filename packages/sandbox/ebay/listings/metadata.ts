import data from '../data/shipping-services.json' with { type: 'json' }
import { type Call, type Handler, ok, route } from '../api/call.ts'
import { regulatoryAttributes } from './regulatory.ts'
import { allCategories, findCategory, isLeaf, isRetired, marketplaces, tree } from './catalog.ts'
import { conditionsOf } from './conditions.ts'
import { metadataError, refuse } from '../api/errors.ts'

const base = '/sell/metadata/v1'

/** The leaves that `filter=categoryIds:{1|2}` names, or all. */
function requestedLeaves(call: Call): { ids: string[]; warnings: unknown[] } {
  if (!marketplaces.includes(call.params[0] ?? ''))
    throw refuse(400, metadataError(46001, 'The specified marketplace ID was not found.'))
  const filter = call.query.get('filter')
  const isThere = (id: string) => findCategory(id) !== undefined && !isRetired(call.context, id)
  if (filter === null)
    return { ids: allCategories.filter(({ id }) => isLeaf(id) && isThere(id)).map(({ id }) => id), warnings: [] }
  const ids = /^categoryIds:\{([\d|]+)\}$/.exec(filter)?.[1]?.split('|')
  // eBay answers these with success and a warning, by its description.
  if (!ids)
    return {
      ids: [],
      warnings: [
        metadataError(
          46002,
          'The filter value is invalid. Sample supported values: filter=categoryIds:{catId1|catId2|catId3}.',
        ),
      ],
    }
  return {
    ids: ids.slice(0, 50).filter((id) => isLeaf(id) && isThere(id)),
    warnings: [
      ...(ids.every(isThere)
        ? []
        : [metadataError(46003, 'The specified categoryId was not found for the marketplace.')]),
      ...(ids.length > 50
        ? [metadataError(46004, 'Only 50 Category IDs specified in the filter are considered.')]
        : []),
    ],
  }
}

const getConditions: Handler = (call) => {
  const { ids, warnings } = requestedLeaves(call)
  const itemConditionPolicies = ids.map((categoryId) => ({
    categoryTreeId: tree.id,
    categoryId,
    itemConditionRequired: true,
    itemConditions: conditionsOf(categoryId),
  }))
  return ok({ itemConditionPolicies, warnings })
}

const getStructures: Handler = (call) => {
  const { ids, warnings } = requestedLeaves(call)
  return ok({
    listingStructurePolicies: ids.map((categoryId) => ({
      categoryTreeId: tree.id,
      categoryId,
      variationsSupported: true,
    })),
    warnings,
  })
}

const getRegulatory: Handler = (call) => {
  const { ids, warnings } = requestedLeaves(call)
  return ok({
    regulatoryPolicies: ids.map((categoryId) => ({
      categoryTreeId: tree.id,
      categoryId,
      supportedAttributes: regulatoryAttributes(call.params[0] ?? '', categoryId),
    })),
    warnings,
  })
}

interface Service {
  shippingService: string
  validForSellingFlow: boolean
}
export const shippingServices: Service[] = data.services.map((service) => ({
  internationalService: false,
  validForSellingFlow: true,
  packageLimits: {},
  ...service,
}))
const getServices: Handler = (call) => {
  if (!marketplaces.includes(call.params[0] ?? ''))
    throw refuse(400, metadataError(46001, 'The specified marketplace ID was not found.'))
  return ok({ shippingServices })
}

export const metadataRoutes = [
  route(null, 'GET', `${base}/shipping/marketplace/{}/get_shipping_services`, getServices),
  route(null, 'GET', `${base}/marketplace/{}/get_item_condition_policies`, getConditions),
  route(null, 'GET', `${base}/marketplace/{}/get_listing_structure_policies`, getStructures),
  route(null, 'GET', `${base}/marketplace/{}/get_regulatory_policies`, getRegulatory),
]
