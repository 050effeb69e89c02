import type { Item, Variation, Whole } from '../wire.ts'

/*
 * An object is written back whole: what is left out is cleared. What Square alone writes is left out all the same, as it would be refused or
 * contradict what we say.
 */
const itemReadOnly = ['description', 'description_plaintext', 'ecom_uri', 'ecom_image_uris', 'category_id', 'channels']
const without = <T extends Record<string, unknown>>(of: T, names: readonly string[]) =>
  Object.fromEntries(Object.entries(of).filter(([name]) => !names.includes(name)))

export type Overrides = NonNullable<Variation['item_variation_data']['location_overrides']>
export const overridesOf = ({ location_overrides: all }: Variation['item_variation_data']): Overrides =>
  (all ?? []).map((override) => without(override, ['sold_out', 'sold_out_valid_until']) as Overrides[number])

const headOf = ({ type, id, version, ...rest }: Whole & { type: string }) => ({
  type,
  id,
  version,
  ...(typeof rest.present_at_all_locations === 'boolean' && {
    present_at_all_locations: rest.present_at_all_locations,
  }),
  ...(rest.present_at_location_ids?.length && { present_at_location_ids: rest.present_at_location_ids }),
  ...(rest.absent_at_location_ids?.length && { absent_at_location_ids: rest.absent_at_location_ids }),
})

export const itemDataAsSent = ({ item_data: { variations: _nested, ...data } }: Item) => without(data, itemReadOnly)

/** @param isNamed by its options: then the name is Square's */
export function variationDataAsSent({ item_variation_data: data }: Variation, isNamed: boolean) {
  const overrides = overridesOf(data)
  return {
    ...without(data, ['ordinal', 'location_overrides', ...(isNamed ? ['name'] : [])]),
    ...(overrides.length > 0 && { location_overrides: overrides }),
  }
}

export const isNamedByOptions = ({ item_data: { item_options: options } }: Item) => (options ?? []).length > 0

export const variationAsSent = (variation: Variation, isNamed: boolean, change: object = {}) => ({
  ...headOf(variation),
  item_variation_data: { ...variationDataAsSent(variation, isNamed), ...change },
})

/** @param changeOf what is to change of each of its variations */
export const itemAsSent = (item: Item, change: object, changeOf: (variation: Variation) => object = () => ({})) => ({
  ...headOf(item),
  item_data: {
    ...itemDataAsSent(item),
    ...change,
    variations: item.item_data.variations.map((variation) =>
      variationAsSent(variation, isNamedByOptions(item), changeOf(variation)),
    ),
  },
})
