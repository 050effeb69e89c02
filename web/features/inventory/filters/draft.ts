import type { ChannelId } from '#contract/channels/ids.ts'
import type { ProductSort } from '#contract/products/sorts.ts'
import { type EntryRule, isBegun, localised, money, pieces, readEntry, showEntry } from '#domain/numbers/entry.ts'
import type { Decimal } from '#domain/numbers/read.ts'
import { type Filters, type InventorySearch, type Key, type Paging, type Read, readSearch } from '../address.ts'
import { inventorySearch } from '../search.ts'

export interface AttributeRow {
  name: string
  action: 'in' | 'not in'
  values: string[]
}

export const numberFields = ['minPrice', 'maxPrice', 'minQuantity', 'maxQuantity', 'minSold', 'maxSold'] as const
type NumberField = (typeof numberFields)[number]
const dayFields = ['startDate', 'endDate'] as const

/** The panel while it is being filled in: numbers and days as they are typed. */
export interface Draft extends Record<(typeof numberFields)[number] | (typeof dayFields)[number], string> {
  skus: string[]
  attributes: AttributeRow[]
  matchAllAttributes: boolean
  templateIds: string[]
  hasTags: string[]
  missingTags: string[]
  listedOn: ChannelId[]
  notListedOn: ChannelId[]
  matchAllListings: boolean
  sortBy: ProductSort
  orderBy: 'asc' | 'desc'
}

export const noAttribute: AttributeRow = { name: '', action: 'in', values: [] }

const typed = (value: InventorySearch[Key]) =>
  value === undefined ? '' : Array.isArray(value) ? value.join('+') : String(value)

/** What the panel shows of an address, also what of it is wrong, so that it can be put right. @param decimal the sign of its reader */
export function draftOf(search: InventorySearch, decimal: Decimal): Draft {
  const { filters, paging } = readSearch(search)
  const texts = Object.fromEntries(
    [...numberFields, ...dayFields].map((key) => [key, localised(typed(filters[key] ?? search[key]), decimal)]),
  )
  return {
    ...(texts as Pick<Draft, (typeof numberFields)[number] | (typeof dayFields)[number]>),
    skus: filters.skus ?? [],
    attributes: filters.attributes?.map((row) => ({ ...row, values: [...row.values] })) ?? [noAttribute],
    matchAllAttributes: filters.matchAllAttributes ?? false,
    templateIds: filters.templateIds?.map(String) ?? [],
    hasTags: filters.hasTags ?? [],
    missingTags: filters.missingTags ?? [],
    listedOn: filters.listedOn ?? [],
    notListedOn: filters.notListedOn ?? [],
    matchAllListings: filters.matchAllListings ?? false,
    sortBy: paging.sortBy,
    orderBy: paging.orderBy,
  }
}

const ranges = [
  ['minPrice', 'maxPrice'],
  ['minQuantity', 'maxQuantity'],
  ['minSold', 'maxSold'],
  ['startDate', 'endDate'],
] as const

type Problems = Partial<Record<Key | `attributes.${number}`, string>>

function attributeProblems(rows: readonly AttributeRow[]): Problems {
  const problems: Problems = {}
  for (const [at, { name, values }] of rows.entries()) {
    if (values.length && !name) problems[`attributes.${at}`] = 'Choose an attribute.'
    else if (name && !values.length) problems[`attributes.${at}`] = 'Choose at least one value.'
  }
  return problems
}

function rangeProblems(filters: Filters): Problems {
  const problems: Problems = {}
  for (const [low, high] of ranges) {
    const [from, to] = [filters[low], filters[high]]
    if (from !== undefined && to !== undefined && from > to)
      problems[high] = low === 'startDate' ? 'Ends before it starts.' : 'Below the minimum.'
  }
  return problems
}

export interface Asked {
  filters: Partial<Filters>
  sort: Pick<Paging, 'sortBy' | 'orderBy'>
  /** A sentence for each field that is not right. */
  problems: Problems
}

const every: readonly (keyof Filters)[] = [
  'skus',
  'templateIds',
  ...numberFields,
  ...dayFields,
  'hasTags',
  'missingTags',
  'attributes',
  'matchAllAttributes',
  'listedOn',
  'notListedOn',
  'matchAllListings',
]

const price = money('price')
const counted = { quantity: pieces(), sold: pieces('number of units') }
const rules: Record<NumberField, EntryRule> = {
  minPrice: price,
  maxPrice: price,
  minQuantity: counted.quantity,
  maxQuantity: counted.quantity,
  minSold: counted.sold,
  maxSold: counted.sold,
}

/** The numbers as an address has them, and what is wrong with those that are none. */
function numbersOf(draft: Pick<Draft, NumberField>, decimal: Decimal) {
  const plain: Partial<Record<NumberField, string>> = {}
  const problems: Problems = {}
  for (const key of numberFields) {
    const entry = readEntry(draft[key], rules[key], decimal)
    if ('problem' in entry) problems[key] = entry.problem
    plain[key] = 'problem' in entry ? '' : showEntry(entry.value, 0, '.')
  }
  return { plain, problems }
}

/** Of what is wrong, the numbers that are being typed: they are told at once. */
export const wrongNumbers = (draft: Draft, problems: Problems): Problems =>
  Object.fromEntries(
    numberFields.flatMap((key) => (problems[key] && !isBegun(draft[key]) ? [[key, problems[key]]] : [])),
  )

/**
 * What the panel asks for. Filters that are not in it are taken away, so each is named; the search words stay.
 * @param decimal the sign of who typed
 */
export function askedOf({ attributes, sortBy, orderBy, ...draft }: Draft, decimal: Decimal): Asked {
  const numbers = numbersOf(draft, decimal)
  const rows = attributes.filter(({ name, values }) => name && values.length)
  const read: Read = readSearch(
    inventorySearch({ ...draft, ...numbers.plain, attributes: rows.length ? JSON.stringify(rows) : undefined }),
  )
  const { filters } = read
  return {
    filters: {
      ...Object.fromEntries(every.map((key) => [key, undefined])),
      ...filters,
      // How values are put together says nothing without them.
      matchAllAttributes: rows.length > 1 ? filters.matchAllAttributes : undefined,
      matchAllListings: (filters.listedOn?.length ?? 0) > 1 ? filters.matchAllListings : undefined,
    },
    sort: { sortBy, orderBy },
    problems: { ...rangeProblems(filters), ...numbers.problems, ...attributeProblems(attributes), ...read.dropped },
  }
}
