import { isObject, type Json, listOf, textOf } from '../../kit/json.ts'
import { type Call, type Handler, noContent, ok, route } from '../api/call.ts'
import { accountError, refuse } from '../api/errors.ts'
import { marketplaces } from '../listings/catalog.ts'
import { shippingServices } from '../listings/metadata.ts'
import { amount, type Policy, type PolicyKind } from '../shapes.ts'
import { newId } from '../state.ts'

const scope = 'sell.account'
const base = '/sell/account/v1'
const programs = ['SELLING_POLICY_MANAGEMENT', 'OUT_OF_STOCK_CONTROL', 'PARTNER_MOTORS_DEALER']

const getPrivilege: Handler = () =>
  ok({ sellerRegistrationCompleted: true, sellingLimit: { amount: amount(1_000_000), quantity: 100_000 } })

const getPrograms: Handler = ({ shop }) => ok({ programs: shop.list('program') })

const optIn: Handler = (call) => {
  const programType = readProgram(call)
  if (call.shop.hasProgram(programType))
    throw refuse(409, { ...accountError(25803, `${programType} already exists.`), category: 'BUSINESS' })
  // Real eBay may take a day; here it takes effect at once.
  call.shop.put('program', programType, { programType })
  return ok({})
}
const optOut: Handler = (call) => {
  const programType = readProgram(call)
  if (!call.shop.hasProgram(programType)) throw refuse(404, accountError(20404, `${programType} not found.`))
  call.shop.delete('program', programType)
  return ok({})
}
function readProgram(call: Call): string {
  const programType = textOf(call.body()['programType'])
  if (!programs.includes(programType))
    throw refuse(400, accountError(20403, 'Invalid programType.', { fieldName: 'programType' }))
  return programType
}

const idNames: Record<PolicyKind, string> = {
  fulfillment: 'fulfillmentPolicyId',
  payment: 'paymentPolicyId',
  return: 'returnPolicyId',
}
const listNames: Record<PolicyKind, string> = {
  fulfillment: 'fulfillmentPolicies',
  payment: 'paymentPolicies',
  return: 'returnPolicies',
}

const shown = (policy: Policy): Json => ({ ...policy.body, [idNames[policy.kind]]: policy.id })

function needPolicies(call: Call): void {
  if (call.shop.hasProgram('SELLING_POLICY_MANAGEMENT')) return
  throw refuse(400, accountError(20403, 'Invalid . User is not eligible for Business Policy', { fieldName: '' }))
}

const listPolicies =
  (kind: PolicyKind): Handler =>
  (call) => {
    needPolicies(call)
    const marketplaceId = call.query.get('marketplace_id') ?? ''
    if (!marketplaces.includes(marketplaceId))
      throw refuse(400, accountError(20403, 'Invalid marketplaceId.', { fieldName: 'marketplaceId' }))
    const policies = call.shop
      .list('policy')
      .filter((policy) => policy.kind === kind && policy.marketplaceId === marketplaceId)
    const href = `${call.context.baseUrl}${call.request.path}?${call.query}`
    return ok({
      total: policies.length,
      href,
      limit: policies.length,
      offset: 0,
      [listNames[kind]]: policies.map(shown),
    })
  }
const getPolicy =
  (kind: PolicyKind): Handler =>
  (call) =>
    ok(shown(findPolicy(call, kind)))

const getByName =
  (kind: PolicyKind): Handler =>
  (call) => {
    const name = call.query.get('name')
    const policy = call.shop
      .list('policy')
      .find(
        (candidate) =>
          candidate.kind === kind &&
          candidate.name === name &&
          candidate.marketplaceId === call.query.get('marketplace_id'),
      )
    if (!policy) throw refuse(400, accountError(20404, `${idNames[kind]} not found.`))
    return ok(shown(policy))
  }
const createPolicy =
  (kind: PolicyKind): Handler =>
  (call) => {
    needPolicies(call)
    const policy = readPolicy(call, kind, newId(call.shop, 'policy'))
    call.shop.put('policy', policy.id, policy)
    return {
      status: 201,
      body: { ...shown(policy), warnings: [] },
      headers: { location: `${call.context.baseUrl}${base}/${kind}_policy/${policy.id}` },
    }
  }
const updatePolicy =
  (kind: PolicyKind): Handler =>
  (call) => {
    const policy = readPolicy(call, kind, findPolicy(call, kind).id)
    call.shop.put('policy', policy.id, policy)
    return ok({ ...shown(policy), warnings: [] })
  }
const deletePolicy =
  (kind: PolicyKind): Handler =>
  (call) => {
    const policy = findPolicy(call, kind)
    const used = call.shop
      .list('offer')
      .some((offer) => offer.status === 'PUBLISHED' && offer.listingPolicies[`${kind}PolicyId`] === policy.id)
    if (used)
      throw refuse(409, {
        ...accountError(20409, 'Invalid default policy type. The policy is used by active listings.'),
        category: 'BUSINESS',
      })
    call.shop.delete('policy', policy.id)
    return noContent
  }

