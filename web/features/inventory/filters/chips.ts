import type { ChannelId } from '#contract/channels/ids.ts'
import { money, number, once } from '#web/ui/format.ts'
import type { Filters } from '../address.ts'

/** INV-075: the channels as the inventory names them, in the order of its lists. */
export const channelOptions: readonly { value: ChannelId; label: string }[] = [
  { value: 'ebay', label: 'Ebay' },
  { value: 'etsy', label: 'Etsy' },
  { value: 'bigcommerce', label: 'BigCommerce' },
  { value: 'shopify', label: 'Shopify' },
  { value: 'square', label: 'Square' },
  { value: 'clover', label: 'Clover' },
  { value: 'csv', label: 'CSV' },
]
const channelLabel = (id: ChannelId) => channelOptions.find(({ value }) => value === id)?.label ?? id

/** A filter in three words: "Price over $40.00". */
export interface Chip {
  key: string
  name: string
  relation: string
  value: string
  /** What takes it away. */
  remove: Partial<Filters>
}

/** More values than this are counted instead of named. */
const namedValues = 2
const valuesOf = (values: readonly string[]) =>
  values.length > namedValues ? `${number(values.length)} values` : values.join(', ')

/** Days are of UTC, whatever the clock of the browser says. */
const dayFormat = once(
  () => new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' }),
)
const dayOf = (day: string) => dayFormat().format(new Date(`${day}T00:00:00Z`))

function range<T extends string | number>(
  key: string,
  name: string,
  low: T | undefined,
  high: T | undefined,
  show: (value: T) => string,
  remove: Partial<Filters>,
): Chip[] {
  if (low === undefined && high === undefined) return []
  if (low !== undefined && low === high) return [{ key, name, relation: 'is', value: show(low), remove }]
  if (low !== undefined && high !== undefined)
    return [{ key, name, relation: 'between', value: `${show(low)} and ${show(high)}`, remove }]
  if (low !== undefined)
    return [{ key, name, relation: typeof low === 'string' ? 'from' : 'over', value: show(low), remove }]
  return high === undefined ? [] : [{ key, name, relation: 'up to', value: show(high), remove }]
}

const list = (
  key: keyof Filters,
  name: string,
  relation: string,
  values: readonly string[] | undefined,
  remove: Partial<Filters> = {},
): Chip[] =>
  values?.length ? [{ key, name, relation, value: valuesOf(values), remove: { [key]: undefined, ...remove } }] : []

function attributeChips({ attributes = [], matchAllAttributes }: Filters): Chip[] {
  return attributes.map(({ name, action, values }, at) => {
    const rest = attributes.filter((_, other) => other !== at)
    return {
      key: `attributes.${at}`,
      name: at > 0 && !matchAllAttributes ? `or ${name}` : name,
      relation: action,
      value: valuesOf(values.map((value) => value || 'Empty')),
      remove: {
        attributes: rest.length ? rest : undefined,
        ...(rest.length > 1 ? {} : { matchAllAttributes: undefined }),
      },
    }
  })
}

/** Every filter but the search words, which stand in their box. @param templates names by id */
export function chips(filters: Filters, templates: ReadonlyMap<number, string>): Chip[] {
  const { minPrice, maxPrice, minQuantity, maxQuantity, minSold, maxSold, startDate, endDate, matchAllListings } =
    filters
  const listed = (filters.listedOn?.length ?? 0) > 1
  return [
    ...list('skus', 'SKU', 'in', filters.skus),
    ...attributeChips(filters),
    ...list(
      'templateIds',
      'Template',
      'in',
      filters.templateIds?.map((id) => templates.get(id) ?? `no. ${id}`),
    ),
    ...range('price', 'Price', minPrice, maxPrice, money, { minPrice: undefined, maxPrice: undefined }),
    ...range('quantity', 'Quantity', minQuantity, maxQuantity, number, {
      minQuantity: undefined,
      maxQuantity: undefined,
    }),
    ...range('sold', 'Sold', minSold, maxSold, number, { minSold: undefined, maxSold: undefined }),
    ...list('hasTags', 'Tags', 'with', filters.hasTags),
    ...list('missingTags', 'Tags', 'missing', filters.missingTags),
    ...list(
      'listedOn',
      'Listed on',
      listed ? (matchAllListings ? 'all of' : 'any of') : '',
      filters.listedOn?.map(channelLabel),
      {
        matchAllListings: undefined,
      },
    ),
    ...list('notListedOn', 'Not listed on', '', filters.notListedOn?.map(channelLabel)),
    ...list('requirementId', 'Channel requirement', '', filters.requirementId === undefined ? [] : ['not met']),
    ...range('created', 'Created', startDate, endDate, dayOf, { startDate: undefined, endDate: undefined }),
  ]
}
