import type { Env } from '../../kit/merchants.ts'
import { type Json, listOf, objectOf, textOf } from '../../kit/json.ts'
import { count } from '../stock/counts.ts'
import { isAt, live, locations, objects, type ObjectRow, filledTexts, variationsOf } from '../state.ts'

/** Where the platform writes what is known of an object of a type. */
export const dataNames: Record<string, string> = {
  ITEM: 'item_data',
  ITEM_VARIATION: 'item_variation_data',
  ITEM_OPTION: 'item_option_data',
  ITEM_OPTION_VAL: 'item_option_value_data',
  CATEGORY: 'category_data',
  IMAGE: 'image_data',
  TAX: 'tax_data',
}

export const optionValues = (env: Env, option: string): ObjectRow[] =>
  objects(env, 'ITEM_OPTION_VAL')
    .filter(({ data }) => data['item_option_id'] === option)
    .toSorted((a, b) => Number(a.data['ordinal'] ?? 0) - Number(b.data['ordinal'] ?? 0))

/** The values of a variation's options by name, in the order of the item's options. */
export const valuesOf = (env: Env, variation: ObjectRow): string[] =>
  listOf(variation.data['item_option_values']).map((entry) =>
    textOf(live(env, textOf(objectOf(entry)['item_option_value_id']))?.data['name']),
  )
/** Where an item has options, its variations are named after their values. */
export const nameOf = (env: Env, variation: ObjectRow): string =>
  valuesOf(env, variation).join(', ') || textOf(variation.data['name'])

/** A tracked variation of which nothing is left at a place is marked as sold out there. */
function overrides(env: Env, { id, data }: ObjectRow): Json[] {
  const own = listOf(data['location_overrides']).map(objectOf)
  if (data['track_inventory'] !== true) return own
  const empty = locations(env).filter((place) => count(env, id, place.id)?.quantity === 0)
  return [
    ...own.map((override) => ({
      ...override,
      ...(empty.some((place) => place.id === override['location_id']) && { sold_out: true }),
    })),
    ...empty
      .filter((place) => !own.some((override) => override['location_id'] === place.id))
      .map((place) => ({ location_id: place.id, track_inventory: true, sold_out: true })),
  ]
}

function dataOf(env: Env, object: ObjectRow): Json {
  const { type, id, data } = object
  if (type === 'ITEM') return { ...data, variations: variationsOf(env, id).map((variation) => shown(env, variation)) }
  if (type === 'ITEM_OPTION') return { ...data, values: optionValues(env, id).map((value) => shown(env, value)) }
  if (type !== 'ITEM_VARIATION') return data
  const there = overrides(env, object)
  return { ...data, name: nameOf(env, object), ...(there.length > 0 && { location_overrides: there }) }
}

export const shown = (env: Env, object: ObjectRow): Json => ({
  type: object.type,
  id: object.id,
  updated_at: object.updatedAt,
  version: object.version,
  is_deleted: object.isDeleted,
  present_at_all_locations: object.atAll,
  ...(object.at.length > 0 && { present_at_location_ids: object.at }),
  ...(object.notAt.length > 0 && { absent_at_location_ids: object.notAt }),
  [dataNames[object.type] ?? 'item_data']: dataOf(env, object),
})

/** What an object refers to: of an item its pictures, categories, taxes and options; of a variation its item and pictures. */
export function related(env: Env, object: ObjectRow): ObjectRow[] {
  const { data, type, id } = object
  const pictures = type === 'ITEM' ? [object, ...variationsOf(env, id)] : [object]
  const ids = [
    ...pictures.flatMap((picture) => filledTexts(picture.data['image_ids'])),
    ...listOf(data['categories']).map((category) => textOf(objectOf(category)['id'])),
    ...filledTexts(data['tax_ids']),
    ...(type === 'ITEM_VARIATION' ? [textOf(data['item_id'])] : []),
  ]
  return [...new Set(ids)].flatMap((objectId) => live(env, objectId) ?? [])
}

/** The item of a variation that can be sold at a place. */
export function itemOnSale(env: Env, variation: ObjectRow, location: string): ObjectRow | undefined {
  const item = live(env, textOf(variation.data['item_id']), 'ITEM')
  return item && item.data['is_archived'] !== true && isAt(item, location) && isAt(variation, location)
    ? item
    : undefined
}