function findPolicy(call: Call, kind: PolicyKind): Policy {
  const policy = call.shop.get('policy', call.params[0] ?? '')
  if (policy?.kind !== kind)
    throw refuse(404, accountError(20404, `${idNames[kind]} not found.`, { fieldName: idNames[kind] }))
  return policy
}

const defaults: Record<PolicyKind, Json> = {
  fulfillment: {
    freightShipping: false,
    globalShipping: false,
    localPickup: false,
    pickupDropOff: false,
    shipToLocations: { regionIncluded: [], regionExcluded: [] },
  },
  payment: { immediatePay: false, paymentMethods: [] },
  return: { refundMethod: 'MONEY_BACK', returnShippingCostPayer: 'BUYER' },
}

function readPolicy(call: Call, kind: PolicyKind, id: string): Policy {
  // paymentMethods is dropped without a word, as eBay does since it manages payments itself.
  const { paymentMethods: _dropped, ...fields } = call.body()
  const name = textOf(fields['name'])
  const marketplaceId = textOf(fields['marketplaceId'])
  if (name === '') throw refuse(400, accountError(20401, 'Missing field name.', { fieldName: 'name' }))
  if (name.length > 64)
    throw refuse(400, accountError(20403, 'Invalid name. At most 64 characters.', { fieldName: 'name' }))
  if (textOf(fields['description']).length > 250)
    throw refuse(400, accountError(20403, 'Invalid description. At most 250 characters.', { fieldName: 'description' }))
  if (!marketplaces.includes(marketplaceId))
    throw refuse(400, accountError(20403, 'Invalid marketplaceId.', { fieldName: 'marketplaceId' }))
  const types = listOf(fields['categoryTypes'])
  if (types.length === 0 || !types.every((type) => isObject(type) && textOf(type['name']) !== '')) {
    throw refuse(400, accountError(20401, 'Missing field categoryTypes.', { fieldName: 'categoryTypes' }))
  }
  if (kind === 'return' && typeof fields['returnsAccepted'] !== 'boolean') {
    throw refuse(400, accountError(20401, 'Missing field returnsAccepted.', { fieldName: 'returnsAccepted' }))
  }
  if (kind === 'return' && fields['returnsAccepted'] === true && !isObject(fields['returnPeriod']))
    throw refuse(400, accountError(20401, 'Missing field returnPeriod.', { fieldName: 'returnPeriod' }))
  if (kind === 'fulfillment') checkShipping(fields)
  const isTaken = call.shop
    .list('policy')
    .some(
      (policy) =>
        policy.kind === kind && policy.name === name && policy.marketplaceId === marketplaceId && policy.id !== id,
    )
  if (isTaken)
    throw refuse(400, accountError(20400, 'Invalid request. A policy of this name exists already.', { name }))
  return { id, kind, marketplaceId, name, body: { ...defaults[kind], ...fields } }
}

/** What is sent needs a time to prepare it, by services that eBay knows, each free or with its price. */
function checkShipping(body: Json): void {
  const services = listOf(body['shippingOptions']).flatMap((option) =>
    isObject(option) ? listOf(option['shippingServices']) : [],
  )
  if (services.length > 0 && !isObject(body['handlingTime']))
    throw refuse(400, accountError(20401, 'Missing field handlingTime.', { fieldName: 'handlingTime' }))
  for (const service of services) {
    const code = isObject(service) ? textOf(service['shippingServiceCode']) : ''
    if (!shippingServices.some((known) => known.shippingService === code && known.validForSellingFlow))
      throw refuse(
        400,
        accountError(20403, 'Invalid shippingServiceCode.', { fieldName: 'shippingServiceCode', additionalInfo: code }),
      )
    if (isObject(service) && service['freeShipping'] !== true && !isObject(service['shippingCost']))
      throw refuse(400, accountError(20401, 'Missing field shippingCost.', { fieldName: 'shippingCost' }))
  }
}

const policyKinds: PolicyKind[] = ['fulfillment', 'payment', 'return']

export const accountRoutes = [
  route(scope, 'GET', `${base}/privilege`, getPrivilege),
  route(scope, 'GET', `${base}/program/get_opted_in_programs`, getPrograms),
  route(scope, 'POST', `${base}/program/opt_in`, optIn),
  route(scope, 'POST', `${base}/program/opt_out`, optOut),
  ...policyKinds.flatMap((kind) => [
    route(scope, 'GET', `${base}/${kind}_policy`, listPolicies(kind)),
    route(scope, 'POST', `${base}/${kind}_policy`, createPolicy(kind)),
    route(scope, 'GET', `${base}/${kind}_policy/get_by_policy_name`, getByName(kind)),
    route(scope, 'GET', `${base}/${kind}_policy/{}`, getPolicy(kind)),
    route(scope, 'PUT', `${base}/${kind}_policy/{}`, updatePolicy(kind)),
    route(scope, 'DELETE', `${base}/${kind}_policy/{}`, deletePolicy(kind)),
  ]),
]
