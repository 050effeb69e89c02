import type { Env } from '../../kit/merchants.ts'
import { type Json, listOf, objectOf, textOf } from '../../kit/json.ts'
import { invalid } from '../api/errors.ts'
import { optionValues } from './catalog-view.ts'
import { isAt, live, locations, merchantRow, type Money, type ObjectRow, objects, filledTexts } from '../state.ts'

/** What one object of a request becomes: ids of this request are replaced already. @param path of it in the request */
export interface SentObject {
  id: string
  data: Json
  path: string
}

const bounded = (text: unknown, most: number, path: string): void => {
  if ([...textOf(text)].length > most)
    throw invalid('VALUE_TOO_LONG', `The value is longer than ${most} characters.`, path)
}
const named = (data: Json, most: number, path: string): void => {
  if (!textOf(data['name']).trim()) throw invalid('MISSING_REQUIRED_PARAMETER', 'A name is required.', `${path}.name`)
  bounded(data['name'], most, `${path}.name`)
}
function refersTo(env: Env, ids: string[], type: string, path: string): void {
  const missing = ids.find((id) => !live(env, id, type))
  if (missing !== undefined) throw invalid('INVALID_VALUE', `Invalid object reference: ${missing} is no ${type}.`, path)
}

const mostOptions = 6
const mostVariations = 250
const mostImages = 250

/** An item without its variations. */
export function itemData(env: Env, { data, path }: SentObject): Json {
  named(data, 512, path)
  bounded(data['description_html'], 65_535, `${path}.description_html`)
  const options = listOf(data['item_options']).map((entry) => textOf(objectOf(entry)['item_option_id']))
  if (options.length > mostOptions)
    throw invalid('ARRAY_LENGTH_TOO_LONG', `An item has ${mostOptions} options at most.`, `${path}.item_options`)
  refersTo(env, options, 'ITEM_OPTION', `${path}.item_options`)
  refersTo(
    env,
    listOf(data['categories']).map((entry) => textOf(objectOf(entry)['id'])),
    'CATEGORY',
    `${path}.categories`,
  )
  refersTo(env, filledTexts(data['tax_ids']), 'TAX', `${path}.tax_ids`)
  pictures(env, data, path)
  const variations = listOf(data['variations'])
  if (variations.length === 0)
    throw invalid('MISSING_REQUIRED_PARAMETER', 'An item has one variation at least.', `${path}.variations`)
  if (variations.length > mostVariations)
    throw invalid('ARRAY_LENGTH_TOO_LONG', `An item has ${mostVariations} variations at most.`, `${path}.variations`)
  const { variations: _nested, ...rest } = data
  const html = textOf(data['description_html'])
  return { is_archived: false, product_type: 'REGULAR', ...rest, ...(html && { description_plaintext: plain(html) }) }
}
const plain = (html: string) => html.replace(/<[^>]*>/g, '')

function pictures(env: Env, data: Json, path: string): void {
  const ids = filledTexts(data['image_ids'])
  if (ids.length > mostImages)
    throw invalid('ARRAY_LENGTH_TOO_LONG', `${mostImages} images at most.`, `${path}.image_ids`)
  refersTo(env, ids, 'IMAGE', `${path}.image_ids`)
}

