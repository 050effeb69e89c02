import { isObject, type Json } from '../../kit/json.ts'
import { propertiesOf } from '../listings/catalog.ts'
import { invalid } from '../api/errors.ts'
import { type Listing, newId, type PropertyValue, type Shop } from '../state.ts'

/** Two properties that every category has, whose name and values are the seller's. */
const customIds = [513, 514]

const numbers = (value: unknown): number[] =>
  Array.isArray(value) && value.every((entry) => Number.isInteger(entry)) ? (value as number[]) : []
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string' && entry !== '') : []

/** A value of a product as it was sent. One without an id is the seller's own and gets one, also where a known value has the same name. @throws EtsyError 400 */
export function valueOf(shop: Shop, listing: Listing, input: unknown): PropertyValue {
  if (!isObject(input)) throw invalid('Invalid property_values')
  if ('scale_name' in input) throw invalid("Unexpected key 'scale_name'")
  const property_id = Number(input['property_id'])
  const definition = propertiesOf(listing.taxonomy_id).find(({ id }) => id === property_id)
  const isCustom = customIds.includes(property_id)
  if (!isCustom && !definition?.variations) throw invalid(`Invalid property_id: ${property_id}`)
  const name = input['property_name']
  if (isCustom && (typeof name !== 'string' || name === ''))
    throw invalid("Expected string value for 'property_name' (got NULL)")
  const values = texts(input['values'])
  if (values.length === 0) throw invalid("Property values can't be empty")
  if (values.some((value) => /[()]/.test(value))) throw invalid('Property values may not contain parentheses')
  const { scale_id, scale_name } = scaleOf(definition?.scales ?? [], input)
  const ids = numbers(input['value_ids'])
  const value_ids = ids.length > 0 ? ids : values.map((value) => minted(shop, property_id, value))
  for (const id of ids) {
    const isKnown = definition?.values.some(([known]) => known === id)
    if (!isKnown && !values.some((value) => minted(shop, property_id, value) === id))
      throw invalid(`Invalid value_id ${id} of the property ${property_id}`)
  }
  return {
    property_id,
    property_name: isCustom ? String(name) : (definition?.shown ?? definition?.name ?? null),
    scale_id,
    scale_name,
    value_ids,
    values,
  }
}

function scaleOf(scales: [number, string][], input: Json): Pick<PropertyValue, 'scale_id' | 'scale_name'> {
  const scaleId = input['scale_id']
  if (scaleId === null || scaleId === undefined) return { scale_id: null, scale_name: null }
  const scale = scales.find(([id]) => id === scaleId)
  if (!scale) throw invalid(`Invalid scale_id: ${String(scaleId)}`)
  return { scale_id: scale[0], scale_name: scale[1] }
}

function minted(shop: Shop, propertyId: number, value: string): number {
  const key = `${propertyId}:${value}`
  const known = shop.get('value', key)
  if (known !== undefined) return known
  const id = newId(shop.context, 'value')
  shop.put('value', key, id)
  return id
}
