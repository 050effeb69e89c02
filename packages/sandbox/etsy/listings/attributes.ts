import { propertiesOf } from './catalog.ts'
import { type Handler, listOf, ok, route } from '../api/call.ts'
import { invalid, notFound } from '../api/errors.ts'
import { Form } from '../api/input.ts'
import type { PropertyValue } from '../state.ts'

const list: Handler = ({ shop, params }) => listOf(shop.listing(params[0] ?? '').attributes)

/** Sets one attribute. Its values are known ones, unless the property is a measure. */
const put: Handler = ({ shop, request, params }) => {
  const listing = shop.listing(params[0] ?? '')
  const property = propertiesOf(listing.taxonomy_id).find(({ id }) => id === Number(params[1]))
  if (!property) throw invalid(`Invalid property_id: ${params[1]}`)
  const form = Form.of(request)
  const [values, ids] = [form.list('values') ?? [], (form.list('value_ids') ?? []).map(Number)]
  if (values.length === 0) throw invalid("Property values can't be empty")
  const scaleId = form.whole('scale_id') ?? null
  const scale = property.scales?.find(([id]) => id === scaleId)
  if ((scaleId !== null && !scale) || (scaleId === null && property.scales))
    throw invalid(`Invalid scale_id: ${scaleId}`)
  const isMeasure = property.values.length === 0
  if (!isMeasure && ids.length !== values.length) throw invalid('Each value needs its value_id')
  const isKnown = (value: string, i: number) =>
    property.values.some(([id, name, of]) => id === ids[i] && name === value && (of ?? null) === scaleId)
  if (isMeasure ? values.some((value) => !/^\d+([.,/ ]\d+)*$/.test(value)) : !values.every(isKnown))
    throw invalid(`Invalid value for the property ${property.name}`)
  const most = property.multi ? (property.most ?? Infinity) : 1
  if (values.length > most) throw invalid(`The property ${property.name} takes ${most} values at most`)
  const value: PropertyValue = {
    property_id: property.id,
    property_name: property.shown ?? property.name,
    scale_id: scaleId,
    scale_name: scale?.[1] ?? null,
    value_ids: ids,
    values,
  }
  const others = listing.attributes.filter(({ property_id }) => property_id !== property.id)
  shop.keepListing({ ...listing, attributes: [...others, value] })
  return ok(value)
}

const remove: Handler = ({ shop, params }) => {
  const listing = shop.listing(params[0] ?? '')
  const attributes = listing.attributes.filter(({ property_id }) => property_id !== Number(params[1]))
  if (attributes.length === listing.attributes.length) throw notFound()
  shop.keepListing({ ...listing, attributes })
  return { status: 204 }
}

export const attributeRoutes = [
  route('listings_r', 'GET', '/shops/{}/listings/{}/properties', list),
  route('listings_w', 'PUT', '/shops/{}/listings/{}/properties/{}', put),
  route('listings_w', 'DELETE', '/shops/{}/listings/{}/properties/{}', remove),
]
