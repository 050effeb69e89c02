import type { ProductFilter } from '#contract/products/filter.ts'
import { readProductSearch } from '#domain/products/search.ts'
import { invalid } from '../../../errors.ts'

const DAY_MS = 86_400_000
const isDay = /^\d{4}-\d\d-\d\d$/
/** A time without a zone is UTC, wherever the server runs. */
const withoutZone = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/

/** The range that the database can store; no product is older or newer. */
const [FIRST_MS, LAST_MS] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-01-01T00:00:00Z')]

function moment(text: string): Date {
  const at = Date.parse(withoutZone.test(text) ? `${text.replace(' ', 'T')}Z` : text)
  return new Date(Math.min(Math.max(at, FIRST_MS), LAST_MS))
}

/** From the beginning of a day or a moment on, until the end of a day or a moment. */
const created = ({ startDate, endDate }: ProductFilter) => ({
  from: startDate === undefined ? undefined : moment(startDate).toISOString(),
  before:
    endDate !== undefined && isDay.test(endDate)
      ? new Date(moment(endDate).getTime() + DAY_MS).toISOString()
      : undefined,
  until: endDate !== undefined && !isDay.test(endDate) ? moment(endDate).toISOString() : undefined,
})

/** Each word is looked up, and where no product has it, its neighbours are, too. */
const MOST_WORDS = 50

/** @throws invalid_input */
function typed(search: readonly string[] = []) {
  const { words, codes, sku } = readProductSearch(search)
  if (words.length + codes.length > MOST_WORDS) throw invalid('search', `At most ${MOST_WORDS} words.`)
  return { words: filled(words), codes: filled(codes), text: sku || undefined }
}

/** An empty text asks for nothing. */
function filled<T>(list: readonly T[] | undefined): T[] | undefined {
  const nonEmpty = (list ?? []).filter((value) => value !== '')
  return nonEmpty.length > 0 ? nonEmpty : undefined
}

/** The filter as the database's functions read it, without what is empty; null when nothing is left. Money in minor units. @throws invalid_input */
export function databaseFilter(filter: ProductFilter): string | null {
  const { minPrice, maxPrice, minQuantity, maxQuantity, minSold, maxSold } = filter
  const conditions = {
    ...typed(filter.search),
    skus: filled(filter.skus),
    templateIds: filled(filter.templateIds),
    minPrice,
    maxPrice,
    minQuantity,
    maxQuantity,
    minSold,
    maxSold,
    ...created(filter),
    hasTags: filled(filter.hasTags),
    missingTags: filled(filter.missingTags),
    attributes: filled(filter.attributes),
    listedOn: filled(filter.listedOn),
    notListedOn: filled(filter.notListedOn),
    requirementId: filter.requirementId,
  }
  if (Object.values(conditions).every((value) => value === undefined)) return null
  return JSON.stringify({
    ...conditions,
    matchAllAttributes: filter.matchAllAttributes ?? false,
    matchAllListings: filter.matchAllListings ?? false,
  })
}

/** The SKUs of a filter that asks for nothing else. */
export function skusAlone(filter: string): readonly string[] | undefined {
  const {
    skus,
    matchAllAttributes: _,
    matchAllListings: __,
    ...others
  } = JSON.parse(filter) as {
    skus?: string[]
    matchAllAttributes: boolean
    matchAllListings: boolean
  }
  return Object.keys(others).length === 0 ? skus : undefined
}

/** What was typed into a search, as the database's functions read it. @throws invalid_input */
export const searchFilter = (search: readonly string[] | undefined): string =>
  databaseFilter({ search: [...(search ?? [])] }) ?? '{}'
