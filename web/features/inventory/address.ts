import type { ChannelId } from '#contract/channels/ids.ts'
import { channelIds } from '#contract/channels/names.ts'
import type { CallInput } from '#contract/endpoint.ts'
import type { listProducts } from '#contract/products/products.ts'
import type { AttributeFilter, ProductFilter } from '#contract/products/filter.ts'
import { type ProductSort, productSortNames, productSorts } from '#contract/products/sorts.ts'
import { oneOf } from '#web/search.ts'

export const pageKeys = ['offset', 'limit', 'sortBy', 'orderBy'] as const
export const filterKeys = [
  'search',
  'skus',
  'templateIds',
  'minPrice',
  'maxPrice',
  'minQuantity',
  'maxQuantity',
  'minSold',
  'maxSold',
  'startDate',
  'endDate',
  'hasTags',
  'missingTags',
  'attributes',
  'matchAllAttributes',
  'listedOn',
  'notListedOn',
  'matchAllListings',
  'requirementId',
] as const satisfies readonly (keyof ProductFilter)[]
export type FilterKey = (typeof filterKeys)[number]
export type Key = FilterKey | (typeof pageKeys)[number]

export type Item = string | number | boolean
/** `newView`: the saved views, about to save one. */
export type Dialog = 'views' | 'newView'
/** The address as it stands there, also what of it cannot be used: texts, and lists where a `+` joins. */
export type InventorySearch = { [K in Key]?: Item | readonly Item[] } & { dialog?: Dialog }

/** What narrows the list; what is absent does not. Money in decimals, days as `2026-11-21`. */
export interface Filters {
  search?: string[]
  skus?: string[]
  templateIds?: number[]
  minPrice?: number
  maxPrice?: number
  minQuantity?: number
  maxQuantity?: number
  minSold?: number
  maxSold?: number
  startDate?: string
  endDate?: string
  hasTags?: string[]
  missingTags?: string[]
  attributes?: AttributeFilter[]
  matchAllAttributes?: true
  listedOn?: ChannelId[]
  notListedOn?: ChannelId[]
  matchAllListings?: true
  /** Their listings do not meet this requirement of a channel. */
  requirementId?: number
}
export interface Paging {
  offset: number
  limit: number
  sortBy: ProductSort
  orderBy: 'asc' | 'desc'
}
/** INV-016, INV-018, INV-019: these are not written, but taken. */
export const defaultPaging: Paging = { offset: 0, limit: 25, sortBy: 'updatedAt', orderBy: 'desc' }
/** What the foot of the table offers; an address may ask for another size. */
export const pageSizes: readonly number[] = [10, 25, 50, 100]
const mostRows = 1000

/** What the address means, and a sentence for each part of it that means nothing and is left out. */
export interface Read {
  filters: Filters
  paging: Paging
  dropped: Partial<Record<Key, string>>
}

const textOf = (v: Item | readonly Item[]) => (typeof v === 'object' ? v.join('+') : String(v))
const itemsOf = (v: Item | readonly Item[]) => [...new Set((typeof v === 'object' ? v : [v]).map(String))]

type Taken<T> = { value: T } | { problem: string }
const number =
  (max: number, whole: boolean) =>
  (v: Item | readonly Item[]): Taken<number> => {
    const text = textOf(v)
    const n = /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN
    if (Number.isNaN(n) || (whole && !Number.isInteger(n)))
      return { problem: whole ? `“${text}” isn’t a whole number.` : `“${text}” isn’t a number.` }
    if (n < 0) return { problem: `“${text}” is below 0.` }
    return n > max ? { problem: `“${text}” is above the maximum of ${max.toLocaleString('en-US')}.` } : { value: n }
  }