/** @param item as it is after this request */
export function variationData(env: Env, { data, path }: SentObject, item: ObjectRow): Json {
  const options = listOf(item.data['item_options']).map((entry) => textOf(objectOf(entry)['item_option_id']))
  if (options.length > 0 && data['name'] !== undefined)
    throw invalid('INVALID_VALUE', 'The name follows from the options of the item, and cannot be set.', `${path}.name`)
  if (options.length === 0) named(data, 255, path)
  bounded(data['sku'], 255, `${path}.sku`)
  bounded(data['user_data'], 255, `${path}.user_data`)
  if (textOf(data['upc']) && !/^\d{8,14}$/.test(textOf(data['upc'])))
    throw invalid('INVALID_VALUE', 'A UPC has 8 to 14 digits.', `${path}.upc`)
  checkPrice(env, data, path)
  checkOptions(env, data, options, path)
  pictures(env, data, path)
  const overrides = listOf(data['location_overrides']).map(objectOf)
  checkPlaces(
    env,
    overrides.map((override) => textOf(override['location_id'])),
    `${path}.location_overrides`,
  )
  const { ordinal: _position, ...rest } = data
  return {
    sellable: true,
    stockable: true,
    ...rest,
    item_id: item.id,
    ...(overrides.length > 0 && {
      location_overrides: overrides.map(({ sold_out: _ignored, ...override }) => override),
    }),
  }
}

function checkPrice(env: Env, data: Json, path: string): void {
  if (data['pricing_type'] !== 'FIXED_PRICING') return
  const { amount, currency } = objectOf(data['price_money']) as unknown as Partial<Money>
  if (!Number.isSafeInteger(amount) || (amount as number) < 0)
    throw invalid('INVALID_VALUE', 'A fixed price needs an amount of 0 at least.', `${path}.price_money`)
  if (currency !== merchantRow(env).currency)
    throw invalid('CURRENCY_MISMATCH', `Prices are in ${merchantRow(env).currency} here.`, `${path}.price_money`)
}

function checkOptions(env: Env, data: Json, options: string[], path: string): void {
  const values = listOf(data['item_option_values']).map(objectOf)
  const isInOrder =
    values.length === options.length && options.every((option, n) => values[n]?.['item_option_id'] === option)
  if (!isInOrder)
    throw invalid(
      'INVALID_VALUE',
      'A variation has one value for each option of its item.',
      `${path}.item_option_values`,
    )
  const missing = values.find(
    ({ item_option_id: option, item_option_value_id: value }) =>
      !optionValues(env, textOf(option)).some(({ id }) => id === value),
  )
  if (missing)
    throw invalid(
      'INVALID_VALUE',
      `${textOf(missing['item_option_value_id'])} is no value of that option.`,
      `${path}.item_option_values`,
    )
}

/** Two variations of an item never have the same values. */
export function mustDiffer(variations: ObjectRow[], path: string): void {
  const values = variations
    .map(({ data }) => listOf(data['item_option_values']))
    .filter((combination) => combination.length > 0)
    .map((combination) => JSON.stringify(combination))
  if (new Set(values).size < values.length)
    throw invalid('INVALID_VALUE', 'Two variations have the same option values.', `${path}.item_option_values`)
}

export function checkPlaces(env: Env, ids: string[], path: string): void {
  const known = new Set(locations(env).map(({ id }) => id))
  const strange = ids.find((id) => !known.has(id))
  if (strange !== undefined) throw invalid('INVALID_VALUE', `${strange} is no location of this merchant.`, path)
}

/** A variation stands nowhere where its item does not. */
export function mustStandTogether(env: Env, item: ObjectRow, variation: ObjectRow, path: string): void {
  const lost = locations(env).find(({ id }) => isAt(variation, id) && !isAt(item, id))
  if (lost)
    throw invalid(
      'INVALID_VALUE',
      `The variation is present at ${lost.id}, its item is not.`,
      `${path}.present_at_location_ids`,
    )
}

export function optionData(env: Env, { id, data, path }: SentObject): Json {
  named(data, 255, path)
  const same = (other: ObjectRow) => textOf(other.data['name']).toLowerCase() === textOf(data['name']).toLowerCase()
  if (objects(env, 'ITEM_OPTION').some((other) => other.id !== id && same(other)))
    throw invalid('INVALID_VALUE', `An option ${textOf(data['name'])} exists already.`, `${path}.name`)
  const { values: _nested, ...rest } = data
  return rest
}

export function categoryData({ data, path }: SentObject): Json {
  named(data, 255, path)
  return data
}
