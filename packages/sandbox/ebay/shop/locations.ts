import { type Json, objectOf, textOf, textsOf } from '../../kit/json.ts'
import { type Call, type Handler, noContent, ok, pageHref, route } from '../api/call.ts'
import { inventoryError, refuse } from '../api/errors.ts'
import { type Location } from '../shapes.ts'

const scope = 'sell.inventory'
const base = '/sell/inventory/v1/location'

/** Here `offset` counts locations, unlike in the lists of items and offers. */
const listLocations: Handler = (call) => {
  const limit = number(call, 'limit', 100, 1, 100)
  const offset = number(call, 'offset', 0, 0, Number.MAX_SAFE_INTEGER)
  const all = call.shop.list('location')
  const next = offset + limit < all.length ? { next: pageHref(call, { offset: offset + limit, limit }) } : {}
  const prev = offset > 0 ? { prev: pageHref(call, { offset: Math.max(0, offset - limit), limit }) } : {}
  return ok({
    href: pageHref(call, { offset, limit }),
    limit,
    offset,
    total: all.length,
    ...next,
    ...prev,
    locations: all.slice(offset, offset + limit),
  })
}
function number(call: Call, name: string, standard: number, least: number, most: number): number {
  const text = call.query.get(name)
  if (text === null) return standard
  if (!/^\d+$/.test(text) || Number(text) < least || Number(text) > most)
    throw refuse(400, inventoryError(25706, `You have provided invalid pagination values. ${name}.`))
  return Number(text)
}

const getLocation: Handler = (call) => ok(find(call))

const createLocation: Handler = (call) => {
  const key = call.params[0] ?? ''
  if (key.length > 36)
    throw refuse(400, inventoryError(25800, 'Invalid merchantLocationKey.', { fieldName: 'merchantLocationKey' }))
  if (call.shop.get('location', key))
    throw refuse(
      409,
      inventoryError(25803, 'merchantLocationKey already exists.', { fieldName: 'merchantLocationKey' }),
    )
  const body = call.body()
  const address = objectOf(objectOf(body['location'])['address'])
  checkAddress(address)
  call.shop.put('location', key, {
    ...describe(body),
    merchantLocationKey: key,
    merchantLocationStatus: body['merchantLocationStatus'] === 'DISABLED' ? 'DISABLED' : 'ENABLED',
    location: { locationId: `SBXLOC${String(call.shop.nextNumber('location')).padStart(10, '0')}`, address },
  })
  return noContent
}
function checkAddress(address: Json): void {
  const has = (name: string) => textOf(address[name]) !== ''
  if (!has('country')) throw refuse(400, inventoryError(25801, 'Missing field country.', { fieldName: 'country' }))
  if (!has('postalCode') && !(has('city') && has('stateOrProvince'))) {
    throw refuse(
      400,
      inventoryError(25802, 'Input error. Give postalCode and country, or city, stateOrProvince and country.'),
    )
  }
}
function describe(body: Json): Pick<Location, 'name' | 'phone' | 'locationTypes'> & Json {
  const { location: _kept, merchantLocationStatus: _status, ...rest } = body
  const types = textsOf(body['locationTypes'])
  return {
    ...rest,
    name: textOf(body['name']),
    phone: textOf(body['phone']),
    locationTypes: types.length > 0 ? types : ['STORE'],
  }
}

/** The address of a location stays as it was made. */
const updateLocation: Handler = (call) => {
  const before = find(call)
  call.shop.put('location', before.merchantLocationKey, {
    ...before,
    ...describe({ ...before, ...call.body() }),
    location: before.location,
  })
  return noContent
}
const deleteLocation: Handler = (call) => {
  call.shop.delete('location', find(call).merchantLocationKey)
  return noContent
}
const setStatus =
  (status: Location['merchantLocationStatus']): Handler =>
  (call) => {
    const location = find(call)
    if (location.merchantLocationStatus === status)
      throw refuse(400, inventoryError(25802, `Input error. The location is ${status} already.`))
    call.shop.put('location', location.merchantLocationKey, { ...location, merchantLocationStatus: status })
    return ok({})
  }
function find(call: Call): Location {
  const location = call.shop.get('location', call.params[0] ?? '')
  if (!location)
    throw refuse(404, inventoryError(25805, 'merchantLocationKey Not Found.', { fieldName: 'merchantLocationKey' }))
  return location
}

export const locationRoutes = [
  route(scope, 'GET', base, listLocations),
  route(scope, 'GET', `${base}/{}`, getLocation),
  route(scope, 'POST', `${base}/{}`, createLocation),
  route(scope, 'DELETE', `${base}/{}`, deleteLocation),
  route(scope, 'POST', `${base}/{}/update_location_details`, updateLocation),
  route(scope, 'POST', `${base}/{}/enable`, setStatus('ENABLED')),
  route(scope, 'POST', `${base}/{}/disable`, setStatus('DISABLED')),
]