/** Whether the day exists: a month has no 31st because a browser would count on into the next one. */
const isDay = (s: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(s) && new Date(`${s}T00:00:00Z`).toJSON()?.startsWith(s) === true
/** INV-048. A moment is taken as its day. */
const day = (v: Item | readonly Item[]): Taken<string> => {
  const text = textOf(v)
  const first = text.slice(0, 10)
  return isDay(first) && !Number.isNaN(Date.parse(text.replace(' ', 'T')))
    ? { value: first }
    : { problem: `“${text}” isn’t a date.` }
}
const words = (v: Item | readonly Item[]): Taken<string[]> => ({ value: itemsOf(v) })
const ids = (v: Item | readonly Item[]): Taken<number[]> => {
  const wrong = itemsOf(v).filter((id) => !/^[1-9]\d{0,15}$/.test(id))
  return wrong.length
    ? { problem: `There’s no template “${wrong.join(', ')}”.` }
    : { value: [...new Set(itemsOf(v).map(Number))] }
}
const channelList = (v: Item | readonly Item[]): Taken<ChannelId[]> => {
  const wrong = itemsOf(v).filter((id) => !channelIds.some((c) => c === id))
  return wrong.length
    ? { problem: `There’s no channel “${wrong.join(', ')}”.` }
    : { value: channelIds.filter((c) => itemsOf(v).includes(c)) }
}
const flag = (v: Item | readonly Item[]): Taken<true> | undefined =>
  ['true', '1'].includes(textOf(v)) ? { value: true } : undefined

const isAttribute = (v: unknown): v is Omit<AttributeFilter, 'action'> & Partial<Pick<AttributeFilter, 'action'>> => {
  const { name, action = 'in', values } = (v ?? {}) as Partial<Record<keyof AttributeFilter, unknown>>
  return (
    typeof name === 'string' &&
    name !== '' &&
    name.length <= 100 &&
    (action === 'in' || action === 'not in') &&
    Array.isArray(values) &&
    values.length > 0 &&
    values.length <= 500 &&
    values.every((value) => typeof value === 'string' && value.length <= 1000)
  )
}
/** INV-052..INV-055: a list of name, action and values as JSON. */
const attributes = (v: Item | readonly Item[]): Taken<AttributeFilter[]> => {
  try {
    const list: unknown = JSON.parse(textOf(v))
    if (Array.isArray(list) && list.length <= 50 && list.every(isAttribute))
      return { value: list.map(({ name, action = 'in', values }) => ({ name, action, values })) }
  } catch {
    // What is no JSON is as wrong as JSON of something else.
  }
  return { problem: 'The attribute filters in this link aren’t valid.' }
}

const money = number(1e10, false)
const pieces = number(1e9, true)
const readers: { [K in FilterKey]: (v: Item | readonly Item[]) => Taken<NonNullable<Filters[K]>> | undefined } = {
  search: words,
  skus: words,
  templateIds: ids,
  minPrice: money,
  maxPrice: money,
  minQuantity: pieces,
  maxQuantity: pieces,
  minSold: pieces,
  maxSold: pieces,
  startDate: day,
  endDate: day,
  hasTags: words,
  missingTags: words,
  attributes,
  matchAllAttributes: flag,
  listedOn: channelList,
  notListedOn: channelList,
  matchAllListings: flag,
  requirementId: pieces,
}

const sortOf = (v: Item | readonly Item[]) =>
  productSorts.find((key) =>
    [key, productSortNames[key]].some((name) => name.toLowerCase() === textOf(v).toLowerCase()),
  )

function readPaging(search: InventorySearch, dropped: Read['dropped']): Paging {
  const { offset, limit, sortBy, orderBy } = search
  const from = offset === undefined ? { value: 0 } : pieces(offset)
  const size = limit === undefined ? undefined : Number(textOf(limit))
  const sort = sortBy === undefined ? undefined : sortOf(sortBy)
  if ('problem' in from) dropped.offset = from.problem
  if (sortBy !== undefined && !sort) dropped.sortBy = `You can’t sort by “${textOf(sortBy)}”.`
  return {
    offset: 'value' in from ? from.value : 0,
    limit: size !== undefined && Number.isInteger(size) && size > 0 && size <= mostRows ? size : defaultPaging.limit,
    sortBy: sort ?? defaultPaging.sortBy,
    orderBy: oneOf(orderBy, ['asc', 'desc']) ?? defaultPaging.orderBy,
  }
}

export function readSearch(search: InventorySearch): Read {
  const filters: Partial<Record<FilterKey, unknown>> = {}
  const dropped: Read['dropped'] = {}
  for (const key of filterKeys) {
    const value = search[key]
    const parsed = value === undefined ? undefined : readers[key](value)
    if (!parsed) continue
    if ('value' in parsed) filters[key] = parsed.value
    else dropped[key] = parsed.problem
  }
  return { filters: filters as Filters, paging: readPaging(search, dropped), dropped }
}

/** The filters as they stand in the address: what a saved view keeps, too (INV-204). */
export function viewFiltersOf(
  filters: Filters,
  { sortBy, orderBy }: Partial<Paging> = {},
): Record<string, string | string[]> {
  const params: Record<string, string | string[]> = {}
  for (const key of filterKeys) {
    const value = filters[key]
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue
    if (key === 'attributes') params[key] = JSON.stringify(value)
    else params[key] = Array.isArray(value) ? value.map((item) => String(item).toWellFormed()) : String(value)
  }
  if (sortBy && sortBy !== defaultPaging.sortBy) params.sortBy = productSortNames[sortBy]
  if (orderBy && orderBy !== defaultPaging.orderBy) params.orderBy = orderBy
  return params
}

/** The address of a list; defaults are not written. */
export function searchOf(filters: Filters, paging: Partial<Paging> = {}): InventorySearch {
  const { offset = 0, limit = defaultPaging.limit } = paging
  return {
    offset: offset || undefined,
    limit: limit === defaultPaging.limit ? undefined : limit,
    ...viewFiltersOf(filters, paging),
  }
}

export const countFilters = (filters: Filters): number =>
  Object.entries(filters).filter(
    ([key, value]) => value !== undefined && key !== 'matchAllAttributes' && key !== 'matchAllListings',
  ).length

type Query = NonNullable<CallInput<typeof listProducts>['query']>
/** What a list of products is asked for, in a query string. */
export const queryOf = ({ attributes, ...filters }: Filters, paging: Paging): Query => ({
  ...filters,
  ...paging,
  attributes: attributes && JSON.stringify(attributes),
})
