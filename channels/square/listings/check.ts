import { z } from 'zod'
import { DOES_NOT_APPLY } from '#contract/products/barcode.ts'
import { square } from '#contract/channels/square.ts'
import {
  type SquareCategory,
  SquareLocation,
  type SquareSettings,
  SquareTax,
} from '#contract/channels/shapes/square.ts'
import { problem, type Problems, spoken } from '#domain/listings/problems/problem.ts'
import type { Checked } from '../../checked.ts'
import { onceRead } from '../../kit/facts.ts'
import { lengthOf, splitList } from '../../kit/text.ts'
import type { SquareConnection } from '../calls.ts'
import { squareLookups } from '../lookups.ts'
import { locationOf, optionNames, picturesOf, type SquareListing } from './map.ts'

export const squareLimits = {
  ...square.limits,
  // Square publishes no numbers, only that there are some.
  requestsPerSecond: 10,
  concurrency: 4,
  // A change of the catalog while another one runs is refused at once; how many in a minute is a guess.
  quotas: [{ per: 'account', lane: 'catalog', calls: 300, seconds: 60, atOnce: 1 }],
} as const
const optionChars = 255
const mostOptions = 6

const Facts = z.object({
  locations: z.array(SquareLocation),
  taxes: z.array(SquareTax),
  /** Ids. */
  categories: z.array(z.string()),
})

const read = onceRead(Facts, ({ locations, taxes, categories }) => ({
  locations,
  taxes: new Set(taxes.map(({ id }) => id)),
  categories: new Set(categories),
}))

/** What can be chosen there: a location may have been closed, a category or tax deleted since. */
export async function facts(c: SquareConnection): Promise<z.output<typeof Facts>> {
  const [locations, taxes, tree] = await Promise.all([
    squareLookups.locations(c),
    squareLookups.taxes(c),
    squareLookups.categories(c),
  ])
  return { locations, taxes, categories: idsIn(tree) }
}
const idsIn = (tree: SquareCategory[]): string[] => tree.flatMap(({ id, children }) => [id, ...idsIn(children)])

type Warnings = Record<string, string>

export function check(listing: SquareListing, rawFacts: unknown, settings?: SquareSettings): Checked {
  const known = read(rawFacts)
  const errors = { ...checkWords(listing), ...checkChoices(listing, known, settings), ...checkVariants(listing) }
  const warnings: Warnings = {}
  if (!listing.images.length) warnings.images = 'Without an image, the register shows only initials.'
  if (listing.variants.some(({ price }) => price === 0))
    warnings.price = 'The price is 0, so Square would give it away.'
  return { ...spoken('square', errors), warnings }
}

function checkWords(listing: SquareListing): Problems {
  const problems: Problems = {}
  const { titleChars, descriptionChars, images } = squareLimits
  const long = lengthOf(listing.title)
  if (!listing.title.trim()) problems.title = problem('title_missing')
  else if (long > titleChars) problems.title = problem('title_too_long', { most: titleChars, count: long })
  if (lengthOf(listing.description) > descriptionChars)
    problems.description = problem('description_too_long', { limit: '65,535' })
  const pictures = picturesOf(listing).length
  if (pictures > images) problems.images = problem('too_many_pictures', { most: images, count: pictures })
  return problems
}

function checkChoices(
  { fields, currency }: SquareListing,
  known: ReturnType<typeof read>,
  settings?: SquareSettings,
): Problems {
  const problems: Problems = {}
  const chosen = locationOf(fields, settings ?? { locationId: '', buffer: 0 })
  const place = known?.locations.find(({ id }) => id === chosen)
  if (!chosen) problems.locationId = problem('location_missing', { called: 'Square location' })
  else if (known && !place) problems.locationId = problem('location_gone', { account: 'Square account' })
  else if (place && !place.isActive)
    problems.locationId = problem('location_closed', { place: place.name, state: 'inactive' })
  else if (place?.currency && place.currency !== currency)
    problems.price = problem('price_currency', { account: place.name, sells: place.currency, asked: currency })
  const isMissing = (ids: string, there: ReadonlySet<string>) => splitList(ids).some((id) => !there.has(id))
  if (known && isMissing(fields.categoryIds, known.categories)) problems.categoryIds = problem('category_gone')
  if (known && isMissing(fields.taxIds, known.taxes)) problems.taxIds = problem('tax_gone')
  return problems
}

function checkVariants({ variants }: SquareListing): Problems {
  const problems: Problems = {}
  const { variants: most, skuChars } = squareLimits
  const names = optionNames(variants)
  if (variants.length > most) problems.variations = problem('too_many_variations', { most, count: variants.length })
  else if (names.length > mostOptions)
    problems.variations = problem('too_many_options', { most: mostOptions, called: 'options', names: names.join(', ') })
  else if (new Set(variants.map(({ options }) => JSON.stringify(options).toLowerCase())).size < variants.length)
    problems.variations = problem('same_options')
  else if (names.some((name) => !name.trim())) problems.variations = problem('option_unnamed')
  else if (variants.some(({ options }) => names.some((name) => !options[name]?.trim())))
    problems.variations = problem('option_value_missing', { names: names.join(', ') })
  else if (
    variants.some(({ options }) =>
      Object.entries(options)
        .flat()
        .some((text) => lengthOf(text) > optionChars),
    )
  )
    problems.variations = problem('option_too_long', { most: optionChars })
  for (const { sku, price, barcode } of variants) {
    if (!sku) problems.sku ??= problem('sku_missing', { need: 'sync' })
    else if (sku.length > skuChars) problems.sku ??= problem('sku_too_long', { most: skuChars, sku })
    if (!(price >= 0)) problems.price ??= problem('price_missing')
    if (barcode && barcode !== DOES_NOT_APPLY && !/^\d{8,14}$/.test(barcode))
      problems.barcode ??= problem('barcode_digits', { barcode })
  }
  return problems
}
